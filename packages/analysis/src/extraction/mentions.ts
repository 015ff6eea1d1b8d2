import type { Line, Span } from '../text/source.ts';
import { type Word, wordsOf } from '../text/words.ts';
import type { Document } from '../values/document.ts';
import type { FieldName } from './field-name.ts';

/** Where the labels of fields are printed, found in one pass over a text. */

/** A place where a label of a field is printed. */
export interface Mention {
  readonly field: FieldName;
  readonly worth: number;
  readonly line: Line;
  /** Within the line. */
  readonly span: Span;
}

/** More lines than two million characters of prose have; it bounds memory for texts of tiny lines. */
const MOST_LINES = 60_000;
const MOST_MENTIONS = 400;

/** Every mention of a label of the fields, in one pass over the text. */
export function mentionsOf(document: Document, fields: readonly FieldName[]): Map<FieldName, Mention[]> {
  const table = new Map<string, { label: string; field: FieldName; worth: number }[]>();
  for (const field of fields) {
    for (const [label, worth] of field.labels) {
      const start = label.slice(0, 2);
      const list = table.get(start) ?? [];
      list.push({ label, field, worth });
      table.set(start, list);
    }
  }
  const mentions = new Map<FieldName, Mention[]>(fields.map((field) => [field, []]));
  const eastern = fields.flatMap((field) =>
    [...field.labels].filter(([label]) => EASTERN.test(label)).map(([label, worth]) => ({ label, worth, field })),
  );
  const { lines } = document.source;
  for (const line of lines.slice(0, MOST_LINES)) {
    addEastern(line, eastern, mentions);
    const own = wordsOf(line.text);
    const words = [...own, ...wordsAfter(line, lines.at(line.index + 1))];
    for (const [at, word] of own.entries()) {
      for (const { label, field, worth } of table.get(firstTwo(words, at)) ?? []) {
        const last = spelled(words, at, label);
        const list = mentions.get(field);
        if (last && list && list.length < MOST_MENTIONS)
          list.push({ field, worth, line, span: { start: word.start, end: last.end } });
      }
    }
  }
  return mentions;
}

const EASTERN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** Chinese and Japanese write labels and values in one row of characters. */
function addEastern(
  line: Line,
  labels: readonly { label: string; worth: number; field: FieldName }[],
  mentions: ReadonlyMap<FieldName, Mention[]>,
): void {
  if (labels.length === 0 || !EASTERN.test(line.text)) return;
  for (const { label, worth, field } of labels) {
    const start = line.text.indexOf(label);
    const list = mentions.get(field);
    if (start >= 0 && list && list.length < MOST_MENTIONS)
      list.push({ field, worth, line, span: { start, end: start + label.length } });
  }
}

/** A label may begin at the end of a line of prose and go on in the next. */
function wordsAfter(line: Line, next: Line | undefined): Word[] {
  if (!next || line.text.length < 40) return [];
  const shift = next.start - line.start;
  return wordsOf(next.text.slice(0, 60))
    .slice(0, 3)
    .map(({ key, start, end }) => ({ key, start: start + shift, end: end + shift }));
}

function firstTwo(words: readonly Word[], at: number): string {
  const key = words[at]?.key ?? '';
  return key.length > 1 ? key.slice(0, 2) : (key + (words[at + 1]?.key ?? '')).slice(0, 2);
}

/** The last word of those that spell a label, when they stand close together. */
function spelled(words: readonly Word[], at: number, label: string): Word | null {
  let length = 0;
  for (let step = at; step < words.length; step += 1) {
    const word = words[step];
    if (!word || !label.startsWith(word.key, length)) return null;
    if (step > at && word.start - (words[step - 1]?.end ?? 0) > 3) return null;
    length += word.key.length;
    if (length === label.length) return word;
  }
  return null;
}
