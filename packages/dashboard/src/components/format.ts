const LOCALE = 'en';

const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const NUMBER = new Intl.NumberFormat(LOCALE);
const DOLLARS = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' });
const RELATIVE = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

export const dateText = (iso: string): string => DATE.format(new Date(iso));

const SECOND = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });

/** To the second. */
export const secondText = (iso: string): string => SECOND.format(new Date(iso));

/** @param day such as `2026-01-31` */
export const dayText = (day: string): string => DAY.format(new Date(day));
export const numberText = (value: number): string => NUMBER.format(value);

const UNITS: readonly (readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
];

/** How long ago it was, or in how long it will be. */
export function agoText(iso: string, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1_000;
  const [size, unit] = UNITS.find(([least]) => Math.abs(seconds) >= least) ?? [1, 'second'];
  return RELATIVE.format(Math.round(seconds / size), unit);
}

/** @param cents of a US dollar */
export const dollarsText = (cents: number): string => DOLLARS.format(cents / 100);

export function bytesText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const kibibytes = bytes / 1_024;
  return kibibytes < 1_024 ? `${Math.round(kibibytes)} KiB` : `${(kibibytes / 1_024).toFixed(1)} MiB`;
}

export const millisecondsText = (value: number): string =>
  value < 1_000 ? `${Math.round(value)} ms` : `${(value / 1_000).toFixed(2)} s`;
