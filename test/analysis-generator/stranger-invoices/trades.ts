import { addDays } from '../calendar.ts';
import { COMMA, POINT } from '../money.ts';
import { drawItems, type Good, subtotalOf, taxOf, without } from './goods.ts';
import { beside, grid, type Sheet } from './sheet.ts';

const YARD: readonly Good[] = [
  ['Mulch, dark brown, delivered', 'yd', 3800, 6200],
  ['Hedge trimming, front and side', null, 9000, 24000],
  ['Sprinkler head replacement', null, 1400, 3200],
  ['Spring clean-up crew', 'hr', 4800, 7600],
  ['Dump fee', null, 2500, 6000],
];
const MACHINES: readonly Good[] = [
  ['Flachstahl 40 x 5 mm, S235JR, Länge 6 m', 'St', 1200, 4800],
  ['Sechskantschraube M12 x 60, DIN 933, 8.8 verzinkt', 'Pck', 900, 3900],
  ['Rillenkugellager 6204-2RS, 20 x 47 x 14', 'St', 380, 1290],
  ['Getriebemotor 0,37 kW, 400 V, i = 25', 'St', 21000, 46000],
  ['Zahnriemen HTD 8M, 1.200 mm', 'St', 1900, 5400],
];

/** One space between all cells, as plain text readers give it; a deposit is taken off below the total. */
const singleSpaces: Sheet = {
  name: 'us-single-spaces-deposit',
  amounts: POINT,
  dates: { pattern: 'M/d/yyyy', language: 'en' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, YARD, { count: [2, 4], most: 9 });
    const vendor = random.pick(['Evergreen Yard Care', 'Sandoval Landscaping LLC', 'Two Brothers Tree Service']);
    const customer = random.pick(['Gloria Henderson', 'Maple Court HOA', 'Lakeside Montessori']);
    const [date, number] = [pen.date(), random.digits(4)];
    const total = subtotalOf(items);
    const paid = Math.floor(total / 400) * 100;
    const text = [
      vendor,
      '7712 Old Mill Rd',
      'Boise, ID 83709',
      '(208) 555-0163',
      `INVOICE # ${number} DATE: ${pen.day(date)}`,
      'BILL TO:',
      customer,
      '15 Cedar Ct',
      'Boise, ID 83702',
      'QTY DESCRIPTION UNIT PRICE AMOUNT',
      ...items.map(
        (item, at) =>
          `${item.quantity} ${item.description} $${pen.money(item.unitPrice ?? 0)} $${pen.money(item.amount, `line ${at}`)}`,
      ),
      `TOTAL $${pen.money(total, 'total')}`,
      `LESS DEPOSIT PAID -$${pen.money(paid)}`,
      `BALANCE DUE $${pen.money(total - paid)}`,
      'Make checks payable to the company. Thank you!',
    ];
    const truth = { vendor, customer, number, date, dueDate: null, purchaseOrder: null, subtotal: null, tax: null };
    return {
      text: text.join('\n'),
      truth: { ...truth, total, currency: 'USD', lineItems: without(items, 'unit'), taxes: [] },
    };
  },
};

