import { cellsOf } from '../text/cells.ts';
import type { PhraseMatch } from '../text/words.ts';
import { scanDates } from '../values/dates.ts';
import { type Document, datesIn, type Found, onLine } from '../values/document.ts';
import { best, type LabelledLine, type Scored } from './labelled.ts';
import type { FieldKind } from './labels.ts';

/** The date of an invoice, and the day until which it is to be paid. */

export interface InvoiceDates {
  readonly date: Found<string> | null;
  readonly dueDate: Found<string> | null;
}

/**
 * No invoice is due before its date: when it would be, and the other order of day and month puts that right, the other
 * order is the one of the document.
 */
export function datesOf(document: Document, lines: readonly LabelledLine[]): InvoiceDates {
  const read = (one: Document) => ({
    date: best(invoiceDates(one, lines)),
    dueDate: best(datesFor(one, lines, 'due')),
  });
  const usual = read(document);
  if (!isLate(usual)) return usual;
  const other = read({ ...document, order: document.order === 'dmy' ? 'mdy' : 'dmy' });
  const moved = other.date?.value !== usual.date?.value && other.dueDate?.value !== usual.dueDate?.value;
  return moved && !isLate(other) ? other : usual;
}

function isLate({ date, dueDate }: InvoiceDates): boolean {
  return date !== null && dueDate !== null && dueDate.value < date.value;
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
