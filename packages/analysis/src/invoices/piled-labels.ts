import type { Word } from '../text/words.ts';
import { type SumLabel, sumLabel } from './labels.ts';
import type { InvoiceRow } from './rows.ts';

/**
 * Labels of sums one below the other, and their sums below them, as text of a PDF has two columns: the first sum is that
 * of the first label, not of the last one.
 */

/** A label has no more words. */
const MOST_WORDS = 8;
const LETTER = /\p{L}/u;

/** Each sum of a pile with its label. Where there are more sums than labels, or fewer, nobody can tell whose they are. */
export function withPiledLabels(rows: readonly InvoiceRow[]): readonly InvoiceRow[] {
  const piled = [...rows];
  let at = 0;
  while (at < rows.length) {
    const labels = runOf(rows, at, (row) => labelAlone(row) !== null);
    const sums = labels >= 2 ? runOf(rows, at + labels, isSumAlone) : 0;
    if (sums >= 2)
      for (let place = 0; place < sums; place += 1) {
        const row = rows[at + labels + place];
        const label = labels === sums ? labelAlone(rows[at + place]) : null;
        if (row) piled[at + labels + place] = { ...row, money: row.money.map((one) => ({ ...one, label })) };
      }
    at += Math.max(1, labels);
  }
  return piled;
}

function runOf(rows: readonly InvoiceRow[], from: number, fits: (row: InvoiceRow) => boolean): number {
  let end = from;
  for (let row = rows[end]; row && fits(row); row = rows[end]) end += 1;
  return end - from;
}

/** What a line says that has a label of a sum and no number but a rate. */
function labelAlone(row: InvoiceRow | undefined): SumLabel | null {
  if (!row || row.money.length > 0 || row.words.length > MOST_WORDS) return null;
  return row.amounts.every(({ percent }) => percent) ? sumLabel(row.words) : null;
}

function isSumAlone({ money, words }: InvoiceRow): boolean {
  return money.length === 1 && words.every((word: Word) => !LETTER.test(word.key));
}
