import { addDays } from '../calendar.ts';
import { POINT } from '../money.ts';
import { drawItems, type Good, subtotalOf, taxesOf, taxOf, taxSum, without } from './goods.ts';
import { beside, grid, type Sheet } from './sheet.ts';

const GOODS: readonly Good[] = [
  ['Oak shelf, 900 mm, oiled', null, 2200, 6400],
  ['Children’s picture book, hardback', null, 600, 1500],
  ['Delivery to kerbside', null, 1500, 4900],
  ['Reading lamp, brushed steel', null, 2900, 8900],
  ['Cookery course booklet', null, 400, 1100],
  ['Desk organiser, recycled felt', null, 900, 2400],
];

const VENDORS = ['Thistle & Wren Ltd', 'Marlowe Joinery Limited', 'Pennine Print Works LLP', 'Kestrel Fit-Out Ltd'];
const CUSTOMERS = ['Ashdown Primary Academy', 'Borough of Netherfield', 'Calder Valley Books Ltd', 'Ms Imogen Farrow'];
const DATES = { pattern: 'd MMMM yyyy', language: 'en' } as const;

/** VAT for each row, and a summary of it; the vendor's name is a logo, so it stands in the footer alone. */
const vatRows: Sheet = {
  name: 'gb-vat-rows-footer-vendor',
  amounts: POINT,
  dates: DATES,
  write(pen) {
    const { random } = pen;
    const drawn = drawItems(pen, GOODS, { count: [2, 6], rates: [20, 20, 5, 0] });
    const items = drawn.map((item) => ({ ...item, taxAmount: taxOf(item.amount, item.taxRate ?? 0) }));
    const subtotal = subtotalOf(items);
    const taxes = taxesOf(items).map((tax) => ({
      ...tax,
      amount: items.reduce((all, { taxRate, taxAmount }) => all + (taxRate === tax.rate ? taxAmount : 0), 0),
    }));
    const tax = taxSum(taxes);
    const total = subtotal + tax;
    const [vendor, customer] = [random.pick(VENDORS), random.pick(CUSTOMERS)];
    const [date, number, order] = [pen.date(), `INV-${random.digits(5)}`, random.digits(7)];
    const dueDate = addDays(date, 14);
    const widths = [36, -5, -10, -8, -10, -12];
    const text = [
      'VAT INVOICE',
      '',
      ...beside(
        ['Invoice to', customer, '3 Cloister Walk', 'Netherfield', 'NG4 2PX'],
        [
          `Invoice number:  ${number}`,
          `Invoice date:    ${pen.day(date)}`,
          `Payment due:     ${pen.day(dueDate)}`,
          `Your order no:   ${order}`,
          '',
        ],
        40,
      ),
      '',
      grid(widths, ['Item', 'Qty', 'Price', 'VAT %', 'VAT', 'Net']),
      ...items.map((item, at) =>
        grid(widths, [
          item.description,
          String(item.quantity),
          pen.money(item.unitPrice ?? 0),
          `${item.taxRate}%`,
          pen.money(item.taxAmount),
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid([-73, -12], ['Net total', `£${pen.money(subtotal)}`]),
      grid([-73, -12], ['VAT', `£${pen.money(tax)}`]),
      grid([-73, -12], ['Total payable', `£${pen.money(total, 'total')}`]),
      '',
      'VAT summary',
      grid([10, -12, -12], ['Rate', 'Net', 'VAT']),
      ...taxes.map((each) =>
        grid([10, -12, -12], [`${each.rate}%`, pen.money(each.base ?? 0), pen.money(each.amount)]),
      ),
      '',
      `${vendor}. Registered in England and Wales no. 0${random.digits(7)}. VAT no. GB ${random.digits(9)}.`,
      'Registered office: 12 Mill Yard, Halifax HX1 5ES',
      `Bank: Pennine Bank plc, sort code 20-45-77, account ${random.digits(8)}, ${vendor}`,
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: order, subtotal, tax, total };
    return { text: text.join('\n'), truth: { ...truth, currency: 'GBP', lineItems: items, taxes } };
  },
};

/** A deposit: one row without quantity; the customer stands ahead of the vendor. */
const deposit: Sheet = {
  name: 'gb-deposit-customer-first',
  amounts: POINT,
  dates: { pattern: 'dd/MM/yyyy', language: 'en' },
  write(pen) {
    const { random } = pen;
    const [vendor, customer] = [random.pick(VENDORS), random.pick(CUSTOMERS)];
    const [date, number] = [pen.date(), random.digits(4)];
    const dueDate = random.chance(0.5) ? addDays(date, 7) : null;
    const amount = random.integer(400, 9000) * 100;
    const tax = taxOf(amount, 20);
    const total = amount + tax;
    const [stage, share] = random.pick([
      ['Deposit on order', '40%'],
      ['First stage payment', '25%'],
    ] as const);
    const description = `${stage} for fitted library, ${share} of contract price`;
    const text = [
      customer,
      '19 Fell Lane',
      'Kendal LA9 4QP',
      '',
      grid([50, 30], ['', vendor]),
      grid([50, 30], ['', 'Unit 6 Canal Wharf']),
      grid([50, 30], ['', 'Leeds LS11 5PS']),
      grid([50, 30], ['', `VAT Reg GB${random.digits(9)}`]),
      '',
      'DEPOSIT INVOICE',
      '',
      `Invoice No ${number}            Date & tax point ${pen.day(date)}`,
      '',
      grid([64, -14], ['Description', 'Amount (GBP)']),
      grid([64, -14], [description, pen.money(amount, 'line 0')]),
      '',
      grid([-64, -14], ['Sub-total', pen.money(amount)]),
      grid([-64, -14], ['VAT @ 20%', pen.money(tax)]),
      grid([-64, -14], ['Total', pen.money(total, 'total')]),
      '',
      ...(dueDate
        ? [`Payment is due by ${pen.day(dueDate)}. Quote ${number} as reference.`]
        : ['Payment is due on receipt. We will start within 10 working days of payment.']),
    ];
    const item = { description, quantity: null, unit: null, unitPrice: null, amount, taxRate: null, taxAmount: null };
    return {
      text: text.join('\n'),
      truth: {
        vendor,
        customer,
        number,
        date,
        dueDate,
        purchaseOrder: null,
        subtotal: amount,
        tax,
        total,
        currency: 'GBP',
        lineItems: [item],
        taxes: [{ rate: 20, base: null, amount: tax }],
      },
    };
  },
};

/** Pages with the sum carried over; amounts include tax, and the tax is told from them. */
const carried: Sheet = {
  name: 'ie-carried-forward-pages',
  amounts: POINT,
  dates: { pattern: 'dd MMM yyyy', language: 'en' },
  write(pen) {
    const { random } = pen;
    const goods = GOODS.flatMap(([description, , from, to]) =>
      ['A', 'B', 'C', 'D'].map((shade): Good => [`${description} (${shade}${random.digits(2)})`, null, from, to]),
    );
    const items = drawItems(pen, goods, { count: [14, 22] });
    const [vendor, customer] = [
      random.pick(['Corrib Office Supplies Ltd', 'Lee Valley Stationers DAC']),
      'Shannon Co-op',
    ];
    const [date, number] = [pen.date(), `${random.digits(6)}/A`];
    const dueDate = addDays(date, 30);
    const subtotal = subtotalOf(items);
    const tax = taxOf(subtotal, 23);
    const total = subtotal + tax;
    const widths = [44, -6, -12, -14];
    const head = (page: number) => [
      grid([44, 40], [vendor, `Invoice ${number}`]),
      grid([44, 40], ['Eglinton Street, Galway', `Date ${pen.day(date)}   Page ${page} of 2`]),
    ];
    const columns = grid(widths, ['Product', 'Qty', 'Unit €', 'Line Total €']);
    const rows = items.map((item, at) =>
      grid(widths, [
        item.description,
        String(item.quantity),
        pen.money(item.unitPrice ?? 0),
        pen.money(item.amount, `line ${at}`),
      ]),
    );
    const half = pen.money(subtotalOf(items.slice(0, 10)));
    const text = [
      ...head(1),
      '',
      `Account: ${customer}`,
      `Due: ${pen.day(dueDate)}`,
      '',
      columns,
      ...rows.slice(0, 10),
      grid(widths, ['', '', 'Carried forward', half]),
      `\f${head(2)[0]}`,
      head(2)[1],
      '',
      columns,
      grid(widths, ['Brought forward', '', '', half]),
      ...rows.slice(10),
      '',
      grid(widths, ['', '', 'Goods total', pen.money(subtotal)]),
      grid(widths, ['', '', 'VAT 23%', pen.money(tax)]),
      grid(widths, ['', '', 'Amount due', `€${pen.money(total, 'total')}`]),
      `VAT No IE${random.digits(7)}T   IBAN IE29 AIBK 9311 5212 3456 78`,
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal, tax, total };
    return {
      text: text.join('\n'),
      truth: {
        ...truth,
        currency: 'EUR',
        lineItems: without(items, 'unit'),
        taxes: [{ rate: 23, base: null, amount: tax }],
      },
    };
  },
};

export const BRITISH_SHEETS: readonly Sheet[] = [vatRows, deposit, carried];
