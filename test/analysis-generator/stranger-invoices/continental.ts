import { addDays } from '../calendar.ts';
import { COMMA, SPACE } from '../money.ts';
import { drawItems, type Good, subtotalOf, taxesOf, taxOf, taxSum, without } from './goods.ts';
import { beside, grid, type Sheet } from './sheet.ts';

const NIGHTS: readonly Good[] = [
  ['Übernachtung Doppelzimmer', null, 8900, 16900],
  ['Frühstücksbuffet', null, 1400, 2200],
  ['Tiefgarage', null, 1000, 1900],
  ['Minibar', null, 300, 1200],
];
const NORWEGIAN: readonly Good[] = [
  ['Rørleggerarbeid bad', 'timer', 95000, 135000],
  ['Servantbatteri krom', 'stk', 119000, 249000],
  ['Kjøring', 'km', 480, 900],
];

/** Rows with tax in them; a table says what is in the total at each rate. */
const hotel: Sheet = {
  name: 'de-hotel-gross-rows',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yyyy', language: 'de' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, NIGHTS, { count: [2, 4], rates: [7, 19], most: 4 });
    const vendor = random.pick(['Hotel Goldener Anker', 'Landhotel Zum Hirschen', 'Seehotel Betriebs GmbH']);
    const customer = random.pick(['Dachziegelwerke Nord AG', 'Frau Dr. Elke Sommer']);
    const [date, number] = [pen.date(), random.digits(6)];
    const total = subtotalOf(items);
    const taxes = taxesOf(items).map(({ rate, base }) => {
      const net = Math.round((base ?? 0) / (1 + (rate ?? 0) / 100));
      return { rate, base: net, amount: (base ?? 0) - net };
    });
    const tax = taxSum(taxes);
    const widths = [12, 34, -6, -10, -6, -12];
    const text = [
      vendor,
      'Uferpromenade 1, 88709 Meersburg, Tel. 07532 5550, www.anker-see.example',
      '',
      customer,
      'Kirchplatz 6',
      '29221 Celle',
      '',
      `Rechnung Nr. ${number} vom ${pen.day(date)}`,
      `Anreise ${pen.day(addDays(date, -3))}   Abreise ${pen.day(date)}   Zimmer 214`,
      '',
      grid(widths, ['Datum', 'Leistung', 'Anz.', 'Preis', 'MwSt', 'Betrag EUR']),
      ...items.map((item, at) =>
        grid(widths, [
          pen.day(addDays(date, -2)),
          item.description,
          String(item.quantity),
          pen.money(item.unitPrice ?? 0),
          `${item.taxRate}%`,
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid([-74, -12], ['Gesamt EUR', pen.money(total, 'total')]),
      '',
      grid([10, -12, -12, -12], ['MwSt', 'Netto', 'Steuer', 'Brutto']),
      ...taxes.map((each) =>
        grid(
          [10, -12, -12, -12],
          [`${each.rate} %`, pen.money(each.base), pen.money(each.amount), pen.money(each.base + each.amount)],
        ),
      ),
      '',
      'Betrag dankend erhalten, Kartenzahlung.',
    ];
    const truth = { vendor, customer, number, date, dueDate: null, purchaseOrder: null, subtotal: null, tax, total };
    return { text: text.join('\n'), truth: { ...truth, currency: 'EUR', lineItems: without(items, 'unit'), taxes } };
  },
};

/** A number for the payment (KID) beside the one of the invoice; the sums stand in a row of their own. */
const norwegian: Sheet = {
  name: 'no-faktura-kid',
  amounts: SPACE,
  dates: { pattern: 'dd.MM.yyyy', language: 'sv' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, NORWEGIAN, { count: [1, 3], parts: ['timer'], most: 40 });
    const vendor = random.pick(['Fjord Rør AS', 'Bergen Varmeservice AS']);
    const customer = random.pick(['Kari Nordmann', 'Sameiet Solbakken', 'Havn Eiendom AS']);
    const [date, number] = [pen.date(), random.digits(5)];
    const dueDate = addDays(date, 14);
    const subtotal = subtotalOf(items);
    const tax = taxOf(subtotal, 25);
    const total = subtotal + tax;
    const widths = [34, -8, 7, -12, -6, -14];
    const text = [
      ...beside([vendor, 'Strandgaten 9', '5013 Bergen', `Org.nr ${random.digits(9)} MVA`], ['FAKTURA'], 50),
      '',
      ...beside(
        [customer, 'Solbakken 14', '5039 Bergen'],
        [
          `Fakturanr: ${number}`,
          `Fakturadato: ${pen.day(date)}`,
          `Forfallsdato: ${pen.day(dueDate)}`,
          `KID: ${random.digits(12)}`,
        ],
        50,
      ),
      '',
      grid(widths, ['Beskrivelse', 'Antall', 'Enhet', 'Pris', 'MVA', 'Beløp']),
      ...items.map((item, at) =>
        grid(widths, [
          item.description,
          pen.count(item.quantity ?? 0, 2),
          item.unit ?? '',
          pen.money(item.unitPrice ?? 0),
          '25%',
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid([-66, -14], ['Sum eks. MVA', pen.money(subtotal)]),
      grid([-66, -14], ['MVA 25%', pen.money(tax)]),
      grid([-66, -14], ['Å betale NOK', pen.money(total, 'total')]),
      '',
      `Kontonummer 1503.40.${random.digits(5)}`,
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax, total };
    const rated = items.map((item) => ({ ...item, taxRate: 25 }));
    return {
      text: text.join('\n'),
      truth: { ...truth, currency: 'NOK', lineItems: rated, taxes: [{ rate: 25, base: null, amount: tax }] },
    };
  },
};

/** No tax by law, and a due day in a sentence. */
const french: Sheet = {
  name: 'fr-auto-entrepreneur',
  amounts: COMMA,
  dates: { pattern: 'd MMMM yyyy', language: 'fr' },
  write(pen) {
    const { random } = pen;
    const goods: readonly Good[] = [
      ['Cours de piano à domicile', null, 3500, 5500],
      ['Accordage', null, 8000, 14000],
      ['Location de salle de répétition', null, 2000, 4500],
    ];
    const items = drawItems(pen, goods, { count: [1, 3], most: 8 });
    const vendor = random.pick(['Hélène Marchand', 'Julien Lacombe EI', 'Atelier Musical Bérénice']);
    const customer = random.pick(['Association Les Cordes', 'École Saint-Exupéry', 'M. et Mme Thibault']);
    const [date, number] = [pen.date(), `${random.integer(2019, 2026)}-${random.digits(3)}`];
    const dueDate = addDays(date, 20);
    const total = subtotalOf(items);
    const text = [
      vendor,
      '14 rue des Lilas',
      '69003 Lyon',
      `SIRET : ${random.digits(14)}`,
      '',
      `Facture n° ${number} du ${pen.day(date)}`,
      '',
      `Client : ${customer}`,
      '',
      grid([40, -10, -14, -14], ['Prestation', 'Quantité', 'Prix unitaire', 'Montant']),
      ...items.map((item, at) =>
        grid(
          [40, -10, -14, -14],
          [
            item.description,
            String(item.quantity),
            `${pen.money(item.unitPrice ?? 0)} €`,
            `${pen.money(item.amount, `line ${at}`)} €`,
          ],
        ),
      ),
      '',
      grid([66, -16], ['Total à régler', `${pen.money(total, 'total')} €`]),
      '',
      'TVA non applicable, art. 293 B du CGI',
      `À régler avant le ${pen.day(dueDate)} par virement ou chèque.`,
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal: null, tax: null, total };
    return {
      text: text.join('\n'),
      truth: { ...truth, currency: 'EUR', lineItems: without(items, 'unit'), taxes: [] },
    };
  },
};

export const CONTINENTAL_SHEETS: readonly Sheet[] = [hotel, norwegian, french];
