import { sum } from '../money.ts';
import type { Pen, SheetItem, SheetTax } from './sheet.ts';

/** What a vendor sells: what it is, its unit, and the price in minor units from and to. */
export type Good = readonly [description: string, unit: string | null, from: number, to: number];

interface Choice {
  count: readonly [from: number, to: number];
  rates?: readonly number[];
  /** Quantities with two decimals, in quarters, where the unit is one of these. */
  parts?: readonly string[];
  most?: number;
}

/** Draws rows from a list of goods, each at most once. Prices are whole multiples of four minor units. */
export function drawItems(pen: Pen, goods: readonly Good[], choice: Choice): SheetItem[] {
  const { random } = pen;
  const left = [...goods];
  const wanted = Math.min(random.integer(...choice.count), left.length);
  return Array.from({ length: wanted }, () => {
    const [description, unit, from, to] = left.splice(random.integer(0, left.length - 1), 1)[0] as Good;
    const inParts = unit !== null && (choice.parts?.includes(unit) ?? false);
    const quantity = inParts ? random.integer(2, 90) / 4 : random.integer(1, choice.most ?? 12);
    const unitPrice = random.integer(Math.ceil(from / 4), Math.floor(to / 4)) * 4;
    const amount = Math.round(quantity * unitPrice);
    const taxRate = choice.rates ? random.pick(choice.rates) : null;
    return { description, quantity, unit, unitPrice, amount, taxRate, taxAmount: null };
  });
}

/** Tax of a base, rounded to minor units. */
export function taxOf(base: number, rate: number): number {
  return Math.round((base * rate) / 100);
}

export function subtotalOf(items: readonly SheetItem[]): number {
  return sum(items.map(({ amount }) => amount));
}

/** One tax for each rate that the rows have, the highest first. */
export function taxesOf(items: readonly SheetItem[]): SheetTax[] {
  const rates = [...new Set(items.map(({ taxRate }) => taxRate ?? 0))].sort((one, other) => other - one);
  return rates.map((rate) => {
    const base = subtotalOf(items.filter(({ taxRate }) => (taxRate ?? 0) === rate));
    return { rate, base, amount: taxOf(base, rate) };
  });
}

export function taxSum(taxes: readonly SheetTax[]): number {
  return sum(taxes.map(({ amount }) => amount));
}

/** The rows without what the sheet does not print. */
export function without(items: readonly SheetItem[], ...members: (keyof SheetItem)[]): SheetItem[] {
  return items.map((item) => ({ ...item, ...Object.fromEntries(members.map((member) => [member, null])) }));
}
