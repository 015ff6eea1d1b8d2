import { cellsOf } from '../text/cells.ts';
import type { Line, Span } from '../text/source.ts';
import { condensed, type PhraseMatch, wordsOf } from '../text/words.ts';
import type { Document, Found } from '../values/document.ts';
import { codeAt, POSTAL } from './codes.ts';
import { cellBelow } from './columns.ts';
import { ownOf } from './credit-notes.ts';
import { datesOf, type InvoiceDates, REPLACES } from './dates.ts';
import { hashNumbers, hasSum, isBelowTitle, isHashLabeled } from './hash-numbers.ts';
import { isColumnName } from './headings.ts';
import type { FieldKind } from './label-kinds.ts';
import { best, type LabeledLine, labeled, type Scored } from './labeled.ts';
import { isCompany } from './names.ts';
import { pieceBelow, valueInPile } from './values-in-order.ts';

/** Single values next to their labels: invoice number, dates, purchase order. */

export interface InvoiceFields extends InvoiceDates {
  readonly invoiceNumber: Found<string> | null;
  /** Whether a label of its own stands beside the number, and no label names another one. */
  readonly numberSure: boolean;
  /** All that is labeled as the number of an invoice, in the order printed. */
  readonly numbers: readonly Found<string>[];
  readonly purchaseOrder: Found<string> | null;
  /** Whether no label of an order names another number. */
  readonly orderSure: boolean;
}

