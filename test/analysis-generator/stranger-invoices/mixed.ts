import { addDays } from '../calendar.ts';
import { COMMA, POINT } from '../money.ts';
import { drawItems, type Good, subtotalOf, taxOf, without } from './goods.ts';
import { beside, grid, type Sheet } from './sheet.ts';

const BIKES: readonly Good[] = [
  ['Inspektion groß', null, 6900, 9900],
  ['Kette KMC X11', null, 2400, 3900],
  ['Bremsbeläge vorn', null, 1200, 2600],
  ['Schlauch 28 Zoll, Ventil 40 mm', null, 590, 990],
];
const HOURS: readonly Good[] = [
  ['Softwareentwicklung Modul Lager', 'Std.', 8000, 12800],
  ['Testbegleitung vor Ort', 'Std.', 7000, 9800],
  ['Fahrtkosten', 'km', 40, 72],
];
const FLOWERS: readonly Good[] = [
  ['Kamerplanten kantoor, onderhoud', null, 4500, 12500],
  ['Boeket seizoen groot', null, 2500, 6500],
  ['Plantenbak antraciet 40 cm', null, 3900, 9900],
];
const CAMPAIGN: readonly Good[] = [
  ['Brand workshop, two days, with summary deck', null, 240000, 480000],
  ['Display banners, 12 sizes, HTML5', null, 9000, 32000],
  ['Media plan Q3 and vendor negotiation', null, 120000, 260000],
];

/** Bank details to the left of the sums, on the same lines; prices with tax. */
const merged: Sheet = {
  name: 'de-gross-beside-bank',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yyyy', language: 'de' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, BIKES, { count: [1, 4], most: 3 });
    const vendor = random.pick(['Radhaus Petri', 'Zweirad Kuhlmann GmbH', 'Velowerk Süd UG']);
    const customer = random.pick(['Müller Transporte GmbH', 'Frau Ines Wolter', 'Kita Sonnenschein e.V.']);
    const [date, number] = [pen.date(), `${random.integer(2019, 2026)}-${random.digits(5)}`];
    const total = subtotalOf(items);
    const net = Math.round(total / 1.19);
    const tax = total - net;
    const widths = [4, 36, -6, -12, -12];
    const sums = [
      grid([20, -14], ['Gesamt brutto', `${pen.money(total, 'total')} €`]),
      grid([20, -14], ['darin 19 % MwSt.', `${pen.money(tax)} €`]),
      grid([20, -14], ['Nettobetrag', `${pen.money(net)} €`]),
    ];
    const text = [
      `${vendor} | Am Markt 3 | 37073 Göttingen`,
      '',
      customer,
      'Weender Landstr. 40',
      '37075 Göttingen',
      '',
      `RECHNUNG ${number}`,
      `Göttingen, ${pen.day(date)}`,
      '',
      grid(widths, ['Pos', 'Beschreibung', 'Menge', 'Einzel', 'Gesamt']),
      ...items.map((item, at) =>
        grid(widths, [
          `${at + 1}.`,
          item.description,
          String(item.quantity),
          `${pen.money(item.unitPrice ?? 0)} €`,
          `${pen.money(item.amount, `line ${at}`)} €`,
        ]),
      ),
      '',
      ...beside(['Sparkasse Göttingen', 'IBAN DE39 2605 0001 0000 1234 56', 'BIC NOLADE21GOE'], sums, 46),
      '',
      'Zahlbar sofort ohne Abzug.',
    ];
    const truth = { vendor, customer, number, date, dueDate: null, purchaseOrder: null, subtotal: null, tax, total };
    return {
      text: text.join('\n'),
      truth: {
        ...truth,
        currency: 'EUR',
        lineItems: without(items, 'unit'),
        taxes: [{ rate: 19, base: net, amount: tax }],
      },
    };
  },
};

/** The unit stands with the price, and the quantity touches its unit. */
const perHour: Sheet = {
  name: 'de-price-per-unit',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yyyy', language: 'de' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, HOURS, { count: [1, 3], parts: ['Std.'], most: 400 });
    const vendor = random.pick(['Ing.-Büro Thoma', 'Kessler & Brandt Software PartG', 'codewerk Freiburg GmbH']);
    const customer = random.pick(['Logistik Zentrum Süd GmbH', 'Brauerei Ritter KG']);
    const [date, number] = [pen.date(), `R-${random.digits(4)}-${random.integer(19, 26)}`];
    const dueDate = addDays(date, 30);
    const subtotal = subtotalOf(items);
    const tax = taxOf(subtotal, 19);
    const total = subtotal + tax;
    const text = [
      vendor,
      'Kaiserstr. 101 · 79098 Freiburg · info@codewerk.example',
      '',
      'Rechnung an',
      customer,
      'Industriering 8',
      '77933 Lahr',
      '',
      grid([18, 20, 18, 20], ['Rechnungsnummer:', number, 'Rechnungsdatum:', pen.day(date)]),
      grid([18, 20, 18, 20], ['Kundennummer:', random.digits(5), 'Fälligkeitsdatum:', pen.day(dueDate)]),
      '',
      grid([40, -12, -18, -14], ['Leistung', 'Umfang', 'Satz', 'Betrag']),
      ...items.map((item, at) =>
        grid(
          [40, -12, -18, -14],
          [
            item.description,
            `${pen.count(item.quantity ?? 0, 2)} ${item.unit}`,
            `${pen.money(item.unitPrice ?? 0)} €/${item.unit}`,
            `${pen.money(item.amount, `line ${at}`)} €`,
          ],
        ),
      ),
      '',
      grid([-70, -14], ['Summe netto', `${pen.money(subtotal)} €`]),
      grid([-70, -14], ['Umsatzsteuer 19 %', `${pen.money(tax)} €`]),
      grid([-70, -14], ['Rechnungsbetrag', `${pen.money(total, 'total')} €`]),
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax, total };
    return {
      text: text.join('\n'),
      truth: { ...truth, currency: 'EUR', lineItems: items, taxes: [{ rate: 19, base: null, amount: tax }] },
    };
  },
};

