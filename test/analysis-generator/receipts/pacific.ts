import { printDate } from '../calendar.ts';
import { POINT, signed, sum } from '../money.ts';
import type { Random } from '../random.ts';
import {
  amountOf,
  type Draft,
  PLAIN,
  pickBasket,
  pickVisit,
  taxOn,
  taxWithin,
  tendered,
  twelveHours,
} from './basket.ts';
import { Paper } from './paper.ts';
import { AU_GOODS, CA_GOODS, CAFE_GOODS, US_DISHES } from './stock-english.ts';

const amount = (minor: number) => signed(minor, POINT);

/** Stars at taxable goods, the tax inside, cash rounded to five cents. */
export function auSupermarket(random: Random): Draft {
  const paper = new Paper(40);
  const merchant = random.pick(['Billabong Grocers', 'FRESH CORNER MART', 'Wattle St Foodstore']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: AU_GOODS, prices: [95, 2490], several: 0.3 });
  paper.name(merchant);
  paper.centre(
    '112 Wattle Street, Fremantle WA 6160',
    'Ph: (08) 5550 1430',
    `ABN ${random.digits(2)} ${random.digits(3)} ${random.digits(3)} ${random.digits(3)}`,
  );
  paper.centre('TAX INVOICE');
  paper.row('Description', 'Total $');
  for (const item of items) {
    if (item.quantity > 1) {
      paper.left(item.description);
      paper.row(`  Qty ${item.quantity} @ $${amount(item.unitPrice)} each`, amount(item.amount));
    } else {
      paper.row(item.description, amount(item.amount));
    }
  }
  const exact = amountOf(items);
  const card = random.chance(0.6);
  const total = card ? exact : Math.round(exact / 5) * 5;
  const count = sum(items.map(({ quantity }) => quantity));
  const subtotal = random.chance(0.6) || total !== exact ? exact : null;
  if (subtotal !== null) paper.row(`${count} SUBTOTAL`, `$${amount(exact)}`);
  if (total !== exact) paper.row('Rounding', amount(total - exact));
  paper.row('TOTAL', `$${amount(total)}`);
  if (card) {
    paper.row('EFT', `$${amount(total)}`);
    paper.left(
      'CREDIT ACCOUNT  VISA',
      `CARD NO: ${random.digits(6)}-${random.digits(3)}`,
      `RRN: 000${random.digits(9)}`,
      `AUTH: ${random.digits(6)}`,
    );
    paper.row('PURCHASE', `$${amount(total)}`);
    paper.row('TOTAL', `AUD $${amount(total)}`);
    paper.left('APPROVED 00');
  } else {
    const given = tendered(total, random);
    paper.row('Cash', `$${amount(given)}`);
    paper.row('Change', `$${amount(given - total)}`);
  }
  const taxed = amountOf(items.filter(({ description }) => description.startsWith('*')));
  const tax = taxWithin(taxed, 10);
  paper.row('GST INCLUDED IN TOTAL', `$${amount(tax)}`);
  paper.left('* Taxable items');
  paper.name(`${time} ${printDate(date, 'dd/MM/yyyy')}  POS 00${random.integer(1, 9)} TRANS ${random.digits(4)}`);
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'AUD', items, subtotal, tax, total, paymentMethod: card ? 'card' : 'cash' },
    },
  };
}

export function nzCafe(random: Random): Draft {
  const paper = new Paper(36);
  const merchant = random.pick(['Kowhai Espresso', 'The Sandfly Café', 'Harbourside Eatery']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: CAFE_GOODS, prices: [400, 2850], step: 50, several: 0.4 });
  paper.name(merchant);
  paper.centre(
    '7 Marine Parade, Napier',
    '06 555 0143',
    `GST No: ${random.digits(2)}-${random.digits(3)}-${random.digits(3)}`,
  );
  paper.left(`Tax Invoice #${random.digits(6)}`);
  paper.name(`${printDate(date, random.pick(['d MMM yyyy', 'dd/MM/yyyy']))} ${twelveHours(time)}`);
  for (const item of items) {
    paper.row(`${item.quantity} x ${item.description}`, `$${amount(item.amount)}`);
    if (item.quantity > 1) paper.left(`    @ $${amount(item.unitPrice)}`);
  }
  const net = amountOf(items);
  const surcharge = random.chance(0.3) ? taxOn(net, 15) : 0;
  const total = net + surcharge;
  if (surcharge > 0) {
    paper.row('Subtotal', `$${amount(net)}`);
    paper.row('Public Holiday Surcharge 15%', `$${amount(surcharge)}`);
  }
  const tax = taxWithin(total, 15);
  paper.row('Total', `$${amount(total)}`);
  paper.row('Includes GST (15%)', `$${amount(tax)}`);
  paper.row('EFTPOS', `$${amount(total)}`);
  paper.centre('Ka kite anō! NZ owned');
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'NZD', items, tax, total, paymentMethod: 'card' },
      charges: surcharge > 0 ? [surcharge] : [],
      subtotal: surcharge > 0 ? net : null,
    },
  };
}

