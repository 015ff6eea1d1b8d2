import type { Row } from './rows.ts';

/** A sale that was taken back as a whole: `*** TRANSACTION VOIDED ***`. A single item has its sum on the same line. */

const CANCELLED =
  /(?<!\p{L})(?:void(?:ed)?|cancelled|canceled|storn(?:o|iert)|annul(?:é|ée|ation)|anulad[oa]|annullat[oa]|geannuleerd|anulowan[oye]|makulera[dt]|annulleret|annullert|peruttu|cancelad[oa])(?!\p{L})/iu;
/** Of a single item, or of a return that may be: `No refunds on voided gift cards`. */
const MOST_WORDS = 4;

/** Whether a line says so with few words and no sum. */
export const isCancelled = (rows: readonly Row[]) =>
  rows.some(
    ({ text, words, money }, at) =>
      money.length === 0 && words.length <= MOST_WORDS && CANCELLED.test(text) && !isTakenOff(rows, at + 1),
  );

/** `VOIDED ENTRY`, below it an item with a minus, and further down the total: that item alone was taken back. */
function isTakenOff(rows: readonly Row[], at: number): boolean {
  const [only, more] = rows[at]?.money ?? [];
  if (!only || more || only.label !== null || only.amount.exact >= 0) return false;
  return rows
    .slice(at + 1)
    .some(({ money }) => money.some(({ label, amount }) => label?.kind === 'total' && amount.exact > 0));
}
