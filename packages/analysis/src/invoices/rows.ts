import { cellsOf, overlaps } from '../text/cells.ts';
import type { Line, Lines } from '../text/lines.ts';
import type { Span } from '../text/source.ts';
import { labelWordsOf, type Word, wordsOf } from '../text/words.ts';
import { type Amount, isInThousandths, isInWhole } from '../values/amounts.ts';
import { SCALE } from '../values/decimal.ts';
import { amountsIn, type Document, onLine } from '../values/document.ts';
import { isOfItems } from './headings.ts';
import { type SumLabel, sumLabel } from './labels.ts';

/** The lines of an invoice with their sums of money and what the words in front of each say. */

export interface InvoiceMoney {
  readonly amount: Amount;
  readonly span: Span;
  readonly label: SumLabel | null;
}

export interface InvoiceRow {
  readonly line: Line;
  readonly words: readonly Word[];
  /** All numbers: also counts, rates and codes. */
  readonly amounts: readonly Amount[];
  readonly money: readonly InvoiceMoney[];
}

const LETTER = /\p{L}/u;
/** An amount without decimals is money only with a currency next to it. */
const MONEY_DECIMALS = 2;
/** A row of more numbers is a list of numbers. */
const MOST_AMOUNTS = 60;

export function invoiceRows(document: Document): readonly InvoiceRow[] {
  const rows: InvoiceRow[] = [];
  let above: readonly Word[] = [];
  let open: readonly Word[] = [];
  let heading: readonly ColumnLabel[] = [];
  let names: readonly ColumnLabel[] = [];
  const { text } = document.source;
  const decimals = isInWhole(text) ? 0 : isInThousandths(text) ? 3 : MONEY_DECIMALS;
  const writing = { decimals, small: decimals === 0 && !CENTS.test(text) };
  let items = false;
  let age = 0;
  for (const line of linesToRead(document.source.lines)) {
    const plain = rowOf(document, line, { above, open }, writing);
    open = openBracket(line.text, plain.money.length);
    const columns = plain.money.length === 0 ? columnLabels(line) : [];
    const named = labeledByName(plain, names);
    names = cellsOf(line).length > 1 ? columns : [];
    if (isOfItems(plain.words)) items = true;
    else if (columns.length >= 2) items = false;
    age = columns.length >= 2 ? 0 : age + 1;
    if (columns.length >= 2) heading = columns;
    above = plain.money.length === 0 && plain.words.length <= 8 ? plain.words : [];
    rows.push(age <= HEADING_REACH ? labeledByColumn(named, heading, items) : named);
  }
  const printed = new Set(rows.flatMap(({ money }) => money.map(({ amount }) => amount.exact)));
  return rows.map((row) => withoutTails(row, printed));
}

/** `1 739.50` on a payment slip, where `1'739.50` is printed too: its last digits are no sum of their own. */
function withoutTails(row: InvoiceRow, printed: ReadonlySet<number>): InvoiceRow {
  const isTail = ({ amount }: InvoiceMoney) => {
    const ahead = TAIL.test(amount.digits) ? THOUSANDS.exec(row.line.text.slice(0, amount.digitsStart)) : null;
    return ahead !== null && printed.has(Number(ahead[1]) * 1000 * SCALE + Math.abs(amount.exact));
  };
  return row.money.some(isTail) ? { ...row, money: row.money.filter((one) => !isTail(one)) } : row;
}

const TAIL = /^\d{3}[.,]\d\d$/;
const THOUSANDS = /(?<![\d.,])(\d{1,3})[ \u00a0]$/;

/** An invoice of more lines is read at its beginning and at its end, where the sums stand. */
const FIRST_LINES = 6000;
const LAST_LINES = 2000;

function linesToRead(lines: Lines): readonly Line[] {
  const first = lines.printed(FIRST_LINES + LAST_LINES + 1);
  return first.length <= FIRST_LINES + LAST_LINES
    ? first
    : [...first.slice(0, FIRST_LINES), ...lines.printedLast(LAST_LINES)];
}

interface ColumnLabel extends Span {
  readonly label: SumLabel;
}

/** How many rows below a heading its columns still name the sums. */
const HEADING_REACH = 6;

/** The cells of a heading that name sums: net, tax, gross. */
function columnLabels(line: Line): ColumnLabel[] {
  return cellsOf(line).flatMap((cell) => {
    const label = sumLabel(wordsOf(cell.text));
    return label ? [{ start: cell.start, end: cell.end, label }] : [];
  });
}

/**
 * Sums in a row without words take the label of the column they stand in; so do those next to the name of a rate, when
 * the heading is one of net, tax and gross. The rows of items have words, and below "Price" and "Total" stand no sums.
 */
function labeledByColumn(row: InvoiceRow, heading: readonly ColumnLabel[], items: boolean): InvoiceRow {
  if (row.money.length < 2 || row.money.some((one) => one.label !== null)) return row;
  const taxed = !items && heading.some(({ label }) => label.kind === 'tax' || label.kind === 'net');
  if (!taxed && row.words.some((word) => /\p{L}{3}/u.test(word.key))) return row;
  const money = row.money.map((one) => ({
    ...one,
    label: heading.find((column) => overlaps(column, one.amount))?.label ?? null,
  }));
  return { ...row, money };
}