/** Descriptions full of numbers, a rebate for each row, and two lines for each. */
const parts: Sheet = {
  name: 'de-parts-row-rebate',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yy', language: 'de' },
  write(pen) {
    const { random } = pen;
    const drawn = drawItems(pen, MACHINES, { count: [2, 5], most: 25 });
    const rebates = drawn.map(() => random.pick([0, 5, 10]));
    const items = drawn.map((item, at) => ({ ...item, amount: item.amount - taxOf(item.amount, rebates[at] ?? 0) }));
    const [vendor, customer] = [
      random.pick(['Voss Antriebstechnik GmbH', 'Stahlhandel Brömme e.K.']),
      'Mühle Rapp OHG',
    ];
    const [date, number, order] = [pen.date(), `VR${random.digits(6)}`, random.digits(5)];
    const dueDate = addDays(date, 14);
    const subtotal = subtotalOf(items);
    const freight = random.pick([690, 1250]);
    const tax = taxOf(subtotal + freight, 19);
    const total = subtotal + freight + tax;
    const widths = [3, 12, 50, -6, 4, -10, -6, -12];
    const text = [
      ...beside(
        ['', customer, 'Mühlgasse 7', '74653 Künzelsau', ''],
        [vendor, 'Gewerbestr. 18', '74613 Öhringen', 'Telefon 07941 / 555-0', 'USt-IdNr. DE811907980'],
        60,
      ),
      '',
      grid([20, 20, 20, 20], ['Rechnung Nr.', 'Datum', 'Kunden-Nr.', 'Bestell-Nr.']),
      grid([20, 20, 20, 20], [number, pen.day(date), random.digits(6), order]),
      '',
      grid(widths, ['Pos', 'Artikel', 'Bezeichnung', 'Menge', 'ME', 'Preis', 'Rab.%', 'Betrag']),
      ...items.flatMap((item, at) => [
        grid(widths, [
          String((at + 1) * 10),
          random.digits(8),
          item.description,
          String(item.quantity),
          item.unit ?? '',
          pen.money(item.unitPrice ?? 0),
          rebates[at] ? `${rebates[at]},0` : '',
          pen.money(item.amount, `line ${at}`),
        ]),
        grid(widths, ['', '', `Lieferschein ${random.digits(6)} vom ${pen.day(addDays(date, -4))}`]),
      ]),
      '',
      grid([-92, -12], ['Warenwert', pen.money(subtotal)]),
      grid([-92, -12], ['Fracht und Verpackung', pen.money(freight)]),
      grid([-92, -12], ['19,00 % MwSt', pen.money(tax)]),
      grid([-92, -12], ['Endbetrag EUR', pen.money(total, 'total')]),
      '',
      `Zahlungsziel: ${pen.day(dueDate)}. Es gelten unsere AGB vom 01.01.2019.`,
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: order, subtotal, tax, total };
    return {
      text: text.join('\n'),
      truth: { ...truth, currency: 'EUR', lineItems: items, taxes: [{ rate: 19, base: null, amount: tax }] },
    };
  },
};

/** Whole pounds, days of work, the payee's name at the bank alone. */
const freelancer: Sheet = {
  name: 'gb-freelancer-whole-pounds',
  amounts: POINT,
  dates: { pattern: 'd MMM yyyy', language: 'en' },
  write(pen) {
    const { random } = pen;
    const goods: readonly Good[] = [
      ['Sound recording, Glasgow location', 'days', 32000, 48000],
      ['Kit hire, radio mics', 'days', 8000, 14000],
      ['Travel, return rail fare', null, 6000, 18000],
    ];
    const items = drawItems(pen, goods, { count: [1, 3], most: 5 }).map((item) => {
      const unitPrice = Math.round((item.unitPrice ?? 0) / 100) * 100;
      return { ...item, unitPrice, amount: unitPrice * (item.quantity ?? 0) };
    });
    const vendor = random.pick(['Fiona MacAllister', 'Dev Chaudhary', 'Rowan Pike']);
    const customer = random.pick(['Lantern Pictures Ltd', 'Bright Fjord Films Ltd']);
    const [date, number] = [pen.date(), `${random.integer(100, 900)}`];
    const total = subtotalOf(items);
    const whole = (minor: number, figure?: string) => `£${pen.money(minor, figure).replace(/\.00$/, '')}`;
    const widths = [40, -8, -10, -12];
    const text = [
      grid([50, 30], ['INVOICE', pen.day(date)]),
      grid([50, 30], [`Invoice no. ${number}`, '']),
      '',
      `To: ${customer}`,
      'Production: "The Long Shore"',
      '',
      grid(widths, ['Description', 'Days', 'Rate', 'Amount']),
      ...items.map((item, at) =>
        grid(widths, [
          item.description,
          String(item.quantity),
          whole(item.unitPrice),
          whole(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid(widths, ['', '', 'TOTAL', whole(total, 'total')]),
      '',
      'Payment within 30 days please. No VAT is charged.',
      `Account name: ${vendor}   Sort code 08-92-99   Account ${random.digits(8)}`,
    ];
    const truth = { vendor, customer, number, date, dueDate: null, purchaseOrder: null, subtotal: null, tax: null };
    return {
      text: text.join('\n'),
      truth: { ...truth, total, currency: 'GBP', lineItems: without(items, 'unit'), taxes: [] },
    };
  },
};

export const TRADE_SHEETS: readonly Sheet[] = [singleSpaces, parts, freelancer];
