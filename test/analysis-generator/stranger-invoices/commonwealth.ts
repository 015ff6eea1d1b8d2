import { addDays } from '../calendar.ts';
import { LAKH, POINT } from '../money.ts';
import { drawItems, type Good, subtotalOf, taxOf, without } from './goods.ts';
import { beside, grid, type Sheet } from './sheet.ts';

const INDIAN: readonly Good[] = [
  ['Cotton bedsheet set, king', 'NOS', 90000, 240000],
  ['Stainless steel tiffin 4 tier', 'NOS', 60000, 140000],
  ['Brass lamp 12 inch', 'PCS', 110000, 360000],
  ['Jute rug 5x8', 'NOS', 180000, 520000],
];
const HSN: Record<string, string> = { Cotton: '6304', Stainless: '7323', Brass: '7418', Jute: '5702' };
const AUSTRALIAN: readonly Good[] = [
  ['Call-out fee', null, 8800, 14300],
  ['Replace hot water thermostat', null, 16500, 38500],
  ['Labour - licensed plumber', 'hr', 9900, 13200],
  ['Copper pipe 20mm', 'm', 1100, 2640],
  ['Backflow test and report', null, 22000, 41800],
];
const CANADIAN: readonly Good[] = [
  ['Snow removal, lot B', 'visit', 9000, 22000],
  ['Salt application', 'visit', 4000, 9000],
  ['Sidewalk clearing', 'hr', 4500, 7000],
  ['Spring clean-up', 'lot', 30000, 80000],
];

