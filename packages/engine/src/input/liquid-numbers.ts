import { toValue } from 'liquidjs';
import {
  type Filter,
  type FilterArguments,
  isOn,
  readArguments,
  textArgument,
  wholeArgument,
  wordArgument,
} from './liquid-arguments.ts';
import { TemplateFault } from './liquid-fault.ts';
import { readLocale, remembering } from './liquid-locale.ts';
import { toText } from './liquid-markup.ts';

/** Filters that write numbers as people of a country do, by the tables of Unicode (CLDR) that Intl has. */

type Options = Intl.NumberFormatOptions;

const DECIMAL = /^([+-]?)(\d{1,100}(?:\.\d{0,100})?|\.\d{1,100})$/;
const DIGIT_OPTIONS = ['digits', 'minimum_digits', 'maximum_digits'];
const MOST_DIGITS = 20;

const formatterOf = remembering((locale: string, options: Options) => new Intl.NumberFormat(locale, options));

/**
 * The decimal that a value stands for, as text: texts are never made binary numbers, so that no digit is lost.
 * @returns `undefined` for nil and the empty text
 */
function readDecimal(filter: string, value: unknown): string | number | undefined {
  const content: unknown = toValue(value);
  if (typeof content === 'number' && Number.isFinite(content)) return content;
  if (typeof content !== 'string' && content !== null && content !== undefined) throw noNumber(filter);
  const text = toText(content).trim();
  if (text === '') return undefined;
  const [, sign = '', digits] = DECIMAL.exec(text) ?? [];
  if (digits === undefined) throw noNumber(filter);
  return `${sign === '-' ? '-' : ''}${digits.startsWith('.') ? '0' : ''}${digits.replace(/\.$/, '')}`;
}

const noNumber = (filter: string) =>
  new TemplateFault(`The filter "${filter}" needs a number, or a text such as "1234.50".`);

/** Options that say how many digits stand after the decimal sign. */
function digitOptions(filter: string, { named }: FilterArguments): Options {
  const read = (name: string) => wholeArgument(filter, { named, name, least: 0, most: MOST_DIGITS });
  const digits = read('digits');
  const minimum = read('minimum_digits') ?? digits;
  const maximum = read('maximum_digits') ?? digits;
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    throw new TemplateFault(`The filter "${filter}" has a "minimum_digits" above its "maximum_digits".`);
  }
  return {
    ...(minimum === undefined ? {} : { minimumFractionDigits: minimum }),
    ...(maximum === undefined ? {} : { maximumFractionDigits: maximum }),
  };
}

/** Writes a decimal. Intl reads texts exactly (ECMA-402, "Intl mathematical value"). */
function write(decimal: string | number, locale: string, options: Options): string {
  return formatterOf(locale, options).format(decimal as Intl.StringNumericLiteral);
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

function readCurrency(argument: unknown): string {
  const code = textArgument(argument)?.toUpperCase();
  if (code !== undefined && currencies.has(code)) return code;
  throw new TemplateFault('The filter "money" needs a currency (ISO 4217) such as "EUR".');
}

/** An amount in the smallest unit of a currency as one in the currency itself: 1234 cents are 12.34 euros. */
function fromMinorUnits(decimal: string | number, places: number): string {
  const text = String(decimal);
  if (!/^-?\d+$/.test(text)) {
    throw new TemplateFault('The filter "money" needs a whole number with "minor: true".');
  }
  if (places === 0) return text;
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.slice(sign.length).padStart(places + 1, '0');
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const DISPLAYS = ['symbol', 'narrow', 'code', 'name'] as const;

/**
 * `{{ 1234.5 | money: 'EUR', 'de-DE' }}` → `1.234,50 €`.
 *
 * The amount is a number or a decimal text, which is read exactly; nil prints nothing. Arguments: the currency
 * (ISO 4217), and the locale (default en-US). Options: `minor: true` for whole amounts in cents and the like;
 * `display: 'symbol'` (default), `'narrow'`, `'code'` or `'name'`; `digits`, `minimum_digits`, `maximum_digits`
 * after the decimal sign (default: as the currency has). Halves are rounded away from zero.
 */
const money: Filter = function (value, ...args) {
  const given = readArguments('money', { call: this, args, allowed: ['minor', 'display', ...DIGIT_OPTIONS] });
  const currency = readCurrency(given.positional[0]);
  const locale = readLocale('money', given.positional[1]);
  const decimal = readDecimal('money', value);
  if (decimal === undefined) return '';
  const display = wordArgument('money', { named: given.named, name: 'display', words: DISPLAYS }) ?? 'symbol';
  const common: Options = { style: 'currency', currency };
  const places = () => formatterOf('en-US', common).resolvedOptions().maximumFractionDigits ?? 2;
  const amount = isOn(given, 'minor') ? fromMinorUnits(decimal, places()) : decimal;
  const currencyDisplay = display === 'narrow' ? 'narrowSymbol' : display;
  return write(amount, locale, { ...common, currencyDisplay, ...digitOptions('money', given) });
};

/**
 * `{{ 1234.5 | number: 'de-DE', digits: 2 }}` → `1.234,50`.
 *
 * Argument: the locale (default en-US). Options: `digits` after the decimal sign, or `minimum_digits` (default 0) and
 * `maximum_digits` (default 3, or the minimum if that is more).
 */
const number: Filter = function (value, ...args) {
  const given = readArguments('number', { call: this, args, allowed: DIGIT_OPTIONS });
  const locale = readLocale('number', given.positional[0]);
  const decimal = readDecimal('number', value);
  return decimal === undefined ? '' : write(decimal, locale, digitOptions('number', given));
};

/**
 * `{{ 0.19 | percent: 'de-DE' }}` → `19 %`.
 *
 * Argument: the locale (default en-US). Options as those of `number`; by default nothing after the decimal sign.
 */
const percent: Filter = function (value, ...args) {
  const given = readArguments('percent', { call: this, args, allowed: DIGIT_OPTIONS });
  const locale = readLocale('percent', given.positional[0]);
  const decimal = readDecimal('percent', value);
  return decimal === undefined ? '' : write(decimal, locale, { style: 'percent', ...digitOptions('percent', given) });
};

export const numberFilters: Readonly<Record<string, Filter>> = { money, number, percent };
