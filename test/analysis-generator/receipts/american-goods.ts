import { printDate } from '../calendar.ts';
import { POINT, signed } from '../money.ts';
import type { Random } from '../random.ts';
import { amountOf, type Draft, PLAIN, pickBasket, pickVisit, taxOn, twelveHours } from './basket.ts';
import { Paper } from './paper.ts';
import { US_HARDWARE, US_PLACES } from './stock-english.ts';

const amount = (minor: number) => signed(minor, POINT);

/** A pump: gallons and the price of one. */
export function usFuel(random: Random): Draft {
  const paper = new Paper(32);
  const merchant = random.pick(['PRAIRIE OIL 0471', 'QuickFuel Express', 'BLUE RIVER GAS & GO']);
  const [street, city] = random.pick(US_PLACES);
  const { date, time } = pickVisit(random);
  const thousandths = random.integer(4_000, 19_999);
  // Prices end in nine tenths of a cent at many pumps.
  const tenths = random.pick([0, 9]);
  const unitPrice = random.integer(289, 499) + tenths / 10;
  const price = (unitPrice / 100).toFixed(tenths === 0 ? 2 : 3);
  const total = Math.round((thousandths * unitPrice) / 1000);
  const grade = random.pick(['UNLEADED', 'REGULAR', 'PREMIUM', 'DIESEL #2']);
  paper.name(merchant);
  paper.centre(street, city);
  paper.name(`DATE ${printDate(date, 'MM/dd/yy')}  TIME ${time}`);
  paper.left(
    `TRAN# ${random.digits(7)}`,
    `AUTH# ${random.digits(6)}`,
    'VISA',
    `ACCT# XXXX XXXX XXXX ${random.digits(4)}`,
  );
  const gallons = (thousandths / 1000).toFixed(3);
  if (random.chance(0.5)) {
    paper.row('PUMP', String(random.integer(1, 16)));
    paper.row('PRODUCT', grade);
    paper.row('GALLONS', gallons);
    paper.row('PRICE/GAL', `$${price}`);
    paper.row('FUEL TOTAL', `$${amount(total)}`);
  } else {
    paper.left('PUMP PRODUCT   PPG', `${String(random.integer(1, 16)).padEnd(5)}${grade}  $${price}`);
    paper.left('GALLONS    FUEL TOTAL', `${gallons}     $ ${amount(total)}`);
    paper.row('TOTAL SALE', `$ ${amount(total)}`);
  }
  paper.centre('THANK YOU', 'HAVE A NICE DAY');
  const items = [{ description: grade, quantity: thousandths / 1000, unitPrice, amount: total }];
  return { paper, truth: { ...PLAIN, merchant, date, time, currency: 'USD', items, total, paymentMethod: 'card' } };
}

/** Article numbers ahead of names, quantities under them, a gift card with what is left on it. */
export function usHardware(random: Random): Draft {
  const paper = new Paper(40);
  const merchant = random.pick(['Handyman Supply Co.', 'TRUE-BUILD CENTER', 'Lakeside Lumber & Paint']);
  const [street, city, phone] = random.pick(US_PLACES);
  const { date, time } = pickVisit(random);
  const items = pickBasket(random, { names: US_HARDWARE, prices: [99, 6999], several: 0.5 });
  paper.name(merchant);
  paper.centre(street, city, phone);
  paper.row(
    `${random.digits(4)} ${random.digits(5)} ${random.digits(5)}`,
    `${printDate(date, 'MM/dd/yy')} ${twelveHours(time)}`,
  );
  paper.left(`CASHIER ${random.pick(['KEVIN', 'JO'])}`);
  for (const item of items) {
    const sku = `0${random.digits(11)} ${item.description.slice(0, 20)}`;
    paper.row(sku, item.quantity === 1 ? amount(item.amount) : '', item.quantity === 1 ? '<A>' : '');
    if (item.quantity > 1) paper.row(`  ${item.quantity}@${amount(item.unitPrice)}`, amount(item.amount));
  }
  const subtotal = amountOf(items);
  const tax = taxOn(subtotal, 5.5);
  const total = subtotal + tax;
  paper.row('SUBTOTAL', amount(subtotal));
  paper.row('SALES TAX', amount(tax));
  paper.row('TOTAL', `$${amount(total)}`);
  const giftCard = random.chance(0.4);
  if (giftCard) {
    const before = total + random.integer(100, 9000);
    paper.left(`GIFT CARD XXXXXXXXXXXXXXX${random.digits(4)}`);
    paper.row('PREVIOUS BALANCE', `$${amount(before)}`);
    paper.row('AMOUNT USED', `$${amount(total)}`);
    paper.row('REMAINING BALANCE', `$${amount(before - total)}`);
  } else {
    paper.left(`XXXXXXXXXXXX${random.digits(4)} VISA`);
    paper.row('', `USD$ ${amount(total)}`);
    paper.left(`AUTH CODE 0${random.digits(4)}/${random.digits(7)}`, 'Chip Read');
  }
  paper.left(
    'POLICY ID  DAYS  POLICY EXPIRES ON',
    `A 1   90  ${printDate(`${Number(date.slice(0, 4)) + 1}${date.slice(4)}`, 'MM/dd/yyyy')}`,
  );
  return {
    paper,
    truth: {
      ...PLAIN,
      ...{ merchant, date, time, currency: 'USD', items, subtotal, tax, total },
      paymentMethod: giftCard ? null : 'card',
    },
  };
}
