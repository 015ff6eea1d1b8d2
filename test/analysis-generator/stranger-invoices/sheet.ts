import type { Language } from '../calendar.ts';
import { addDays, printDate } from '../calendar.ts';
import { type AmountStyle, digitsOf } from '../money.ts';
import { type Random, randomFrom } from '../random.ts';

/** One row of an invoice. Money is in minor units, tax rates in percent; null is what the sheet does not print. */
export interface SheetItem {
  description: string;
  quantity: number | null;
  unit: string | null;
  unitPrice: number | null;
  amount: number;
  taxRate: number | null;
  taxAmount: number | null;
}

export interface SheetTax {
  rate: number | null;
  base: number | null;
  amount: number;
}

/** What a sheet says. */
export interface SheetTruth {
  vendor: string;
  customer: string | null;
  number: string;
  date: string;
  dueDate: string | null;
  purchaseOrder: string | null;
  subtotal: number | null;
  /** Null and zero both stand for an invoice without tax. */
  tax: number | null;
  total: number;
  currency: string;
  lineItems: SheetItem[];
  taxes: SheetTax[];
}

/** A sheet as somebody would send it. */
export interface Sheet {
  name: string;
  amounts: AmountStyle;
  dates: { pattern: string; language: Language };
  write(pen: Pen): { text: string; truth: SheetTruth };
}

/** One digit of a figure that is printed otherwise than it is. Figures are named `total`, `line 0`, `line 1`, … */
export interface Misprint {
  figure: string;
  /** Which of the places where the figure is printed, from zero; all of them without. */
  place?: number;
}

/** Prints amounts and dates the way of a sheet, and can misprint a figure. */
export class Pen {
  readonly random: Random;
  readonly #sheet: Sheet;
  readonly #misprint: Misprint | undefined;
  readonly #seed: number;
  /** How often each figure was printed. */
  readonly printed = new Map<string, number>();

  constructor(sheet: Sheet, seed: number, misprint?: Misprint) {
    this.random = randomFrom('stranger', sheet.name, seed);
    this.#sheet = sheet;
    this.#seed = seed;
    this.#misprint = misprint;
  }

  /** An amount with a leading minus when it is negative. */
  money(minor: number, figure = ''): string {
    const place = this.printed.get(figure) ?? 0;
    this.printed.set(figure, place + 1);
    const wrong = this.#misprint;
    const meant = wrong?.figure === figure && (wrong.place === undefined || wrong.place === place);
    return `${minor < 0 ? '-' : ''}${digitsOf(meant ? this.#otherDigit(minor) : minor, this.#sheet.amounts)}`;
  }

  /** A quantity or a rate, without needless decimals unless it is told how many. */
  count(value: number, decimals?: number): string {
    const text = decimals === undefined ? String(value) : value.toFixed(decimals);
    return text.replace('.', this.#sheet.amounts.decimal);
  }

  day(date: string, pattern = this.#sheet.dates.pattern): string {
    return printDate(date, pattern, this.#sheet.dates.language);
  }

  /** A day of the years 2019 to 2026. */
  date(): string {
    return addDays('2019-01-03', this.random.integer(0, 2800));
  }

  #otherDigit(minor: number): number {
    const random = randomFrom('misprint', this.#sheet.name, this.#seed, this.#misprint?.figure ?? '');
    const digits = String(Math.abs(minor)).padStart(3, '0');
    const at = random.integer(0, digits.length - 1);
    const old = Number(digits[at]);
    const lowest = at === 0 ? 1 : 0;
    const choices = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].filter((digit) => digit !== old && digit >= lowest);
    return Number(digits.slice(0, at) + random.pick(choices) + digits.slice(at + 1));
  }
}

/** Sets cells side by side; a negative width aligns to the right. What is too long pushes the rest on. */
export function grid(widths: readonly number[], cells: readonly string[], gap = 2): string {
  let text = '';
  let at = 0;
  for (const [index, width] of widths.entries()) {
    const cell = cells[index] ?? '';
    const size = Math.abs(width);
    const start = width < 0 ? at + Math.max(0, size - cell.length) : at;
    if (cell !== '') text = (text === '' ? '' : text.padEnd(text.trimEnd().length + gap)).padEnd(start) + cell;
    at += size + gap;
  }
  return text.trimEnd();
}

/** Two columns of lines, merged into one as a PDF reader in layout mode does. */
export function beside(left: readonly string[], right: readonly string[], width: number): string[] {
  const height = Math.max(left.length, right.length);
  return Array.from({ length: height }, (_, at) => {
    const first = left[at] ?? '';
    return right[at] ? `${first.padEnd(width)}  ${right[at]}` : first;
  });
}
