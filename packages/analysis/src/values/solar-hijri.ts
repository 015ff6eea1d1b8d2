import { fold } from '../text/words.ts';

/** Days of the calendar of Iran and Afghanistan, whose year begins in March: 1403/02/15 is 4 May 2024. */

/** The years that are read: 2001 to 2041. Those of the lunar calendar in use today are later numbers. */
const FIRST = 1380;
const LAST = 1419;
/** 21 March 2001, the first day of the first of them. */
const START = Date.UTC(2001, 2, 21);
const DAY = 86_400_000;
const LEAP = [1383, 1387, 1391, 1395, 1399, 1403, 1408, 1412, 1416];
const MONTHS = 'فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند'.split(' ').map(fold);

export const isSolarHijri = (year: number): boolean => year >= FIRST && year <= LAST;

/** The month (1 to 12) that a word names. */
export function solarMonthOf(word: string): number | null {
  return MONTHS.indexOf(fold(word)) + 1 || null;
}

/** The common date of a day of that calendar; null for one that does not exist. */
export function fromSolarHijri(year: number, month: number, day: number) {
  const length = month <= 6 ? 31 : month < 12 || LEAP.includes(year) ? 30 : 29;
  if (!isSolarHijri(year) || month < 1 || month > 12 || day < 1 || day > length) return null;
  const before = 365 * (year - FIRST) + LEAP.filter((leap) => leap < year).length;
  const ofYear = 31 * Math.min(month - 1, 6) + 30 * Math.max(0, month - 7) + day - 1;
  const date = new Date(START + (before + ofYear) * DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
