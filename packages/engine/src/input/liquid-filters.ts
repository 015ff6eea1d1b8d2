import { LiquidError, filters as standardFilters, TypeGuards, toValue } from 'liquidjs';
import type { Call, Filter } from './liquid-arguments.ts';
import { arithmeticFilters, sumOf } from './liquid-arithmetic.ts';
import { TemplateFault } from './liquid-fault.ts';
import { escapeJson, escapeRest, escapeText, escapeValue, isHtml, Markup, toText } from './liquid-markup.ts';

/**
 * The filters of liquidjs that have to know about marked text (see `Markup`), by what they do with the mark. All other
 * filters get the bare text of a value and return text without a mark, which printing escapes.
 */

function standard(name: string): Filter {
  const filter = standardFilters[name];
  if (typeof filter !== 'function') throw new Error(`liquidjs has no filter "${name}"`);
  return filter as Filter;
}

/** Whether an argument is written out in the template: the author's own words, as trusted as the HTML around them. */
const isWritten = (call: Call, index: number): boolean => TypeGuards.isQuotedToken(call.token.args[index]);

/** A value as HTML that can be joined with other HTML. */
function toHtml(value: unknown, written = false): string {
  if (isHtml(value)) return value.toString();
  if (Array.isArray(value)) return value.map((element) => toHtml(element)).join('');
  return written ? toText(value) : escapeText(toText(value));
}

function html(call: Call, text: string): Markup {
  call.context.memoryLimit.use(text.length);
  return new Markup(text);
}

/**
 * What to look for in HTML. A pattern of the author may be markup. A pattern of the data is text, which HTML writes
 * escaped; so data never takes away a quote or a bracket of the author.
 */
function toPattern(call: Call, pattern: unknown): string {
  return toHtml(pattern, isWritten(call, 0));
}

/** Filters that return a part or another case of their input: it stays what it was. */
function keeping(name: string): Filter {
  const filter = standard(name);
  const looksForText = /^(?:remove|split)/.test(name);
  const mark = (result: unknown) => (typeof result === 'string' ? new Markup(result) : result);
  return function (value, ...args) {
    if (!isHtml(value)) return filter.call(this, value, ...args);
    const result = filter.call(this, value, ...(looksForText ? [toPattern(this, args[0])] : args));
    return Array.isArray(result) ? result.map(mark) : mark(result);
  };
}

/** Filters that join their input and arguments: if one is HTML, the others are made HTML first. */
function joining(name: string): Filter {
  const filter = standard(name);
  return function (value, ...args) {
    const values = Array.isArray(value) ? value : [value];
    if (![...values, ...args].some(isHtml)) return filter.call(this, value, ...args);
    const parts = values.map((part) => toHtml(part));
    const joined = args.map((argument, index) =>
      argument === undefined ? argument : toHtml(argument, isWritten(this, index)),
    );
    return html(this, toText(filter.call(this, Array.isArray(value) ? parts : parts[0], ...joined)));
  };
}

function cut(text: string, at: number, length: number): string[] {
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + length)];
}

/** Filters that replace a pattern; `around` gives the text around the places where it stands. */
function replacing(name: string, around: (text: string, pattern: string) => string[]): Filter {
  const filter = standard(name);
  return function (value, pattern, replacement) {
    if (isHtml(value)) {
      const inserted = toHtml(replacement, isWritten(this, 1));
      return html(this, toText(filter.call(this, value, toPattern(this, pattern), inserted)));
    }
    if (!isHtml(replacement)) return filter.call(this, value, pattern, replacement);
    const parts = around(toText(value), toText(pattern)).map(escapeText);
    this.context.memoryLimit.use((parts.length - 1) * replacement.length);
    return html(this, parts.join(replacement.toString()));
  };
}

/** Filters that cut off the end of their input and put an ellipsis there. */
function truncating(name: string, length: number): Filter {
  const filter = standard(name);
  return function (value, limit = length, ellipsis = '...') {
    const end = isHtml(value) ? toHtml(ellipsis, isWritten(this, 1)) : toText(ellipsis);
    const result = toText(filter.call(this, value, limit, end));
    if (isHtml(value)) return html(this, result);
    if (!isHtml(ellipsis)) return result;
    const kept =
      result === toText(value) || !result.endsWith(end) ? result : result.slice(0, result.length - end.length);
    return html(this, escapeText(kept) + (kept === result ? '' : end));
  };
}

