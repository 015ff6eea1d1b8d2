import { addDays, printDate } from '../calendar.ts';
import { POINT, signed, sum } from '../money.ts';
import type { Random } from '../random.ts';
import {
  amountOf,
  type Draft,
  PLAIN,
  pickBasket,
  pickVisit,
  type Sold,
  taxOn,
  taxWithin,
  twelveHours,
} from './basket.ts';
import { Paper } from './paper.ts';
import { US_HARDWARE, US_PLACES } from './stock-english.ts';

const amount = (minor: number) => signed(minor, POINT);

function one(description: string, price: number): Sold {
  return { description, quantity: 1, unitPrice: price, amount: price };
}

/** Charges of several nights, then the payment and a balance of nothing. The date is the day of departure. */
export function hotelFolio(random: Random): Draft {
  const paper = new Paper(60);
  const merchant = random.pick(['Harborview Inn & Suites', 'THE GRAND LINDEN HOTEL', 'Airport Lodge Denver']);
  const [street, city, phone] = random.pick(US_PLACES);
  const { date: arrival } = pickVisit(random);
  const nights = random.integer(1, 4);
  const departure = addDays(arrival, nights);
  const rate = random.integer(8_900, 32_900);
  const us = (date: string) => printDate(date, 'MM/dd/yyyy');
  paper.name(merchant);
  paper.centre(street, city, phone);
  paper.row(`Guest: ${random.pick(['J. Alvarez', 'Dana Whitfield'])}`, `Room: ${random.digits(3)}`);
  paper.row(`Arrival: ${us(arrival)}`, `Departure: ${us(departure)}`);
  paper.row(`Folio No: ${random.digits(6)}`, `Invoice Date: ${us(departure)}`);
  paper.rule();
  paper.row('Date       Description', 'Charges', 'Credits');
  const items: Sold[] = [];
  const taxes: number[] = [];
  for (let night = 0; night < nights; night += 1) {
    const day = us(addDays(arrival, night));
    items.push(one('Room Charge', rate));
    taxes.push(taxOn(rate, 11));
    paper.row(`${day} Room Charge`, amount(rate));
    paper.row(`${day} Occupancy Tax 11%`, amount(taxes.at(-1) ?? 0));
    if (random.chance(0.3)) {
      items.push(one('Parking', 1500));
      paper.row(`${day} Parking`, amount(1500));
    }
  }
  const total = amountOf(items) + sum(taxes);
  paper.row(`${us(departure)} Visa XXXX${random.digits(4)}`, '', `-${amount(total)}`);
  paper.rule();
  paper.row('Total Charges', `$${amount(total)}`);
  paper.row('Total Credits', `-$${amount(total)}`);
  paper.row('Balance Due', '$0.00');
  paper.left('I agree that my liability for this bill is not waived.');
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date: departure, time: null, currency: 'USD', items, tax: sum(taxes), total },
      paymentMethod: 'card',
    },
  };
}

