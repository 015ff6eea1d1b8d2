import type { Context } from 'liquidjs';
import { nearestName } from '../nearest.ts';
import { TemplateFault } from './liquid-fault.ts';
import { toText } from './liquid-markup.ts';

/** What liquidjs hands to a filter as `this`. */
export interface Call {
  readonly context: Context;
  readonly token: { readonly input: string; readonly args: readonly unknown[] };
}

/** A filter of liquidjs: `{{ value | name: first, second, option: 1 }}`. */
export type Filter = (this: Call, value: unknown, ...args: unknown[]) => unknown;

/** Arguments of a filter, those with names apart. */
export interface FilterArguments {
  readonly positional: readonly unknown[];
  readonly named: ReadonlyMap<string, unknown>;
}

/** A named argument; liquidjs hands it over as its name and its value. */
function isNamed(call: Call, index: number): boolean {
  return Array.isArray(call.token.args[index]);
}

/**
 * Tells the arguments of a filter apart.
 * @param call the filter's `this`
 * @param allowed names that the filter knows
 * @throws TemplateFault for a name that it does not know, with the nearest one
 */
export function readArguments(
  filter: string,
  {
    call,
    args,
    allowed,
  }: { readonly call: Call; readonly args: readonly unknown[]; readonly allowed: readonly string[] },
): FilterArguments {
  const named = new Map<string, unknown>();
  const positional: unknown[] = [];
  for (const [index, argument] of args.entries()) {
    if (!isNamed(call, index)) {
      positional.push(argument);
      continue;
    }
    const [name, value] = argument as [string, unknown];
    if (!allowed.includes(name)) throw new TemplateFault(unknownOption(filter, name, allowed));
    named.set(name, value);
  }
  return { positional, named };
}

function unknownOption(filter: string, name: string, allowed: readonly string[]): string {
  const nearest = nearestName(name, allowed);
  const remedy = nearest === undefined ? `It knows ${allowed.join(', ')}.` : `Did you mean "${nearest}"?`;
  return `An option of the filter "${filter}" is not known. ${remedy}`;
}

/** A text argument; nil and the empty text count as not given. */
export function textArgument(value: unknown): string | undefined {
  if (value !== null && typeof value === 'object' && !Array.isArray(value) && !('valueOf' in value)) return undefined;
  const text = toText(value);
  return text === '' ? undefined : text;
}

/**
 * A whole number among the named arguments.
 * @throws TemplateFault when it is no whole number from `least` to `most`
 */
export function wholeArgument(
  filter: string,
  { named, name, least, most }: { named: FilterArguments['named']; name: string; least: number; most: number },
): number | undefined {
  const number = numberArgument(filter, { named, name, least, most });
  if (number === undefined || Number.isInteger(number)) return number;
  throw new TemplateFault(`The option "${name}" of the filter "${filter}" has to be a whole number.`);
}

/**
 * A number among the named arguments.
 * @throws TemplateFault when it is no number from `least` to `most`
 */
export function numberArgument(
  filter: string,
  { named, name, least, most }: { named: FilterArguments['named']; name: string; least: number; most: number },
): number | undefined {
  const text = textArgument(named.get(name));
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isFinite(number) && number >= least && number <= most) return number;
  throw new TemplateFault(`The option "${name}" of the filter "${filter}" has to be from ${least} to ${most}.`);
}

/**
 * One word of a list among the named arguments.
 * @throws TemplateFault when it is none of them
 */
export function wordArgument<Word extends string>(
  filter: string,
  { named, name, words }: { named: FilterArguments['named']; name: string; words: readonly Word[] },
): Word | undefined {
  const text = textArgument(named.get(name));
  if (text === undefined) return undefined;
  const word = words.find((candidate) => candidate === text);
  if (word !== undefined) return word;
  throw new TemplateFault(`The option "${name}" of the filter "${filter}" has to be ${words.join(', ')}.`);
}

/** Whether an option such as `minor: true` is on. */
export function isOn({ named }: FilterArguments, name: string): boolean {
  const value = named.get(name);
  return value !== undefined && value !== null && value !== false;
}
