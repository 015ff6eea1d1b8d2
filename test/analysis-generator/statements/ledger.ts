import { addDays, daysBetween, type Period, pickPeriod } from '../calendar.ts';
import type { Random } from '../random.ts';
import { describe } from '../vocabulary/describe.ts';
import { CREDIT_KINDS, type Kind, type Vocabulary } from '../vocabulary/vocabulary.ts';

/** A booked transaction. Amounts are whole minor units; what leaves the account is negative. */
export interface Entry {
  date: string;
  valueDate: string;
  kind: Kind;
  lines: string[];
  amount: number;
  /** The true balance after it, whether it is printed or not. */
  running: number;
  /** The balance that is printed beside it, or null. */
  balance: number | null;
}

/** An account of a statement. */
export interface Account {
  bankName: string;
  holder: string;
  address: string[];
  accountNumber: string;
  currency: string;
  opening: number;
  closing: number;
  period: Period;
  /** What happened. Totals, daily balances and carry-over lines come from here. */
  booked: Entry[];
  /** What the rows say. A mutation changes this list alone, so the rest of the document then contradicts it. */
  printed: Entry[];
}

/** Where a layout prints balances: beside each row, beside the last row of a day, or beside none. */
export type Balances = 'row' | 'day' | 'none';

export interface LedgerOptions {
  vocabulary: Vocabulary;
  currency: string;
  accountNumber: string;
  balances: Balances;
  bankName?: string;
  period?: Period;
  /** Number of transactions; between 3 and 48 when left out. */
  count?: number;
  /** Whether the balance may fall below zero. */
  overdraft?: boolean;
  /** A card account: what is owed is a negative balance, purchases are negative, payments positive. */
  card?: boolean;
  /** Multiplies amounts, for currencies with small units. */
  scale?: number;
}

const RANGES: Record<Kind, readonly [number, number]> = {
  salary: [145_000, 520_000],
  transferIn: [1_000, 95_000],
  refund: [499, 12_000],
  interest: [3, 1_950],
  deposit: [2_000, 150_000],
  card: [95, 18_900],
  directDebit: [899, 32_000],
  standingOrder: [40_000, 145_000],
  transferOut: [1_500, 120_000],
  cash: [2_000, 40_000],
  check: [2_500, 98_000],
  fee: [50, 3_500],
};

const ACCOUNT_MIX = 'card card card card directDebit directDebit transferOut transferOut cash check fee'.split(' ');
const CREDIT_MIX = 'transferIn transferIn salary refund deposit interest'.split(' ');

export function composeAccount(random: Random, options: LedgerOptions): Account {
  const { vocabulary, card = false } = options;
  const period = options.period ?? pickPeriod(random);
  const magnitude = options.overdraft ? random.integer(-40_000, 60_000) : random.integer(90_000, 1_400_000);
  const opening = (card ? -Math.abs(random.integer(20_000, 240_000)) : magnitude) * (options.scale ?? 1);
  const count = options.count ?? random.integer(3, 48);
  const booked = book(dates(random, period, count), opening, options, random);
  markBalances(booked, options.balances);
  return {
    bankName: options.bankName ?? random.pick(vocabulary.banks),
    holder: random.pick(vocabulary.people),
    address: [random.pick(vocabulary.streets), random.pick(vocabulary.cities)],
    accountNumber: options.accountNumber,
    currency: options.currency,
    opening,
    closing: booked.at(-1)?.running ?? opening,
    period,
    booked,
    printed: booked,
  };
}

function dates(random: Random, period: Period, count: number): string[] {
  const days = daysBetween(period.start, period.end);
  const list: string[] = [];
  while (list.length < count) {
    const day = addDays(period.start, random.integer(0, days));
    // Banks book in runs: some days have several transactions, most have none.
    for (let run = random.pick([1, 1, 1, 2, 3]); run > 0 && list.length < count; run--) list.push(day);
  }
  return list.sort();
}

function book(days: readonly string[], opening: number, options: LedgerOptions, random: Random): Entry[] {
  let running = opening;
  return days.map((date) => {
    const entry = transaction(date, running, options, random);
    running = entry.running;
    return entry;
  });
}

function transaction(date: string, before: number, options: LedgerOptions, random: Random): Entry {
  const drawn = options.card ? cardKind(random) : accountKind(options.vocabulary, random);
  const size = (kind: Kind) => amountOf(kind, options.scale ?? 1, random);
  let kind = drawn;
  let amount = signOf(kind, options) * size(kind);
  const floor = options.overdraft ? -150_000 * (options.scale ?? 1) : 0;
  if (!options.card && amount < 0 && before + amount < floor) {
    kind = 'transferIn';
    amount = size('salary');
  }
  return {
    date,
    valueDate: addDays(date, random.pick([0, 0, 0, 1, -1])),
    kind,
    lines: describe(options.vocabulary, kind, date, random),
    amount,
    running: before + amount,
    balance: null,
  };
}

function accountKind(vocabulary: Vocabulary, random: Random): Kind {
  const known = (kind: string): kind is Kind => vocabulary.templates[kind as Kind] !== undefined;
  const mix = random.chance(0.3) ? CREDIT_MIX : [...ACCOUNT_MIX, 'standingOrder'];
  return random.pick(mix.filter(known));
}

function cardKind(random: Random): Kind {
  if (random.chance(0.8)) return 'card';
  return random.pick<Kind>(['deposit', 'refund', 'fee', 'interest']);
}

function signOf(kind: Kind, options: LedgerOptions): 1 | -1 {
  // Interest on a card is charged, on an account it is paid.
  if (options.card && kind === 'interest') return -1;
  return CREDIT_KINDS.includes(kind) ? 1 : -1;
}

function amountOf(kind: Kind, scale: number, random: Random): number {
  const [low, high] = RANGES[kind];
  const minor = random.integer(low, high) * scale;
  // Cash comes in notes; rents and transfers are often round.
  const round = kind === 'cash' || ((kind === 'standingOrder' || kind === 'transferOut') && random.chance(0.5));
  return round ? Math.max(1_000, Math.round(minor / 1_000) * 1_000) : minor;
}

function markBalances(entries: Entry[], balances: Balances): void {
  for (const [index, entry] of entries.entries()) {
    const lastOfDay = entries[index + 1]?.date !== entry.date;
    entry.balance = balances === 'row' || (balances === 'day' && lastOfDay) ? entry.running : null;
  }
}