/** `Valuta   Totale documento` and below it `EUR   1.268,80`: the only sum of a row without words, right below its name. */
function labeledByName(row: InvoiceRow, names: readonly ColumnLabel[]): InvoiceRow {
  const [only, more] = row.money;
  if (!only || more || only.label !== null || row.words.some((word) => /\p{L}{4}/u.test(word.key))) return row;
  const label = names.find((column) => WHOLES.has(column.label.kind) && overlaps(column, only.amount))?.label;
  return label ? { ...row, money: [{ ...only, label }] } : row;
}

const WHOLES: ReadonlySet<string> = new Set(['gross', 'due']);

/** A sum with two decimals. */
const CENTS = /\d[.,]\d\d(?![\d%]|[.,]\d| ?%)/;

/** How sums are printed: their decimals, and whether small ones have none either. */
interface Writing {
  readonly decimals: number;
  readonly small: boolean;
}

/** What the line above says: its words where it has no sum, and those ahead of a bracket that is still open. */
interface Above {
  readonly above: readonly Word[];
  readonly open: readonly Word[];
}

/** `Sales tax - Texas (8.25%` goes on in the line below: `on $168.00)      $13.86`. */
function openBracket(text: string, sums: number): readonly Word[] {
  const at = text.lastIndexOf('(');
  const isOpen = sums === 0 && at > 0 && !text.includes(')', at);
  return isOpen ? labelWordsOf(text.slice(0, at)).filter(({ key }) => LETTER.test(key)) : [];
}

function rowOf(document: Document, line: Line, { above, open }: Above, { decimals, small }: Writing): InvoiceRow {
  const words = labelWordsOf(line.text);
  const all = amountsIn(document, line);
  const amounts = all.length > MOST_AMOUNTS ? [] : all;
  const money: InvoiceMoney[] = [];
  // What stands ahead of the closing bracket is no sum of this line.
  const closed = open.length > 0 ? line.text.indexOf(')') + 1 : 0;
  let from = closed;
  let inherited: SumLabel | null = closed > 0 ? sumLabel(open) : null;
  for (const amount of amounts.filter(({ start }) => start >= closed)) {
    const between = words.filter((word) => word.start >= from && word.end <= amount.start && LETTER.test(word.key));
    const named = labelOf(line, between);
    if (!isMoney(amount, decimals) && !(small && named && endsWithLabel(line, between) && isSmallSum(line, amount)))
      continue;
    const within = named && !named.kind.startsWith('tax') && WITHIN.test(line.text);
    const label: SumLabel | null = within ? null : (named ?? (between.length === 0 ? inherited : null));
    money.push({ amount: asCredited(amount, line.text), span: onLine(line, amount), label });
    inherited = label;
    from = amount.end;
  }
  const alone = money.length === 1 && words.every((word) => !LETTER.test(word.key) || word.end <= 0);
  const [only] = money;
  if (alone && only && only.label === null)
    return { line, words, amounts, money: [{ ...only, label: sumLabel(above) }] };
  return { line, words, amounts, money };
}

/** `Im Gesamtbetrag sind Lohnkosten von 620,00 € enthalten`: a part of the total, of which a sentence says so. */
const WITHIN =
  /^\s{0,60}(?:[IE]n|Im|Dans|Nel|No|I) (?=(?:\p{L}+ ){0,3}\p{L}{0,12}(?:total|betrag|summe|montant|importe|bedrag|belopp|beløb)).{0,80}(?:enthalten|includ|contain|compris|inclu|compres|begrepen|ingår|indeholdt)/iu;

/** `242.00 CR`: what the other side gets. */
function asCredited(amount: Amount, text: string): Amount {
  const isCredit = amount.marker === 'credit' && amount.exact > 0 && CREDIT.test(text.slice(amount.digitsEnd));
  return isCredit ? { ...amount, exact: -amount.exact, value: -amount.value } : amount;
}

const CREDIT = /^[ \u00a0]?CR(?!\p{L})/u;

/** What the words right ahead of a sum say, else all of them: `Rate   Net   VAT        Invoice total  301.70`. */
function labelOf({ text }: Line, words: readonly Word[]): SumLabel | null {
  const apart = words.findLastIndex(
    (word, at) => at > 0 && COLUMN_GAP.test(text.slice(words[at - 1]?.end, word.start)),
  );
  return (apart > 0 ? sumLabel(words.slice(apart)) : null) ?? sumLabel(words);
}

/** What is further apart than this stands in two columns. */
const COLUMN_GAP = /^[.:]?(?:[ \u00a0]{5}|\t)[ \u00a0\t]*$/;

/** Whether the last word belongs to the label: `Total pages 3` is no sum. */
function endsWithLabel(line: Line, words: readonly Word[]): boolean {
  if (labelOf(line, words.slice(-1))) return true;
  return labelOf(line, words.slice(0, -1))?.kind !== labelOf(line, words)?.kind;
}

/** `營業稅 5%   500`: where sums have no decimals, a small one behind its label ends its line. */
function isSmallSum({ text }: Line, { decimals, digits, percent, letterBefore, letterAfter, end }: Amount): boolean {
  if (decimals !== 0 || percent || letterBefore || letterAfter || digits.length > 3) return false;
  return /^[\s\u00a0.]{0,60}$/.test(text.slice(end));
}

function isMoney(amount: Amount, decimals: number): boolean {
  if (amount.percent || amount.letterBefore) return false;
  if (decimals === 0 && amount.decimals === 0 && amount.grouped) return true;
  if (decimals === 3 && amount.decimals === 3) return true;
  return amount.decimals === MONEY_DECIMALS || (amount.currency !== null && amount.decimals <= MONEY_DECIMALS);
}