function escaping(toMarkup: (value: unknown) => string): Filter {
  return function (value) {
    return html(this, toMarkup(value));
  };
}

function json(name: string): Filter {
  const filter = standard(name);
  return function (value, ...args) {
    const text = escapeJson(toText(filter.call(this, toValue(value), ...args) ?? 'null'));
    this.context.memoryLimit.use(text.length);
    return new Markup(text, 'json');
  };
}

/**
 * Filters that read a path or an expression out of an argument. Their faults are found in that text, not in the
 * template, and may quote it. An expression is code, so it has to be written in the template: data is never run.
 */
function reading(name: string): Filter {
  const filter = standard(name);
  const isExpression = name.endsWith('_exp');
  return function* (this: Call, value: unknown, ...args: unknown[]): Generator<unknown, unknown, unknown> {
    if (isExpression && !isWritten(this, 1)) {
      throw new TemplateFault(`The filter "${name}" needs its expression in quotes.`);
    }
    try {
      return yield filter.call(this, value, ...args);
    } catch (error) {
      if (!LiquidError.is(error) || error.token.input === this.token.input) throw error;
      throw new TemplateFault(`The filter "${name}" cannot read its argument.`);
    }
  };
}

const mapped = reading('map');

/** `sum`, of values or of what they have under a path: in decimals. */
const sum: Filter = function* (this: Call, value: unknown, path: unknown): Generator<unknown, unknown, unknown> {
  const values = path === undefined ? value : yield mapped.call(this, value, path);
  return sumOf(Array.isArray(values) ? values : [values]);
};

/** `group_by` and `group_by_exp`: groups whose names are equal marked texts are one group. */
function grouping(name: string): Filter {
  const filter = reading(name);
  return function* (this: Call, value: unknown, ...args: unknown[]): Generator<unknown, unknown, unknown> {
    const groups = (yield filter.call(this, value, ...args)) as { name: unknown; items: unknown[] }[];
    const byName = new Map<unknown, { name: unknown; items: unknown[] }>();
    for (const group of groups) {
      const known = byName.get(bare(group.name));
      if (known) for (const item of group.items) known.items.push(item);
      else byName.set(bare(group.name), group);
    }
    return [...byName.values()];
  };
}

/** A value without its mark, for comparing. */
export function bare(value: unknown): unknown {
  return value instanceof Markup ? value.toString() : value;
}

const KEEPING =
  'capitalize downcase first last lstrip normalize_whitespace remove remove_first remove_last reverse rstrip sample ' +
  'slice split squish strip strip_html strip_newlines upcase uri_escape';
const READING =
  'find find_exp find_index find_index_exp has has_exp reject reject_exp where where_exp map sort sort_natural';

function each(names: string, make: (name: string) => Filter): Record<string, Filter> {
  return Object.fromEntries(names.split(' ').map((name) => [name, make(name)]));
}

const chooseDefault = standard('default');
const uniq = standard('uniq');

/** Filters that run expressions or print markup, which are ours whether or not text is escaped. */
export const guardedFilters: Readonly<Record<string, Filter>> = {
  ...each('json jsonify inspect', json),
  ...each(READING, reading),
  ...arithmeticFilters,
  sum,
  ...each('group_by group_by_exp', grouping),
  raw: escaping(toText),
};

export const markupFilters: Readonly<Record<string, Filter>> = {
  ...each(KEEPING, keeping),
  ...each('append prepend join array_to_sentence_string', joining),
  replace: replacing('replace', (text, pattern) => text.split(pattern)),
  replace_first: replacing('replace_first', (text, pattern) => cut(text, text.indexOf(pattern), pattern.length)),
  replace_last: replacing('replace_last', (text, pattern) => cut(text, text.lastIndexOf(pattern), pattern.length)),
  ...guardedFilters,
  truncate: truncating('truncate', 50),
  truncatewords: truncating('truncatewords', 15),
  escape: escaping(escapeValue),
  xml_escape: escaping(escapeValue),
  escape_once: escaping((value) => escapeRest(toText(value))),
  newline_to_br: escaping((value) => toHtml(value).replace(/\r?\n/g, '<br />\n')),
  default(value, ...args) {
    const chosen = chooseDefault.call(this, value, ...args);
    return chosen === bare(value) ? value : chosen;
  },
  uniq(value) {
    const seen = new Set<unknown>();
    const values = uniq.call(this, value) as unknown[];
    return values.filter((element) => !seen.has(bare(element)) && seen.add(bare(element)));
  },
};
