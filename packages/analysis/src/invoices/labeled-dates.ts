import { cellsOf } from '../text/cells.ts';
import type { PhraseMatch } from '../text/words.ts';
import { type Document, datesIn, type Found, onLine } from '../values/document.ts';
import { cellBelow } from './columns.ts';
import { isOfItems } from './headings.ts';
import type { FieldKind } from './label-kinds.ts';
import type { LabeledLine, Scored } from './labeled.ts';
import { dayInRow, pieceBelow, valueInPile } from './values-in-order.ts';

/** Days behind labels of an invoice, or below them. */

export function lastLabel(entry: LabeledLine, before: number): PhraseMatch<FieldKind> | null {
  return entry.labels.filter((label) => label.end <= before).at(-1) ?? null;
}

export interface ScoredDate extends Scored {
  /** Whether its label says that it is the day of the invoice, or stands behind that of the number: `Invoice No.   Dated`. */
  readonly ofInvoice?: boolean;
}

/** A label that may be of the day of any paper, or of a delivery; the tax point is the day of that. */
const BARE = /^(?:date|datum|data|fecha|dato|tarih|dated|issued|tax point|kelt|p[äa]iv[äa]ys|ημερομην[ίι]α|التاريخ)$/iu;

function isOfInvoice(entry: LabeledLine, label: PhraseMatch<FieldKind>): boolean {
  const { text } = entry.line;
  const before = lastLabel(entry, label.start);
  if (BARE.test(text.slice(label.start, label.end).trim())) return before?.value === 'number';
  const between = text.slice(before?.end ?? 0, label.start);
  // `PO date of issue`
  if (before && OF_OTHERS.has(before.value) && !/[\p{L}\d]/u.test(between)) return false;
  const cell = cellsOf(entry.line).findLast((one) => one.start <= label.start)?.start ?? 0;
  const first = entry.labels.find(({ start }) => start >= cell) ?? label;
  return !WORD_AHEAD.test(between) && !/\p{L}{2}/u.test(text.slice(cell, first.start));
}

/** `Original invoice date`, `Next billing date`: most often those of another invoice. */
const WORD_AHEAD = /\p{L}{2} ?$/u;
const OF_OTHERS: ReadonlySet<FieldKind> = new Set(['order', 'offer', 'other']);

/** Dates behind or below a label of a kind. */
export function datesFor(document: Document, lines: readonly LabeledLine[], kind: 'date' | 'due'): ScoredDate[] {
  const found: ScoredDate[] = [];
  for (const [index, entry] of lines.entries()) {
    for (const label of entry.labels.filter((one) => one.value === kind)) {
      const weight = label.end - label.start;
      const ofInvoice = kind === 'date' && isOfInvoice(entry, label);
      const next = entry.labels.find((one) => one.start >= label.end && !isJoined(entry, label, one));
      const date = datesIn(document, entry.line).find(
        (one) => one.start >= label.end && (!next || one.start < next.start + 4),
      );
      // What is taken off for who pays early has a day of its own.
      const early = kind === 'due' && DISCOUNT.test(entry.line.text) ? 18 : 0;
      if (date?.iso)
        found.push({
          value: date.iso,
          span: onLine(entry.line, date),
          points: 20 + weight / 2 - index / 40 - early,
          ofInvoice,
        });
      // The day of each item stands below `Date` in the heading of their list.
      const ofItems = BARE.test(entry.line.text.slice(label.start, label.end).trim()) && isOfItems(entry.words);
      const below = date || ofItems ? null : dateBelow(document, lines, index, label);
      if (below) found.push({ ...below, points: 12 + weight / 2 - index / 40, ofInvoice });
    }
  }
  return found;
}

/** `Invoice date / Delivery date  9 April 2030`: one day with two names. */
function isJoined({ line }: LabeledLine, { end }: PhraseMatch<FieldKind>, next: PhraseMatch<FieldKind>): boolean {
  return next.value === 'other' && /^ {0,2}\/ {0,2}$/.test(line.text.slice(end, next.start));
}

export const OTHER_PAPER =
  /bestell|auftrag|order|commande|pedido|ordine|liefer|angebot|offer|quote|devis|contract|vertrag|avis/i;

const DISCOUNT = /skonto|\bdiscount\b|escompte|sconto|pronto pago|betalingskorting|kassarabatt/i;

function dateBelow(
  document: Document,
  lines: readonly LabeledLine[],
  index: number,
  label: PhraseMatch<FieldKind>,
): Found<string> | null {
  const entry = lines[index];
  const own = entry?.line;
  const piled = valueInPile(document, lines, index);
  if (piled !== undefined) {
    const [day] = piled ? datesIn(document, piled) : [];
    return piled && day?.iso ? { value: day.iso, span: onLine(piled, day) } : null;
  }
  const below = lines[index + 1]?.line;
  const piece = entry && below ? pieceBelow(entry, label, below) : null;
  if (piece && below) {
    const day = datesIn(document, below).find(({ start, end }) => start >= piece.start && end <= piece.end);
    return day?.iso ? { value: day.iso, span: onLine(below, day) } : null;
  }
  for (const next of own ? lines.slice(index + 1, index + 3) : []) {
    const inRow = entry && dayInRow(document, entry, label, next.line);
    if (inRow !== undefined) return inRow?.iso ? { value: inRow.iso, span: onLine(next.line, inRow) } : null;
    const cells = cellsOf(next.line);
    const [only] = cells;
    const alone = cells.length === 1 && only !== undefined && only.start > label.start ? only : undefined;
    const cell = (own && cellBelow(own, label, next.line)) ?? alone;
    const [date] = cell ? datesIn(document, cell) : [];
    if (cell && date?.iso && date.start <= 12 && !OTHER_PAPER.test(cell.text.slice(0, date.start))) {
      return {
        value: date.iso,
        span: onLine(next.line, { start: cell.start + date.start, end: cell.start + date.end }),
      };
    }
  }
  return null;
}