const BETWEEN =
  /^[\s:.#°º№()*-]{0,60}(?:(?:nummer|number|num|nr|no|n|ner|id|br|st|c)\b[\s:.#°º№]{0,20})?[\s:.#°º()*-]{0,10}$/i;

export function invoiceFields(document: Document): InvoiceFields {
  const lines = document.source.lines.printed(2000).map(labeled);
  const labeledNumbers = codes(document, lines, 'number');
  const isNamed = labeledNumbers.some(({ by }) => by === 'number');
  const numbers = labeledNumbers
    .filter(({ by }) => !isNamed || by !== 'paper')
    .filter((one, _, all) => isNamedAsOwn(document, one, all));
  // A quotation has a number of its own; on an invoice it is a reference only.
  const invoiceNumber =
    best(ownOf(document, [...numbers, ...hashNumbers(document, lines)])) ?? best(codes(document, lines, 'offer'));
  const orders = codes(document, lines, 'order');
  const purchaseOrder = best(orders);
  return {
    invoiceNumber,
    numberSure:
      (numbers.length > 0 || isHashLabeled(lines) || isBelowTitle(lines, invoiceNumber)) &&
      ownOf(document, numbers).every(({ value }) => condensed(value) === condensed(invoiceNumber?.value ?? '')),
    numbers,
    ...datesOf(document, lines),
    purchaseOrder,
    orderSure: orders.every(({ value }) => value === purchaseOrder?.value),
  };
}

/** Whether a number is not that of an invoice which this one replaces, unless no other is printed. */
function isNamedAsOwn({ source }: Document, { span }: Scored, all: readonly Scored[]): boolean {
  const isReplaced = ({ start }: Span) =>
    REPLACES.test(source.text.slice(source.text.lastIndexOf('\n', start - 1) + 1, start));
  return !isReplaced(span) || all.every((one) => isReplaced(one.span));
}

/** Codes behind a label on the same line, or below it. */
function codes(document: Document, lines: readonly LabeledLine[], kind: 'number' | 'offer' | 'order'): Code[] {
  const found: Code[] = [];
  for (const [index, entry] of lines.entries()) {
    for (const label of entry.labels) {
      if (label.value !== kind) continue;
      const before = entry.line.text.slice(0, label.start);
      if (OF_SUM.test(before)) continue;
      if (isBareOfOther(lines, index, label)) continue;
      const explicit = LONG_LABEL.test(entry.line.text.slice(label.start, label.end + 2));
      const isOfPaper = OF_ANY_PAPER.test(entry.line.text.slice(label.start, label.end));
      if (isOfPaper && OF_OTHERS.test(before)) continue;
      const by = isOfPaper ? 'paper' : explicit ? 'number' : 'name';
      const weight = label.end - label.start + (explicit ? 12 : 0);
      const same = codeAfter(document, entry.line, label.end);
      // `Número 12 rue de la Paix`
      const isBare = BARE.test(entry.line.text.slice(label.start, label.end));
      if (same && isBare && GOES_ON.test(entry.line.text.slice(same.span.end - entry.line.start))) continue;
      // "Invoice 2024" may name a year; "Invoice no. 2024" does not.
      if (same && YEAR.test(same.value) && !explicit) continue;
      if (same) found.push({ ...same, by, points: 20 + weight - index / 40 });
      else if (nothingBehind(entry, label) || pieceBelow(entry, label, lines[index + 1]?.line)) {
        const below = codeBelow(document, lines, index, label);
        if (below && (explicit || !YEAR.test(below.value)))
          found.push({ ...below, by, points: 14 + weight - index / 40 });
      }
    }
  }
  return found;
}

/** `Meter number`, or `Number` below `Account`: the word alone does not name this paper there. */
function isBareOfOther(lines: readonly LabeledLine[], index: number, { start, end }: PhraseMatch<FieldKind>): boolean {
  const line = lines[index]?.line;
  if (!line || !BARE.test(line.text.slice(start, end))) return false;
  if (!/(?:^|\s{2}|\t)$/.test(line.text.slice(0, start)) || hasSum(lines.slice(0, index))) return true;
  // `Item   Number   Price`
  if (cellsOf(line).some((one) => one.start !== start && isColumnName(wordsOf(one.text)))) return true;
  const above = lines[index - 1]?.line;
  const cell =
    above && line.index - above.index === 1
      ? cellsOf(above).find((one) => Math.abs(one.start - start) <= 2)
      : undefined;
  return (
    cell !== undefined &&
    !/\d/.test(cell.text) &&
    wordsOf(cell.text).length <= (isCompany(cell.text) ? 2 : 4) &&
    !/invoice|rechnung|gutschrift|fa[ck]tura?|fatura|fattura|factuur|(?:credit|kredit)\s?not|avoir|abono/i.test(
      cell.text,
    )
  );
}

interface Code extends Scored {
  /** What its label names: a number, the paper without that word, or the number of whatever paper it is. */
  readonly by: 'number' | 'name' | 'paper';
}

/** Labels of papers of any kind, and of loads. The number of an invoice that is printed too goes ahead. */
const OF_ANY_PAPER = /^(?:document|documento|beleg|dokument|pro|freight|folio|number|n[uú]m[eé]ro|nummer)(?!\p{L})/iu;
/** Of these, what names the paper only at the start of a cell: the `number` of a meter is none of it. */
const BARE = /^(?:folio|number|n[uú]m[eé]ro|nummer)$/iu;
/** `Your document no.`, `Reference document no.`: those of somebody else. */
const OF_OTHERS =
  /(?:^|[^\p{L}])(?:your|customer|client|buyer|ref(?:erence)?|related|source|original|linked|ihre?|votre|vostro|uw)\.? {1,3}$/iu;
const LONG_LABEL =
  /n(?:umm|úm|um|°|º|o\b|r\b|\.)|#|№|номер|број|broj|\bbr\.|番号|号码|號碼|번호|شماره|מספר|มายเลข|เลขที่|số:/i;
const YEAR = /^(?:19|20)\d\d$/;
/** "Total factura" and "Total invoice" are labels of sums. */
const OF_SUM = /(?:total|totale|totaal|summa|importe)\s{1,3}$/i;

function codeAfter(document: Document, line: Line, from: number): Found<string> | null {
  const words = wordsOf(line.text.slice(from, from + 120));
  for (const word of words.slice(0, 3)) {
    const start = from + word.start;
    if (!BETWEEN.test(line.text.slice(from, start))) return null;
    const code = codeAt(document, line, start);
    if (code) return isOfNextColumn(line, from, code.span.end - line.start) ? null : code;
  }
  return null;
}

/** `Invoice Number       12 Depot Rd`: what stands apart from the label, and goes on in words, is of another column. */
function isOfNextColumn(line: Line, label: number, end: number): boolean {
  const isApart = /^[^\p{L}\p{N}]{0,3} {3}/u.test(line.text.slice(label, label + 6));
  return isApart && GOES_ON.test(line.text.slice(end));
}

const GOES_ON = /^,? (?!(?:vom|of|dated|du|del|van|d\.d\.|av|af|z dnia|from|date|datum|fecha|data)\b)\p{L}/iu;

function nothingBehind(entry: LabeledLine, label: PhraseMatch<FieldKind>): boolean {
  const cell = cellsOf(entry.line).find((one) => one.start <= label.start && label.start < one.end);
  const rest = entry.line.text.slice(label.end, cell?.end ?? label.end);
  const behind = rest.trimStart();
  return BETWEEN.test(rest) || POSTAL.exec(behind)?.[0].length === behind.length;
}

const MONEY = /\d[.,]\d\d(?!\d|[.,/]\d)/;

/** The value below a label: in the same column of the next line, or the only cell of it. */
function codeBelow(
  document: Document,
  lines: readonly LabeledLine[],
  index: number,
  label: PhraseMatch<FieldKind>,
): Found<string> | null {
  const own = lines[index]?.line;
  const isAlone = own !== undefined && cellsOf(own).length === 1;
  const piled = valueInPile(document, lines, index);
  if (piled) return codeAt(document, piled, piled.text.length - piled.text.trimStart().length);
  if (piled === null) return null;
  const [entry, below] = [lines[index], lines[index + 1]?.line];
  const piece = entry && below ? pieceBelow(entry, label, below) : null;
  if (piece && below) {
    const code = codeAt(document, below, piece.start);
    return code && code.span.end === below.start + piece.end ? code : null;
  }
  for (const next of own ? lines.slice(index + 1, index + 3) : []) {
    const cells = cellsOf(next.line);
    // Below a title that stands alone a row with a sum is one of the list, and begins with its place in it.
    if (isAlone && cells.length > 1 && MONEY.test(next.line.text)) return null;
    const aligned = own && cellBelow(own, label, next.line);
    const last = cells.at(-1);
    const cell = aligned ?? (last && last.start > label.start ? last : undefined);
    const code = cell ? codeAt(document, next.line, cell.start) : null;
    if (code && cell && code.span.end - next.line.start >= cell.end - 1) return code;
    // A row of other labels below: the values further down are theirs.
    if (next.labels.length >= 2) return null;
  }
  return null;
}