/** A discount between the sum of the lines and the net sum; the addressee has a line for the attention of somebody. */
const korting: Sheet = {
  name: 'nl-korting-tav',
  amounts: COMMA,
  dates: { pattern: 'd MMMM yyyy', language: 'nl' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, FLOWERS, { count: [1, 3], most: 8 });
    const vendor = random.pick(['Bloemenhuis De Pioen', 'Kantoorgroen Nederland B.V.']);
    const customer = random.pick(['Advocatenkantoor Visser & Bos', 'Notariaat Westerpark B.V.']);
    const [date, number] = [pen.date(), `F${random.digits(6)}`];
    const dueDate = addDays(date, 14);
    const lines = subtotalOf(items);
    const discount = taxOf(lines, 10);
    const subtotal = lines - discount;
    const tax = taxOf(subtotal, 9);
    const total = subtotal + tax;
    const widths = [40, -8, -12, -14];
    const sum = (label: string, value: string) => grid([-62, -14], [label, value]);
    const text = [
      ...beside(
        [customer, 'T.a.v. de crediteurenadministratie', 'Nassaukade 12', '1052 CE Amsterdam'],
        [vendor, 'Bloemstraat 4', '1016 KV Amsterdam', `KvK ${random.digits(8)}`, `BTW NL${random.digits(9)}B01`],
        50,
      ),
      '',
      `Factuur ${number}`,
      `Factuurdatum ${pen.day(date)}, te betalen voor ${pen.day(dueDate)}`,
      '',
      grid(widths, ['Omschrijving', 'Aantal', 'Stukprijs', 'Totaal']),
      ...items.map((item, at) =>
        grid(widths, [
          item.description,
          String(item.quantity),
          `€ ${pen.money(item.unitPrice ?? 0)}`,
          `€ ${pen.money(item.amount, `line ${at}`)}`,
        ]),
      ),
      sum('Subtotaal', `€ ${pen.money(lines)}`),
      sum('Korting 10%', `€ ${pen.money(-discount)}`),
      sum('Totaal exclusief btw', `€ ${pen.money(subtotal)}`),
      sum('9% btw', `€ ${pen.money(tax)}`),
      sum('Totaal', `€ ${pen.money(total, 'total')}`),
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax, total };
    return {
      text: text.join('\n'),
      truth: {
        ...truth,
        currency: 'EUR',
        lineItems: without(items, 'unit'),
        taxes: [{ rate: 9, base: null, amount: tax }],
      },
    };
  },
};

/** Sums in a box ahead of the rows, and a due day in brackets. */
const boxAhead: Sheet = {
  name: 'us-agency-box-ahead',
  amounts: POINT,
  dates: { pattern: 'MMM d, yyyy', language: 'en' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, CAMPAIGN, { count: [1, 3], most: 4 });
    const vendor = random.pick(['Copperline Creative', 'Harbor & Finch Media LLC', 'Ostrich Digital, Inc.']);
    const customer = random.pick(['Sundial Credit Union', 'Peak Outdoor Gear Co.']);
    const [date, number, order] = [pen.date(), `HF-${random.digits(4)}`, `45-${random.digits(6)}`];
    const dueDate = addDays(date, 45);
    const total = subtotalOf(items);
    const widths = [56, -5, -12, -14];
    const text = [
      ...beside(
        [vendor, '90 Pier St., Suite 2', 'Portland, OR 97209', 'billing@copperline.example'],
        [
          `Invoice ${number}`,
          `Amount Due: $${pen.money(total, 'total')}`,
          `Due: Net 45 (${pen.day(dueDate)})`,
          `Issued: ${pen.day(date)}`,
        ],
        50,
      ),
      '',
      `Client: ${customer}`,
      `PO #: ${order}`,
      `Project: Spring campaign`,
      '',
      grid(widths, ['Item', 'Qty', 'Unit Cost', 'Line Total']),
      ...items.map((item, at) =>
        grid(widths, [
          item.description,
          String(item.quantity),
          pen.money(item.unitPrice ?? 0),
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid([-78, -14], ['Subtotal', pen.money(total)]),
      grid([-78, -14], ['Tax', pen.money(0)]),
      grid([-78, -14], ['Total (USD)', pen.money(total, 'total')]),
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: order, subtotal: total, tax: 0, total };
    return {
      text: text.join('\n'),
      truth: { ...truth, currency: 'USD', lineItems: without(items, 'unit'), taxes: [] },
    };
  },
};

export const MIXED_SHEETS: readonly Sheet[] = [merged, perHour, korting, boxAhead];
