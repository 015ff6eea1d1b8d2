import { addDays } from '../calendar.ts';
import { COMMA, POINT } from '../money.ts';
import { drawItems, type Good, subtotalOf, taxOf } from './goods.ts';
import { grid, type Sheet, type SheetItem } from './sheet.ts';

const DATES = { pattern: 'MMMM d, yyyy', language: 'en' } as const;

function plain(description: string, quantity: number | null, unitPrice: number | null, amount: number): SheetItem {
  return { description, quantity, unit: null, unitPrice, amount, taxRate: null, taxAmount: null };
}

/** A subscription: periods under the rows, unused time given back. */
const subscription: Sheet = {
  name: 'saas-proration',
  amounts: POINT,
  dates: DATES,
  write(pen) {
    const { random } = pen;
    const vendor = random.pick(['Inkwell Analytics, Inc.', 'Cloudgarden GmbH', 'Parcelwise Ltd']);
    const customer = random.pick(['Acorn & Ash Studio', 'hello@northloop.example', 'Benedikt Moser']);
    const [date, number] = [pen.date(), `${random.digits(4)}A${random.digits(3)}-0${random.digits(3)}`];
    const seats = random.integer(2, 30);
    const price = random.integer(900, 4900);
    const unused = random.chance(0.6) ? random.integer(300, seats * price - 500) : 0;
    const added = random.integer(400, 9900);
    const from = pen.day(date, 'MMM d');
    const items = [
      ...(unused ? [plain(`Unused time on Team plan after ${pen.day(date, 'd MMM yyyy')}`, 1, null, -unused)] : []),
      plain('Business plan (per seat)', seats, price, seats * price),
      plain('Extra storage 100 GB', 1, added, added),
    ];
    const subtotal = subtotalOf(items);
    const rate = random.pick([0, 8.875, 20]);
    const tax = taxOf(subtotal, rate);
    const total = subtotal + tax;
    const widths = [48, -5, -12, -12];
    const sums = [50, 14, -15];
    const text = [
      grid([60, 20], ['Invoice', vendor.replace(/,? (Inc\.|GmbH|Ltd)$/, '')]),
      '',
      grid([18, 30], ['Invoice number', number]),
      grid([18, 30], ['Date of issue', pen.day(date)]),
      grid([18, 30], ['Date due', pen.day(date)]),
      '',
      grid([40, 30], [vendor, 'Bill to']),
      grid([40, 30], ['548 Market Street', customer]),
      grid([40, 30], ['San Francisco, California 94104', '12 Weavers Row']),
      grid([40, 30], ['United States', 'Bristol BS1 4QA']),
      '',
      `$${pen.money(total, 'total')} USD due ${pen.day(date)}`,
      '',
      'Pay online',
      '',
      grid(widths, ['Description', 'Qty', 'Unit price', 'Amount']),
      ...items.flatMap((item, at) => [
        grid(widths, [
          item.description,
          String(item.quantity),
          item.unitPrice === null ? '' : `$${pen.money(item.unitPrice)}`,
          `${item.amount < 0 ? '-' : ''}$${pen.money(Math.abs(item.amount), `line ${at}`)}`,
        ]),
        `${from} – ${pen.day(addDays(date, 30))}`,
      ]),
      '',
      grid(sums, ['', 'Subtotal', `$${pen.money(subtotal)}`]),
      ...(rate ? [grid(sums, ['', `Sales tax (${rate}%)`, `$${pen.money(tax)}`])] : []),
      grid(sums, ['', 'Total', `$${pen.money(total, 'total')}`]),
      grid(sums, ['', 'Amount due', `$${pen.money(total, 'total')} USD`]),
    ];
    return {
      text: text.join('\n'),
      truth: {
        vendor,
        customer,
        number,
        date,
        dueDate: date,
        purchaseOrder: null,
        subtotal,
        tax: rate ? tax : null,
        total,
        currency: 'USD',
        lineItems: items,
        taxes: rate ? [{ rate, base: null, amount: tax }] : [],
      },
    };
  },
};

