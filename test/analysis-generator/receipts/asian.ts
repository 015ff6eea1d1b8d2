import { printDate } from '../calendar.ts';
import { LAKH, POINT, signed, sum } from '../money.ts';
import type { Random } from '../random.ts';
import { amountOf, type Draft, PLAIN, pickBasket, pickVisit, taxOn, tendered, twelveHours } from './basket.ts';
import { Paper } from './paper.ts';
import { IN_DISHES, IN_GOODS, MY_GOODS, SG_DISHES } from './stock-english.ts';

const rupees = (minor: number) => signed(minor, LAKH);
const amount = (minor: number) => signed(minor, POINT);

/** Central and state tax by halves, rounded to the rupee. */
export function inRestaurant(random: Random): Draft {
  const paper = new Paper(42);
  const merchant = random.pick(['HOTEL SARAVANA PRIYA', 'Spice Route Kitchen', 'The Tandoor House']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: IN_DISHES, prices: [4000, 62000], step: 500, several: 0.5 });
  paper.name(merchant);
  paper.centre(
    '12, MG Road, Indiranagar',
    'Bengaluru 560038',
    'Ph: 080-25550143',
    `GSTIN: 29ABCDE${random.digits(4)}F1Z5`,
  );
  paper.centre('TAX INVOICE');
  paper.row(`Bill No: ${random.digits(5)}`, `Table: ${random.integer(1, 20)}`);
  paper.name(`Date: ${printDate(date, random.pick(['dd/MM/yyyy', 'dd-MM-yyyy', 'dd/MM/yy']))}  Time: ${time}`);
  paper.rule();
  paper.row('Item', 'Qty', 'Rate', 'Amount');
  paper.rule();
  for (const item of items) {
    paper.row(item.description, String(item.quantity), rupees(item.unitPrice), rupees(item.amount));
  }
  paper.rule();
  const subtotal = amountOf(items);
  const half = taxOn(subtotal, 2.5);
  const exact = subtotal + 2 * half;
  const total = Math.round(exact / 100) * 100;
  paper.row('Sub Total', rupees(subtotal));
  paper.row('CGST @2.5%', rupees(half));
  paper.row('SGST @2.5%', rupees(half));
  if (total !== exact) paper.row('Round Off', rupees(total - exact));
  paper.row(
    random.pick(['Grand Total', 'Net Amount', 'Bill Amount']),
    `${random.pick(['Rs.', '₹', ''])}${rupees(total)}`,
  );
  const card = random.chance(0.4);
  if (card) paper.row('Card', rupees(total));
  paper.centre('Thank You Visit Again', 'FSSAI Lic No. 11219334000143');
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'INR', items, subtotal, tax: 2 * half, total },
      paymentMethod: card ? 'card' : null,
    },
  };
}

/** Codes of goods, list prices beside what is paid, what was saved. */
export function inSupermarket(random: Random): Draft {
  const paper = new Paper(44);
  const merchant = random.pick(['SRI BALAJI SUPER BAZAAR', 'Daily Needs Mart', 'METRO KIRANA STORES']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: IN_GOODS, prices: [2000, 49900], step: 50, several: 0.3 });
  paper.name(merchant);
  paper.centre('Plot 14, Sector 18, Noida - 201301', `GSTIN : 09AAACB${random.digits(4)}M1ZK`);
  paper.name(`Bill Dt: ${printDate(date, 'dd/MM/yyyy')} ${twelveHours(time)}`);
  paper.left(`Bill No: ${random.digits(10)}`, 'Cashier: 0142');
  paper.rule();
  paper.row('Particulars', 'Qty', 'MRP', 'Rate', 'Value');
  paper.rule();
  let saved = 0;
  for (const item of items) {
    const list = item.unitPrice + random.pick([0, 200, 500]);
    saved += item.quantity * (list - item.unitPrice);
    paper.left(`${random.digits(8)} ${item.description}`);
    paper.row('', String(item.quantity), rupees(list), rupees(item.unitPrice), rupees(item.amount));
  }
  paper.rule();
  const total = amountOf(items);
  const count = sum(items.map(({ quantity }) => quantity));
  paper.row(`Items: ${items.length}`, `Qty: ${count}`, rupees(total));
  paper.row('Total Amount', rupees(total));
  const cash = random.chance(0.5);
  if (cash) {
    const given = tendered(total, random);
    paper.row('Cash Received', rupees(given));
    paper.row('Balance', rupees(given - total));
  } else {
    paper.row('UPI / Card', rupees(total));
  }
  if (saved > 0) paper.centre(`*** You Saved Rs. ${rupees(saved)} ***`);
  return {
    paper,
    truth: { ...PLAIN, merchant, date, time, currency: 'INR', items, total, paymentMethod: cash ? 'cash' : 'card' },
  };
}

