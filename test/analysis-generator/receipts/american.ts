import { printDate } from '../calendar.ts';
import { digitsOf, POINT, signed, sum } from '../money.ts';
import type { Random } from '../random.ts';
import { amountOf, type Draft, PLAIN, pickBasket, pickVisit, taxOn, tendered, twelveHours } from './basket.ts';
import { Paper } from './paper.ts';
import { US_DINERS, US_DISHES, US_GROCERIES, US_PHARMACY, US_PLACES, US_SHOPS, US_WEIGHED } from './stock-english.ts';

const amount = (minor: number) => signed(minor, POINT);

/** Codes of taxes behind prices, coupons, goods by weight, cards and what was saved. */
export function usSupermarket(random: Random): Draft {
  const paper = new Paper(40);
  const merchant = random.pick(US_SHOPS);
  const [street, city, phone] = random.pick(US_PLACES);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: US_GROCERIES, prices: [79, 1899], weighed: US_WEIGHED });
  paper.name(merchant);
  paper.centre(street, city, phone);
  paper.centre(`STORE #${random.digits(4)}  MGR ${random.pick(['DANA', 'LUIS'])}`);
  paper.left(`ST# ${random.digits(5)} OP# 00${random.digits(4)} TE# ${random.digits(2)} TR# 0${random.digits(4)}`);
  const discounts: number[] = [];
  let taxable = 0;
  for (const item of items) {
    const taxed = random.chance(0.4);
    const code = taxed ? 'T' : 'F';
    const weighed = !Number.isInteger(item.quantity);
    const upc = random.chance(0.5) ? `${item.description.padEnd(18)} 00${random.digits(10)}` : item.description;
    if (weighed) {
      paper.left(item.description);
      paper.row(`  ${item.quantity} lb @ ${amount(item.unitPrice)}/lb`, amount(item.amount), code);
    } else if (item.quantity > 1) {
      paper.left(upc);
      paper.row(`  ${item.quantity} @ ${amount(item.unitPrice)}`, amount(item.amount), code);
    } else {
      paper.row(upc, amount(item.amount), code);
    }
    if (random.chance(0.15) && item.amount > 150) {
      discounts.push(-random.pick([50, 75, 100]));
      const off = digitsOf(discounts.at(-1) ?? 0, POINT);
      paper.row(random.pick(['MFR COUPON', '  INSTANT SAVINGS', 'STORE COUPON']), random.pick([`${off}-`, `-${off}`]));
    }
    if (taxed) taxable += item.amount;
  }
  const subtotal = amountOf(items) + sum(discounts);
  const tax = taxOn(taxable, 7.25);
  const total = subtotal + tax;
  paper.row('SUBTOTAL', amount(subtotal));
  paper.row('TAX 1   7.25 %', amount(tax));
  paper.row('TOTAL', amount(total));
  const card = random.chance(0.6);
  if (card) {
    paper.row(random.pick(['VISA TEND', 'DEBIT TEND', 'MCARD TEND']), amount(total));
    paper.left(`ACCOUNT # **** **** **** ${random.digits(4)} S`, `APPROVAL # 0${random.digits(5)}`);
    paper.left(`REF # ${random.digits(12)}`, `AID A0000000031010`);
    paper.row('CHANGE DUE', amount(0));
  } else {
    const cash = tendered(total, random);
    paper.row('CASH TEND', amount(cash));
    paper.row('CHANGE DUE', amount(cash - total));
  }
  const count = sum(items.map(({ quantity }) => (Number.isInteger(quantity) ? quantity : 1)));
  paper.centre(`# ITEMS SOLD ${count}`);
  if (discounts.length > 0) paper.row('TOTAL SAVINGS', amount(-sum(discounts)));
  if (random.chance(0.5))
    paper.left(`FUEL POINTS EARNED TODAY ${random.digits(2)}`, `TOTAL POINTS ${random.digits(4)}`);
  paper.name(`${printDate(date, 'MM/dd/yy')}     ${time}:${random.integer(10, 59)}`);
  paper.centre('***CUSTOMER COPY***');
  const paymentMethod = card ? 'card' : 'cash';
  return {
    paper,
    truth: { ...PLAIN, merchant, date, time, currency: 'USD', items, discounts, subtotal, tax, total, paymentMethod },
  };
}

