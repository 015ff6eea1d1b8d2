import { cellsOf } from '../text/cells.ts';
import type { Line, Span } from '../text/source.ts';
import type { PhraseMatch } from '../text/words.ts';
import { type Document, datesIn } from '../values/document.ts';
import { cellBelow } from './columns.ts';
import type { FieldKind } from './label-kinds.ts';
import { DOCUMENT, type LabeledLine } from './labeled.ts';

/**
 * Labels one below the other and then their values, or labels in one row and their values below, as text of a PDF is
 * read across its columns: the first value is that of the first label.
 */

const SINGLE: ReadonlySet<FieldKind> = new Set(['number', 'date', 'due', 'order', 'offer', 'other']);
/** A pile has no more labels. */
const MOST = 12;

/**
 * The line with the value of a label that stands in a pile of labels: `undefined` where it stands in none, `null` where
 * the lines below are not one value for each, so that nobody can tell whose they are.
 */
export function valueInPile(document: Document, lines: readonly LabeledLine[], index: number): Line | null | undefined {
  if (!isLabelAlone(lines[index])) return undefined;
  const from = endOfPile(lines, index, -1);
  const to = endOfPile(lines, index, 1);
  const before = unknownFrom(lines, from, -1);
  const behind = unknownFrom(lines, to, 1);
  if (from === to && before === 0 && behind === 0) return undefined;
  const found = new Set<Line>();
  for (let first = from - before; first <= from; first += 1)
    for (let last = to; last <= to + behind; last += 1) {
      const line = last > first ? valueInPlace(document, lines, { first, last, index }) : null;
      if (line) found.add(line);
    }
  const [only, more] = found;
  if (only && !more) return only;
  return from === to && !only ? undefined : null;
}

/** The value of a label where a pile is those lines: null where what stands below is not one value for each of them. */
function valueInPlace(
  document: Document,
  lines: readonly LabeledLine[],
  { first, last, index }: { readonly first: number; readonly last: number; readonly index: number },
): Line | null {
  const size = last - first + 1;
  const values = lines.slice(last + 1, last + 1 + size);
  const fit =
    values.length === size && values.every((one, at) => fits(document, one, lines[first + at]?.labels[0]?.value));
  // One more day below: then there is one more label above.
  const more = lines[last + 1 + size];
  return fit && !(more && isDateAlone(document, more.line)) ? (values[index - first]?.line ?? null) : null;
}

/** How many lines ahead of a pile, or behind it, may be labels of names that are not known here. */
function unknownFrom(lines: readonly LabeledLine[], end: number, step: 1 | -1): number {
  let count = 0;
  for (let entry = lines[end + step]; count < UNKNOWN && entry && mayBeLabel(entry); ) {
    count += 1;
    entry = lines[end + step * (count + 1)];
  }
  return count;
}

/** The first or the last label of a pile, in which others stand whose names are not known here: `Terms`, `Ship via:`. */
function endOfPile(lines: readonly LabeledLine[], index: number, step: 1 | -1): number {
  let end = index;
  for (let at = index + step; Math.abs(at - index) < MOST && Math.abs(at - end) <= UNKNOWN + 1; at += step) {
    const entry = lines[at];
    if (isLabelAlone(entry) || (Math.abs(at - end) === 1 && entry && WITH_COLON.test(entry.line.text))) end = at;
    else if (!entry || !mayBeLabel(entry)) break;
  }
  return end;
}

/** So many names in a row that are not known may stand between two labels. */
const UNKNOWN = 2;
const WITH_COLON = /^\s{0,60}\p{L}[\p{L} ./'’-]{1,30} ?:\s{0,9}$/u;

const mayBeLabel = ({ line, words }: LabeledLine) =>
  words.length > 0 && words.length <= 3 && !/\d/.test(line.text) && !isTitle(words) && cellsOf(line).length === 1;

function isLabelAlone(entry: LabeledLine | undefined): boolean {
  const [only, more] = entry?.labels ?? [];
  if (!entry || !only || more || !SINGLE.has(only.value) || cellsOf(entry.line).length !== 1) return false;
  const { text } = entry.line;
  return !isTitle(entry.words) && !/[\p{L}\p{N}]/u.test(text.slice(0, only.start) + text.slice(only.end));
}

/** `INVOICE` is the title above the pile. */
const isTitle = (words: LabeledLine['words']) => words.length === 1 && DOCUMENT.test(words[0]?.key ?? '');

function fits(document: Document, { line, labels }: LabeledLine, kind: FieldKind | undefined): boolean {
  if (labels.length > 0 && !/\d/.test(line.text)) return false;
  if (kind === 'date' || kind === 'due') return isDateAlone(document, line);
  return kind !== 'number' || (CODE.test(line.text) && !isDateAlone(document, line));
}

/** One piece, or two with the letters of a series ahead: `FT 2030/88`, but not `12 Mill Road`. */
const CODE = /^\s{0,60}[#№]?(?:\p{Lu}{1,4} )?(?=\S{0,40}\d)\S{1,40}\s{0,9}$/u;

function isDateAlone(document: Document, line: Line): boolean {
  const [date, more] = datesIn(document, line);
  if (!date || more) return false;
  return !/[\p{L}\p{N}]/u.test(line.text.slice(0, date.start) + line.text.slice(date.end));
}

/**
 * Which of the days below a row of labels is that of a label, by their order: `Invoice date Due date` and below it
 * `20/05/2030 19/06/2030`. `undefined` where the row does not name several days in one piece, `null` where it names
 * more days than stand below it, or fewer.
 */
export function dayInRow(
  document: Document,
  { line, labels }: LabeledLine,
  label: PhraseMatch<FieldKind>,
  next: Line,
): ReturnType<typeof datesIn>[number] | null | undefined {
  const cell = cellsOf(line).find((one) => one.start <= label.start && label.start < one.end);
  const days = labels.filter(
    (one) =>
      cell && one.start >= cell.start && one.end <= cell.end && isOfDay(one, line.text.slice(one.start, one.end)),
  );
  const dates = datesIn(document, next);
  if (days.length < 2 || dates.length < 2 || cellsOf(next).length !== 1) return undefined;
  return days.length === dates.length ? (dates[days.indexOf(label)] ?? null) : null;
}

const isOfDay = ({ value }: PhraseMatch<FieldKind>, text: string) =>
  value === 'date' || value === 'due' || (value === 'other' && /dat|fecha|day|tag/iu.test(text));

/** `Belegnummer / Datum` over `9002204417 / 08.10.2030`: the piece of the cell below that stands in the place of a label. */
export function pieceBelow({ line }: LabeledLine, label: PhraseMatch<FieldKind>, next: Line | undefined): Span | null {
  const cell = cellsOf(line).find((one) => one.start <= label.start && label.start < one.end);
  const below = cell && next ? cellBelow(line, cell, next) : undefined;
  const names = cell?.text.split(SLASH) ?? [];
  const values = below?.text.split(SLASH) ?? [];
  if (!cell || !below || names.length !== 2 || values.length !== 2) return null;
  const at = label.start - cell.start < (names[0]?.length ?? 0) ? 0 : 1;
  const start = at === 0 ? below.start : below.end - (values[1]?.length ?? 0);
  return { start, end: start + (values[at]?.length ?? 0) };
}

const SLASH = / \/ /;
