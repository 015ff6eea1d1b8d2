import { addDays } from '../calendar.ts';
import { sum } from '../money.ts';
import type { Random } from '../random.ts';
import type { Paper } from './paper.ts';

/** Something that was sold. */
export interface Sold {
  description: string;
  quantity: number;
  /** Minor units. */
  unitPrice: number;
  amount: number;
}

/** What a receipt says. All money is in minor units, also where a currency has none (1 yen is 100). */
export interface Receipt {
  merchant: string;
  /** Other names of the merchant that it prints, such as its firm. */
  aliases: string[];
  date: string;
  /** HH:MM. */
  time: string | null;
  currency: string;
  items: Sold[];
  /** What is added without being sold: deposits, service, delivery. */
  charges: number[];
  /** Negative amounts. */
  discounts: number[];
  /** Null where it is not printed; so for tax and tip. */
  subtotal: number | null;
  tax: number | null;
  tip: number | null;
  total: number;
  paymentMethod: 'cash' | 'card' | null;
}

export interface Draft {
  paper: Paper;
  truth: Receipt;
}

/** One way in which merchants print receipts. */
export interface ReceiptLayout {
  name: string;
  print(random: Random): Draft;
}

export interface Visit {
  date: string;
  time: string;
}

export function pickVisit(random: Random): Visit {
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    date: addDays(`${random.integer(2018, 2026)}-01-01`, random.integer(0, 364)),
    time: `${two(random.integer(7, 22))}:${two(random.integer(0, 59))}`,
  };
}

/** A time on the clock of twelve hours. */
export function twelveHours(time: string): string {
  const [hour = '', minute = ''] = time.split(':');
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

export interface BasketOptions {
  names: readonly string[];
  /** Bounds of prices in minor units. */
  prices: readonly [number, number];
  /** Prices are multiples of it. */
  step?: number;
  max?: number;
  /** How often more than one piece is bought. */
  several?: number;
  /** Goods that are sold by weight. */
  weighed?: readonly string[];
}

/** A basket of different goods. */
export function pickBasket(random: Random, options: BasketOptions): Sold[] {
  const { names, prices, step = 1, max = 7, several = 0.25, weighed = [] } = options;
  const pool = [...names];
  const items: Sold[] = [];
  for (let left = random.integer(1, Math.min(max, names.length)); left > 0; left -= 1) {
    const description = random.pick(pool);
    pool.splice(pool.indexOf(description), 1);
    const quantity = random.chance(several) ? random.integer(2, 4) : 1;
    const unitPrice = step * random.integer(Math.ceil(prices[0] / step), Math.floor(prices[1] / step));
    items.push({ description, quantity, unitPrice, amount: quantity * unitPrice });
  }
  if (weighed.length > 0 && random.chance(0.6)) items.push(pickWeighed(random, weighed, prices));
  return items;
}

function pickWeighed(random: Random, names: readonly string[], prices: readonly [number, number]): Sold {
  const thousandths = random.integer(112, 1_960);
  const unitPrice = random.integer(prices[0], prices[1]);
  const amount = Math.round((thousandths * unitPrice) / 1000);
  return { description: random.pick(names), quantity: thousandths / 1000, unitPrice, amount };
}

export function amountOf(items: readonly Sold[]): number {
  return sum(items.map(({ amount }) => amount));
}

/** The tax that an amount holds, at a rate in percent. */
export function taxWithin(gross: number, rate: number): number {
  return Math.round((gross * rate) / (100 + rate));
}

/** The tax that comes on top of an amount. */
export function taxOn(net: number, rate: number): number {
  return Math.round((net * rate) / 100);
}

/** A round sum that a customer hands over for this amount. */
export function tendered(total: number, random: Random): number {
  const note = random.pick([500, 1_000, 2_000, 5_000]);
  return Math.ceil(total / note) * note;
}

/** What most receipts do not have. */
export const PLAIN = {
  aliases: [],
  charges: [],
  discounts: [],
  subtotal: null,
  tax: null,
  tip: null,
  paymentMethod: null,
} as const satisfies Partial<Receipt>;
