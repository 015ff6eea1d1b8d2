import { addDays } from '../calendar.ts';
import { POINT } from '../money.ts';
import { drawItems, type Good, subtotalOf, taxOf, without } from './goods.ts';
import { beside, grid, type Sheet } from './sheet.ts';

const SERVICES: readonly Good[] = [
  ['Architecture review and findings report', 'hrs', 12000, 24000],
  ['Sprint 14 development, billing module', 'hrs', 11000, 19500],
  ['On-site training at Denver office', 'day', 90000, 180000],
  ['Project management', 'hrs', 9000, 14000],
  ['Data migration 2019-2023 archives', 'hrs', 9500, 15000],
  ['Accessibility audit (WCAG 2.2 AA)', 'ea', 150000, 420000],
];

const PARTS: readonly Good[] = [
  ['Hydraulic hose 3/8" x 24"', 'EA', 1400, 4600],
  ['Ball valve, brass, 1/2 NPT', 'EA', 900, 2900],
  ['Grease cartridge 14 oz', 'CS', 4200, 8800],
  ['Filter element FE-2290', 'EA', 3100, 7700],
  ['Shop towels, blue, box of 200', 'BX', 1200, 2600],
  ['Conveyor belt splice kit', 'KIT', 18000, 46000],
  ['Safety glasses anti-fog', 'PR', 480, 1600],
];

const VENDORS = ['Larkspur Consulting Group, LLC', 'Tidewater Software Partners Inc.', 'Okafor & Brandt PLLC'];
const SHOPS = ['Granite State Industrial Supply', 'Bluebonnet Fluid Power, Inc.', 'Hartwell Tool & Bearing Co.'];
const CLIENTS = [
  'Meridian Health Cooperative',
  'Pinnacle Freight Lines Inc',
  'The Aldous Foundation',
  'Cobalt Robotics LLC',
];
const DATES = { pattern: 'MMMM d, yyyy', language: 'en' } as const;

/** Hours of work; the terms stand always, the day that they lead to at times. */
const services: Sheet = {
  name: 'us-services-net-terms',
  amounts: POINT,
  dates: DATES,
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, SERVICES, { count: [2, 5], parts: ['hrs'], most: 3 });
    const [vendor, customer] = [random.pick(VENDORS), random.pick(CLIENTS)];
    const [date, number] = [pen.date(), `${random.integer(2019, 2026)}-${random.digits(4)}`];
    const dueDate = random.chance(0.5) ? addDays(date, 30) : null;
    const total = subtotalOf(items);
    const widths = [46, -8, -12, -14];
    const text = [
      vendor,
      '1801 Wynkoop Street, Suite 500 · Denver, CO 80202 · (303) 555-0148',
      '',
      grid([40, 18, 20], ['INVOICE', 'Invoice No.', number]),
      grid([40, 18, 20], ['', 'Invoice Date', pen.day(date)]),
      grid([40, 18, 20], ['', 'Terms', 'Net 30']),
      ...(dueDate ? [grid([40, 18, 20], ['', 'Due Date', pen.day(dueDate)])] : []),
      '',
      'Prepared for:',
      customer,
      '77 Harbor Blvd, Oakland, CA 94607',
      '',
      grid(widths, ['Service', 'Hours/Qty', 'Rate', 'Amount']),
      ...items.map((item, at) =>
        grid(widths, [
          item.description,
          pen.count(item.quantity ?? 0, 2),
          `$${pen.money(item.unitPrice ?? 0)}`,
          `$${pen.money(item.amount, `line ${at}`)}`,
        ]),
      ),
      '',
      grid(widths, ['', '', 'Total Due', `$${pen.money(total, 'total')}`]),
      '',
      'Please remit by ACH to First Prairie Bank, routing 091000019. A finance charge of 1.5% per month',
      'applies to balances over 30 days. Thank you for your business!',
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal: null, tax: null, total };
    return {
      text: text.join('\n'),
      truth: { ...truth, currency: 'USD', lineItems: without(items, 'unit'), taxes: [] },
    };
  },
};