/** Service charge, then GST on both. */
export function sgRestaurant(random: Random): Draft {
  const paper = new Paper(40);
  const merchant = random.pick(['Lau Pa Kopitiam', 'MERLION SEAFOOD PTE LTD', 'Katong Corner Bistro']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: SG_DISHES, prices: [160, 4800], step: 10, several: 0.5 });
  paper.name(merchant);
  paper.centre(
    '#01-14 Marina Walk, Singapore 018956',
    'Tel: 6555 0143',
    `GST Reg No: M${random.digits(1)}-${random.digits(7)}-X`,
  );
  paper.row(`Bill# ${random.digits(6)}`, `Pax: ${random.integer(1, 6)}`);
  paper.name(`${printDate(date, random.pick(['dd/MM/yyyy', 'dd MMM yyyy']))} ${twelveHours(time)}`);
  for (const item of items) paper.row(`${item.quantity} ${item.description}`, amount(item.amount));
  paper.rule();
  const net = amountOf(items);
  const service = taxOn(net, 10);
  const tax = taxOn(net + service, 9);
  const total = net + service + tax;
  paper.row('SUBTOTAL', amount(net));
  paper.row('10% SVC CHG', amount(service));
  paper.row('9% GST', amount(tax));
  paper.row(random.pick(['TOTAL', 'Grand Total', 'TOTAL DUE']), `S$${amount(total)}`);
  const card = random.chance(0.6);
  if (card) paper.row(random.pick(['VISA', 'NETS', 'AMEX']), amount(total));
  paper.centre('Thank you, please come again');
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'SGD', items, charges: [service], subtotal: net, tax, total },
      paymentMethod: card ? 'card' : null,
    },
  };
}

/** Codes above goods, the rounding of cash, a summary of the tax. */
export function myShop(random: Random): Draft {
  const paper = new Paper(42);
  const merchant = random.pick(['PERNIAGAAN SERI MAJU SDN BHD', 'KEDAI RUNCIT AH HOCK', 'Pasaraya Bintang Jaya']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: MY_GOODS, prices: [120, 4590], several: 0.4 });
  paper.name(merchant);
  paper.centre(
    `(${random.digits(6)}-X)`,
    'No 5, Jalan Mawar 3, 43000 Kajang, Selangor',
    'TEL: 03-87365014',
    `GST ID : 000${random.digits(9)}`,
  );
  paper.name(`Date : ${printDate(date, 'dd/MM/yyyy')} ${twelveHours(time)}`);
  paper.left(`Invoice No : CS${random.digits(6)}`);
  paper.row('Qty', 'U/P', 'Amt(RM)', 'Tax');
  for (const item of items) {
    paper.left(`${random.digits(8)} ${item.description}`);
    paper.row(`  ${item.quantity}`, amount(item.unitPrice), amount(item.amount), 'SR');
  }
  const exact = amountOf(items);
  const total = Math.round(exact / 5) * 5;
  const tax = Math.round((exact * 6) / 106);
  paper.row('Total Sales (Inclusive GST @6%)', amount(exact));
  paper.row('Rounding Adj', amount(total - exact));
  paper.row('Total Payable (RM)', amount(total));
  const given = tendered(total, random);
  paper.row('CASH', amount(given));
  paper.row('CHANGE', amount(given - total));
  paper.centre('GST Summary');
  paper.row('Tax Code', 'Amount', 'GST');
  paper.row('SR (6%)', amount(exact - tax), amount(tax));
  paper.centre('GOODS SOLD ARE NOT RETURNABLE');
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'MYR', items, subtotal: exact, tax, total, paymentMethod: 'cash' },
    },
  };
}
