import { addDays } from '../calendar.ts';
import { COMMA } from '../money.ts';
import { drawItems, type Good, subtotalOf, taxesOf, taxOf, taxSum, without } from './goods.ts';
import { beside, grid, type Sheet } from './sheet.ts';

const CRAFT: readonly Good[] = [
  ['Rigips-Ständerwand doppelt beplankt', 'm²', 4200, 7800],
  ['Facharbeiterstunden', 'Std', 5200, 6900],
  ['Anfahrt und Baustelleneinrichtung', 'psch', 9000, 45000],
  ['Türzarge Stahl 88,5 cm einbauen', 'Stk', 9800, 21000],
  ['Sockelleiste Buche', 'lfm', 480, 1290],
  ['Entsorgung Bauschutt', 't', 8800, 19000],
];

const OFFICE: readonly Good[] = [
  ['Kopierpapier A4 80 g, 500 Blatt', 'Pkg', 320, 690],
  ['Fachbuch Lohnsteuer 2024', 'Stk', 2900, 5900],
  ['Toner schwarz TN-2420', 'Stk', 4900, 8900],
  ['Ordner 8 cm, blau', 'Stk', 180, 420],
  ['Wartung Drucker pauschal', 'psch', 8000, 22000],
];

const VENDORS = [
  'Trockenbau Lindner GmbH',
  'Malerbetrieb Özdemir & Söhne',
  'Elektro Wachtel KG',
  'Schreinerei Holzapfel',
];
const DEALERS = ['Bürobedarf Kessler GmbH & Co. KG', 'Papyrus Handels GmbH', 'Nordlicht Systemhaus AG'];
const CUSTOMERS = ['Stadtwerke Neuburg GmbH', 'Hausverwaltung Dr. Brenner', 'Café Lindenhof GbR', 'Frau Sabine Krüger'];
const DATES = { pattern: 'dd.MM.yyyy', language: 'de' } as const;

