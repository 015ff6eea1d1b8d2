import type { Decimal } from '../../values/decimal.ts';
import type { Placed, Row } from '../rows/rows.ts';
import { markWord, signOfWords } from '../rows/words.ts';
import { type Account, signedBalance } from './accounts.ts';
import type { Hypothesis, RowReading } from './readings.ts';

/**
 * The arithmetic of an account: between two printed balances stand rows whose amounts must give the difference. The
 * same arithmetic finds the signs that the document does not print.
 */

export interface ReadRow {
  readonly row: Row;
  readonly reading: RowReading;
  /** The size of the amount in ten-thousandths. */
  readonly size: Decimal;
  /** The sign by a printed mark, a column or a section heading; 0 when nothing prints it. Negative leaves the account. */
  readonly printed: -1 | 0 | 1;
}

/** Rows between two balances. */
export interface Link {
  readonly rows: readonly ReadRow[];
  readonly from: Decimal;
  readonly to: Decimal;
  /** Where `to` is printed. */
  readonly target: Placed;
  readonly kind: 'row' | 'interim' | 'closing';
}

export interface Chain {
  readonly links: readonly Link[];
  readonly rows: readonly ReadRow[];
  /** Rows before the first printed balance, or behind the last. */
  readonly open: readonly ReadRow[];
  readonly reversed: boolean;
}

export type SignSource = 'printed' | 'balance' | 'convention' | 'words';

export interface Sign {
  readonly sign: -1 | 1;
  readonly source: SignSource;
}

/** One object for each sign: long statements have many rows. */
const SIGNS = Object.fromEntries(
  (['printed', 'balance', 'convention', 'words'] as const).map((source) => [
    source,
    { credit: { sign: 1, source } as Sign, debit: { sign: -1, source } as Sign },
  ]),
) as Record<SignSource, { credit: Sign; debit: Sign }>;

const signFrom = (sign: -1 | 1, source: SignSource): Sign => (sign === 1 ? SIGNS[source].credit : SIGNS[source].debit);

export interface SolvedSigns {
  readonly signs: ReadonlyMap<Row, Sign>;
  readonly failed: readonly Link[];
  /** Rows in links that hold. */
  readonly matched: number;
  readonly unmatched: number;
}

export interface ChainOptions {
  /** Whether the newest row comes first. */
  readonly reversed: boolean;
  /** Whether minus marks payments to a card and purchases have no mark. */
  readonly inverted: boolean;
}

/** The rows of an account as one hypothesis reads them, in the order of time, and the links between balances. */
export function chainOf(account: Account, hypothesis: Hypothesis, { reversed, inverted }: ChainOptions): Chain {
  const links: Link[] = [];
  const rows: ReadRow[] = [];
  const open: ReadRow[] = [];
  let pending: ReadRow[] = [];
  let from = account.opening ? signedBalance(account.opening) : null;
  const close = (target: Placed, kind: Link['kind']) => {
    const to = signedBalance(target);
    if (from !== null) links.push({ rows: pending.slice(), from, to, target, kind });
    else open.push(...pending);
    from = to;
    pending = [];
  };
  for (const item of reversed ? account.items.toReversed() : account.items) {
    if (item.type === 'interim') {
      close(item.placed, 'interim');
      continue;
    }
    const reading = item.row.optional ? null : hypothesis.read(item.row);
    if (!reading) continue;
    const read = {
      row: item.row,
      reading,
      size: reading.amount.figure.size,
      printed: printedSign(item.row, reading, inverted),
    };
    rows.push(read);
    pending.push(read);
    if (reading.balance) close(reading.balance, 'row');
  }
  if (account.closing) close(account.closing, 'closing');
  else open.push(...pending);
  return { links, rows: reversed ? rows.toReversed() : rows, open, reversed };
}

function printedSign(row: Row, reading: RowReading, inverted: boolean): -1 | 0 | 1 {
  const { mark } = reading.amount.figure;
  if (inverted) return mark === -1 ? 1 : -1;
  if (mark !== 0) return mark;
  // A word of its own beside the amount says more than the name of a column.
  const word = markWord(row);
  if (word !== 0) return word;
  if (reading.column !== 0) return reading.column;
  return row.section === 'debit' ? -1 : row.section === 'credit' ? 1 : 0;
}