/** Usage with many small rows, under headings of services that have sums of their own. */
const usage: Sheet = {
  name: 'cloud-usage-many-rows',
  amounts: POINT,
  dates: DATES,
  write(pen) {
    const { random } = pen;
    const vendor = random.pick(['Nimbus Compute Inc.', 'Stratus Hosting Ltd', 'Ferrous Cloud B.V.']);
    const customer = random.pick(['Quarry Labs', 'Delta Foods Group', 'Ministry of Maps']);
    const [date, number] = [pen.date(), random.digits(10)];
    const dueDate = addDays(date, 15);
    const groups = ['Compute', 'Object storage', 'Data transfer'].map((service) => ({
      service,
      rows: Array.from({ length: random.integer(2, 6) }, (_, at) => {
        const region = random.pick(['us-east-1', 'eu-west-2', 'ap-south-1']);
        return plain(`${service} ${region} tier ${at + 1}`, null, null, random.integer(1, at ? 900 : 48_000));
      }),
    }));
    const items = groups.flatMap(({ rows }) => rows);
    const total = subtotalOf(items);
    let at = 0;
    const text = [
      vendor,
      'Statement of charges',
      `Invoice ID: ${number}`,
      `Invoice date: ${pen.day(date)}`,
      `Payment due by: ${pen.day(dueDate)}`,
      `Bill to: ${customer}`,
      `Billing period: ${pen.day(addDays(date, -31))} - ${pen.day(addDays(date, -1))}`,
      '',
      grid([60, -14], ['Charges by service', 'Amount (USD)']),
      ...groups.flatMap(({ service, rows }) => [
        service,
        ...rows.map((row) => grid([60, -14], [`  ${row.description}`, `$${pen.money(row.amount, `line ${at++}`)}`])),
        grid([60, -14], [`Subtotal ${service}`, `$${pen.money(subtotalOf(rows))}`]),
      ]),
      '',
      grid([60, -14], ['Total charges', `$${pen.money(total, 'total')}`]),
      '',
      'This is not a VAT invoice. Questions: billing@example.com',
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal: null, tax: null, total };
    return { text: text.join('\n'), truth: { ...truth, currency: 'USD', lineItems: items, taxes: [] } };
  },
};

const GOODS: readonly Good[] = [
  ['Blechbearbeitung Gehäuse V2', 'Stück', 1200, 8400],
  ['Pulverbeschichtung RAL 7016', 'Stück', 600, 2900],
  ['Einrichtung Maschine', 'Pauschal', 9000, 26000],
  ['Express-Zuschlag', 'Pauschal', 4000, 9000],
];

