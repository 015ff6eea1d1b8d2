import { type DateOptions, type DateToken, scanDates } from './dates.ts';

/** Dates of which text recognition took digits for letters: `5 april 2O30`, `l5/O1/2030`. They are read, and never sure. */

/** Digits, some of them letters, as day, month and year or the other way around. */
const NUMBERS = /(?<![\p{L}\d./-])[\dOIl]{1,4}([./-])[\dOIl]{1,2}\1[\dOIl]{2,4}(?![\p{L}\d]|[./-][\dOIl])/gu;
/** A month in letters between day and year. */
const WORDY = /(?<![\p{L}\d./-])[\dOIl]{1,2}\.?[ -]\p{L}{3,10}[ -][12][\dOIl]{3}(?![\p{L}\d])/gu;
const LETTER = /(?<=\d|[./ -]|^)[OIl](?=\d|[./ -]|$)|(?<=\d)[OIl]{1,3}|[OIl](?=\d)/g;
const SUSPECT = /\d[OIl]|[OIl]\d|[./-][OIl]{2}[./-]/;

/** The dates of a line, those among them whose digits had to be put right marked as `misread`. */
export function readableDates(text: string, options: DateOptions): DateToken[] {
  if (!SUSPECT.test(text)) return scanDates(text, options);
  const mended = text.replace(NUMBERS, withDigits).replace(WORDY, withDigits);
  if (mended === text) return scanDates(text, options);
  return scanDates(mended, options).map((date) =>
    text.slice(date.start, date.end) === date.text ? date : { ...date, misread: true },
  );
}

/** The day at the start of a row: `O4 AUG 25`, `O4.08.`. */
const LEADING = /(?<=^[ \t|]{0,20})[\dOIl]{2}(?=[ .-]?\p{Lu}\p{L}{2,8}(?!\p{L})|[./-][\dOIl]{2}(?![\p{L}\d]))/gmu;

/** The text of a list by days with digits in place of such letters, as long as it was. */
export const withMendedDays = (text: string) =>
  SUSPECT.test(text) ? text.replace(LEADING, withDigits).replace(NUMBERS, withDigits).replace(WORDY, withDigits) : text;

/** Keeps the length; what has no digit at all stays as it is. */
function withDigits(date: string): string {
  return /\d/.test(date) ? date.replace(LETTER, (letters) => letters.replace(/O/g, '0').replace(/[Il]/g, '1')) : date;
}
