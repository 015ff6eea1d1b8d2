import { type Cell, cellsOf } from '../text/cells.ts';
import type { Line, Span } from '../text/source.ts';
import { condensed } from '../text/words.ts';
import { type Document, type Found, onLine } from '../values/document.ts';
import { CONCEPT_OF } from './concepts.ts';
import type { Mention } from './mentions.ts';
import { shapeOf } from './shapes.ts';
import type { ValueType } from './typed.ts';

/** Values by their labels: behind a colon, in the next column, or in the line below. */

export interface Candidate extends Found<string> {
  readonly points: number;
}

const SEPARATED =
  /^(?:[\s.#°º№*)\]]{0,4}|\s{0,2}(?:no|nr|n|num|number|id)[.°º]?\s{0,2})(?:\([^)]{0,30}\)\s{0,2}|\[[^\]]{0,20}\]\s{0,2})?\s{0,3}(?:[:=]|(?<=\s)[-–—](?=\s))\s{0,4}/iu;
const ENDS = /^[^\p{L}\p{N}]{0,5}(?:\([^)]{0,30}\)[^\p{L}\p{N}]{0,3})?$/u;
const LEADING = /^[^\p{L}\p{N}]{0,6}(?:\d{1,2}[.)]\s{0,3})?$/u;

/** What the layout around a mention gives for its value, the best first. */
export function labeled(document: Document, mention: Mention): Candidate | null {
  const { line, span, field, worth } = mention;
  if (span.end > line.text.length) return null;
  const cells = cellsOf(line);
  const cell = cells.find((one) => one.start <= span.start && span.start < one.end);
  if (!cell) return null;
  const rest = cell.text.slice(span.end - cell.start);
  const leads = LEADING.test(cell.text.slice(0, span.start - cell.start));
  const place = { document, mention, cells, cell };
  const separator = SEPARATED.exec(rest)?.[0].length;
  const lead = leads ? 10 : 0;
  if (separator !== undefined && rest.length > separator) {
    const value = made(
      mention,
      { line, start: span.end + separator, text: rest.slice(separator) },
      38 + lead + worth,
      document,
    );
    if (value || rest.slice(separator).trim().length > 2) return value && continued(place, value);
  }
  if (!leads) return null;
  if (separator !== undefined || ENDS.test(rest)) return beside(place, separator !== undefined) ?? below(place);
  if (!TYPED.has(field.type))
    return /^\s[#№]?\S{0,20}\d\S{0,20}$/.test(rest) || NAMED.test(mention.line.text.slice(span.start, span.end + 2))
      ? made(mention, { line, start: span.end, text: rest }, 24 + worth, document)
      : null;
  const behind = made(mention, { line, start: span.end, text: rest }, 24 + worth, document, true);
  return behind ?? (field.type === 'money' && !OTHER_WORD.test(rest) ? beside(place, false) : null);
}

const TYPED: ReadonlySet<ValueType> = new Set([
  'date',
  'money',
  'percent',
  'duration',
  'measure',
  'code',
  'email',
  'phone',
  'url',
  'iban',
  'bic',
  'vat',
]);

/** A word that makes another label of it: `Total weight`. */
const OTHER_WORD = /(?<!\p{L})(?!(?:incl|excl|inkl|exkl|zzgl|inclusive|exclusive|including)(?!\p{L}))\p{L}{4}/iu;

/** Labels that stand in front of a name without a colon. */
const NAMED = /^(?:spett(?:\.le|abile)|attn|c\/o)[\s.]/i;

interface Place {
  readonly document: Document;
  readonly mention: Mention;
  readonly cells: readonly Cell[];
  readonly cell: Cell;
}

/** The next column; for money the next one that holds an amount. */
function beside({ document, mention, cells, cell }: Place, colon: boolean): Candidate | null {
  const { line, field, worth } = mention;
  const right = cells.filter((one) => one.start >= cell.end);
  if (!colon && isHeading(cells) && !TYPED.has(field.type)) return null;
  for (const one of field.type === 'money' ? right.slice(0, 3) : right.slice(0, 1)) {
    if (/:$/.test(one.text) || (field.type === 'money' && /\p{L}{4}[ :]/u.test(one.text))) return null;
    const found = made(
      mention,
      { line, start: one.start, text: one.text.replace(/^:\s{0,4}/, '') },
      (colon ? 36 : 30) + worth,
      document,
    );
    if (found) return field.type === 'address' ? continued({ document, mention, cells, cell: one }, found) : found;
  }
  return null;
}

/** Labels only: several short cells without a digit or a colon; of two, both are known as labels. */
function isHeading(cells: readonly Cell[]): boolean {
  const bare = cells.every((one) => !/[\d:]/.test(one.text) && one.text.length <= 30);
  return (
    bare && (cells.length > 2 || (cells.length === 2 && cells.every((one) => CONCEPT_OF.has(condensed(one.text)))))
  );
}

const MOST_BLANK = 1;

/** The line below, in the column of the label. */
function below({ document, mention, cells, cell }: Place): Candidate | null {
  const rows = linesBelow(document, mention.line, 3);
  const [first, second] = rows;
  if (!first) return null;
  const under = cellUnder(first, cell);
  if (!under || /:$/.test(under.text)) return null;
  const heading = isHeading(cells);
  // A table of several rows has no single value below a heading.
  if (heading && cells.length >= 3 && second && cellsOf(second).length >= 3 && cellsOf(first).length >= 3) return null;
  if (!heading && cells.length > 1 && !TYPED.has(mention.field.type)) return null;
  const found = made(
    mention,
    { line: first, start: under.start, text: under.text },
    (heading ? 27 : 18) + mention.worth,
    document,
  );
  return found && mention.field.type === 'address'
    ? continued({ document, mention, cells, cell: under }, found, first)
    : found;
}

function linesBelow(document: Document, line: Line, count: number): Line[] {
  const lines: Line[] = [];
  let blank = 0;
  for (let at = line.index + 1; at < document.source.lines.length && lines.length < count; at += 1) {
    const next = document.source.lines.at(at);
    if (!next || blank > MOST_BLANK) break;
    if (next.text.trim() === '') {
      blank += 1;
      if (lines.length > 0) break;
    } else lines.push(next);
  }
  return lines;
}

function cellUnder(line: Line, cell: Span): Cell | undefined {
  return cellsOf(line).find((one) => one.start < cell.end + 3 && cell.start < one.end + 3);
}

/** An address goes on in the lines below, in the same column. */
function continued({ document, mention, cell }: Place, found: Candidate, from: Line = mention.line): Candidate {
  if (mention.field.type !== 'address') return found;
  const parts = [found.value];
  let end = found.span.end;
  const column = { start: found.span.start - from.start, end: cell.end };
  for (const line of linesBelow(document, from, 3)) {
    if (line.index !== from.index + parts.length) break;
    const row = cellsOf(line);
    const under = row.find((one) => Math.abs(one.start - column.start) <= 2);
    if (under && from === mention.line && column.start > mention.span.end && row[0] !== under) break;
    if (!under || /:|@/.test(under.text) || under.text.length > 60) break;
    if (!/\d/.test(under.text) && parts.some((part) => /\d{4}/.test(part))) break;
    parts.push(under.text);
    end = line.start + under.end;
  }
  return {
    ...found,
    value: parts.map((part) => part.replace(/,$/, '')).join(', '),
    span: { start: found.span.start, end },
  };
}

function made(
  mention: Mention,
  place: { readonly line: Line; readonly start: number; readonly text: string },
  points: number,
  document: Document,
  direct = false,
): Candidate | null {
  const shape = shapeOf(place.text, mention.field.type, document);
  if (!shape || (direct && (shape.start > 14 || /\p{L}{4}/u.test(place.text.slice(0, shape.start))))) return null;
  const start = place.line.text.indexOf(place.text, Math.max(0, place.start - 4)) + shape.start;
  const span = { start, end: start + shape.end - shape.start };
  const value = place.line.text.slice(span.start, span.end).replace(/\s{1,100}/g, ' ');
  return { value, points: points - shape.start / 20, span: onLine(place.line, span) };
}
