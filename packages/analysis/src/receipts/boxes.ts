import type { Line } from '../text/source.ts';
import { wordsOf } from '../text/words.ts';
import type { Amount } from '../values/amounts.ts';
import { amountsIn, type Document } from '../values/document.ts';
import { isHeading } from './headings.ts';
import { type AmountKind, labelOf } from './labels.ts';

/**
 * Texts with one box of text recognition per line: labels are joined with the amounts below them, so that each row of
 * the paper is one piece again.
 */

export interface Piece {
  readonly text: string;
  readonly lines: readonly Line[];
}

/** How amounts without decimals are told from other numbers: not at all, by their marks, or by their places; `tenths`: all have one decimal. */
export type Whole = 'none' | 'marked' | 'placed' | 'tenths' | 'thousandths';

export const JOIN = '  ';
/** What may stand in a box of its own between a label and its amount. */
const FILLER =
  /^[\s:.=*#-]{0,8}(?:RM|MYR|USD|EUR|GBP|SGD|CAD|AUD|NZD|CHF|INR|JPY|SEK|NOK|DKK|PLN|Rs\.?|kr|zł|\$|€|£|¥|₹)?\$?[\s:.=*-]{0,8}$/;

/** The rows of the paper, from lines that may be boxes. */
export function piecesOf(document: Document, lines: readonly Line[], whole: Whole): Piece[] {
  return isBoxed(document, lines, whole) ? joinBoxes(document, lines, whole) : joinSums(document, lines, whole);
}

/** Many lines that are an amount alone: the boxes of a receipt were written one below the other. */
function isBoxed(document: Document, lines: readonly Line[], whole: Whole): boolean {
  let alone = 0;
  let shared = 0;
  for (const line of lines) {
    const amounts = amountsIn(document, line).filter((amount) => isPrice(amount, whole));
    if (amounts.length === 0) continue;
    if (isAmountLine(document, line)) alone += 1;
    else shared += 1;
  }
  return alone > shared && (alone >= 3 || (alone === 2 && shared === 0));
}

function isPrice(amount: Amount, whole: Whole): boolean {
  return whole === 'none' ? amount.decimals === 2 : amount.currency !== null;
}

function isAmountLine(document: Document, line: Line): boolean {
  const [amount, code, third] = amountsIn(document, line);
  if (!amount || third || (code && (code.digits.length > 1 || code.percent || amount.decimals !== 2))) return false;
  const [before, after] = [line.text.slice(0, amount.start), line.text.slice(amount.end)];
  const rest = (FILLER.test(before) ? '' : before) + after;
  if ((rest.match(/\p{L}/gu)?.length ?? 0) > 2 || rest.trim().length > 4) return false;
  return labelOf(wordsOf(rest)) === null;
}

const SUMS: ReadonlySet<AmountKind> = new Set([
  'total',
  'subtotal',
  'tax',
  'tip',
  'rounding',
  'card',
  'cash',
  'change',
]);

/**
 * Joins labels of sums with the amounts that stand alone below them: one with one, if need be with a currency in
 * between, and a pile of labels with a pile of as many amounts.
 */
function joinSums(document: Document, lines: readonly Line[], whole: Whole): Piece[] {
  const pieces: Piece[] = [];
  const run = (from: number, fits: (line: Line) => boolean) => {
    const end = lines.findIndex((line, index) => index >= from && !fits(line));
    return (end < 0 ? lines.length : end) - from;
  };
  let at = 0;
  while (at < lines.length) {
    const labels = run(at, (line) => isSum(document, line));
    const filled = labels === 1 && FILLER.test(lines[at + 1]?.text ?? '-') ? 1 : 0;
    const first = at + labels + filled;
    const amounts = labels === 0 ? 0 : run(first, (line) => isAmountLine(document, line));
    if (
      labels > 0 &&
      amounts === labels &&
      lines.slice(first, first + amounts).some((line) => hasPrice(document, line, whole))
    ) {
      for (let step = 0; step < labels; step += 1) {
        pieces.push(joined([lines[at + step], ...lines.slice(at + labels, first), lines[first + step]].filter(isLine)));
      }
      at = first + amounts;
    } else {
      const alone = lines.slice(at, at + Math.max(1, labels));
      pieces.push(...alone.map((line) => ({ text: line.text, lines: [line] })));
      at += alone.length;
    }
  }
  return pieces;
}

function isLine(line: Line | undefined): line is Line {
  return line !== undefined;
}

function hasPrice(document: Document, line: Line, whole: Whole): boolean {
  return amountsIn(document, line).some((amount) => isPrice(amount, whole));
}

function isSum(document: Document, line: Line): boolean {
  const words = wordsOf(line.text);
  const kind =
    words.length <= 5 && amountsIn(document, line).every((amount) => amount.percent) ? labelOf(words)?.kind : null;
  return kind !== null && kind !== undefined && SUMS.has(kind);
}

/** Joins labels with the amounts below them; as many labels as amounts in a row are paired one to one. */
function joinBoxes(document: Document, lines: readonly Line[], whole: Whole): Piece[] {
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
      pieces.push(...paired(document, labels, numbers, whole));
      labels = [];
    } else if (line) {
      labels.push(line);
      at += 1;
    }
  }
  return [...pieces, ...labels.map((line) => ({ text: line.text, lines: [line] }))];
}

function paired(document: Document, labels: readonly Line[], numbers: readonly Line[], whole: Whole): Piece[] {
  const values = numbers.filter((line) => isAmountLine(document, line));
  const near = labels.slice(-(values.length + 4));
  const unfilled = (line: Line) => amountsIn(document, line).every((amount) => !isPrice(amount, whole));
  const known = near.filter(
    (line, step) =>
      !isInHeading(near, step) &&
      !/\d\s{0,4}$/.test(line.text) &&
      unfilled(line) &&
      labelOf(wordsOf(line.text)) !== null,
  );
  const fits = known.length === values.length || (known.length >= 3 && known.length < values.length);
  if (known.length < 2 || !fits) {
    const last = endsHeading(labels) ? undefined : labels.at(-1);
    const before = labels.slice(0, last ? -1 : labels.length).map((line) => ({ text: line.text, lines: [line] }));
    return [...before, joined(last ? [last, ...numbers] : numbers)];
  }
  const first = values.length - known.length;
  const plain = labels.filter((line) => !known.includes(line)).map((line) => ({ text: line.text, lines: [line] }));
  const rest = first > 0 ? [joined(values.slice(0, first))] : [];
  return [...plain, ...rest, ...known.map((label, step) => joined([label, values[first + step] ?? label]))];
}

/** So many words below each other stand over the columns of a list, one box below the other. */
const HEADS = 3;

/** Whether the last lines stand over the columns of a list. */
function endsHeading(lines: readonly Line[]): boolean {
  return lines.length > 0 && isInHeading(lines, lines.length - 1);
}

/** Whether a line is one of several that stand over columns. */
function isInHeading(lines: readonly Line[], at: number): boolean {
  const heads = (step: number) => isHeading(wordsOf(lines[step]?.text ?? ''));
  if (!heads(at)) return false;
  let [first, last] = [at, at];
  while (at - first < HEADS && heads(first - 1)) first -= 1;
  while (last - at < HEADS && heads(last + 1)) last += 1;
  return last - first + 1 >= HEADS;
}

function joined(lines: readonly Line[]): Piece {
  return { text: lines.map((line) => line.text).join(JOIN), lines };
}
