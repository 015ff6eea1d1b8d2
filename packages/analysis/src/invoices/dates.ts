import { cellsOf } from '../text/cells.ts';
import type { PhraseMatch } from '../text/words.ts';
import { type Document, datesIn, type Found, onLine } from '../values/document.ts';
import { ownOf } from './credit-notes.ts';
import type { FieldKind } from './label-kinds.ts';
import { best, type LabeledLine, type Scored } from './labeled.ts';
import { datesFor, lastLabel, OTHER_PAPER, type ScoredDate } from './labeled-dates.ts';

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