/** Goods with a discount, freight and sales tax on what remains. */
const supply: Sheet = {
  name: 'us-supply-sales-tax-freight',
  amounts: POINT,
  dates: { pattern: 'MM/dd/yyyy', language: 'en' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, PARTS, { count: [3, 7], most: 40 });
    const [vendor, customer] = [random.pick(SHOPS), random.pick(CLIENTS)];
    const [date, number, order] = [pen.date(), `SI${random.digits(6)}`, `PO-${random.digits(5)}`];
    const dueDate = addDays(date, random.pick([10, 15, 30]));
    const subtotal = subtotalOf(items);
    const discount = random.chance(0.6) ? taxOf(subtotal, 5) : 0;
    const freight = random.integer(900, 8800);
    const rate = random.pick([4.225, 6.35, 7, 8.25]);
    const tax = taxOf(subtotal - discount, rate);
    const total = subtotal - discount + freight + tax;
    const widths = [4, 12, 34, -6, 4, -11, -12];
    const sums = [60, -14];
    const text = [
      ...beside([vendor, '212 Quarry Road', 'Concord, NH 03301'], ['', '', `INVOICE ${number}`], 60),
      '',
      ...beside(
        ['BILL TO', customer, 'Accounts Payable', '4400 Industrial Pkwy', 'Reno, NV 89502'],
        ['SHIP TO', `${customer} - Dock 4`, '4400 Industrial Pkwy', 'Reno, NV 89502', ''],
        42,
      ),
      '',
      grid([14, 14, 16, 14, 12], ['DATE', 'DUE DATE', 'CUSTOMER P.O.', 'SHIP VIA', 'SALESPERSON']),
      grid([14, 14, 16, 14, 12], [pen.day(date), pen.day(dueDate), order, 'UPS GROUND', 'R. Ames']),
      '',
      grid(widths, ['LN', 'ITEM NO.', 'DESCRIPTION', 'QTY', 'U/M', 'UNIT PRICE', 'EXT PRICE']),
      ...items.map((item, at) =>
        grid(widths, [
          String(at + 1),
          `${random.pick(['HX', 'BV', 'FE'])}-${random.digits(4)}`,
          item.description,
          String(item.quantity),
          item.unit ?? '',
          pen.money(item.unitPrice ?? 0),
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid(sums, ['                                            SUBTOTAL', pen.money(subtotal)]),
      ...(discount
        ? [grid(sums, ['                                            LESS 5% DISCOUNT', pen.money(-discount)])]
        : []),
      grid(sums, ['                                            FREIGHT', pen.money(freight)]),
      grid(sums, [`                                            SALES TAX ${rate}%`, pen.money(tax)]),
      grid(sums, ['                                            INVOICE TOTAL', `$${pen.money(total, 'total')}`]),
      '',
      'Returns within 30 days with RMA number. Claims for shortage must be made within 5 days.',
    ];
    return {
      text: text.join('\n'),
      truth: {
        vendor,
        customer,
        number,
        date,
        dueDate,
        purchaseOrder: order,
        subtotal,
        tax,
        total,
        currency: 'USD',
        lineItems: items,
        taxes: [{ rate, base: null, amount: tax }],
      },
    };
  },
};

/** A credit memo: all figures are negative. */
const creditMemo: Sheet = {
  name: 'us-credit-memo',
  amounts: POINT,
  dates: { pattern: 'MM/dd/yyyy', language: 'en' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, PARTS, { count: [1, 3], most: 6 }).map((item) => ({
      ...item,
      quantity: -(item.quantity ?? 0),
      amount: -item.amount,
    }));
    const [vendor, customer] = [random.pick(SHOPS), random.pick(CLIENTS)];
    const [date, number] = [pen.date(), `CM-${random.digits(5)}`];
    const subtotal = subtotalOf(items);
    const tax = taxOf(subtotal, 7);
    const total = subtotal + tax;
    const widths = [40, -8, -12, -14];
    const text = [
      vendor,
      '212 Quarry Road, Concord, NH 03301',
      'Credit Memo',
      '',
      `Credit Memo No: ${number}`,
      `Date: ${pen.day(date)}`,
      `Original Invoice: SI${random.digits(6)}`,
      `Customer: ${customer}`,
      'Reason: goods returned',
      '',
      grid(widths, ['Description', 'Qty', 'Price', 'Amount']),
      ...items.map((item, at) =>
        grid(widths, [
          item.description,
          String(item.quantity),
          pen.money(item.unitPrice ?? 0),
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid([-62, -14], ['Subtotal', pen.money(subtotal)]),
      grid([-62, -14], ['Tax (7%)', pen.money(tax)]),
      grid([-62, -14], ['Total Credit (USD)', pen.money(total, 'total')]),
    ];
    const truth = { vendor, customer, number, date, dueDate: null, purchaseOrder: null, subtotal, tax, total };
    return {
      text: text.join('\n'),
      truth: {
        ...truth,
        currency: 'USD',
        lineItems: without(items, 'unit'),
        taxes: [{ rate: 7, base: null, amount: tax }],
      },
    };
  },
};

export const AMERICAN_SHEETS: readonly Sheet[] = [services, supply, creditMemo];