/** Two taxes on top, at rates of their own. */
export function caPharmacy(random: Random): Draft {
  const paper = new Paper(38);
  const merchant = random.pick(['LAKEVIEW DRUG MART', 'Prairie Grocer', 'Northern Provisions']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: CA_GOODS, prices: [149, 2999], several: 0.3 });
  paper.name(merchant);
  paper.centre('310 Granville St', 'Vancouver BC V6C 1T2', '604-555-0143', `GST# ${random.digits(9)} RT0001`);
  paper.name(`${printDate(date, random.pick(['yyyy-MM-dd', 'yyyy/MM/dd', 'MMM d, yyyy']))} ${time}`);
  let taxable = 0;
  for (const item of items) {
    const taxed = random.chance(0.6);
    if (taxed) taxable += item.amount;
    if (item.quantity > 1) paper.left(`${item.quantity} @ $${amount(item.unitPrice)}`);
    paper.row(item.description, `$${amount(item.amount)}`, taxed ? 'GP' : '');
  }
  const subtotal = amountOf(items);
  const taxes = [taxOn(taxable, 5), taxOn(taxable, 7)];
  const total = subtotal + sum(taxes);
  paper.row('SUBTOTAL', `$${amount(subtotal)}`);
  paper.row('GST 5%', `$${amount(taxes[0] ?? 0)}`);
  paper.row('PST 7%', `$${amount(taxes[1] ?? 0)}`);
  paper.row('TOTAL', `$${amount(total)}`);
  const card = random.chance(0.6);
  if (card) {
    paper.row('INTERAC DEBIT', `$${amount(total)}`);
    paper.left(`CARD ************${random.digits(4)} CHEQUING`, `AUTH # ${random.digits(6)}  00 APPROVED`);
    paper.row('AMOUNT', `CAD$${amount(total)}`);
  } else {
    const paid = Math.round(total / 5) * 5;
    const given = tendered(total + 5, random);
    paper.row('CASH', `$${amount(given)}`);
    if (paid !== total) paper.row('CASH ROUNDING', `$${amount(paid - total)}`);
    paper.row('CHANGE', `$${amount(given - paid)}`);
  }
  paper.left(`OPTIMUM POINTS BALANCE ${random.digits(5)}`);
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'CAD', items, subtotal, tax: sum(taxes), total },
      paymentMethod: card ? 'card' : 'cash',
    },
  };
}

/** One harmonised tax and a tip that was added at the terminal. */
export function caRestaurant(random: Random): Draft {
  const paper = new Paper(40);
  const merchant = random.pick(['Maple & Vine Bistro', 'The Loose Moose', 'Pho Bay Street']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: US_DISHES, prices: [395, 3800], several: 0.4 });
  paper.name(merchant);
  paper.centre('146 Front St W', 'Toronto, ON M5J 2L7', '(416) 555-0143');
  paper.row(`TABLE ${random.integer(1, 60)}`, `CHK ${random.digits(4)}`);
  paper.name(`${printDate(date, random.pick(['MMM d, yyyy', 'yyyy-MM-dd']))}  ${twelveHours(time)}`);
  for (const item of items) paper.row(`${item.quantity} ${item.description.toUpperCase()}`, amount(item.amount));
  const subtotal = amountOf(items);
  const tax = taxOn(subtotal, 13);
  const due = subtotal + tax;
  const tip = random.chance(0.6) ? taxOn(due, random.pick([12, 15, 18])) : null;
  paper.row('SUB-TOTAL', amount(subtotal));
  paper.row('HST (13%)', amount(tax));
  paper.row('TOTAL DUE', `$${amount(due)}`);
  if (tip !== null) {
    paper.centre('TRANSACTION RECORD');
    paper.left(`MASTERCARD ************${random.digits(4)}`, 'CARD ENTRY: CHIP');
    paper.row('PURCHASE', `$${amount(due)}`);
    paper.row('TIP', `$${amount(tip)}`);
    paper.row('TOTAL', `CAD$ ${amount(due + tip)}`);
    paper.left('APPROVED - THANK YOU', `AUTH# ${random.digits(6)}`, 'IMPORTANT - retain this copy');
  }
  paper.left(`HST REG # ${random.digits(9)} RT0001`);
  const total = due + (tip ?? 0);
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'CAD', items, subtotal, tax, tip, total },
      paymentMethod: tip === null ? null : 'card',
    },
  };
}
