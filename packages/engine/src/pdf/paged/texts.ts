import { formatCounter } from '../../numerals.ts';
import { type ContentPart, parseContent, quote, splitTop, unquote } from './content-list.ts';
import type { PagedElement } from './in-page/collect.ts';
import type { MadeText } from './in-page/write-texts.ts';
import type { Places } from './places.ts';
import type { PerPage } from './rewrite.ts';
import { RunningSum } from './sums.ts';

/** Texts that are repeated up to the end of a line, by their keywords (GCPM 3, 4.3). */
const LEADERS: Readonly<Record<string, string>> = { dotted: '. ', solid: '_', space: ' ' };
/** What stands for the number of a page before it is known: as wide as most are. */
const UNKNOWN_PAGE = '00';

/** What the texts of a document are made of. */
export interface TextSource {
  readonly elements: readonly PagedElement[];
  /** `undefined` before the document was laid out. */
  readonly places: Places | undefined;
}

/** The numbers that pages show: from 1, and anew from elements that say so. */
export function pageNumbersOf({ elements, places }: TextSource): number[] {
  const starts = new Map<number, number>();
  for (const { id, reset } of elements) {
    const place = places?.of.get(id);
    if (place && reset !== null) starts.set(place.page, reset);
  }
  let next = 1;
  return Array.from({ length: places?.pages ?? 0 }, (_, page) => {
    const number = starts.get(page) ?? next;
    next = number + 1;
    return number;
  });
}

/** Generated texts with what they refer to filled in. */
export function makeTexts(source: TextSource): MadeText[] {
  const byName = new Map(source.elements.filter(({ target }) => target).map((element) => [element.name, element]));
  const numbers = pageNumbersOf(source);
  const pageOf = (id: string): number | undefined => source.places?.of.get(id)?.page;
  const numberAt = (id: string): string => {
    const page = pageOf(id);
    return page === undefined ? '' : String(numbers[page] ?? page + 1);
  };
  const fill = (element: PagedElement, part: ContentPart, led: boolean): string => {
    if (part.kind !== 'function') return part.kind === 'text' ? quote(part.text) : part.source;
    const [first = '', second = '', third] = part.args;
    switch (part.name) {
      case 'counter': {
        if (first !== 'page' && first !== 'pages') {
          const values = element.counters[first];
          return led && values ? quote(formatCounter(values.at(-1) ?? 0, second || 'decimal')) : part.source;
        }
        if (!source.places) return quote(UNKNOWN_PAGE);
        const value = first === 'pages' ? source.places.pages : Number(numberAt(element.id));
        return quote(formatCounter(value, second || 'decimal'));
      }
      case 'counters': {
        const values = element.counters[first];
        if (!led || !values) return part.source;
        return quote(values.map((value) => formatCounter(value, third)).join(unquote(second)));
      }
      case 'target-counter':
      case 'target-counters': {
        const target = byName.get(idIn(first));
        if (!target) return quote('');
        if (second !== 'page') {
          const values = target.counters[second] ?? [];
          const style = part.name === 'target-counters' ? part.args[3] : third;
          const written = values.map((value) => formatCounter(value, style));
          return quote(
            part.name === 'target-counters' ? written.join(unquote(third ?? '"."')) : (written.at(-1) ?? ''),
          );
        }
        if (!source.places) return quote(UNKNOWN_PAGE);
        const number = numberAt(target.id);
        return quote(number === '' ? '' : formatCounter(Number(number), third));
      }
      case 'platen-attr':
        return `attr(${part.args.join(',')})`;
      case 'target-text':
        return quote(textOf(byName.get(idIn(first)), second || 'content'));
      default:
        return part.source;
    }
  };
  return source.elements.flatMap((element) =>
    element.content.map(({ value, pseudo }): MadeText => {
      const parts = parseContent(value);
      const lead = parts.findIndex((part) => part.kind === 'function' && part.name === 'leader');
      const made = (some: readonly ContentPart[]) => some.map((part) => fill(element, part, lead >= 0)).join(' ');
      if (lead < 0) return { id: element.id, pseudo, content: made(parts) || '""', leader: null };
      const pattern = patternOf(parts[lead] as ContentPart);
      const rest = made(parts.slice(lead + 1));
      return { id: element.id, pseudo, content: made(parts.slice(0, lead)), leader: { pattern, rest } };
    }),
  );
}

function patternOf(part: ContentPart): string {
  const [argument = 'dotted'] = part.kind === 'function' ? part.args : [];
  const pattern = /^["']/.test(argument) ? unquote(argument) : (LEADERS[argument.toLowerCase()] ?? '.');
  // Spaces at the end of a line would be dropped.
  return pattern.replaceAll(' ', '\u00a0') || '.';
}

/** The id that an address leads to: `url(#a)`, `"#a"`, or `"a.html#a"`. */
export function idIn(argument: string): string {
  const address = unquote(/^url\(([\s\S]*)\)$/i.exec(argument)?.[1]?.trim() ?? argument);
  const at = address.indexOf('#');
  const fragment = at < 0 ? '' : address.slice(at + 1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function textOf(target: PagedElement | undefined, what: string): string {
  if (!target) return '';
  switch (what) {
    case 'before':
      return generatedText(target.before, target);
    case 'after':
      return generatedText(target.after, target);
    case 'first-letter':
      return /^\p{P}*./u.exec(target.text)?.[0] ?? '';
    default:
      return target.text;
  }
}

/**
 * A list of strings and counters as a text.
 * @param sum the running total that the element is a part of
 */
export function generatedText(value: string, element: PagedElement, sum?: RunningSum): string {
  return parseContent(value)
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'other') return '';
      const [first = '', second = '', third] = part.args;
      const values = element.counters[first] ?? [];
      switch (part.name) {
        case 'content':
          return textOf(element, first || 'text');
        case SUM:
          return String(sum ?? '');
        case 'counter':
          return formatCounter(values.at(-1) ?? 0, second || 'decimal');
        case 'counters':
          return values.map((number) => formatCounter(number, third)).join(unquote(second));
        default:
          return '';
      }
    })
    .join('');
}

