import { wordsOf } from '../text/words.ts';
import type { Decimal } from '../values/decimal.ts';
import { labelOf } from './labels.ts';
import type { Row } from './rows.ts';

/** Tables of suggested tips: what a guest might add, and what that would come to. Nobody paid it. */

const HEADING =
  /\b(?:suggested|suggestions?|recommended) (?:gratuit(?:y|ies)|tips?)\b|\b(?:gratuity|tip) (?:guide|suggestions?|options?|calculat\w{2,4})\b|\btrinkgeldvorschlag|\bpropina sugerida|\bpourboire sugg/i;
const SUGGESTION = /\d{1,2}(?:[.,]\d{1,2})? ?%/;
const TIPPED = /\b(?:tip|gratuity|total|trinkgeld|propina|pourboire)\b|^\W{0,6}\d{1,2} ?%|=/i;
/** Rows that a table can have below its heading. */
const LENGTH = 10;

/** The rows without the sums of suggested tips. */
export function withoutSuggestions(rows: readonly Row[]): Row[] {
  const suggested = suggestions(rows);
  return suggested.size === 0 ? [...rows] : rows.map((row) => (suggested.has(row.index) ? { ...row, money: [] } : row));
}

function suggestions(rows: readonly Row[]): ReadonlySet<number> {
  const found = new Set<number>();
  let left = 0;
  for (const row of rows) {
    if (HEADING.test(row.text)) left = LENGTH;
    else if (left > 0) left -= 1;
    const suggests = SUGGESTION.test(row.text) && TIPPED.test(row.text);
    if (left > 0 && row.money.length > 0 && (suggests || HEADING.test(row.text))) found.add(row.index);
  }
  const unheaded = rows.filter(
    (row) => row.money.length > 0 && SUGGESTION.test(row.text) && /\b(?:tip|gratuity)\b/i.test(row.text),
  );
  if (unheaded.length >= 2) for (const row of unheaded) found.add(row.index);
  return found;
}

/** Rows below the line for the tip within which that for the total stands. */
const BLANKS = 3;

/**
 * Whether the guest writes tip and total by hand, below what was printed: `Tip ______`, `Total ______`. What is paid then
 * stands nowhere in the text.
 */
export function isLeftToGuest(rows: readonly Row[]): boolean {
  const blanks = rows.map(blankLabels);
  const tip = blanks.findIndex((labels) => labels.includes('tip'));
  if (tip < 0) return false;
  const below = blanks.slice(tip, tip + BLANKS + 1).flat();
  return below.includes('total') && !rows.slice(tip).some(isFilled);
}

/** The labels of a row without a digit, each with nothing behind it but a blank. */
function blankLabels({ text }: Row): readonly (string | undefined)[] {
  if (/\d/.test(text) || text.length > 120) return [];
  const cells = text.split(/[_.…\u2013\u2014-]{3,}|\s{3,}|\t/);
  return cells.map((cell) => labelOf(wordsOf(cell))?.kind);
}

/** Whether a tip was printed after all, on another copy. */
const isFilled = ({ money }: Row) => money.some(({ label, amount }) => label?.kind === 'tip' && amount.exact > 0);

/** The tip right above a total, as a slip of a card prints it: `Sale 90.50`, `Tip 25.00`, `Total 115.50`. Default 0. */
export function tipAbove(rows: readonly Row[], total: Decimal): Decimal {
  const at = rows.findIndex(({ money }) =>
    money.some(({ label, amount }) => label?.kind === 'total' && amount.exact === total),
  );
  const above = rows.slice(0, Math.max(0, at)).findLast(({ money }) => money.length > 0);
  const [only, more] = above?.money ?? [];
  return only && !more && only.label?.kind === 'tip' && only.amount.exact > 0 ? only.amount.exact : 0;
}
