import type { Line, Lines } from '../text/lines.ts';
import type { Span } from '../text/source.ts';
import type { Amount } from '../values/amounts.ts';
import { parseAmount } from '../values/amounts.ts';
import { type DateToken, scanDates } from '../values/dates.ts';
import { type Decimal, SCALE } from '../values/decimal.ts';
import { amountsIn, type Document, datesIn, type Found, onLine } from '../values/document.ts';

/**
 * Where the quotes of a model stand in a document. What is returned is always the document's own text, amount or date
 * at that place, never the model's wording of it.
 */
export class Quotes {
  readonly document: Document;
  #spaced: Normal | null = null;
  #condensed: Normal | null = null;
  #amounts: Found<Amount>[] | null = null;
  #dates: Found<DateToken>[] | null = null;

  constructor(document: Document) {
    this.document = document;
  }

  /** The places of a quote: the same characters, apart from spaces, case, accents and forms of dashes and quotes. */
  find(quote: string): Span[] {
    if (quote.length > LONGEST_QUOTE) return [];
    this.#spaced ??= normalise(this.document.source.text, spaced);
    return places(this.#spaced, normalise(quote, spaced).text.trim());
  }

  /** The places of a quote when also punctuation does not count, as where lines were joined. */
  findWords(quote: string): Span[] {
    const exact = this.find(quote);
    if (exact.length > 0 || quote.length > LONGEST_QUOTE) return exact;
    this.#condensed ??= normalise(this.document.source.text, letters);
    return places(this.#condensed, normalise(quote, letters).text);
  }

  /** The document's text at a quote. */
  text(quote: string): Found<string> | null {
    const [span] = this.findWords(quote);
    if (!span) return null;
    return { value: this.document.source.text.slice(span.start, span.end).replace(/\s+/g, ' ').trim(), span };
  }

  /** The amount that a quote shows; the last of several places, because totals stand below. */
  amount(quote: string): Found<Amount> | null {
    for (const span of this.find(quote).reverse()) {
      const found = this.amountsWithin(span);
      if (found.length === 1 && found[0]) return found[0];
    }
    const amount = parseAmount(quote, this.document.style);
    return amount ? this.amountOf(amount.exact) : null;
  }

  /** The last amount of the document with a value, for models that answer with bare numbers. */
  amountOf(exact: Decimal): Found<Amount> | null {
    return this.#allAmounts().findLast(({ value }) => value.exact === exact) ?? null;
  }

  /** The date that a quote shows. */
  date(quote: string): Found<DateToken> | null {
    for (const span of this.find(quote)) {
      const found = this.#allDates().find((date) => overlap(date.span, span));
      if (found) return found;
    }
    const [date] = scanDates(quote.trim(), { order: this.document.order, compact: true });
    if (!date?.iso) return null;
    return this.#allDates().find(({ value }) => value.iso === date.iso) ?? null;
  }

  /** The amounts whose digits lie within a span. */
  amountsWithin(span: Span): Found<Amount>[] {
    return this.linesOf(span).flatMap((line) =>
      amountsIn(this.document, line)
        .filter((one) => line.start + one.digitsStart >= span.start && line.start + one.digitsEnd <= span.end)
        .map((one) => ({ value: one, span: onLine(line, one) })),
    );
  }

  linesOf(span: Span): Line[] {
    const { lines } = this.document.source;
    const found: Line[] = [];
    for (let at = lineAt(lines, span.start); at < lines.length; at += 1) {
      const line = lines.at(at);
      if (!line || line.start >= span.end) break;
      found.push(line);
    }
    return found;
  }

  #allAmounts(): Found<Amount>[] {
    this.#amounts ??= this.document.source.lines.flatMap((line) =>
      amountsIn(this.document, line).map((one) => ({ value: one, span: onLine(line, one) })),
    );
    return this.#amounts;
  }

  #allDates(): Found<DateToken>[] {
    this.#dates ??= this.document.source.lines.flatMap((line) =>
      datesIn(this.document, line).map((one) => ({ value: one, span: onLine(line, one) })),
    );
    return this.#dates;
  }
}

/** Ten-thousandths of a number as a model writes it; null when it has no exact ones. */
export function decimalOfNumber(value: number): Decimal | null {
  const exact = Math.round(value * SCALE);
  return Number.isSafeInteger(exact) && Math.abs(exact / SCALE - value) < 1e-9 * Math.max(1, Math.abs(value))
    ? exact
    : null;
}

/** A text reduced to what counts, with the offset of each of its characters. */
interface Normal {
  readonly text: string;
  readonly offsets: Int32Array;
  readonly length: number;
}

const LONGEST_QUOTE = 4_000;
const MOST_PLACES = 50;
const DASHES = '\u2010\u2011\u2012\u2013\u2014\u2212';
const SINGLE_QUOTES = '\u2018\u2019\u201a\u2032`\u00b4';
const DOUBLE_QUOTES = '\u201c\u201d\u201e\u2033\u00ab\u00bb';
const WORD = /^[\p{L}\p{N}]$/u;

/** The character as it is compared; '' when it does not count. */
type Rule = (character: string, before: string) => string;

const spaced: Rule = (character, before) => {
  if (/\s/.test(character)) return before === ' ' || before === '' ? '' : ' ';
  if (DASHES.includes(character)) return '-';
  if (SINGLE_QUOTES.includes(character)) return "'";
  return DOUBLE_QUOTES.includes(character) ? '"' : plain(character);
};

const letters: Rule = (character) => (WORD.test(character) ? plain(character) : '');

function plain(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 128) return code >= 65 && code <= 90 ? String.fromCharCode(code + 32) : character;
  const base = character.normalize('NFKD').charAt(0).toLowerCase();
  return base.length === 1 ? base : character;
}

function normalise(text: string, rule: Rule): Normal {
  const kept: string[] = [];
  const offsets = new Int32Array(text.length + 1);
  let before = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = rule(text.charAt(at), before);
    if (character === '') continue;
    offsets[kept.length] = at;
    kept.push(character);
    before = character;
  }
  return { text: kept.join(''), offsets, length: text.length };
}

function places(normal: Normal, quote: string): Span[] {
  const found: Span[] = [];
  if (quote === '') return found;
  for (
    let at = normal.text.indexOf(quote);
    at >= 0 && found.length < MOST_PLACES;
    at = normal.text.indexOf(quote, at + 1)
  ) {
    const start = normal.offsets[at] ?? 0;
    const end = (normal.offsets[at + quote.length - 1] ?? start) + 1;
    if (standsAlone(normal, at, at + quote.length)) found.push({ start, end });
  }
  return found;
}

/** A quote neither begins nor ends within a word or a number. */
function standsAlone({ text, offsets }: Normal, from: number, to: number): boolean {
  const joined = (left: number) => {
    const [a, b] = [text.charAt(left), text.charAt(left + 1)];
    return WORD.test(a) && WORD.test(b) && (offsets[left + 1] ?? 0) - (offsets[left] ?? 0) === 1;
  };
  const cutsNumber = (left: number, digit: number, point: number) =>
    /[.,]/.test(text.charAt(point)) && /\d/.test(text.charAt(digit)) && /\d/.test(text.charAt(left));
  if (from > 0 && (joined(from - 1) || cutsNumber(from, from - 2, from - 1))) return false;
  return !(to < text.length && (joined(to - 1) || cutsNumber(to - 1, to + 1, to)));
}

const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end;

function lineAt(lines: Lines, offset: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines.at(middle)?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