/** Quantities ahead of dishes, a line for the tip that is filled in or blank, and a table of suggested tips. */
export function usRestaurant(random: Random): Draft {
  const paper = new Paper(42);
  const merchant = random.pick(US_DINERS);
  const [street, city, phone] = random.pick(US_PLACES);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: US_DISHES, prices: [295, 3400], several: 0.4 });
  paper.name(merchant);
  paper.centre(street, city, phone);
  paper.blank();
  paper.row(`Server: ${random.pick(['Ashley', 'Marcus'])}`, `Check #${random.digits(3)}`);
  paper.row(`Table ${random.integer(1, 60)}/1`, `Guests: ${random.integer(1, 6)}`);
  paper.name(`${printDate(date, random.pick(['MM/dd/yyyy', 'M/d/yy', 'MMM d, yyyy']))} ${twelveHours(time)}`);
  paper.rule();
  for (const item of items) {
    const label = `${item.quantity} ${item.description}`;
    const each = item.quantity > 1 && random.chance(0.4) ? ` (@${amount(item.unitPrice)})` : '';
    paper.row(`${label}${each}`, amount(item.amount));
    if (random.chance(0.2)) paper.left(`   ${random.pick(['No onions', 'Med rare', 'Add ranch', 'On the side'])}`);
  }
  paper.rule();
  const subtotal = amountOf(items);
  const tax = taxOn(subtotal, 8.875);
  const due = subtotal + tax;
  paper.row('Subtotal', `$${amount(subtotal)}`);
  paper.row('Tax', `$${amount(tax)}`);
  paper.row(random.pick(['Total', 'Amount Due', 'TOTAL']), `$${amount(due)}`);
  const how = random.pick(['printed', 'blank', 'none'] as const);
  const tip = how === 'printed' ? taxOn(subtotal, random.pick([15, 18, 20, 22])) : null;
  const card = how !== 'none' || random.chance(0.5);
  if (card) {
    paper.blank();
    paper.left(`Visa xxxxxxxxxxxx${random.digits(4)}`, `Auth Code: ${random.digits(6)}`);
  }
  if (tip !== null) {
    paper.row('Amount', `$${amount(due)}`);
    paper.row('Tip', `$${amount(tip)}`);
    paper.row('Total', `$${amount(due + tip)}`);
  } else if (how === 'blank') {
    paper.left('TIP: ____________________', 'TOTAL: __________________', 'X _______________________');
  }
  if (random.chance(0.6)) {
    paper.centre('Suggested Gratuity');
    for (const rate of [15, 18, 20]) {
      const gratuity = taxOn(subtotal, rate);
      paper.left(`${rate}%: Tip $${amount(gratuity)} Total $${amount(due + gratuity)}`);
    }
  }
  paper.centre('Thank you! Come again');
  const total = due + (tip ?? 0);
  const paymentMethod = card ? 'card' : null;
  return {
    paper,
    truth: { ...PLAIN, merchant, date, time, currency: 'USD', items, subtotal, tax, tip, total, paymentMethod },
  };
}

/** Long numbers, what was saved, and points that look like money. */
export function usPharmacy(random: Random): Draft {
  const paper = new Paper(38);
  const merchant = random.pick(['Corner Care Pharmacy', 'WELLSPRING DRUG', 'Main Street Apothecary']);
  const [street, city, phone] = random.pick(US_PLACES);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: US_PHARMACY, prices: [199, 2999], max: 5 });
  paper.name(merchant);
  paper.centre(`${street}, ${city}`, phone);
  paper.left(`REG#0${random.digits(1)} TRN#${random.digits(4)} CSHR#${random.digits(7)} STR#${random.digits(4)}`);
  paper.left(`Helped by: ${random.pick(['MARIA', 'TOM'])}`, `ExtraSavings Card #: ********${random.digits(4)}`);
  const discounts: number[] = [];
  for (const item of items) {
    paper.row(`${item.quantity} ${item.description}`, `${amount(item.amount)}T`);
    if (item.quantity > 1) paper.left(`  ${item.quantity} @ ${amount(item.unitPrice)} EA`);
    if (random.chance(0.3)) {
      discounts.push(-random.integer(25, 150));
      paper.row('  CARD SAVINGS', amount(discounts.at(-1) ?? 0));
    }
  }
  const subtotal = amountOf(items) + sum(discounts);
  const tax = taxOn(subtotal, 6.25);
  const total = subtotal + tax;
  paper.row(`${items.length} ITEMS`, '');
  paper.row('SUBTOTAL', amount(subtotal));
  paper.row('MA 6.25% TAX', amount(tax));
  paper.row('TOTAL', amount(total));
  paper.row('CHARGE', amount(total));
  paper.left(
    `************${random.digits(4)}  MASTERCARD *****`,
    `APPROVED# ${random.digits(6)}   REF# ${random.digits(6)}`,
  );
  paper.left(`TRAN TYPE: SALE`, 'AID: A0000000041010', `TC: ${random.digits(16)}`);
  paper.row('CHANGE', '.00');
  paper.left(`${random.digits(4)} ${random.digits(4)} ${random.digits(4)} ${random.digits(4)} ${random.digits(2)}`);
  paper.left('Returns with receipt, subject to', 'our return policy, thru 60 days');
  paper.name(`${printDate(date, 'MMMM d, yyyy')}     ${twelveHours(time)}`);
  if (discounts.length > 0) paper.row('YOUR SAVINGS TODAY', `$${amount(-sum(discounts))}`);
  paper.row('YEAR TO DATE SAVINGS', `$${random.integer(20, 400)}.${random.digits(2)}`);
  paper.left('YOU EARNED $5.00 REWARD BUCKS');
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'USD', items, discounts, subtotal, tax, total, paymentMethod: 'card' },
    },
  };
}
