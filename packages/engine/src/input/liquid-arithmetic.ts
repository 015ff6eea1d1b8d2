import { Big, type BigSource } from 'big.js';
import { toValue } from 'liquidjs';
import type { Call, Filter } from './liquid-arguments.ts';
import { TemplateFault } from './liquid-fault.ts';
import { toText } from './liquid-markup.ts';
import { PrintVariable } from './liquid-print.ts';

/**
 * Arithmetic as Liquid has it: in decimals, so that a tenth and two tenths are three, and whole numbers stay whole.
 * Binary fractions would print amounts that are a cent off.
 */

const Decimal = Big();
/** Digits after the decimal sign of a quotient, more than a number has. */
Decimal.DP = 20;
/** Halves are rounded away from zero. */
Decimal.RM = Decimal.roundHalfUp;

const DECIMAL = /^[+-]?(?:\d{1,100}(?:\.\d{0,100})?|\.\d{1,100})(?:e[+-]?\d{1,2})?$/i;
/** Digits that a round may ask for. */
const MOST_DIGITS = 20;

/** The decimal that a value stands for; what is no number is 0, as everywhere in Liquid. */
function read(value: unknown): Big {
  const content: unknown = toValue(value);
  if (typeof content === 'number') return new Decimal(Number.isFinite(content) ? content : 0);
  if (typeof content === 'bigint') return new Decimal(String(content));
  const text = content === null || content === undefined ? '' : toText(content).trim();
  return new Decimal(DECIMAL.test(text) ? text.replace(/\.(?=$|e)/i, '').replace(/^\+/, '') : 0);
}

/** A number as templates see it; a text when it has more digits than a number holds, up to those that are read. */
function write(decimal: Big): number | string {
  const number = decimal.toNumber();
  const { length } = decimal.c;
  if (length <= 15 || length > 100 || Math.abs(decimal.e) > 99) return number;
  return decimal.eq(number) ? number : decimal.toFixed();
}

const isWhole = (decimal: Big): boolean => decimal.eq(decimal.round(0, Decimal.roundDown));

/** Whether an argument is written as a decimal: 2.0 is what one divides by to have a fraction. */
function isWrittenDecimal({ token }: Call, index: number): boolean {
  const argument = token.args[index] as { getText?: () => string } | undefined;
  return /^-?\d*\.\d/.test(argument?.getText?.() ?? '');
}

/** Division that rounds down, towards less. */
function floored(dividend: Big, divisor: Big): Big {
  const quotient = dividend.div(divisor);
  const down = quotient.round(0, Decimal.roundDown);
  return down.gt(quotient) ? down.minus(1) : down;
}

function divisorOf(filter: string, value: unknown): Big {
  const divisor = read(value);
  if (divisor.eq(0)) throw new TemplateFault(`The filter "${filter}" cannot divide by 0.`);
  return divisor;
}

const digitsOf = (value: unknown): number =>
  Math.max(-MOST_DIGITS, Math.min(MOST_DIGITS, Math.trunc(read(value).toNumber())));

/** Rounds to digits after the decimal sign; a negative number of them rounds tens, hundreds and so on. */
function roundTo(value: unknown, digits: unknown, mode: 'half' | 'up' | 'down'): number | string {
  const decimal = read(value);
  const places = digitsOf(digits);
  const rounded = decimal.round(places, Decimal.roundHalfUp);
  if (mode === 'half') return write(rounded);
  const down = decimal.round(places, Decimal.roundDown);
  const step = new Decimal(10).pow(-places);
  if (mode === 'down') return write(down.gt(decimal) ? down.minus(step) : down);
  return write(down.lt(decimal) ? down.plus(step) : down);
}

const of =
  (compute: (value: Big, argument: Big) => BigSource): Filter =>
  (value, argument) =>
    write(new Decimal(compute(read(value), read(argument))));

const plus = of((value, argument) => value.plus(argument));
const minus = of((value, argument) => value.minus(argument));

/** Numbers of pages are not known yet when a header is rendered: what is added to them is kept with them. */
const alsoPages = (compute: Filter, sign: 1 | -1): Filter =>
  function (value, argument) {
    if (value instanceof PrintVariable) return value.plus(sign * read(argument).toNumber());
    return compute.call(this, value, argument);
  };

export const arithmeticFilters: Readonly<Record<string, Filter>> = {
  plus: alsoPages(plus, 1),
  minus: alsoPages(minus, -1),
  times: of((value, argument) => value.times(argument)),
  at_least: of((value, argument) => (value.lt(argument) ? argument : value)),
  at_most: of((value, argument) => (value.gt(argument) ? argument : value)),
  abs: of((value) => value.abs()),
  round: (value, digits) => roundTo(value, digits, 'half'),
  ceil: (value, digits) => roundTo(value, digits, 'up'),
  floor: (value, digits) => roundTo(value, digits, 'down'),
  /** Whole numbers give whole numbers, rounded down; 7 | divided_by: 2.0 is 3.5. */
  divided_by(value, argument) {
    const dividend = read(value);
    const divisor = divisorOf('divided_by', argument);
    if (isWhole(dividend) && isWhole(divisor) && !isWrittenDecimal(this, 0)) return write(floored(dividend, divisor));
    return dividend.div(divisor).toNumber();
  },
  modulo(value, argument) {
    const dividend = read(value);
    const divisor = divisorOf('modulo', argument);
    return write(dividend.minus(floored(dividend, divisor).times(divisor)));
  },
};

/** The sum of numbers and of texts that are numbers. */
export function sumOf(values: readonly unknown[]): number | string {
  return write(values.reduce<Big>((sum, value) => sum.plus(read(value)), new Decimal(0)));
}
