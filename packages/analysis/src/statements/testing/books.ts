/** Invented accounts: what a statement in a test says, before a layout prints it. */

export interface BookEntry {
  readonly date: { readonly year: number; readonly month: number; readonly day: number };
  readonly iso: string;
  readonly text: string;
  /** In cents, signed. */
  readonly amount: number;
  /** In cents, after the entry. */
  readonly balance: number;
}

export interface Book {
  readonly opening: number;
  readonly closing: number;
  readonly entries: readonly BookEntry[];
  readonly start: string;
  readonly end: string;
}

export interface BookPlan {
  readonly seed: number;
  readonly count: number;
  /** First day, as YYYY-MM-DD. */
  readonly start?: string;
  readonly days?: number;
  readonly opening?: number;
  /** Words for money that comes in and for money that goes out. */
  readonly texts?: { readonly credit: readonly string[]; readonly debit: readonly string[] };
}

const TEXTS = {
  credit: ['Salary Northwind Ltd', 'Refund Harbour Books', 'Transfer from A Sample', 'Interest paid'],
  debit: [
    'Card purchase Green Grocer 17',
    'Direct debit City Water',
    'ATM withdrawal Main Street',
    'Monthly fee',
    'Rent 4B',
  ],
};

const DAY = 86_400_000;

/** Numbers from 0 to 1 that depend on the seed only. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** An account with entries in the order of time. */
export function bookOf({ seed, count, start = '2024-03-01', days = 31, opening, texts = TEXTS }: BookPlan): Book {
  const next = numbersFrom(seed);
  const first = opening ?? Math.round(50_000 + next() * 900_000);
  const offsets = Array.from({ length: count }, () => Math.floor(next() * days)).sort((a, b) => a - b);
  let balance = first;
  const entries = offsets.map((offset): BookEntry => {
    const iso = new Date(Date.parse(start) + offset * DAY).toISOString().slice(0, 10);
    const credit = next() < 0.35;
    const amount = (credit ? 1 : -1) * Math.round(101 + next() * (next() < 0.1 ? 400_000 : 30_000));
    const list = credit ? texts.credit : texts.debit;
    balance += amount;
    const [year, month, day] = iso.split('-').map(Number) as [number, number, number];
    return { date: { year, month, day }, iso, text: list[Math.floor(next() * list.length)] ?? '', amount, balance };
  });
  const end = new Date(Date.parse(start) + (days - 1) * DAY).toISOString().slice(0, 10);
  return { opening: first, closing: balance, entries, start, end };
}

/** Cents with a decimal separator and groups of three. */
export function money(cents: number, decimal = '.', group = ','): string {
  const [whole = '0', fraction = '00'] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, group)}${decimal}${fraction}`;
}

export const signed = (cents: number, decimal = '.', group = ',') =>
  `${cents < 0 ? '-' : ''}${money(cents, decimal, group)}`;

export const two = (value: number) => String(value).padStart(2, '0');
