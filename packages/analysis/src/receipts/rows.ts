import type { Line, Span } from '../text/source.ts';
import { labelWordsOf, type Word } from '../text/words.ts';
import { type Amount, isInThousandths } from '../values/amounts.ts';
import { amountsIn, type Document } from '../values/document.ts';
import { JOIN, type Piece, piecesOf, type Whole } from './boxes.ts';
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

const LETTER = /\p{L}/u;
const MEASURE = /^(?:l|ml|cl|kg|g|mg|m|cm|mm|oz|lb|lbs|ltr|lt|pcs|x\d{1,6})\b|^ ?(?:litres?|liters?|ltr|liter|kg)\b/i;
/** So many amounts with the sign of their currency show that all have it. */
const MANY = 3;
/** A row of more numbers is a list of numbers. */
const MOST_AMOUNTS = 60;
/** A longer text is no receipt; the rest of it is not read. */
export const MOST_LINES = 2000;

/**
 * The rows of a document.
 * @param unmarked whether sums without decimals count that lack the currency which others have
 */
export function rowsOf(document: Document, unmarked = false): Row[] {
  const lines = document.source.lines.printed(MOST_LINES);
  const signs = wholeCurrency(document, lines);
  const whole = unmarked && signs === 'marked' ? 'placed' : signs;
  return withoutEarlyChange(
    piecesOf(document, lines, whole).map((piece, index) => rowOf(document, piece, index, whole)),
  );
}

/** `Change mat 6.75` is goods: no change is given ahead of every sum and of what was paid. */
function withoutEarlyChange(rows: Row[]): Row[] {
  const first = rows.findIndex(({ money }) => money.some(({ label }) => AHEAD_OF_CHANGE.has(label?.kind ?? '')));
  return rows.map((row, at) =>
    at < first && row.money.some(isChange)
      ? { ...row, money: row.money.map((one) => (isChange(one) ? { ...one, label: null } : one)) }
      : row,
  );
}

const isChange = ({ label }: Money) => label?.kind === 'change';
const AHEAD_OF_CHANGE: ReadonlySet<string> = new Set(['total', 'subtotal', 'cash']);

/** Whether amounts are printed without decimals, as in yen: nothing in the text has two decimals. */
function wholeCurrency(document: Document, lines: readonly Line[]): Whole {
  let marked = 0;
  let grouped = 0;
  let tenths = 0;
  let hundredths = 0;
  let thousandths = 0;
  for (const line of lines) {
    for (const amount of amountsIn(document, line)) {
      if (amount.decimals === 2 && !amount.percent) hundredths += 1;
      if (amount.decimals === 1 && !amount.percent && !isMeasure(line.text, amount)) tenths += 1;
      if (amount.decimals === 3 && !amount.percent && !isMeasure(line.text, amount)) thousandths += 1;
      if (amount.currency !== null) marked += 1;
      else if (amount.grouped) grouped += 1;
    }
  }
  if (tenths >= MANY && tenths > 2 * hundredths) return 'tenths';
  if (thousandths >= MANY && thousandths > 2 * hundredths && isInThousandths(document.source.text))
    return 'thousandths';
  if (hundredths > 0) return 'none';
  return marked >= MANY ? 'marked' : marked + grouped > 0 ? 'placed' : 'none';
}

function rowOf(document: Document, piece: Piece, index: number, whole: Whole): Row {
  const words = labelWordsOf(piece.text);
  const all = amountsIn(document, piece);
  const amounts = all.length > MOST_AMOUNTS ? [] : all;
  const money: Money[] = [];
  let from = 0;
  let inherited: AmountLabel | null = null;
  for (const amount of amounts) {
    if (
      !isMoney(piece.text, amount, whole) ||
      isMeasure(piece.text, amount) ||
      isPartOfNumber(piece.text, amount, whole)
    )
      continue;
    const counted = COUNTED.exec(piece.text)?.[0].length ?? 0;
    const between = words.filter(
      (word) => word.start >= Math.max(from, counted) && word.end <= amount.start && LETTER.test(word.key),
    );
    const named = isUnitPrice(piece.text, amount) || GOODS.test(piece.text) ? null : labelOf(between);
    const label: AmountLabel | null = named ?? (between.length === 0 ? inherited : null);
    money.push({
      amount: asGivenBack(amount, label, between, piece.text),
      span: placed(piece, amount),
      words: between,
      label,
    });
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
    money: trailing ? labeledBehind(money, words, from) : money,
    amounts,
    place: (part) => placed(piece, part),
  };
}

