import type { Line, Span } from '../text/source.ts';
import { type Word, wordsOf } from '../text/words.ts';
import type { Amount } from '../values/amounts.ts';
import { amountsIn, type Document } from '../values/document.ts';
import { type AmountLabel, labelOf } from './labels.ts';

/**
 * The rows of a receipt: its lines with their sums of money and what the words in front of each say. Texts with one
 * box per line (label on one line, its amount on the next) are joined to rows first.
 */

export interface Money {
  readonly amount: Amount;
  /** Place in `Source.text`. */
  readonly span: Span;
  /** The words between the amount before and this one. */
  readonly words: readonly Word[];
  readonly label: AmountLabel | null;
}

export interface Row {
  readonly index: number;
  /** The text of the row; lines that were joined are separated by two spaces. */
  readonly text: string;
  readonly span: Span;
  readonly words: readonly Word[];
  readonly money: readonly Money[];
  /** Place in `Source.text` of a span within `text`. */
  readonly place: (span: Span) => Span;
  /** All amounts, also counts and percentages. Offsets are within `text`. */
  readonly amounts: readonly Amount[];
}

interface Piece {
  readonly text: string;
  readonly lines: readonly Line[];
}

const LETTER = /\p{L}/u;
/** What may stand in a box of its own between a label and its amount. */
const FILLER = /^[\s:.=*#-]{0,8}(?:RM|MYR|USD|EUR|GBP|SGD|\$|€|£)?[\s:.=*-]{0,8}$/;
const MEASURE = /^(?:l|ml|cl|kg|g|mg|m|cm|mm|oz|lb|lbs|ltr|lt|pcs|x\d{1,6})\b|^ ?(?:litres?|liters?|ltr|liter|kg)\b/i;
const JOIN = '  ';
/** A row of more numbers is a list of numbers. */
const MOST_AMOUNTS = 60;
/** A longer text is no receipt; the rest of it is not read. */
export const MOST_LINES = 2000;

export function rowsOf(document: Document): Row[] {
  const lines = document.source.lines.filter((line) => line.text.trim() !== '').slice(0, MOST_LINES);
  const whole = wholeCurrency(document, lines);
  const pieces = isBoxed(document, lines)
    ? joinBoxes(document, lines)
    : lines.map((line) => ({ text: line.text, lines: [line] }));
  return pieces.map((piece, index) => rowOf(document, piece, index, whole));
}

/** Whether amounts are printed without decimals, as in yen: nothing in the text has two decimals. */
function wholeCurrency(document: Document, lines: readonly Line[]): boolean {
  let marked = 0;
  for (const line of lines) {
    for (const amount of amountsIn(document, line)) {
      if (amount.decimals === 2 && !amount.percent) return false;
      if (amount.currency !== null || amount.grouped) marked += 1;
    }
  }
  return marked > 0;
}

function rowOf(document: Document, piece: Piece, index: number, whole: boolean): Row {
  const words = wordsOf(piece.text);
  const all = amountsIn(document, piece);
  const amounts = all.length > MOST_AMOUNTS ? [] : all;
  const money: Money[] = [];
  let from = 0;
  let inherited: AmountLabel | null = null;
  for (const amount of amounts) {
    if (!isMoney(amount, whole) || isMeasure(piece.text, amount)) continue;
    const between = words.filter((word) => word.start >= from && word.end <= amount.start && LETTER.test(word.key));
    const label: AmountLabel | null = labelOf(between) ?? (between.length === 0 ? inherited : null);
    money.push({ amount, span: placed(piece, amount), words: between, label });
    inherited = label;
    from = amount.end;
  }
  const trailing = money[0] && words.some((word) => word.start >= from) && money.every((one) => one.words.length === 0);
  const last = piece.lines.at(-1);
  const span = { start: piece.lines[0]?.start ?? 0, end: last ? last.start + last.text.length : 0 };
  return {
    index,
    text: piece.text,
    span,
    words,
    money: trailing ? labelledBehind(money, words, from) : money,
    amounts,
    place: (part) => placed(piece, part),
  };
}

/** `12.50 TOTAL`: a single label behind the amounts counts when none stands in front. */
function labelledBehind(money: readonly Money[], words: readonly Word[], from: number): Money[] {
  const label = labelOf(words.filter((word) => word.start >= from));
  return money.map((one) => ({ ...one, label: one.label ?? label }));
}

function isMoney(amount: Amount, whole: boolean): boolean {
  if (amount.percent || amount.letterBefore) return false;
  if (amount.decimals === 2) return true;
  return whole && amount.decimals === 0 && (amount.currency !== null || amount.grouped || amount.digits.length <= 6);
}

/** `2.25L`, `35.10 litre`: how much there is, not what it costs. */
function isMeasure(text: string, amount: Amount): boolean {
  return amount.currency === null && MEASURE.test(text.slice(amount.digitsEnd, amount.digitsEnd + 12));
}

function placed(piece: Piece, span: Span): Span {
  let offset = 0;
  for (const line of piece.lines) {
    const end = offset + line.text.length;
    if (span.start <= end) {
      const start = line.start + Math.max(0, span.start - offset);
      return { start, end: Math.min(line.start + line.text.length, line.start + span.end - offset) };
    }
    offset = end + JOIN.length;
  }
  return { start: 0, end: 0 };
}

/** Many lines that are an amount alone: the boxes of a receipt were written one below the other. */
function isBoxed(document: Document, lines: readonly Line[]): boolean {
  let alone = 0;
  let shared = 0;
  for (const line of lines) {
    const amounts = amountsIn(document, line).filter((amount) => amount.decimals === 2);
    if (amounts.length === 0) continue;
    if (isAmountLine(document, line)) alone += 1;
    else shared += 1;
  }
  return alone >= 3 && alone > shared;
}

function isAmountLine(document: Document, line: Line): boolean {
  const amounts = amountsIn(document, line);
  if (amounts.length !== 1 || !amounts[0]) return false;
  const rest = line.text.slice(0, amounts[0].start) + line.text.slice(amounts[0].end);
  return (rest.match(/\p{L}/gu)?.length ?? 0) <= 2 && rest.trim().length <= 4;
}

/** Joins labels with the amounts below them; as many labels as amounts in a row are paired one to one. */
function joinBoxes(document: Document, lines: readonly Line[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let labels: Line[] = [];
  while (at < lines.length) {
    const numbers: Line[] = [];
    let line = lines[at];
    while (
      line &&
      (isAmountLine(document, line) || (FILLER.test(line.text.trim()) && (labels.length > 0 || numbers.length > 0)))
    ) {
      numbers.push(line);
      at += 1;
      line = lines[at];
    }
    if (numbers.length > 0) {
      pieces.push(...paired(document, labels, numbers));
      labels = [];
    } else if (line) {
      labels.push(line);
      at += 1;
    }
  }
  return [...pieces, ...labels.map((line) => ({ text: line.text, lines: [line] }))];
}

function paired(document: Document, labels: readonly Line[], numbers: readonly Line[]): Piece[] {
  const values = numbers.filter((line) => isAmountLine(document, line));
  const near = labels.slice(-(values.length + 4));
  const unfilled = (line: Line) => amountsIn(document, line).every((amount) => amount.decimals !== 2);
  const known = near.filter(
    (line) => !/\d\s{0,4}$/.test(line.text) && unfilled(line) && labelOf(wordsOf(line.text)) !== null,
  );
  const fits = known.length === values.length || (known.length >= 3 && known.length < values.length);
  if (known.length < 2 || !fits) {
    const last = labels.at(-1);
    const before = labels.slice(0, -1).map((line) => ({ text: line.text, lines: [line] }));
    return [...before, joined(last ? [last, ...numbers] : numbers)];
  }
  const first = values.length - known.length;
  const plain = labels.filter((line) => !known.includes(line)).map((line) => ({ text: line.text, lines: [line] }));
  const rest = first > 0 ? [joined(values.slice(0, first))] : [];
  return [...plain, ...rest, ...known.map((label, step) => joined([label, values[first + step] ?? label]))];
}

function joined(lines: readonly Line[]): Piece {
  return { text: lines.map((line) => line.text).join(JOIN), lines };
}