/** A ride by e-mail: the total comes first. */
export function rideEmail(random: Random): Draft {
  const paper = new Paper(48);
  const merchant = random.pick(['Zipcab', 'GoRide', 'Metro Taxi Co']);
  const { date, time } = pickVisit(random);
  const fare = random.integer(450, 4200);
  const fees = [random.pick([295, 150, 99])];
  const discounts = random.chance(0.3) ? [-random.integer(100, 300)] : [];
  const tip = random.chance(0.4) ? random.pick([100, 200, 350]) : null;
  const subtotal = fare + sum(fees) + sum(discounts);
  const total = subtotal + (tip ?? 0);
  paper.name(merchant);
  paper.name(printDate(date, random.pick(['MMMM d, yyyy', 'MMM d, yyyy'])));
  paper.left(`Thanks for riding, ${random.pick(['Dana', 'Lee'])}`, 'We hope you enjoyed your ride this evening.');
  paper.row('Total', `$${amount(total)}`);
  paper.blank();
  paper.row('Trip fare', `$${amount(fare)}`);
  paper.rule();
  paper.row('Subtotal', `$${amount(fare)}`);
  paper.row('Booking Fee', `$${amount(fees[0] ?? 0)}`);
  for (const discount of discounts) paper.row('Promotion', `-$${amount(-discount)}`);
  if (tip !== null) paper.row('Tip', `$${amount(tip)}`);
  paper.rule();
  paper.left('Payments');
  paper.row(`Visa ••••${random.digits(4)}`, `$${amount(total)}`);
  paper.left(`${random.integer(1, 19)}.${random.digits(2)} miles | ${random.integer(5, 59)} min`);
  paper.left(`${twelveHours(time)}  1420 W Main St, Springfield, IL`, '88 Harbor Blvd, Springfield, IL');
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'USD', items: [one('Trip fare', fare)], charges: fees, discounts },
      ...{ subtotal: fare, tip, total, paymentMethod: 'card' },
    },
  };
}

/** Entry and exit, one price. */
export function parking(random: Random): Draft {
  const paper = new Paper(30);
  const british = random.chance(0.5);
  const merchant = british ? 'Castle Mall Car Park' : random.pick(['CITY CENTER PARKING', 'Airport Park & Fly']);
  const { date, time } = pickVisit(random);
  const total = 50 * random.integer(3, 70);
  const sign = british ? '£' : '$';
  const pattern = british ? 'dd/MM/yyyy' : 'MM/dd/yyyy';
  paper.name(merchant);
  paper.centre(british ? 'Norwich NR1 3QU' : 'DENVER CO 80206');
  paper.centre('RECEIPT');
  paper.left(`Ticket No: ${random.digits(9)}`);
  paper.row('Entry:', `${printDate(date, pattern)} 06:${random.integer(10, 59)}`);
  paper.row('Paid:', `${printDate(date, pattern)} ${time}`);
  paper.row('Duration:', `${random.integer(1, 9)}h ${random.integer(1, 59)}m`);
  paper.row('Parking Fee', `${sign}${amount(total)}`);
  paper.row('Amount Paid', `${sign}${amount(total)}`);
  const tax = british ? taxWithin(total, 20) : null;
  if (tax !== null) paper.row('VAT incl. @ 20%', `${sign}${amount(tax)}`);
  paper.row('Card:', `VISA ****${random.digits(4)}`);
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: british ? 'GBP' : 'USD', items: [one('Parking Fee', total)], tax, total },
      paymentMethod: 'card',
    },
  };
}

/** An order by e-mail: shipping, tax, and the sum under them. */
export function orderEmail(random: Random): Draft {
  const paper = new Paper(56);
  const merchant = random.pick(['Larkspur Outfitters', 'Paper & Pine', 'TinkerBits']);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: US_HARDWARE, prices: [399, 8900], several: 0.3 });
  const shipping = random.pick([0, 499, 799]);
  const discounts = random.chance(0.4) && amountOf(items) > 1_000 ? [-random.integer(100, 500)] : [];
  const subtotal = amountOf(items);
  const tax = taxOn(subtotal + sum(discounts), 6);
  const total = subtotal + shipping + sum(discounts) + tax;
  paper.name(merchant);
  paper.centre('Thank you for your order!');
  paper.left(`Order #${random.digits(3)}-${random.digits(7)}-${random.digits(7)}`);
  paper.name(`Placed on ${printDate(date, 'MMMM d, yyyy')} at ${twelveHours(time)}`);
  paper.left('Ship to: Dana Whitfield, 1420 W Main St, Springfield, IL 62704');
  paper.row('Item', 'Qty', 'Price', 'Total');
  for (const item of items) {
    paper.row(item.description, String(item.quantity), `$${amount(item.unitPrice)}`, `$${amount(item.amount)}`);
  }
  paper.row('Item subtotal', `$${amount(subtotal)}`);
  paper.row('Shipping & handling', shipping === 0 ? 'FREE' : `$${amount(shipping)}`);
  for (const discount of discounts) paper.row('Promo code WELCOME10', `-$${amount(-discount)}`);
  paper.row('Estimated tax', `$${amount(tax)}`);
  paper.row(random.pick(['Order total', 'Grand total', 'Total']), `$${amount(total)}`);
  paper.left(`Paid with Mastercard ending in ${random.digits(4)}`);
  paper.left('Questions? help@example.com or 1-800-555-0143');
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'USD', items, discounts, charges: shipping > 0 ? [shipping] : [] },
      ...{ subtotal, tax, total, paymentMethod: 'card' },
    },
  };
}