/**
 * The sign of amounts without a mark where others have one: minus beside unmarked amounts makes those credits, CR
 * beside unmarked amounts makes those debits.
 */
export function unmarkedSign(rows: readonly ReadRow[]): -1 | 0 | 1 {
  const marked = rows.filter((row) => row.reading.amount.figure.mark !== 0);
  if (marked.length === 0 || marked.length === rows.length) return 0;
  const negative = marked.filter((row) => row.reading.amount.figure.mark === -1).length;
  if (negative === marked.length) return 1;
  return negative === 0 ? -1 : 0;
}

/** Steps that the searches of one account may take together. */
export interface Budget {
  left: number;
}

export interface SolveOptions {
  /** Counts a balance as a debt, which purchases make larger. */
  readonly owed: boolean;
  readonly budget: Budget;
  /** Whether signs found by search alone are certain enough; not where columns would have told them. */
  readonly trustSearch: boolean;
}

/** Solves every link. */
export function solveChain(chain: Chain, options: SolveOptions): SolvedSigns {
  const signs = new Map<Row, Sign>();
  const failed: Link[] = [];
  const convention = unmarkedSign(chain.rows);
  let matched = 0;
  let unmatched = 0;
  for (const link of chain.links) {
    const ok = solveLink(link, { ...options, convention }, signs);
    if (ok) matched += Math.max(1, link.rows.length);
    else {
      unmatched += Math.max(1, link.rows.length);
      failed.push(link);
    }
  }
  for (const row of chain.open) signs.set(row.row, guessed(row, convention, options.owed));
  return { signs, failed, matched, unmatched };
}

/** More unknown signs than this in one link are not searched: the search doubles with each. */
const MOST_SEARCHED = 14;

function solveLink(
  link: Link,
  { owed, budget, trustSearch, convention }: SolveOptions & { convention: -1 | 0 | 1 },
  signs: Map<Row, Sign>,
): boolean {
  const delta = owed ? link.from - link.to : link.to - link.from;
  const [first] = link.rows;
  if (first && link.rows.length === 1) {
    // Nearly every link of a statement with running balances: it must not cost memory.
    const guess = guessed(first, convention, owed);
    const [holds, printed] = [first.size * guess.sign === delta, guess.source === 'printed'];
    if (holds || printed) {
      signs.set(first.row, printed ? guess : signFrom(guess.sign, 'balance'));
      return holds;
    }
  }
  const guesses = link.rows.map((row) => guessed(row, convention, owed));
  const total = link.rows.reduce((sum, row, at) => sum + row.size * (guesses[at]?.sign ?? 1), 0);
  const set = (chosen: readonly Sign[]) => {
    for (const [at, row] of link.rows.entries()) {
      const choice = chosen[at];
      if (choice) signs.set(row.row, choice);
    }
  };
  set(guesses);
  const unknown = guesses.flatMap((guess, at) => (guess.source === 'printed' ? [] : [at]));
  if (total === delta) {
    const sure = unknown.length === 1 || (unknown.length > 1 && unlikelyByChance(link, unknown, 1));
    if (sure) set(guesses.map((guess) => (guess.source === 'printed' ? guess : signFrom(guess.sign, 'balance'))));
    return true;
  }
  if (unknown.length === 0) return false;
  const flips = searchFlips(link, guesses, unknown, (total - delta) / 2, budget);
  if (!flips) {
    // The amount is not the difference, but the difference still tells the direction.
    const [only, second] = link.rows;
    if (only && !second && delta !== 0 && guesses[0]?.source === 'words' && signOfWords(only.row) === 0) {
      set([signFrom(delta < 0 ? -1 : 1, 'words')]);
    }
    return false;
  }
  // Against the marks of the other rows a sum is no proof, and one among many that were tried says nothing.
  const against = flips.rows.some((at) => guesses[at]?.source === 'convention');
  const striking = unlikelyByChance(link, unknown, flips.tried);
  const sure = link.rows.length === 1 || (trustSearch && !against && striking);
  if (against && !sure && !striking) return false;
  // Where columns tell the signs, other signs that happen to fit are no reading.
  if (!trustSearch && !sure) return false;
  set(
    guesses.map((guess, at) => {
      if (guess.source === 'printed') return guess;
      const sign = flips.rows.includes(at) ? (guess.sign === 1 ? -1 : 1) : guess.sign;
      return signFrom(sign, sure ? 'balance' : 'words');
    }),
  );
  return true;
}

