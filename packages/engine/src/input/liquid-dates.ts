import { filters as standardFilters, toValue } from 'liquidjs';
import { type Filter, type FilterArguments, readArguments, textArgument, wordArgument } from './liquid-arguments.ts';
import { readLocale, remembering } from './liquid-locale.ts';
import { toText } from './liquid-markup.ts';

/** The filter `date` of liquidjs, with locales. */

const STYLES = ['full', 'long', 'medium', 'short'] as const;
type Style = (typeof STYLES)[number];

const formatterOf = remembering(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

const standardDate = standardFilters.date as Filter;

const isStyle = (format: string | undefined): format is Style => STYLES.some((style) => style === format);

/** A language in small letters, as locales begin and no time zone does. */
const looksLikeLocale = (text: string | undefined): boolean => /^[a-z]{2,3}(?:-|$)/.test(text ?? '');

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;
const OFFSET = /([+-])(\d{2}):?(\d{2})$/;

/** A moment, and the time zone to show it in when the template names none: the one it is written with. */
interface Moment {
  readonly date: Date;
  readonly zone: string;
  /** A day without a time is the same day everywhere. */
  readonly isDay: boolean;
}

/** Reads what liquidjs reads: `now`, seconds since 1970, ISO 8601 and what else `Date` understands. */
function readMoment(value: unknown): Moment | undefined {
  const content: unknown = toValue(value);
  if (content === null || content === undefined) return undefined;
  const moment = (input: number | string, zone = 'UTC', isDay = false) => {
    const date = new Date(input);
    return Number.isNaN(date.getTime()) ? undefined : { date, zone, isDay };
  };
  if (content === 'now' || content === 'today') return moment(Date.now());
  const text = toText(content);
  if (typeof content === 'number' || /^\d+$/.test(text)) return moment(Number(text) * 1000);
  const [, sign, hours, minutes] = /\d:\d/.test(text) ? (OFFSET.exec(text) ?? []) : [];
  return moment(text, sign === undefined ? 'UTC' : `${sign}${hours}:${minutes}`, CALENDAR_DATE.test(text));
}

function inStyle(value: unknown, dateStyle: Style, given: FilterArguments): unknown {
  const moment = readMoment(value);
  if (!moment) return value;
  const locale = readLocale('date', given.positional[1]);
  const timeStyle = wordArgument('date', { named: given.named, name: 'time', words: STYLES });
  const timeZone = moment.isDay ? 'UTC' : (textArgument(given.positional[2]) ?? moment.zone);
  return formatterOf(locale, { dateStyle, ...(timeStyle ? { timeStyle } : {}), timeZone }).format(moment.date);
}

/**
 * `{{ d | date: '%d.%m.%Y' }}`, `{{ d | date: '%d %B %Y', 'de-DE' }}`, `{{ d | date: 'long', 'de-DE', 'Europe/Berlin' }}`.
 *
 * With a pattern of strftime it does what liquidjs does; the names of months and weekdays are those of the locale.
 * The words `full`, `long`, `medium` and `short` write the date as people of the locale do, and with the option `time`
 * (the same words) also the time. Arguments: pattern or word; locale (default en-US); time zone (IANA name). Without a
 * zone, a time is shown in the zone it is written with, else in UTC. What is no date is printed as it is.
 */
const date: Filter = function (value, ...args) {
  const given = readArguments('date', { call: this, args, allowed: ['time'] });
  const [format, second, third] = given.positional;
  const style = textArgument(format);
  if (isStyle(style)) return inStyle(value, style, given);
  if (typeof second !== 'string' || !(looksLikeLocale(second) || third !== undefined)) {
    return standardDate.call(this, value, ...given.positional);
  }
  const { memoryLimit, opts } = this.context;
  const context = { memoryLimit, opts: { ...opts, locale: readLocale('date', second) } };
  const call = { ...this, context: context as unknown as typeof this.context };
  const isDay = readMoment(value)?.isDay ?? false;
  return standardDate.call(call, value, format, ...(third === undefined || isDay ? [] : [third]));
};

export const dateFilters: Readonly<Record<string, Filter>> = { date };