/** A Markdown reading of a page: the sums are rows of the table. */
const markdown: Sheet = {
  name: 'de-markdown-tables',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yyyy', language: 'de' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, GOODS, { count: [2, 4], most: 120 });
    const vendor = random.pick(['Metallbau Sauer GmbH', 'Feinblech Rottmann KG', 'CNC-Technik Beier e.K.']);
    const customer = random.pick(['Sensorik Werke AG', 'Möbelmanufaktur Ulm', 'Institut Hahn e.V.']);
    const [date, number, order] = [pen.date(), `24-${random.digits(5)}`, `45${random.digits(8)}`];
    const dueDate = addDays(date, 10);
    const subtotal = subtotalOf(items);
    const tax = taxOf(subtotal, 19);
    const total = subtotal + tax;
    const text = [
      `# ${vendor}`,
      '',
      'Industriestraße 2, 89077 Ulm',
      '',
      `**Rechnung an:** ${customer}`,
      '',
      `## Rechnung ${number}`,
      '',
      '| Rechnungsdatum | Fällig | Bestellnummer |',
      '| --- | --- | --- |',
      `| ${pen.day(date)} | ${pen.day(dueDate)} | ${order} |`,
      '',
      '| Pos | Bezeichnung | Menge | Einheit | Einzelpreis | Gesamt |',
      '| ---: | :--- | ---: | :--- | ---: | ---: |',
      ...items.map(
        (item, at) =>
          `| ${at + 1} | ${item.description} | ${item.quantity} | ${item.unit} | ${pen.money(item.unitPrice ?? 0)} € ` +
          `| ${pen.money(item.amount, `line ${at}`)} € |`,
      ),
      `|  | Zwischensumme |  |  |  | ${pen.money(subtotal)} € |`,
      `|  | MwSt. 19 % |  |  |  | ${pen.money(tax)} € |`,
      `|  | **Gesamtsumme** |  |  |  | **${pen.money(total, 'total')} €** |`,
      '',
      'Vielen Dank für die gute Zusammenarbeit.',
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: order, subtotal, tax, total };
    return {
      text: text.join('\n'),
      truth: { ...truth, currency: 'EUR', lineItems: items, taxes: [{ rate: 19, base: null, amount: tax }] },
    };
  },
};

/** Cells parted by tabs, as a reader of web pages gives them. Rows have their tax and what they cost with it. */
const tabs: Sheet = {
  name: 'eu-marketplace-tabs',
  amounts: POINT,
  dates: { pattern: 'dd MMM yyyy', language: 'en' },
  write(pen) {
    const { random } = pen;
    const goods: readonly Good[] = [
      ['Linen apron, natural', null, 1900, 4900],
      ['Enamel mug 350 ml', null, 700, 1600],
      ['Beeswax wrap, set of 3', null, 900, 1900],
      ['Cast iron pan 26 cm', null, 3900, 7900],
    ];
    const drawn = drawItems(pen, goods, { count: [1, 4], rates: [21], most: 5 });
    const items = drawn.map((item) => ({ ...item, taxAmount: taxOf(item.amount, 21) }));
    const subtotal = subtotalOf(items);
    const tax = items.reduce((all, { taxAmount }) => all + taxAmount, 0);
    const total = subtotal + tax;
    const vendor = random.pick(['Hearth & Hob BV', 'Slow Kitchen OÜ', 'Maison Lune SARL']);
    const customer = random.pick(['Eleni Papadaki', 'Café Nord ApS', 'Tomasz Wrona']);
    const [date, number, order] = [pen.date(), `HH-${random.digits(6)}`, random.digits(6)];
    const text = [
      'Invoice',
      `Sold by\t${vendor}`,
      `Billing address\t${customer}`,
      `Invoice number\t${number}`,
      `Order number\t#${order}`,
      `Invoice date\t${pen.day(date)}`,
      'Payment\tPaid by card',
      '',
      'Description\tQuantity\tUnit price (excl. VAT)\tVAT rate\tVAT amount\tItem subtotal (excl. VAT)',
      ...items.map((item, at) =>
        [
          item.description,
          String(item.quantity),
          `€${pen.money(item.unitPrice ?? 0)}`,
          '21%',
          `€${pen.money(item.taxAmount)}`,
          `€${pen.money(item.amount, `line ${at}`)}`,
        ].join('\t'),
      ),
      '',
      `Subtotal (excl. VAT)\t€${pen.money(subtotal)}`,
      `VAT 21%\t€${pen.money(tax)}`,
      `Invoice total\t€${pen.money(total, 'total')}`,
    ];
    const truth = { vendor, customer, number, date, dueDate: null, purchaseOrder: order, subtotal, tax, total };
    return {
      text: text.join('\n'),
      truth: { ...truth, currency: 'EUR', lineItems: items, taxes: [{ rate: 21, base: null, amount: tax }] },
    };
  },
};

export const ONLINE_SHEETS: readonly Sheet[] = [subscription, usage, markdown, tabs];
