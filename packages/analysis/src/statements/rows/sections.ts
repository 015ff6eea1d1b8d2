import { findPhrases, wordsOf } from '../../text/words.ts';
import type { StatementLine } from '../lines/lines.ts';
import { type Direction, SECTION_WORDS } from '../words/directions.ts';

/** Headings over a part of the rows, and totals that serve as headings. */

const LONGEST_HEADING = 100;
const MOST_WORDS = 9;
/** Words that may follow the name of a section. */
const AFTER_NAME = /^(?:continued|cont|for|this|period|page|\d+|fortsetzung|suite|and|fees|in|eur|usd)$/;

const EMPTY_CELLS = /\p{L}.{0,80}\s[-\u2212\u2013](?:\s{1,20}[-\u2212\u2013]){0,20}\s{0,20}$/u;

/** What the rows below a heading are; null for a line that is no heading. */
export function sectionOf(line: StatementLine): Direction | 'balances' | null {
  if (line.dates.length > 0 || line.figures.length > 0 || line.text.length > LONGEST_HEADING) return null;
  // `Withdrawals - -` is a row of a summary: its dashes are empty cells.
  if (EMPTY_CELLS.test(line.text)) return null;
  const words = wordsOf(line.text);
  if (words.length === 0 || words.length > MOST_WORDS) return null;
  const [match] = findPhrases(words, SECTION_WORDS);
  if (match?.word !== 0) return null;
  const rest = words.slice(match.length).filter((word) => !AFTER_NAME.test(word.key));
  return rest.length > (match.length > 1 ? 2 : 0) ? null : match.value;
}

/** The direction that a total of debits or credits adds up. */
export function directionOf({ labels: [label] }: StatementLine): Direction | null {
  return label?.kind === 'debits' ? 'debit' : label?.kind === 'credits' ? 'credit' : null;
}
