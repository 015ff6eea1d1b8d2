import { cellsOf } from '../text/cells.ts';
import type { PhraseMatch } from '../text/words.ts';
import { type Document, datesIn, type Found, onLine } from '../values/document.ts';
import { cellBelow } from './columns.ts';
import { ownOf } from './credit-notes.ts';
import { isOfItems } from './headings.ts';
import type { FieldKind } from './label-kinds.ts';
import { best, type LabeledLine, type Scored } from './labeled.ts';
import { dayInRow, pieceBelow, valueInPile } from './values-in-order.ts';

/** The date of an invoice, and the day until which it is to be paid. */

export interface InvoiceDates {
  readonly date: Found<string> | null;
  /**
   * Whether a label of its own, or the number of the invoice, stands in front of the date, and of no other day; or else
   * whether it is the only day that stands alone in the heading.
   */
  readonly dateLabeled: boolean;
  readonly dueDate: Found<string> | null;
}

/**
 * No invoice is due before its date: when it would be, and the other order of day and month puts that right, the other
 * order is the one of the document.
 */
export function datesOf(document: Document, lines: readonly LabeledLine[]): InvoiceDates {
  const read = (one: Document) => ({
    ...dateOf(ownOf(one, invoiceDates(one, lines)), headingDates(one, lines)),
    dueDate: best([...datesFor(one, lines, 'due'), ...netDates(one, lines), ...debitDates(one, lines)]),
  });
  const usual = read(document);
  if (!isLate(usual)) return usual;
  const other = read({ ...document, order: document.order === 'dmy' ? 'mdy' : 'dmy' });
  const moved = other.date?.value !== usual.date?.value && other.dueDate?.value !== usual.dueDate?.value;
  return moved && !isLate(other) ? other : usual;
}

/** Points of a date that has a label. */
const LABELED = 10;

function dateOf(found: readonly ScoredDate[], heading: readonly string[]): Pick<InvoiceDates, 'date' | 'dateLabeled'> {
  const date = best(found);
  const named = found.filter(({ ofInvoice }) => ofInvoice);
  const own = named.length > 0 ? named : found.filter(({ points }) => points >= LABELED);
  const labeled = own.length > 0 ? own : heading.map((value) => ({ value }));
  return { date, dateLabeled: labeled.length > 0 && labeled.every(({ value }) => value === date?.value) };
}

/** Days above the list that have a cell for themselves, or with the place as in `Sanok, 2030-05-16`. */
function headingDates(document: Document, lines: readonly LabeledLine[]): string[] {
  const list = lines.findIndex(({ line }) => MONEY.test(line.text));
  return lines.slice(0, Math.min(HEADING_LINES, list < 0 ? HEADING_LINES : list)).flatMap(({ line, labels }) => {
    if (labels.some(({ value }) => value !== 'number')) return [];
    const dates = datesIn(document, line);
    return cellsOf(line).flatMap((cell) => {
      const date = dates.find((one) => one.start >= cell.start && one.end === cell.end);
      return date?.iso && PLACE.test(line.text.slice(cell.start, date.start)) ? [date.iso] : [];
    });
  });
}