/**
 * The rows whose sign must change so that the sum loses `excess` (half the difference): few at first, and only when
 * one such set exists among the sets of that size.
 */
function searchFlips(
  link: Link,
  guesses: readonly { sign: -1 | 1 }[],
  unknown: readonly number[],
  excess: Decimal,
  budget: Budget,
): { rows: readonly number[]; tried: number } | null {
  if (!Number.isInteger(excess)) return null;
  const value = (at: number) => (link.rows[at]?.size ?? 0) * (guesses[at]?.sign ?? 1);
  const singles = unknown.filter((at) => value(at) === excess);
  if (singles.length === 1) return { rows: singles, tried: unknown.length };
  if (singles.length > 1) return null;
  if (unknown.length <= MOST_SEARCHED) {
    budget.left -= 2 ** unknown.length;
    return budget.left < 0 ? null : searchSubsets(unknown, value, excess);
  }
  const byValue = new Map<Decimal, number>();
  const pairs: number[][] = [];
  for (const at of unknown) {
    const other = byValue.get(excess - value(at));
    if (other !== undefined) pairs.push([other, at]);
    byValue.set(value(at), at);
  }
  const [pair] = pairs;
  return pair && pairs.length === 1 ? { rows: pair, tried: (unknown.length * unknown.length) / 2 } : null;
}

function searchSubsets(
  unknown: readonly number[],
  value: (at: number) => Decimal,
  excess: Decimal,
): { rows: readonly number[]; tried: number } | null {
  const sets = 2 ** unknown.length;
  let found: number | null = null;
  for (let bits = 1; bits < sets; bits += 1) {
    let sum = 0;
    for (let at = 0; at < unknown.length; at += 1) if (bits & (1 << at)) sum += value(unknown[at] ?? 0);
    if (sum !== excess) continue;
    if (found !== null) return null;
    found = bits;
  }
  if (found === null) return null;
  const bits = found;
  return { rows: unknown.filter((_, at) => bits & (1 << at)), tried: sets };
}

/**
 * Whether a sum that fits after `tried` attempts can hardly be a coincidence: amounts of some hundred units have tens of
 * thousands of values in cents.
 */
function unlikelyByChance(link: Link, unknown: readonly number[], tried: number): boolean {
  const cents = Math.max(...unknown.map((at) => (link.rows[at]?.size ?? 0) / 100));
  return tried === 1 || tried / Math.max(1, cents) < 0.00005;
}

/** What a debt bears is interest to pay. */
const INTEREST = /^[^\p{L}]{0,80}(?:interest|\p{L}{0,12}zinsen|intérêts|intereses|interessi|rente)(?!\p{L})/iu;

function wordsBehindDates({ lines: [line] }: Row): string {
  const from = line?.second?.end ?? line?.lead?.end ?? 0;
  return line?.text.slice(from, from + 160) ?? '';
}

function guessed(row: ReadRow, convention: -1 | 0 | 1, owed: boolean): Sign {
  if (row.printed !== 0) return signFrom(row.printed, 'printed');
  if (row.size === 0) return signFrom(1, 'printed');
  if (convention !== 0) return signFrom(convention, 'convention');
  if (owed && INTEREST.test(wordsBehindDates(row.row))) return signFrom(-1, 'words');
  // Money leaves an account more often than it comes.
  return signFrom(signOfWords(row.row) === 1 ? 1 : -1, 'words');
}