/** Goods come back: amounts are negative. */
export function refund(random: Random): Draft {
  const paper = new Paper(38);
  const merchant = random.pick(['TRUE-BUILD CENTER', 'Lakeside Lumber & Paint', 'Paper & Pine']);
  const [street, city, phone] = random.pick(US_PLACES);
  const { date, time } = pickVisit(random);
  const back = pickBasket(random, { names: US_HARDWARE, prices: [199, 4999], several: 0, max: 3 });
  const items = back.map((item) => ({ ...item, amount: -item.amount, unitPrice: -item.unitPrice }));
  paper.name(merchant);
  paper.centre(street, city, phone);
  paper.centre('*** REFUND ***');
  paper.left(`ORIG TRANS ${random.digits(4)} ${random.digits(5)} ${printDate(addDays(date, -9), 'MM/dd/yy')}`);
  paper.name(`${printDate(date, 'MM/dd/yy')} ${twelveHours(time)}`);
  for (const item of items) paper.row(item.description, amount(item.amount));
  const subtotal = amountOf(items);
  const tax = -taxOn(-subtotal, 6);
  const total = subtotal + tax;
  paper.row('SUBTOTAL', amount(subtotal));
  paper.row('SALES TAX', amount(tax));
  paper.row(random.pick(['TOTAL', 'REFUND TOTAL', 'TOTAL REFUND']), `-$${amount(-total)}`);
  paper.row(`VISA ************${random.digits(4)}`, amount(total));
  paper.left('Allow 3-5 business days for credit');
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'USD', items, subtotal, tax, total, paymentMethod: 'card' },
    },
  };
}

/** The slip of a card alone, with a tip that was written on it. */
export function cardSlip(random: Random): Draft {
  const paper = new Paper(32);
  const merchant = random.pick(['Brookside Diner', 'Salon Verde', 'The Copper Kettle']);
  const [street, city] = random.pick(US_PLACES);
  const { date, time } = pickVisit(random);
  const base = random.integer(900, 14_000);
  const tip = random.chance(0.7) ? 50 * random.integer(2, 40) : null;
  const total = base + (tip ?? 0);
  paper.name(merchant);
  paper.centre(street, city);
  paper.left(
    `TERM ID: ${random.digits(8)}`,
    `MERCH ID: ${random.digits(12)}`,
    `BATCH #: ${random.digits(3)}  REF #: ${random.digits(4)}`,
  );
  paper.name(`${printDate(date, 'MM/dd/yy')}         ${time}:12`);
  paper.left('SALE', `VISA  ************${random.digits(4)}  CHIP`, `AUTH CODE: ${random.digits(6)}`);
  paper.row('AMOUNT', `$${amount(base)}`);
  if (tip !== null) {
    paper.row('TIP', `$${amount(tip)}`);
    paper.row('TOTAL', `$${amount(total)}`);
  } else {
    paper.left('TIP      $____________', 'TOTAL    $____________');
  }
  paper.left('APPROVED', 'CUSTOMER COPY');
  return {
    paper,
    truth: { ...PLAIN, merchant, date, time, currency: 'USD', items: [], tip, total, paymentMethod: 'card' },
  };
}
