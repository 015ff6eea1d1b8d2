import { textArgument } from './liquid-arguments.ts';
import { TemplateFault } from './liquid-fault.ts';

/** Locale of numbers and dates that are given none. */
const DEFAULT_LOCALE = 'en-US';

/**
 * The locale that a filter is given (BCP 47).
 * @param filter name of the filter, for the message
 * @throws TemplateFault when it is not well-formed, or no language that is known
 */
export function readLocale(filter: string, argument: unknown): string {
  const text = textArgument(argument);
  if (text === undefined) return DEFAULT_LOCALE;
  const locale = text.length > LONGEST_LOCALE ? undefined : findLocale(text);
  if (locale !== undefined) return locale;
  throw new TemplateFault(`The filter "${filter}" does not know its locale. Give one such as "de-DE".`);
}

const LONGEST_LOCALE = 50;
const MOST_LOCALES = 100;
/** Locales that were asked for, because asking takes longer than formatting a number. */
const found = new Map<string, string | undefined>();

function findLocale(text: string): string | undefined {
  if (found.has(text)) return found.get(text);
  if (found.size >= MOST_LOCALES) found.clear();
  const locale = supportedLocale(text);
  found.set(text, locale);
  return locale;
}

function supportedLocale(text: string): string | undefined {
  try {
    return Intl.NumberFormat.supportedLocalesOf(text)[0];
  } catch {
    // A tag that is not well-formed.
    return undefined;
  }
}

/**
 * Formatters of Intl, which take long to make, by what they are made of. It holds no data of a rendering, and it is
 * emptied before it grows large.
 */
export function remembering<Options extends object, Formatter>(
  make: (locale: string, options: Options) => Formatter,
): (locale: string, options: Options) => Formatter {
  const known = new Map<string, Formatter>();
  return (locale, options) => {
    const key = JSON.stringify([locale, options]);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= 50) known.clear();
    const formatter = make(locale, options);
    known.set(key, formatter);
    return formatter;
  };
}
