import { signOfWords } from '../rows/words.ts';
import type { Account } from './accounts.ts';
import { type Budget, type Chain, chainOf, type SolvedSigns, solveChain, unmarkedSign } from './chain.ts';
import { commonHead, type Hypothesis, hypothesesFor } from './readings.ts';
import { variantsOf } from './variants.ts';

/** Chooses the reading of an account that its balances confirm best. */

export interface Solution {
  readonly chain: Chain;
  readonly solved: SolvedSigns;
  /** Whether balances are printed as a debt. */
  readonly owed: boolean;
  readonly account: Account;
  /** Whether printed balances were passed over, so that nothing can be verified. */
  readonly ignoresBalances: boolean;
  /** Whether every row has an amount in this reading. */
  readonly complete: boolean;
}

interface Scored extends Solution {
  readonly score: number;
  /** Whether the balances of the rows fit. */
  readonly confirmed: boolean;
}

export interface SolveHints {
  /** Whether the document is the bill of a credit card. */
  readonly card: boolean;
}

interface Search extends SolveHints {
  readonly budget: Budget;
}

/** Subsets of signs that one account may try: a fraction of a second. */
const SEARCH_BUDGET = 200_000;

export function solveAccount(account: Account, hints: SolveHints): Solution {
  const search: Search = { ...hints, budget: { left: SEARCH_BUDGET } };
  const whole = bestOf(account, search);
  if (isPerfect(whole)) return whole;
  for (const variant of variantsOf(account, whole)) {
    const solution = bestOf(variant, search);
    const keepsBalances = solution.confirmed || !whole.confirmed;
    if (isPerfect(solution) && solution.solved.matched > 0 && keepsBalances) return solution;
  }
  return whole;
}

const isPerfect = ({ solved, chain }: Solution) => solved.failed.length === 0 && chain.links.length > 0;

/** When this share of the rows adds up, the reading is right and the rest is the document's fault. */
const CONVINCING = 0.7;

function bestOf(account: Account, search: Search): Scored {
  const { likely, possible } = hypothesesFor(account.items);
  const first = bestAmong(account, likely, search, null);
  const convinced = first !== null && first.solved.matched >= CONVINCING * Math.max(1, account.rows);
  const found = convinced ? first : bestAmong(account, possible, search, first);
  const best =
    found && (ignoresBalances(found) || !isPerfect(found)) ? (byHead(account, likely, search) ?? found) : found;
  return best ? { ...best, ignoresBalances: best.ignoresBalances || ignoresBalances(best) } : emptySolution(account);
}

/** Fewer balances than this are too few for a share of them to fit. */
const FEW_BALANCES = 6;

/** The reading that the table head names, where it takes every row and too few balances to outweigh one that is wrong. */
function byHead(account: Account, likely: readonly Hypothesis[], search: Search): Scored | null {
  const named = likely.find(({ name, usesBalances }) => name === 'head' && usesBalances);
  const scored = named ? score(account, named, false, search) : null;
  const balances = scored?.chain.links.filter(({ kind }) => kind === 'row').length ?? 0;
  return scored?.complete && balances > 0 && balances < FEW_BALANCES ? scored : null;
}

function bestAmong(
  account: Account,
  hypotheses: readonly Hypothesis[],
  search: Search,
  known: Scored | null,
): Scored | null {
  let best = known;
  const marked = account.items.some((item) => item.type === 'interim');
  let fits = false;
  for (const hypothesis of hypotheses) {
    // Once everything fits, only balances that were passed over could say otherwise.
    if (fits && !hypothesis.usesBalances) continue;
    if (best && best.score >= mostPoints(account, hypothesis)) continue;
    // The order of rows matters where balances stand between them.
    for (const reversed of hypothesis.usesBalances || marked ? [false, true] : [false]) {
      const scored = score(account, hypothesis, reversed, search);
      if (scored && (!best || scored.score > best.score)) best = scored;
    }
    // The first readings follow the table head; when every balance fits there is nothing to look for.
    const whole = best && isPerfect(best) && best.chain.open.length <= 1 && best.chain.rows.length === account.rows;
    if (best && whole && best.confirmed) return best;
    fits = whole === true;
  }
  return best;
}

/** Balances of which this share fits are balances, even if the rest is wrong: no reading may pass over them. */
const CONFIRMED = 0.3;
const CONFIRMED_BONUS = 4;

/** What a reading scores when all of it fits: trying one on a long statement costs time and memory. */
function mostPoints({ rows, items }: Account, { prior, usesBalances }: Hypothesis): number {
  const interim = items.reduce((count, item) => count + (item.type === 'interim' ? 1 : 0), 0);
  return 2 * (rows + interim + 1) + (prior + (usesBalances ? CONFIRMED_BONUS : 0)) * rows;
}

