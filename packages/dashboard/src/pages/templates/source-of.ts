import { type Draft, objectIn, type Part } from './draft.ts';

/** Where a text of a page is written. */
export interface Source {
  readonly part: Part;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** A text that is shorter is everywhere. */
const SHORTEST = 2;
const TITLE = /<title[\s>]/i;
const PARTS = ['content', 'header', 'footer'] as const;

/** Without what a printed page and its source write differently: spaces, entities of HTML, and the case that CSS changes. */
const plain = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();

/** Without any space: letters that are set apart come as words of one letter. */
const dense = (text: string): string => plain(text).replaceAll(' ', '');

const DAY = /^\d{4}-\d\d-\d\d$/;

/** What a filter may have printed as a text: an amount with its currency, a day in words. NaN, which equals nothing, for none. */
interface Meaning {
  readonly amount: number;
  /** Milliseconds. */
  readonly day: number;
}

const meantBy = (value: string): Meaning => ({
  amount: /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN,
  day: DAY.test(value) ? Date.parse(value) : Number.NaN,
});

function meantByPrinted(words: string): Meaning {
  const digits = words.replaceAll(/[^\d.,-]/g, '');
  const amount = /\d/.test(digits)
    ? Number(digits.replaceAll(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.'))
    : Number.NaN;
  return { amount, day: /^[\d.,]+$/.test(words) ? Number.NaN : Date.parse(`${words} UTC`) };
}

interface Line {
  readonly part: Part;
  readonly line: number;
  readonly text: string;
}

interface Value extends Meaning {
  /** Names from the outside, without the places in lists. */
  readonly names: readonly string[];
  readonly text: string;
}

function valuesOf(data: unknown, names: readonly string[] = []): Value[] {
  if (Array.isArray(data)) return data.flatMap((each) => valuesOf(each, names));
  if (typeof data === 'object' && data !== null) {
    return Object.entries(data).flatMap(([name, value]) => valuesOf(value, [...names, name]));
  }
  const text = plain(String(data ?? ''));
  return text.length >= SHORTEST ? [{ names, text, ...meantBy(text) }] : [];
}

/**
 * Finds where texts of the pages are written: literally in the HTML, header or footer; else at the placeholder of the value
 * of the data that they come from; else at that value. It is a guess where a text is written more than once: then it is the
 * first place.
 */
export function sourceFinder(draft: Draft): (text: string) => Source | undefined {
  const written: readonly Line[] = PARTS.flatMap((part) =>
    draft[part].split('\n').map((text, index) => ({ part, line: index + 1, text })),
  );
  // The title of a document is on none of its pages: it comes last.
  const lines = [...written.filter(({ text }) => !TITLE.test(text)), ...written.filter(({ text }) => TITLE.test(text))];
  const denseLines = lines.map(({ text }) => dense(printedOf(text)));
  const dataLines = draft.data.split('\n');
  const values = valuesOf(objectIn(draft.data) ?? {});
  const known = new Map<string, Source | undefined>();

  /** What stands in the text of a line; tags and placeholders print something else. */
  const literally = (words: string): Source | undefined => {
    const wanted = dense(words);
    const index = denseLines.findIndex((line) => line.includes(wanted));
    const found = lines[index];
    return found && { part: found.part, line: found.line, column: columnOf(found.text, words) };
  };
  const placeholder = ({ names }: Value): Source | undefined => {
    for (const name of [names.join('.'), names.slice(-2).join('.'), names.at(-1) ?? '']) {
      const pattern = new RegExp(`\\{[{%][^}]*(?<![\\w-])${escaped(name)}(?![\\w-])`);
      const found = lines.find(({ text }) => pattern.test(text));
      if (found) return { part: found.part, line: found.line, column: found.text.search(pattern) + 1 };
    }
    return undefined;
  };
  const inData = (words: string): Source | undefined => {
    const index = dataLines.findIndex((line) => plain(line).includes(words));
    const line = dataLines[index];
    return line === undefined ? undefined : { part: 'data', line: index + 1, column: columnOf(line, words) };
  };
  const find = (words: string): Source | undefined => {
    if (words.length < SHORTEST) return undefined;
    const { amount, day } = meantByPrinted(words);
    const away = ({ text }: Value) => Math.abs(text.length - words.length);
    // The value that is most of the text: a run may have several.
    const value = values
      .filter((each) => {
        const isPart = each.text.includes(words) || (each.text.length > SHORTEST && words.includes(each.text));
        return isPart || each.amount === amount || each.day === day;
      })
      .reduce<Value | undefined>((best, each) => (best && away(best) <= away(each) ? best : each), undefined);
    return (
      literally(words) ??
      (value && (placeholder(value) ?? inData(value.text))) ??
      // Of a run with a placeholder in it, such as "Invoice 12", the longest word that is written.
      words
        .split(' ')
        .filter((word) => word.length > SHORTEST)
        .sort((a, b) => b.length - a.length)
        .reduce<Source | undefined>((found, word) => found ?? literally(word), undefined)
    );
  };
  return (text) => {
    const words = plain(text).trim();
    if (!known.has(words)) known.set(words, find(words));
    return known.get(words);
  };
}

/** What of a line is printed as it stands: no tags, and of placeholders their texts in quotes. */
const printedOf = (line: string): string =>
  line
    .split(/(?=\{[{%])/)
    .map((piece) => {
      const end = /^\{[{%]/.test(piece) ? piece.search(/[}%]\}/) : -1;
      if (end === -1) return piece;
      return (piece.slice(0, end).match(/'[^']*'|"[^"]*"/g) ?? []).join('\u0000') + piece.slice(end + 2);
    })
    .join('')
    .replaceAll(/<[^<>]*>/g, '\u0000');

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function columnOf(line: string, words: string): number {
  const at = line.toLowerCase().indexOf(words.split(' ')[0] ?? '');
  return Math.max(0, at) + 1;
}
