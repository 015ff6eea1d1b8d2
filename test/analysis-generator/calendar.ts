import type { Random } from './random.ts';

export type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'sv' | 'pt';

const MONTHS: Record<Language, readonly string[]> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' '),
  nl: 'januari februari maart april mei juni juli augustus september oktober november december'.split(' '),
  sv: 'januari februari mars april maj juni juli augusti september oktober november december'.split(' '),
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
};

const DAY_MS = 86_400_000;

/** The first and the last day of a statement, as YYYY-MM-DD. */
export interface Period {
  start: string;
  end: string;
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(start: string, end: string): number {
  return Math.round((Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / DAY_MS);
}

/**
 * Prints a date (YYYY-MM-DD) by a pattern of yyyy, yy, MMMM (name), MMM (first three letters), MM, M, dd and d.
 * Other characters stand for themselves.
 */
export function printDate(date: string, pattern: string, language: Language = 'en'): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const name = MONTHS[language][Number(month) - 1] ?? '';
  const parts: Record<string, string> = {
    yyyy: year,
    yy: year.slice(2),
    MMMM: name,
    MMM: name.slice(0, 3),
    MM: month,
    M: String(Number(month)),
    dd: day,
    d: String(Number(day)),
  };
  return pattern.replace(/\b(?:yyyy|yy|MMMM|MMM|MM|M|dd|d)\b/g, (token) => parts[token] ?? token);
}

/** A period of about one month; in about a third of all cases it runs over the turn of the year. */
export function pickPeriod(random: Random): Period {
  const year = random.integer(2017, 2026);
  if (random.chance(0.35)) {
    const start = `${year}-12-${String(random.integer(5, 24)).padStart(2, '0')}`;
    return { start, end: addDays(start, random.integer(28, 33)) };
  }
  const month = random.integer(1, 12);
  const start = `${year}-${String(month).padStart(2, '0')}-01`;
  if (random.chance(0.6)) return { start, end: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
  const shifted = addDays(start, random.integer(3, 20));
  return { start: shifted, end: addDays(shifted, random.integer(27, 31)) };
}
