/** Rows that text recognition could not read: letters stand for digits of their sum, or blanks part it. */

/**
 * `8l2.50`, `185.0O`, `11, 43` at the end of a row, with a currency or the letter of a tax behind it; the year of
 * `April 15, 2031` is no part of a sum.
 */
const DAMAGED =
  /(?:(?:\d[OIl]|[OIl]\d|[OIl][.,]\d\d|[.,]\d?[OIl])[\dOIl.,]{0,12}|\d(?:[.,] | [.,])(?:\d{3}[.,])?\d\d) {0,3}(?:\p{Sc}|[A-Z]{1,3})?[ |]{0,40}$/u;

/** `SP. Z O.O.`, `s.r.l`: letters of a legal form, each with its dot, are none of a sum. */
const LEGAL_FORM = /(?<![\p{L}\d])\p{L}(?:\. ?\p{L}){1,4}\.?$/u;

/** Whether the last sum of a row cannot be read. */
export const endsDamaged = (row: string) => DAMAGED.test(row) && !LEGAL_FORM.test(row.trimEnd());