/** A craftsman's final invoice: payments on account are taken off the total. */
const craft: Sheet = {
  name: 'de-handwerker-abschlag',
  amounts: COMMA,
  dates: DATES,
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, CRAFT, { count: [2, 6], parts: ['m²', 'Std', 'lfm', 't'], most: 4 });
    const [vendor, customer] = [random.pick(VENDORS), random.pick(CUSTOMERS)];
    const [date, number] = [pen.date(), `RE-${random.digits(4)}/${random.integer(19, 26)}`];
    const dueDate = addDays(date, 14);
    const subtotal = subtotalOf(items);
    const tax = taxOf(subtotal, 19);
    const total = subtotal + tax;
    const paid = random.chance(0.7) ? Math.floor(total / 300) * 100 : 0;
    const widths = [4, 40, -9, 6, -11, -13];
    const sums = [4, 40, 26, -13];
    const text = [
      ...beside([`${vendor} · Ringstr. 4 · 86633 Neuburg`, '', customer, 'Am Anger 12', '86633 Neuburg'], [], 50),
      '',
      `Schlussrechnung Nr. ${number}`,
      '',
      grid([24, 30], ['Rechnungsdatum', pen.day(date)]),
      grid([24, 30], ['Kundennummer', random.digits(5)]),
      grid([24, 30], ['Bauvorhaben', 'Umbau Verwaltung, 2. OG']),
      grid([24, 30], ['Leistungszeitraum', `${pen.day(addDays(date, -40))} - ${pen.day(addDays(date, -5))}`]),
      '',
      grid(widths, ['Pos.', 'Bezeichnung', 'Menge', 'Einh.', 'E-Preis', 'Gesamt']),
      ...items.map((item, at) =>
        grid(widths, [
          String(at + 1),
          item.description,
          pen.count(item.quantity ?? 0, 2),
          item.unit ?? '',
          pen.money(item.unitPrice ?? 0),
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid(sums, ['', 'Nettosumme', '', `${pen.money(subtotal)} €`]),
      grid(sums, ['', 'zzgl. 19 % MwSt.', '', `${pen.money(tax)} €`]),
      grid(sums, ['', 'Gesamtbetrag brutto', '', `${pen.money(total, 'total')} €`]),
      ...(paid
        ? [
            grid(sums, [
              '',
              `abzgl. 1. Abschlagszahlung v. ${pen.day(addDays(date, -20))}`,
              '',
              `${pen.money(-paid)} €`,
            ]),
            grid(sums, ['', 'Noch zu zahlen', '', `${pen.money(total - paid)} €`]),
          ]
        : []),
      '',
      `Zahlbar bis ${pen.day(dueDate)} ohne Abzug.`,
      `Volksbank Neuburg IBAN DE02 7216 0818 0000 ${random.digits(4)} 21 · St.-Nr. 124/${random.digits(3)}/40112`,
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax, total };
    return {
      text: text.join('\n'),
      truth: { ...truth, currency: 'EUR', lineItems: items, taxes: [{ rate: 19, base: null, amount: tax }] },
    };
  },
};

/** Two rates, a discount for early payment, and the day until which nothing is taken off. */
const skonto: Sheet = {
  name: 'de-skonto-two-rates',
  amounts: COMMA,
  dates: DATES,
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, OFFICE, { count: [3, 5], rates: [19, 7], most: 60 });
    const [vendor, customer] = [random.pick(DEALERS), random.pick(CUSTOMERS)];
    const [date, number, order] = [pen.date(), random.digits(8), `B${random.digits(6)}`];
    const dueDate = addDays(date, 30);
    const subtotal = subtotalOf(items);
    const taxes = taxesOf(items);
    const tax = taxSum(taxes);
    const total = subtotal + tax;
    const widths = [9, 36, -6, 4, -10, -6, -12];
    const text = [
      ...beside(
        [vendor, 'Hafenstraße 90', '24103 Kiel', '', customer, 'Lindenallee 3', '24105 Kiel'],
        [
          '',
          '',
          'RECHNUNG',
          `Rechnungs-Nr.:   ${number}`,
          `Datum:           ${pen.day(date)}`,
          `Lieferdatum:     ${pen.day(addDays(date, -3))}`,
          `Ihre Bestellung: ${order}`,
        ],
        46,
      ),
      '',
      'Sehr geehrte Damen und Herren,',
      'für unsere Lieferung erlauben wir uns zu berechnen:',
      '',
      grid(widths, ['Art.-Nr.', 'Artikel', 'Menge', 'ME', 'Preis', 'USt', 'Betrag EUR']),
      ...items.map((item, at) =>
        grid(widths, [
          `${random.digits(6)}`,
          item.description,
          String(item.quantity),
          item.unit ?? '',
          pen.money(item.unitPrice ?? 0),
          `${item.taxRate}%`,
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid([-80, -13], ['Warenwert netto', pen.money(subtotal)]),
      ...taxes.map((each) =>
        grid([-80, -13], [`USt ${each.rate} % auf ${pen.money(each.base ?? 0)}`, pen.money(each.amount)]),
      ),
      grid([-80, -13], ['Rechnungsbetrag', pen.money(total, 'total')]),
      '',
      `Zahlbar bis zum ${pen.day(dueDate)} ohne Abzug, bis ${pen.day(addDays(date, 8))} mit 2 % Skonto ` +
        `(${pen.money(taxOf(total, 2))} EUR).`,
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: order, subtotal, tax, total };
    return { text: text.join('\n'), truth: { ...truth, currency: 'EUR', lineItems: items, taxes } };
  },
};

/** A small business without tax. Its name stands in the line of the sender alone. */
const small: Sheet = {
  name: 'de-kleinunternehmer',
  amounts: COMMA,
  dates: { pattern: 'd. MMMM yyyy', language: 'de' },
  write(pen) {
    const { random } = pen;
    const goods: readonly Good[] = [
      ['Logoentwurf inkl. zwei Korrekturschleifen', null, 24000, 64000],
      ['Fotobearbeitung', null, 1200, 3600],
      ['Textkorrektur Flyer', null, 4000, 9000],
    ];
    const items = drawItems(pen, goods, { count: [1, 3], most: 8 });
    const vendor = random.pick(['Jana Petersen Grafikdesign', 'Fotostudio Milan Horvat', 'Textwerk Annika Vogt']);
    const customer = random.pick(CUSTOMERS);
    const [date, number] = [pen.date(), `${random.integer(2019, 2026)}/${random.digits(3)}`];
    const total = subtotalOf(items);
    const text = [
      `${vendor}, Deichweg 8, 26121 Oldenburg`,
      '',
      customer,
      'Schulstraße 1',
      '26122 Oldenburg',
      '',
      `Oldenburg, den ${pen.day(date)}`,
      '',
      `Rechnung ${number}`,
      '',
      'Für meine Leistungen berechne ich Ihnen:',
      '',
      ...items.map((item, at) =>
        grid(
          [52, -16],
          [
            `${item.quantity} x ${item.description} à ${pen.money(item.unitPrice ?? 0)} €`,
            `${pen.money(item.amount, `line ${at}`)} €`,
          ],
        ),
      ),
      '-'.repeat(70),
      grid([52, -16], ['Summe', `${pen.money(total, 'total')} €`]),
      '',
      'Gemäß § 19 UStG wird keine Umsatzsteuer berechnet.',
      'Bitte überweisen Sie den Betrag innerhalb von 14 Tagen.',
    ];
    const truth = { vendor, customer, number, date, dueDate: null, purchaseOrder: null, subtotal: null, tax: null };
    return {
      text: text.join('\n'),
      truth: { ...truth, total, currency: 'EUR', lineItems: without(items, 'unit'), taxes: [] },
    };
  },
};

export const GERMAN_SHEETS: readonly Sheet[] = [craft, skonto, small];