/** Central and state tax at half the rate each, or the integrated one. */
const indian: Sheet = {
  name: 'in-gst-hsn',
  amounts: LAKH,
  dates: { pattern: 'dd-MMM-yyyy', language: 'en' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, INDIAN, { count: [2, 4], rates: [18], most: 60 });
    const vendor = random.pick(['Shree Ganesh Handicrafts Pvt. Ltd.', 'Meera Exports LLP', 'Rajputana Home Decor']);
    const customer = random.pick(['Lotus Retail India Pvt Ltd', 'Hotel Sagar Palace', 'Anand & Sons Traders']);
    const [date, number, order] = [pen.date(), `SGH/24-25/${random.digits(4)}`, `PO/${random.digits(5)}`];
    const local = random.chance(0.6);
    const subtotal = subtotalOf(items);
    const half = taxOf(subtotal, 9);
    const taxes = local
      ? [9, 9].map((rate) => ({ rate, base: null, amount: half }))
      : [{ rate: 18, base: null, amount: taxOf(subtotal, 18) }];
    const tax = taxes.reduce((all, { amount }) => all + amount, 0);
    const total = subtotal + tax;
    const widths = [5, 32, 8, -5, 5, -12, -14];
    const sums = [60, -18];
    const text = [
      grid([30, 30], ['', 'TAX INVOICE']),
      vendor,
      'Plot 14, RIICO Industrial Area, Jaipur 302022',
      `GSTIN: 08AAECS${random.digits(4)}F1Z5   State Code: 08`,
      '',
      ...beside(
        [
          'Details of Receiver (Billed to)',
          customer,
          '22 MG Road, Pune 411001',
          `GSTIN: 27AABCL${random.digits(4)}K1ZP`,
        ],
        [
          `Invoice No: ${number}`,
          `Invoice Date: ${pen.day(date)}`,
          `Buyer's Order No: ${order}`,
          `Due Date: ${pen.day(addDays(date, 45))}`,
        ],
        46,
      ),
      '',
      grid(widths, ['S.No', 'Description of Goods', 'HSN/SAC', 'Qty', 'Unit', 'Rate', 'Taxable Value']),
      ...items.map((item, at) =>
        grid(widths, [
          String(at + 1),
          item.description,
          HSN[item.description.split(' ')[0] ?? ''] ?? '9999',
          String(item.quantity),
          item.unit ?? '',
          pen.money(item.unitPrice ?? 0),
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid(sums, ['Total Taxable Value', pen.money(subtotal)]),
      ...(local
        ? [grid(sums, ['Add: CGST @ 9%', pen.money(half)]), grid(sums, ['Add: SGST @ 9%', pen.money(half)])]
        : [grid(sums, ['Add: IGST @ 18%', pen.money(tax)])]),
      grid(sums, ['Grand Total (Rs.)', pen.money(total, 'total')]),
      '',
      'Bank: State Bank of Jaipur, A/c 30124578901, IFSC SBIN0001234',
      `For ${vendor}`,
      '                                      Authorised Signatory',
    ];
    const truth = { vendor, customer, number, date, dueDate: addDays(date, 45), purchaseOrder: order, subtotal, tax };
    return {
      text: text.join('\n'),
      truth: { ...truth, total, currency: 'INR', lineItems: without(items, 'taxRate'), taxes },
    };
  },
};

/** Amounts include GST, which is told in a line of its own; no subtotal without it. */
const australian: Sheet = {
  name: 'au-tax-invoice-inclusive',
  amounts: POINT,
  dates: { pattern: 'd/MM/yyyy', language: 'en' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, AUSTRALIAN, { count: [1, 4], parts: ['hr', 'm'], most: 3 });
    const vendor = random.pick([
      'Blue Gum Plumbing Pty Ltd',
      'Fremantle Hot Water Services',
      "O'Shea & Daughters Plumbing",
    ]);
    const customer = random.pick(['Strata Plan 40187', 'Mr Dale Whitmore', 'Sunnybank Early Learning']);
    const [date, number] = [pen.date(), `${random.digits(5)}`];
    const dueDate = addDays(date, 7);
    const total = subtotalOf(items);
    const tax = Math.round(total / 11);
    const widths = [40, -8, -12, -14];
    const text = [
      vendor,
      `ABN ${random.digits(2)} ${random.digits(3)} ${random.digits(3)} ${random.digits(3)}`,
      'Lic. 230914C',
      '',
      `TAX INVOICE #${number}`,
      '',
      `Issued: ${pen.day(date)}      Due: ${pen.day(dueDate)}`,
      `To: ${customer}`,
      'Job address: 4/18 Marine Tce, Fremantle WA 6160',
      '',
      grid(widths, ['Description', 'Qty', 'Unit Price', 'Amount AUD']),
      ...items.map((item, at) =>
        grid(widths, [
          item.description,
          pen.count(item.quantity ?? 0, 2),
          pen.money(item.unitPrice ?? 0),
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      grid([-64, -14], ['TOTAL AUD', pen.money(total, 'total')]),
      grid([-64, -14], ['Includes GST of', pen.money(tax)]),
      '',
      `Pay by direct deposit: BSB 066-${random.digits(3)} Acct ${random.digits(8)} ref ${number}`,
    ];
    const truth = { vendor, customer, number, date, dueDate, purchaseOrder: null, subtotal: null, tax, total };
    return {
      text: text.join('\n'),
      truth: {
        ...truth,
        currency: 'AUD',
        lineItems: without(items, 'unit'),
        taxes: [],
      },
    };
  },
};

/** Federal and provincial tax, in the two languages of the province. */
const canadian: Sheet = {
  name: 'ca-gst-qst',
  amounts: POINT,
  dates: { pattern: 'yyyy-MM-dd', language: 'en' },
  write(pen) {
    const { random } = pen;
    const items = drawItems(pen, CANADIAN, { count: [1, 4], parts: ['hr'], most: 14 });
    const vendor = random.pick(['Déneigement Laurier Inc.', 'Northshore Grounds Ltd.', 'Paysagiste Beaulieu enr.']);
    const customer = random.pick(['Condos Le Belvédère', 'St. Lambert Curling Club', 'Dr. Amira Haddad']);
    const [date, number] = [pen.date(), `F-${random.digits(5)}`];
    const subtotal = subtotalOf(items);
    const [federal, provincial] = [taxOf(subtotal, 5), taxOf(subtotal, 9.975)];
    const total = subtotal + federal + provincial;
    const widths = [34, -8, 8, -12, -14];
    const text = [
      grid([50, 30], [vendor, 'INVOICE / FACTURE']),
      grid([50, 30], ['900 rue Victoria, Saint-Lambert QC', `No. ${number}`]),
      grid([50, 30], [`GST/TPS ${random.digits(9)} RT0001`, `Date ${pen.day(date)}`]),
      grid([50, 30], [`QST/TVQ ${random.digits(10)} TQ0001`, 'Terms: due on receipt']),
      '',
      `Bill to / Facturer à: ${customer}`,
      '',
      grid(widths, ['Description', 'Qty', 'Unit', 'Rate', 'Amount']),
      ...items.map((item, at) =>
        grid(widths, [
          item.description,
          pen.count(item.quantity ?? 0),
          item.unit ?? '',
          pen.money(item.unitPrice ?? 0),
          pen.money(item.amount, `line ${at}`),
        ]),
      ),
      '',
      grid([-66, -14], ['Subtotal / Sous-total', `$${pen.money(subtotal)}`]),
      grid([-66, -14], ['GST / TPS 5%', `$${pen.money(federal)}`]),
      grid([-66, -14], ['QST / TVQ 9.975%', `$${pen.money(provincial)}`]),
      grid([-66, -14], ['Total (CAD)', `$${pen.money(total, 'total')}`]),
    ];
    const truth = { vendor, customer, number, date, dueDate: null, purchaseOrder: null, subtotal };
    const taxes = [
      { rate: 5, base: null, amount: federal },
      { rate: 9.975, base: null, amount: provincial },
    ];
    return {
      text: text.join('\n'),
      truth: { ...truth, tax: federal + provincial, total, currency: 'CAD', lineItems: items, taxes },
    };
  },
};

export const COMMONWEALTH_SHEETS: readonly Sheet[] = [indian, australian, canadian];