function score(account: Account, hypothesis: Hypothesis, reversed: boolean, search: Search): Scored | null {
  const chain = chainOf(account, hypothesis, { reversed, inverted: false });
  if (chain.rows.length === 0) return null;
  const { solved, owed, used } = solveDirections(account, hypothesis, chain, search);
  const links = chain.links.filter((link) => link.kind === 'row');
  const held = links.length - solved.failed.filter((link) => link.kind === 'row').length;
  const confirmed = held >= Math.max(1, CONFIRMED * links.length);
  const missing = account.rows - chain.rows.length;
  const total =
    solved.matched * 2 -
    solved.unmatched -
    missing +
    hypothesis.prior * chain.rows.length -
    (reversed ? 0.01 : 0) +
    (confirmed ? CONFIRMED_BONUS * chain.rows.length : 0);
  return {
    chain: used,
    solved,
    owed,
    account,
    score: total,
    confirmed,
    ignoresBalances: hypothesis.againstHead === true,
    complete: missing === 0,
  };
}

/** Solves a chain as an account and, where that may be, as a debt. */
function solveDirections(account: Account, hypothesis: Hypothesis, chain: Chain, search: Search) {
  const options = { budget: search.budget, trustSearch: !hypothesis.guessesSigns };
  const owned = solveChain(chain, { ...options, owed: false });
  if (search.card && isInverted(account, chain)) {
    const used = chainOf(account, hypothesis, { reversed: chain.reversed, inverted: true });
    const solved = solveChain(used, { ...options, owed: true });
    if (solved.matched >= owned.matched) return { solved, owed: true, used };
  }
  const flipped = mayBeOwed(chain, search) ? solveChain(chain, { ...options, owed: true }) : null;
  if (flipped !== null && prefersOwed(owned, flipped, chain, search))
    return { solved: flipped, owed: true, used: chain };
  return { solved: owned, owed: false, used: chain };
}

/**
 * A bill whose payments have a minus and whose purchases have no mark, as its balances are debts without a mark. Only
 * the words of the rows could say that it is the other way round.
 */
function isInverted(account: Account, chain: Chain): boolean {
  const balances = [account.opening, account.closing].filter((placed) => placed !== null);
  const marks = new Set(chain.rows.map((row) => row.reading.amount.figure.mark));
  const debt = balances.some(({ figure }) => figure.mark === 0 && figure.size > 0);
  if (!marks.has(-1) || marks.has(1) || !debt || chain.rows.some((row) => row.reading.column !== 0)) return false;
  let asPrinted = 0;
  let inverted = 0;
  for (const { row, reading } of chain.rows) {
    const word = signOfWords(row);
    if (word !== 0 && (word === -1) === (reading.amount.figure.mark === -1)) asPrinted += 1;
    else if (word !== 0) inverted += 1;
  }
  return inverted + 2 >= asPrinted;
}

/** Whether rows have a second figure that may be a balance, by the head or for want of one, and the reading uses none. */
function ignoresBalances({ chain }: Solution): boolean {
  if (chain.links.some((link) => link.kind === 'row')) return false;
  const head = commonHead(chain.rows.map(({ row }) => row));
  const second = chain.rows.filter(
    ({ row }) => row.figures.filter(({ figure }) => figure.apart || !head?.laidOut).length > 1,
  );
  if (!head || head.money.length === 0) return second.length * 2 >= chain.rows.length;
  return second.length > 0 && head.money.some((cell) => cell.kind === 'balance');
}

/** A debt grows with purchases: possible on the bill of a card, and wherever printed signs contradict every balance. */
function mayBeOwed(chain: Chain, hints: SolveHints): boolean {
  return hints.card || chain.rows.filter((row) => row.printed !== 0).length >= 3;
}

function prefersOwed(owned: SolvedSigns, owed: SolvedSigns, chain: Chain, hints: SolveHints): boolean {
  if (hints.card) {
    if (owed.matched !== owned.matched) return owed.matched > owned.matched;
    return chain.rows.every((row) => row.printed === 0) || unmarkedSign(chain.rows) === -1;
  }
  const marked = chain.rows.filter((row) => row.reading.amount.figure.mark !== 0).length;
  return owed.failed.length === 0 && owned.matched === 0 && marked >= 3;
}

function emptySolution(account: Account): Scored {
  const nothing: Hypothesis = { name: 'nothing', prior: 0, usesBalances: false, read: () => null };
  const chain = chainOf(account, nothing, { reversed: false, inverted: false });
  const solved = solveChain(chain, { owed: false, budget: { left: 0 }, trustSearch: false });
  return { chain, solved, owed: false, account, score: 0, confirmed: false, ignoresBalances: false, complete: true };
}
