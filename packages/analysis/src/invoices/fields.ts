import { cellsOf } from '../text/cells.ts';
import type { Line } from '../text/source.ts';
import { findPhrases, type PhraseMatch, type Word, wordsOf } from '../text/words.ts';
import { scanDates } from '../values/dates.ts';
import { amountsIn, type Document, datesIn, type Found, onLine } from '../values/document.ts';
import { FIELDS, type FieldKind } from './labels.ts';

/** Single values next to their labels: invoice number, dates, purchase order. */

export interface InvoiceFields {
  readonly invoiceNumber: Found<string> | null;
  readonly date: Found<string> | null;
  readonly dueDate: Found<string> | null;
  readonly purchaseOrder: Found<string> | null;
}

interface LabelledLine {
  readonly line: Line;
  readonly words: readonly Word[];
  readonly labels: readonly PhraseMatch<FieldKind>[];
}

interface Scored extends Found<string> {
  readonly points: number;
}

/** Words of one label stand closer together than two columns. */
const COLUMN_GAP = 4;
const CODE = /[\p{L}\p{N}][\p{L}\p{N}./_-]{0,38}/uy;
const BETWEEN = /^[\s:.#°º()*-]{0,60}(?:(?:nummer|number|num|nr|no|n|ner|id)\b[\s:.#°º]{0,20})?[\s:.#°º()*-]{0,10}$/i;

export function invoiceFields(document: Document): InvoiceFields {
  const lines = document.source.lines
    .filter((line) => line.text.trim() !== '')
    .slice(0, 2000)
    .map(labelled);
  return {
    invoiceNumber: best(codes(document, lines, 'number')),
    date: best(invoiceDates(document, lines)),
    dueDate: best(datesFor(document, lines, 'due')),
    purchaseOrder: best(codes(document, lines, 'order')),
  };
}

function labelled(line: Line): LabelledLine {
  const words = wordsOf(line.text);
  const labels = findPhrases(words, FIELDS, COLUMN_GAP).filter((label) => !startsCode(line, label));
  const title = titleLabel(words);
  const rest = title ? labels.filter((label) => label.end <= title.start || label.start >= title.end) : labels;
  return { line, words, labels: title ? [...rest, title].sort((a, b) => a.start - b.start) : labels };
}

/** The short word at the start of a code, as in `INV-2024/17`, is no label. */
function startsCode(line: Line, label: PhraseMatch<FieldKind>): boolean {
  return label.end - label.start <= 4 && /^[-_/]\p{N}/u.test(line.text.slice(label.end, label.end + 2));
}

/** "Mietrechnung Nr.", "Rechnung des Versicherers Nr.", "Commercial invoice no.": a title with the number behind it. */
function titleLabel(words: readonly Word[]): PhraseMatch<FieldKind> | null {
  const name = words.findIndex((word, index) => index < 4 && DOCUMENT.test(word.key));
  const number = words.findIndex(
    (word, index) => index > name && index <= name + 4 && /^(?:nr|no|n|nummer|number|numero|num)$/.test(word.key),
  );
  const [first, last] = [words[name], words[number]];
  if (name < 0 || number < 0 || !first || !last) return null;
  if (findPhrases(words.slice(name + 1, number), FIELDS).length > 0) return null;
  return { value: 'number', start: first.start, end: last.end, word: name, length: number - name + 1 };
}

const DOCUMENT = /(?:rechnung|rechnungskorrektur|gutschrift|invoice|facture|factura|fattura|factuur|avoir|abono)$/;

function best(found: readonly Scored[]): Found<string> | null {
  const top = found.reduce<Scored | null>(
    (one, other) => (one === null || other.points > one.points ? other : one),
    null,
  );
  return top && top.points > 0 ? { value: top.value, span: top.span } : null;
}

/** Codes behind a label on the same line, or below it. */
function codes(document: Document, lines: readonly LabelledLine[], kind: 'number' | 'order'): Scored[] {
  const found: Scored[] = [];
  for (const [index, entry] of lines.entries()) {
    for (const label of entry.labels) {
      if (label.value !== kind) continue;
      if (OF_SUM.test(entry.line.text.slice(0, label.start))) continue;
      const explicit = LONG_LABEL.test(entry.line.text.slice(label.start, label.end + 2));
      const weight = label.end - label.start + (explicit ? 12 : 0);
      const same = codeAfter(document, entry.line, label.end);
      // "Invoice 2024" may name a year; "Invoice no. 2024" does not.
      if (same && YEAR.test(same.value) && !explicit) continue;
      if (same) found.push({ ...same, points: 20 + weight - index / 40 });
      else if (nothingBehind(entry, label)) {
        const below = codeBelow(document, lines, index, label);
        if (below) found.push({ ...below, points: 14 + weight - index / 40 });
      }
    }
  }
  return found;
}

const LONG_LABEL = /n(?:umm|úm|um|°|º|o\b|r\b|\.)|#/i;
const YEAR = /^(?:19|20)\d\d$/;
/** "Total factura" and "Total invoice" are labels of sums. */
const OF_SUM = /(?:total|totale|totaal|summa|importe)\s{1,3}$/i;

function codeAfter(document: Document, line: Line, from: number): Found<string> | null {
  const words = wordsOf(line.text.slice(from, from + 120));
  for (const word of words.slice(0, 3)) {
    const start = from + word.start;
    if (!BETWEEN.test(line.text.slice(from, start))) return null;
    const code = codeAt(document, line, start);
    if (code) return code;
  }
  return null;
}

function codeAt(document: Document, line: Line, start: number): Found<string> | null {
  CODE.lastIndex = start;
  const match = CODE.exec(line.text)?.[0].replace(/[./_-]{1,5}$/, '');
  if (!match || !/\d/.test(match) || (match.length < 2 && !/^\d$/.test(match))) return null;
  const isDate = datesIn(document, line).some((date) => date.start === start && date.end >= start + match.length);
  const sum = amountsIn(document, line).some(
    (amount) =>
      amount.digitsStart === start && (amount.currency !== null || amount.digitsEnd > start + match.length),
  );
  if (isDate || sum) return null;
  return { value: match, span: onLine(line, { start, end: start + match.length }) };
}

function nothingBehind(entry: LabelledLine, label: PhraseMatch<FieldKind>): boolean {
  const cell = cellsOf(entry.line).find((one) => one.start <= label.start && label.start < one.end);
  const rest = entry.line.text.slice(label.end, cell?.end ?? label.end);
  return BETWEEN.test(rest);
}

/** The value below a label: in the same column of the next line, or the only cell of it. */
function codeBelow(
  document: Document,
  lines: readonly LabelledLine[],
  index: number,
  label: PhraseMatch<FieldKind>,
): Found<string> | null {
  for (const next of lines.slice(index + 1, index + 3)) {
    const cells = cellsOf(next.line);
    const aligned = cells.find((one) => one.start < label.end + 6 && label.start - 6 < one.end);
    const last = cells.at(-1);
    const cell = aligned ?? (last && last.start > label.start ? last : undefined);
    const code = cell ? codeAt(document, next.line, cell.start) : null;
    if (code && cell && code.span.end - next.line.start >= cell.end - 1) return code;
  }
  return null;
}

function invoiceDates(document: Document, lines: readonly LabelledLine[]): Scored[] {
  const found = datesFor(document, lines, 'date');
  for (const [index, entry] of lines.entries()) {
    for (const date of datesIn(document, entry.line)) {
      if (!date.iso) continue;
      const before = lastLabel(entry, date.start);
      const behindNumber =
        entry.labels.some((label) => label.value === 'number' && label.end < date.start) && before?.value !== 'due';
      const other =
        before !== null &&
        before.value !== 'number' &&
        before.value !== 'date' &&
        !(behindNumber && before.value === 'other');
      found.push({
        value: date.iso,
        span: onLine(entry.line, date),
        points: behindNumber ? 24 - index / 40 : other ? 0 : 4 - index / 60,
      });
    }
  }
  return found;
}

function lastLabel(entry: LabelledLine, before: number): PhraseMatch<FieldKind> | null {
  return entry.labels.filter((label) => label.end <= before).at(-1) ?? null;
}

/** Dates behind or below a label of a kind. */
function datesFor(document: Document, lines: readonly LabelledLine[], kind: 'date' | 'due'): Scored[] {
  const found: Scored[] = [];
  for (const [index, entry] of lines.entries()) {
    for (const label of entry.labels.filter((one) => one.value === kind)) {
      const weight = label.end - label.start;
      const next = entry.labels.find((one) => one.start >= label.end);
      const date = datesIn(document, entry.line).find(
        (one) => one.start >= label.end && (!next || one.start < next.start + 4),
      );
      if (date?.iso)
        found.push({ value: date.iso, span: onLine(entry.line, date), points: 20 + weight / 2 - index / 40 });
      const below = date ? null : dateBelow(document, lines, index, label);
      if (below) found.push({ ...below, points: 12 + weight / 2 - index / 40 });
    }
  }
  return found;
}

function dateBelow(
  document: Document,
  lines: readonly LabelledLine[],
  index: number,
  label: PhraseMatch<FieldKind>,
): Found<string> | null {
  for (const next of lines.slice(index + 1, index + 3)) {
    const cells = cellsOf(next.line);
    for (const cell of cells) {
      const aligned = cell.start < label.end + 8 && label.start - 8 < cell.end;
      if (!aligned && !(cells.length === 1 && cell.start > label.start)) continue;
      const [date] = scanDates(cell.text, { order: document.order });
      if (date?.iso && date.start <= 12) {
        return {
          value: date.iso,
          span: onLine(next.line, { start: cell.start + date.start, end: cell.start + date.end }),
        };
      }
    }
  }
  return null;
}
