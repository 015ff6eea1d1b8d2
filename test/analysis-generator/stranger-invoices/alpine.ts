import { addDays } from '../calendar.ts';
import { APOSTROPHE, COMMA } from '../money.ts';
import { drawItems, type Good, subtotalOf, taxOf, without } from './goods.ts';
import { grid, type Sheet } from './sheet.ts';

const HOURS: readonly Good[] = [
  ['Beratung Prozessanalyse', 'h', 11000, 19000],
  ['Konzept Lagerverwaltung', 'h', 10000, 16000],
  ['Reisekosten Bahn 1. Klasse', 'Pauschale', 8000, 24000],
  ['Schulung Key User', 'Tag', 90000, 160000],
];

const CUSTOMERS = ['Gemeinde Altdorf', 'Seilbahnen Hochalm AG', 'Weingut Prantl', 'Institut für Baustatik'];

/** A Swiss invoice with its payment part, where the creditor's name stands again. */
const swiss: Sheet = {
  name: 'ch-qr-bill',
  amounts: APOSTROPHE,
  dates: { pattern: 'dd.MM.yyyy', language: 'de' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, HOURS, { count: [2, 4], parts: ['h'], most: 4 });
    const vendor = random.pick(['Gotthard Informatik AG', 'Studer Planungsbüro GmbH', 'Alpina Treuhand AG']);
    const customer = random.pick(CUSTOMERS);
    const [date, number] = [pen.date(), `R${random.digits(5)}`];
    const dueDate = addDays(date, 30);
    const subtotal = subtotalOf(items);
    const rate = random.pick([7.7, 8.1]);
    const tax = taxOf(subtotal, rate);
    const total = subtotal + tax;
    const widths = [40, -8, 10, -12, -14];
    const text = [
      vendor,
      'Bahnhofstrasse 21',
      '6460 Altdorf',
      `CHE-${random.digits(3)}.${random.digits(3)}.${random.digits(3)} MWST`,
      '',
      grid([50, 40], ['', customer]),
      grid([50, 40], ['', 'Dorfplatz 2']),
      grid([50, 40], ['', '6472 Erstfeld']),
      '',
      `Rechnung ${number}`,
      grid([20, 24], ['Datum:', pen.day(date)]),
      grid([20, 24], ['Zahlbar bis:', pen.day(dueDate)]),
      '',
      grid(widths, ['Leistung', 'Anzahl', 'Einheit', 'Ansatz', 'Betrag CHF']),
      ...items.map((item, at) =>
        grid(widths, [
          item.description,
          pen.count(item.quantity ?? 0, 2),
          item.unit ?? '',
          pen.money(item.unitPrice ?? 0),
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid(widths, ['Zwischentotal', '', '', '', pen.money(subtotal)]),
      grid(widths, [`MWST ${rate}%`, '', '', '', pen.money(tax)]),
      grid(widths, ['Total CHF', '', '', '', pen.money(total, 'total')]),
      '',
      grid([30, 30, 30], ['Empfangsschein', 'Zahlteil', '']),
      grid([30, 30, 30], ['Konto / Zahlbar an', '', 'Konto / Zahlbar an']),
      grid([30, 30, 30], [`CH44 3199 9123 0008 8901 2`, '', `CH44 3199 9123 0008 8901 2`]),
      grid([30, 30, 30], [vendor, '', vendor]),
      grid([30, 30, 30], ['6460 Altdorf', '', '6460 Altdorf']),
      grid([30, 30, 30], ['Zahlbar durch', '', 'Zahlbar durch']),
      grid([30, 30, 30], [customer, '', customer]),
      grid([14, 14, 10, 14], ['Währung', 'Betrag', 'Währung', 'Betrag']),
      grid(
        [14, 14, 10, 14],
        ['CHF', pen.money(total, 'total').replaceAll("'", ' '), 'CHF', pen.money(total, 'total').replaceAll("'", ' ')],
      ),
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax, total };
    return {
      text: text.join('\n'),
      truth: { ...truth, currency: 'CHF', lineItems: items, taxes: [{ rate, base: null, amount: tax }] },
    };
  },
};

/** A service for a customer abroad: the tax is the customer's. The due day stands in a sentence. */
const reverse: Sheet = {
  name: 'at-reverse-charge',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yyyy', language: 'de' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, HOURS, { count: [1, 4], parts: ['h'], most: 3 });
    const vendor = random.pick([
      'Mag. Huber Unternehmensberatung GmbH',
      'Donau Softwarehaus GmbH',
      'Steirische Werbe OG',
    ]);
    const customer = random.pick(['Lumen Textiles S.r.l.', 'Brightwater B.V.', 'Kovács Logisztika Kft.']);
    const [date, number] = [pen.date(), `AR${random.digits(6)}`];
    const dueDate = addDays(date, 21);
    const total = subtotalOf(items);
    const widths = [4, 36, -8, 10, -11, -13];
    const text = [
      grid([46, 40], [vendor, `Rechnungsnummer: ${number}`]),
      grid([46, 40], ['Mariahilfer Straße 120/7', `Rechnungsdatum: ${pen.day(date)}`]),
      grid([46, 40], ['1070 Wien', `UID: ATU${random.digits(8)}`]),
      '',
      'An',
      customer,
      'Via Roma 14, 39100 Bolzano',
      `Ihre UID: IT${random.digits(11)}`,
      '',
      'R E C H N U N G',
      '',
      grid(widths, ['Pos', 'Text', 'Menge', 'EH', 'EP €', 'Summe €']),
      ...items.map((item, at) =>
        grid(widths, [
          `${at + 1}`,
          item.description,
          pen.count(item.quantity ?? 0),
          item.unit ?? '',
          pen.money(item.unitPrice ?? 0),
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid([-72, -13], ['Nettobetrag', pen.money(total)]),
      grid([-72, -13], ['0 % USt', pen.money(0)]),
      grid([-72, -13], ['Gesamtbetrag EUR', pen.money(total, 'total')]),
      '',
      'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge, Art. 196 MwStSystRL).',
      `Wir bitten um Überweisung bis spätestens ${pen.day(dueDate)} auf unser Konto AT61 1904 3002 3457 3201.`,
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal: total, tax: 0, total };
    return {
      text: text.join('\n'),
      truth: { ...truth, currency: 'EUR', lineItems: items, taxes: [] },
    };
  },
};

/** The text of an OCR reader that gives one box a line. */
const boxes: Sheet = {
  name: 'at-one-box-a-line',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yyyy', language: 'de' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, HOURS, { count: [1, 3], most: 5 });
    const vendor = random.pick(['Tischlerei Gruber GmbH', 'Kfz-Technik Mayr e.U.', 'Gartenbau Egger KG']);
    const customer = random.pick(CUSTOMERS);
    const [date, number] = [pen.date(), `${random.digits(7)}`];
    const dueDate = addDays(date, 14);
    const subtotal = subtotalOf(items);
    const tax = taxOf(subtotal, 20);
    const total = subtotal + tax;
    const text = [
      vendor,
      'Gewerbepark 5',
      '4810 Gmunden',
      'Rechnung',
      customer,
      'Seestraße 44',
      '4801 Traunkirchen',
      'Rechnungsnummer',
      number,
      'Rechnungsdatum',
      pen.day(date),
      'Fällig am',
      pen.day(dueDate),
      ...['Bezeichnung', 'Menge', 'Einzelpreis', 'Gesamtpreis'],
      ...items.flatMap((item, at) => [
        item.description,
        pen.count(item.quantity ?? 0),
        pen.money(item.unitPrice ?? 0),
        pen.money(item.amount, `line ${at}`),
      ]),
      'Netto',
      pen.money(subtotal),
      '20 % USt.',
      pen.money(tax),
      'Gesamtbetrag',
      `€ ${pen.money(total, 'total')}`,
      'Vielen Dank für Ihren Auftrag!',
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax, total };
    return {
      text: text.join('\n'),
      truth: {
        ...truth,
        currency: 'EUR',
        lineItems: without(items, 'unit'),
        taxes: [{ rate: 20, base: null, amount: tax }],
      },
    };
  },
};

export const ALPINE_SHEETS: readonly Sheet[] = [swiss, reverse, boxes];
