import { addDays, daysBetween, type Language, type Period, pickPeriod, printDate } from '../calendar.ts';
import { type AmountStyle, digitsOf } from '../money.ts';
import type { Random } from '../random.ts';
import type { Account, Balances, Entry } from '../statements/ledger.ts';

/**
 * What can happen on an account: bounds of the amount in minor units, signed, and the lines of the description with
 * slots: {nN} are N digits, {date} is a day near the booking, {money} an amount that was not booked.
 */
export type Movement = readonly [from: number, to: number, ...lines: string[]];

export interface Drawing {
  bankName: string;
  holder: string;
  address: readonly string[];
  accountNumber: string;
  currency: string;
  movements: readonly Movement[];
  balances: Balances;
  amounts: AmountStyle;
  /** How dates inside descriptions are written; a tilde stands between parts that are printed without a blank. */
  innerDate: string;
  language?: Language;
  period?: Period;
  /** Bounds of the number of rows; 4 to 40 when left out. */
  count?: readonly [number, number];
  /** Bounds of the opening balance in minor units. */
  opening?: readonly [number, number];
  /** Below this no money leaves; 0 when left out. */
  floor?: number;
  /** Every amount is a multiple of it; 1 when left out. */
  step?: number;
}

export function drawAccount(random: Random, drawing: Drawing): Account {
  const period = drawing.period ?? pickPeriod(random);
  const [low, high] = drawing.opening ?? [40_000, 900_000];
  const step = drawing.step ?? 1;
  const opening = Math.round(random.integer(low, high) / step) * step;
  const [few, many] = drawing.count ?? [4, 40];
  const booked: Entry[] = [];
  let running = opening;
  for (const date of days(random, period, random.integer(few, many))) {
    const entry = drawEntry(random, drawing, date, running);
    running = entry.running;
    booked.push(entry);
  }
  for (const [index, entry] of booked.entries()) {
    const last = booked[index + 1]?.date !== entry.date;
    if (drawing.balances === 'row' || (drawing.balances === 'day' && last)) entry.balance = entry.running;
  }
  const { bankName, holder, accountNumber, currency } = drawing;
  const address = [...drawing.address];
  return {
    bankName,
    holder,
    address,
    accountNumber,
    currency,
    opening,
    closing: running,
    period,
    booked,
    printed: booked,
  };
}

function days(random: Random, period: Period, count: number): string[] {
  const length = daysBetween(period.start, period.end);
  const some = Array.from({ length: Math.ceil(count / 2) }, () => addDays(period.start, random.integer(0, length)));
  return Array.from({ length: count }, (_, index) => some[index] ?? random.pick(some)).sort();
}

function drawEntry(random: Random, drawing: Drawing, date: string, before: number): Entry {
  const floor = drawing.floor ?? 0;
  const drawn = random.pick(drawing.movements);
  const step = drawing.step ?? 1;
  const amount = (movement: Movement) => Math.round(random.integer(movement[0], movement[1]) / step) * step;
  let movement = drawn;
  let value = amount(drawn);
  if (value < 0 && before + value < floor) {
    movement = random.pick(drawing.movements.filter(([from]) => from > 0));
    value = amount(movement);
  }
  const [, , ...lines] = movement;
  return {
    date,
    valueDate: addDays(date, random.pick([0, 0, 0, 1, -1])),
    kind: value < 0 ? 'card' : 'transferIn',
    lines: lines.map((text) => text.replace(/\{(\w+)\}/g, (_, slot: string) => filled(random, drawing, date, slot))),
    amount: value,
    running: before + value,
    balance: null,
  };
}

function filled(random: Random, drawing: Drawing, date: string, slot: string): string {
  if (slot === 'date') {
    const printed = printDate(addDays(date, -random.integer(0, 3)), drawing.innerDate, drawing.language);
    return printed.replaceAll('~', '');
  }
  if (slot === 'money') return digitsOf(random.integer(300, 29_000), drawing.amounts);
  return random.digits(Number(slot.slice(1)));
}

/** Entries whose description begins with one of these words. */
export function beginning(entries: readonly Entry[], ...starts: readonly string[]): Entry[] {
  return entries.filter(({ lines }) => starts.some((start) => lines[0]?.startsWith(start)));
}

/** A statement that covers whole calendar months. */
export function calendarMonth(random: Random): Period {
  const year = random.integer(2019, 2026);
  const month = random.integer(1, 12);
  const start = `${year}-${String(month).padStart(2, '0')}-01`;
  return { start, end: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}