/** Named strings and running elements (GCPM 3, 1.1 and 1.2): what is set where, in the order of the document. */
export interface Assignment<T = string> {
  readonly page: number;
  /** CSS pixels from where it would stand as the first on its page. */
  readonly below: number;
  readonly value: T;
}

/** The total of what a named string was set from so far: our own, since no draft has any. */
const SUM = '-platen-sum';

function assignmentsOf({ elements, places }: TextSource): Map<string, Assignment[]> {
  const all = new Map<string, Assignment[]>();
  const sums: Sums = { now: new Map(), like: totalsOf(elements) };
  for (const element of elements) {
    const place = places?.of.get(element.id);
    if (element.strings === null || !place) continue;
    for (const [name, list] of stringsOf(element)) {
      const value = generatedText(list.trim(), element, addedTo(sums, name, list, element));
      const known = all.get(name);
      const one = { page: place.page, below: place.y - element.room, value };
      if (known) known.push(one);
      else all.set(name, [one]);
    }
  }
  return all;
}

interface Sums {
  readonly now: Map<string, RunningSum>;
  /** Totals of all that each string is ever set from: how its amounts are written. */
  readonly like: ReadonlyMap<string, RunningSum>;
}

/** Adds what an element says to the total of a string. One that is set to anything else begins anew. */
function addedTo({ now, like }: Sums, name: string, list: string, element: PagedElement): RunningSum | undefined {
  const amount = amountOf(list, element);
  if (amount === undefined) {
    now.delete(name);
    return undefined;
  }
  const sum = now.get(name) ?? new RunningSum(like.get(name));
  sum.add(amount);
  now.set(name, sum);
  return sum;
}

/** The text that is added to a total; `undefined` where a string is set to anything else. */
function amountOf(list: string, element: PagedElement): string | undefined {
  if (!list.includes(SUM)) return undefined;
  const part = parseContent(list.trim()).find((one) => one.kind === 'function' && one.name === SUM);
  if (part?.kind !== 'function') return undefined;
  const [given] = part.args;
  return given === undefined || given === 'content()' ? element.text : unquote(given);
}

function totalsOf(elements: readonly PagedElement[]): Map<string, RunningSum> {
  const totals = new Map<string, RunningSum>();
  for (const element of elements) {
    if (!element.strings?.includes(SUM)) continue;
    for (const [name, list] of stringsOf(element)) {
      const amount = amountOf(list, element);
      if (amount === undefined) continue;
      const total = totals.get(name) ?? new RunningSum();
      total.add(amount);
      totals.set(name, total);
    }
  }
  return totals;
}

/** What an element sets: names, and lists of what they are set to. */
const stringsOf = ({ strings }: PagedElement): [name: string, list: string][] =>
  splitTop(strings ?? '', ',').map((part) => {
    const [, name = '', list = ''] = /^([\w-]+)\s([\s\S]*)$/.exec(part.trim()) ?? [];
    return [name, list];
  });

/** The names of the strings that an element sets. */
export const stringsSetBy = (element: PagedElement): string[] =>
  element.strings === null ? [] : stringsOf(element).map(([name]) => name);

/** CSS pixels: a line may be taller than its letters. */
const TOP = 2;

/** The value of a named string on each page; `undefined` where nothing sets it. */
export function shownStrings(source: TextSource, name: string, keyword: string): string[] | undefined {
  return assignmentsOf(source).has(name) ? stringsByPage(source, name, keyword) : undefined;
}

/** The value of a named string on each page. */
function stringsByPage(source: TextSource, name: string, keyword: string): string[] {
  return valuesByPage(assignmentsOf(source).get(name) ?? [], source.places?.pages ?? 0, keyword, '');
}

/** What holds on each page. @param none what holds before anything is set, and what `first-except` shows */
export function valuesByPage<T>(assigned: readonly Assignment<T>[], pages: number, keyword: string, none: T): T[] {
  const byPage = Map.groupBy(assigned, ({ page }) => page);
  let entry = none;
  return Array.from({ length: pages }, (_, page) => {
    const here = byPage.get(page);
    const before = entry;
    const first = here?.[0];
    if (!here || !first) return before;
    entry = (here.at(-1) ?? first).value;
    switch (keyword) {
      case 'last':
        return entry;
      case 'start':
        return first.below <= TOP ? first.value : before;
      case 'first-except':
        return none;
      case 'entry':
      case '-platen-entry':
        return before;
      default:
        return first.value;
    }
  });
}

/** Counter styles whose symbols are what the margin boxes of the pages show. */
export function pageStyles(source: TextSource, perPage: ReadonlyMap<string, PerPage>): string {
  const rules = [...perPage].map(([name, made]) => {
    const texts =
      made.kind === 'element'
        ? []
        : made.kind === 'string'
          ? stringsByPage(source, made.name, made.keyword)
          : pageNumbersOf(source).map((number) => formatCounter(number, made.format));
    const symbols = texts.map(quote).join(' ');
    return `@counter-style ${name}{system:fixed;symbols:${symbols || '""'};fallback:platen-nothing}`;
  });
  return `@counter-style platen-nothing{system:cyclic;symbols:""}${rules.join('')}`;
}