/** `2 x BALANCE`: goods, whatever they are called. */
const GOODS = /^\s{0,40}\d{1,3} ?[x×] \p{L}/iu;

/** `2 items  TOTAL`: how many there were, ahead of what they cost. */
const COUNTED =
  /^\W{0,12}\d{1,3}\s{1,3}(?:items?|articles?|artikel|art\.?|posten|art[ií]culos?|articoli|artikelen|varer|varor)\s{1,12}(?=\p{L})/iu;
const REFUND =
  /^(?:refund|refunded|return|returned|erstattung|ruckerstattung|retoure|remboursement|rembourse|devolucion|reembolso|rimborso|reso|terugbetaling|aterbetala|aterbetalt|aterbetalning|tilbagebetaling|tilbakebetaling|refusjon|refusion|zwrot|zwrotu)$/;

/** `REFUND TOTAL 34.00`, `TOTAL 34.00 CR`: what went back to the customer, also where no sign is printed. */
function asGivenBack(amount: Amount, label: AmountLabel | null, words: readonly Word[], text: string): Amount {
  const credited = amount.marker === 'credit' && /^[ \u00a0]?CR(?!\p{L})/u.test(text.slice(amount.digitsEnd));
  const back = label?.kind === 'total' && amount.exact > 0 && (credited || words.some(({ key }) => REFUND.test(key)));
  return back ? { ...amount, exact: -amount.exact, value: -amount.value } : amount;
}

/** `12.50 TOTAL`: a single label behind the amounts counts when none stands in front. */
function labeledBehind(money: readonly Money[], words: readonly Word[], from: number): Money[] {
  const label = labelOf(words.filter((word) => word.start >= from));
  return money.map((one) => ({ ...one, label: one.label ?? label }));
}

/** `1,236/-`, `500/=`: a sum with nothing behind it, as it is written in India and East Africa. */
const NOTHING_BEHIND = /^\/[-=](?!\d)/;

function isMoney(text: string, amount: Amount, whole: Whole): boolean {
  if (amount.percent || amount.letterBefore) return false;
  if (amount.decimals === 2 || NOTHING_BEHIND.test(text.slice(amount.digitsEnd, amount.digitsEnd + 3))) return true;
  if (whole === 'tenths') return amount.decimals === 1;
  if (whole === 'thousandths') return amount.decimals === 3;
  if (whole === 'none' || amount.decimals !== 0) return false;
  return amount.currency !== null || amount.grouped || (whole === 'placed' && amount.digits.length <= 6);
}

const DIALLED = /\btel\b|phone|電話|〒|fax/i;

/** Without decimals, digits of telephone numbers, addresses, cards and registers are told by the marks around them. */
function isPartOfNumber(text: string, amount: Amount, whole: Whole): boolean {
  if (whole !== 'placed' || amount.currency !== null) return false;
  const around = text.slice(Math.max(0, amount.digitsStart - 1), amount.digitsEnd + 1);
  return /^[-#:*•]|[-:]$/.test(around) || DIALLED.test(text);
}

const PER_UNIT = /^ ?\/ ?(?:kg|g|100 ?g|l|ltr|lb|stk|st|pcs?|ea|m)\b/i;

/** `@9.90`, `2,00 EUR/kg`: the price of one, not the amount of the row. */
export function isUnitPrice(text: string, amount: Amount): boolean {
  return text.slice(0, amount.start).trimEnd().endsWith('@') || PER_UNIT.test(text.slice(amount.end, amount.end + 16));
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