const HEADING_LINES = 15;
const MONEY = /\d[.,]\d\d(?!\d|[.,/]\d)/;
const PLACE = /^(?:\p{Lu}[\p{L} .'-]{1,30}, ?(?:le|den|am|the|il|el|dnia|a)? ?)?$/u;

function isLate({ date, dueDate }: InvoiceDates): boolean {
  return date !== null && dueDate !== null && dueDate.value < date.value;
}

function invoiceDates(document: Document, lines: readonly LabeledLine[]): ScoredDate[] {
  const found: ScoredDate[] = datesFor(document, lines, 'date').filter(
    ({ span }) => !OF_ORDER.test(aheadOf(document, span.start)),
  );
  for (const [index, entry] of lines.entries()) {
    for (const date of datesIn(document, entry.line)) {
      const ahead = entry.line.text.slice(0, date.start);
      if (!date.iso || OF_ORDER.test(ahead.slice(-40)) || REPLACES.test(ahead)) continue;
      const before = lastLabel(entry, date.start);
      const behindNumber =
        entry.labels.some((label) => label.value === 'number' && label.end < date.start) && before?.value !== 'due';
      const other =
        before !== null &&
        before.value !== 'number' &&
        before.value !== 'date' &&
        !(behindNumber && before.value === 'other' && !isRightBefore(entry, before, date.start));
      found.push({
        value: date.iso,
        span: onLine(entry.line, date),
        points: isOfTitle(lines, index, date.start)
          ? 26 - index / 40
          : other
            ? 0
            : behindNumber
              ? 24 - index / 40
              : 4 - index / 60,
      });
    }
  }
  return found;
}

/** Whether nothing but marks stands between a label and a date: `Data sprzedaży: 2030-05-14`. */
function isRightBefore({ line }: LabeledLine, { end }: PhraseMatch<FieldKind>, at: number): boolean {
  return !/[\p{L}\d]/u.test(line.text.slice(end, at));
}

/** `Nr. 2019-0042 vom 11.02.2019`, also with the day in the line below: the day of the document itself. */
function isOfTitle(lines: readonly LabeledLine[], index: number, at: number): boolean {
  if (index > TITLE_LINES) return false;
  const before = lines[index]?.line.text.slice(0, at) ?? '';
  const above = lines[index - 1]?.line.text.trimEnd() ?? '';
  const text = OF_DAY.test(before.trimStart()) ? `${above} ${before.trimStart()}` : before;
  return OF_NUMBER.test(text) && !OTHER_PAPER.test(text);
}

const TITLE_LINES = 12;
const OF_DAY = /^(?:vom|of|dated|du|del|van|d\.d\.|av|af|z dnia|від|от|од) $/i;
const OF_NUMBER =
  /(?<!\p{L})(?:(?:nr|no|n°|nº|num|number|nummer|numero)\.?:? ?|№ ?)[\p{L}\d][\p{L}\d./-]{1,24} (?:vom|of|dated|du|del|van|d\.d\.|av|af|z dnia|від|от|од|від) $/iu;
const OTHER_PAPER =
  /bestell|auftrag|order|commande|pedido|ordine|liefer|angebot|offer|quote|devis|contract|vertrag|avis/i;

/** `Rechnung gemäß Bestellung vom 01.03.2018`, `Ref PO 5520 dated 1 March`: the day of an order, an offer or a contract. */
const OF_ORDER =
  /(?:bestellung|auftrag|angebot|vertrag|order|commande|devis|contrat|pedido|presupuesto|contrato|ordine|preventivo|contratto|bestelling|offerte|(?<!\p{L})(?:p\.?o\.?|quot(?:e|ation)|estimate|offer|contract|agreement))(?: (?:nr|no|n°|number|nummer)?[.:]{0,2} ?[\w/-]{0,16})? (?:vom|von|of|dated|du|del|van) $/iu;

/** What stands ahead of a place in its line. */
function aheadOf({ source }: Document, at: number): string {
  const ahead = source.text.slice(Math.max(0, at - 60), at);
  return ahead.slice(ahead.lastIndexOf('\n') + 1);
}

/** `Replaces invoice INV-299 of 30 September`: the day of that one. */
export const REPLACES =
  /(?<!\p{L})(?:replac|supersed|ersetzt|remplac|sustituye|reemplaza|sostituisce|vervangt|ersätter|erstatter|zastępuje|substitui)/iu;

function lastLabel(entry: LabeledLine, before: number): PhraseMatch<FieldKind> | null {
  return entry.labels.filter((label) => label.end <= before).at(-1) ?? null;
}

interface ScoredDate extends Scored {
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
function datesFor(document: Document, lines: readonly LabeledLine[], kind: 'date' | 'due'): ScoredDate[] {
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

/** `oder bis 31.10.2030 ohne Abzug`: the day for who pays all of it. */
function netDates(document: Document, lines: readonly LabeledLine[]): Scored[] {
  return lines.flatMap(({ line }, index) => {
    const net = NET.exec(line.text);
    const date = net ? datesIn(document, line).findLast((one) => one.end <= net.index) : undefined;
    return date?.iso ? [{ value: date.iso, span: onLine(line, date), points: 26 - index / 60 }] : [];
  });
}

const NET =
  /ohne (?:abzug|skonto)|rein netto\b|sans (?:escompte|d[ée]duction)|senza sconto|zonder (?:aftrek|korting)|\bnet (?:cash|amount)\b|utan avdrag|uden fradrag/i;
const DISCOUNT = /skonto|\bdiscount\b|escompte|sconto|pronto pago|betalingskorting|kassarabatt/i;

/** "wird am 20.03.2024 von Ihrem Konto eingezogen": the day of a direct debit, which may go on over two lines. */
function debitDates(document: Document, lines: readonly LabeledLine[]): Scored[] {
  return lines.flatMap(({ line }, index) => {
    const [date] = datesIn(document, line);
    if (!date?.iso || !/\p{L}/u.test(line.text.slice(0, date.start))) return [];
    const sentence = `${line.text} ${lines[index + 1]?.line.text ?? ''}`;
    return DEBIT.test(sentence) ? [{ value: date.iso, span: onLine(line, date), points: 8 - index / 60 }] : [];
  });
}

const DEBIT =
  /\b(?:eingezogen|abgebucht|lastschrift|direct debit|will be (?:debited|collected|charged)|prélevé|prélèvement|domiciliación|addebit[oa]|afgeschreven|geïncasseerd|autogiro)\b/i;

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
