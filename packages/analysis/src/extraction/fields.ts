import { cellsOf } from '../text/cells.ts';
import type { Line } from '../text/source.ts';
import { type Word, wordsOf } from '../text/words.ts';
import { type Document, type Found, onLine } from '../values/document.ts';

/** Values by the names that a caller gives: "policy number" finds `Policy Number: 12-3456`. */

interface Candidate extends Found<string> {
  readonly points: number;
}

interface Entry {
  readonly line: Line;
  readonly words: readonly Word[];
}

const FILLERS = new Set([
  'the',
  'of',
  'no',
  'number',
  'nr',
  'num',
  'name',
  'der',
  'die',
  'das',
  'de',
  'la',
  'le',
  'el',
  'il',
  'het',
  'a',
  'an',
]);
const LONGEST = 300;
const MOST_FIELDS = 200;
/** More lines than two million characters of prose have; it bounds memory for texts of tiny lines. */
const MOST_LINES = 60_000;

/** The value of each field, null where the document names none. */
export function customFields(document: Document, names: readonly string[]): Map<string, Found<string> | null> {
  const entries = document.source.lines
    .filter((line) => line.text.trim() !== '')
    .slice(0, MOST_LINES)
    .map((line) => ({ line, words: wordsOf(line.text) }));
  const byWord = indexOf(entries);
  return new Map(names.map((name) => [name, fieldValue(entries, byWord, name)]));
}

/** `Label: value` lines of a document in the order printed; the first value of each label. */
export function labelledFields(document: Document): Map<string, Found<string>> {
  const fields = new Map<string, Found<string>>();
  for (const line of document.source.lines) {
    if (!line.text.includes(':')) continue;
    if (fields.size >= MOST_FIELDS) break;
    const cells = cellsOf(line);
    for (const [index, cell] of cells.entries()) {
      const match = /^(\p{L}[^:]{1,40}?) ?:(?!\/\/)\s{0,4}(.{0,300})$/u.exec(cell.text);
      const label = match?.[1]?.trim();
      const value = match?.[2]?.trim() || null;
      const next = value ? null : cells[index + 1];
      const text = value ?? next?.text.replace(/^:\s{0,4}/, '');
      if (!label || !text || fields.has(label)) continue;
      const start = value ? cell.end - value.length : (next?.end ?? cell.end) - text.length;
      fields.set(label, { value: text, span: onLine(line, { start, end: start + text.length }) });
    }
  }
  return fields;
}

function indexOf(entries: readonly Entry[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [at, entry] of entries.entries()) {
    for (const { key } of entry.words) {
      const list = index.get(key);
      if (!list) index.set(key, [at]);
      else if (list.at(-1) !== at) list.push(at);
    }
  }
  return index;
}

function fieldValue(
  entries: readonly Entry[],
  byWord: ReadonlyMap<string, number[]>,
  name: string,
): Found<string> | null {
  const spaced = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/[_-]/g, ' ');
  const wanted = wordsOf(spaced).map((word) => word.key);
  const core = wanted.filter((key) => !FILLERS.has(key));
  for (const keys of core.length > 0 && core.length < wanted.length ? [wanted, core] : [wanted]) {
    const found = bestFor(entries, byWord, keys);
    if (found) return found;
  }
  return null;
}

function bestFor(
  entries: readonly Entry[],
  byWord: ReadonlyMap<string, number[]>,
  keys: readonly string[],
): Found<string> | null {
  let best: Candidate | null = null;
  for (const at of (byWord.get(keys[0] ?? '') ?? []).slice(0, 2000)) {
    const entry = entries[at];
    const found = entry ? candidateIn(entries, at, entry, keys) : null;
    if (found && (best === null || found.points > best.points)) best = found;
  }
  return best ? { value: best.value, span: best.span } : null;
}

function candidateIn(entries: readonly Entry[], at: number, entry: Entry, keys: readonly string[]): Candidate | null {
  const start = entry.words.findIndex((_, step) =>
    keys.every((key, offset) => entry.words[step + offset]?.key === key),
  );
  const last = entry.words[start + keys.length - 1];
  const first = entry.words[start];
  if (start < 0 || !last || !first) return null;
  const cells = cellsOf(entry.line);
  const cell = cells.find((one) => one.start <= first.start && first.start < one.end);
  if (!cell) return null;
  const rest = cell.text.slice(last.end - cell.start);
  const separated = /^[^\p{L}\d]{0,3}(?:\([^)]{0,30}\))?\s{0,3}[:=#]\s{0,4}/u.exec(rest)?.[0].length;
  const leads = first.start === cell.start ? 10 : 0;
  if (separated !== undefined && rest.length > separated)
    return made(entry.line, last.end + separated, rest.slice(separated), 40 + leads);
  const right = cells.find((one) => one.start >= cell.end);
  const ends = /^[^\p{L}\d]{0,4}$/u.test(rest);
  if (ends && right && leads > 0) return made(entry.line, right.start, right.text, 30);
  const below = ends && leads > 0 ? entries[at + 1] : undefined;
  const under = below
    ? cellsOf(below.line).find((one) => one.start < cell.end + 3 && cell.start < one.end + 3)
    : undefined;
  if (below && under) return made(below.line, under.start, under.text, 18);
  const verb = /^ {0,2}(?:is|are|was|ist|betr[äa]gt|lautet|est|es|è|bedraagt)\b[ :]{0,2}/i.exec(rest)?.[0].length;
  if (verb !== undefined && rest.length > verb) return made(entry.line, last.end + verb, rest.slice(verb), 22);
  if (leads > 0 && rest.trim().length > 0) return made(entry.line, last.end, rest, 8);
  return null;
}

function made(line: Line, start: number, text: string, points: number): Candidate | null {
  const lead = text.length - text.trimStart().length;
  const value = text
    .trim()
    .replace(/^[:=]\s{0,4}/, '')
    .slice(0, LONGEST);
  if (value === '') return null;
  const from = line.text.indexOf(value, start + lead);
  return from < 0 ? null : { value, points, span: onLine(line, { start: from, end: from + value.length }) };
}
