import type { Line } from '../text/lines.ts';
import { wordsOf } from '../text/words.ts';
import { currencyAt, isSeldom } from '../values/currency.ts';
import type { Decimal } from '../values/decimal.ts';
import { amountsIn, type Document, type Found } from '../values/document.ts';
import type { CurrencyReading } from '../values/document-currency.ts';
import { WORD_SIGNS } from '../values/other-countries.ts';
import { type FieldVerification, fieldOf, proof, UNPROVEN } from './fields.ts';

/** A total and where it stands. */
interface Total {
  readonly amount: { readonly exact: Decimal };
  readonly span: Found<string>['span'];
}

const LINES = 2000;

/**
 * A currency is proven where its own sign or code stands beside sums, a label names it, or the country is clear; not where
 * it is only that of the same total in another currency, nor where a code that is seldom one stands beside one sum that is not the total.
 */
export function currencyField(
  document: Document,
  reading: CurrencyReading | null,
  total: Total | null,
): FieldVerification {
  if (
    !reading ||
    reading.mixed ||
    (reading.by === 'country' && isWordByChance(document, reading.code, total)) ||
    (reading.by !== 'country' && isSeldom(reading.code) && isByChance(document, reading.code, total)) ||
    (total ? isOfOtherTotal(document, reading.code, total) : isRepeated(document, reading.code))
  )
    return UNPROVEN;
  return fieldOf([proof(`currency_${reading.by}`, reading.code)]);
}

/** `Total KN 58,00` ahead of `Total EUR 7,70`: the label of the total again, with the code and another sum. */
function isOfOtherTotal(document: Document, code: string, { amount, span }: Total): boolean {
  const lines = document.source.lines.printed(LINES);
  const own = lines.find(({ start, text }) => start <= span.start && span.start < start + text.length);
  const label = own ? wordsOf(own.text)[0]?.key : undefined;
  if (!own || !label || !/\p{L}/u.test(label) || marksIn(own.text).includes(code)) return false;
  const named = lines.filter((line) => line !== own && marksIn(line.text).includes(code));
  return (
    named.length > 0 &&
    named.every((line) => {
      const sums = amountsIn(document, line).map(({ exact }) => exact);
      return sums.length > 0 && !sums.includes(amount.exact);
    }) &&
    named.some((line) => wordsOf(line.text)[0]?.key === label)
  );
}

/** `Board SBD 240.00`: whether a code stands beside one sum only, which is not the total, and no label has it. */
function isByChance(document: Document, code: string, total: Total | null): boolean {
  const named = document.source.lines.printed(LINES).filter(({ text }) => marksIn(text).includes(code));
  const withSums = named.flatMap((line) => {
    const sums = amountsIn(document, line).map(({ exact }) => exact);
    return sums.length > 0 ? [sums] : [];
  });
  if (withSums.length > 1 || withSums.some((sums) => total !== null && sums.includes(total.amount.exact))) return false;
  return !named.some(({ text }) => OF_SUMS.test(text));
}

/** `Q 12.50` below Guatemala: a sign that is a word elsewhere proves a currency beside two sums, or beside the total. */
function isWordByChance(document: Document, code: string, total: Total | null): boolean {
  const sign = WORD_SIGNS.find(([, currency]) => currency === code)?.[2];
  if (!sign) return false;
  const lines = document.source.lines.printed(LINES).filter(({ text }) => sign.test(text));
  const holds = (line: Line) =>
    total !== null && line.start <= total.span.start && total.span.start < line.start + line.text.length;
  return lines.length < 2 && !lines.some(holds);
}

/** What heads sums, or says what they are in. */
const OF_SUMS =
  /(?<!\p{L})(?:totals?|amounts?|prices?|currency|sum|value|montant|prix|devise|importe|precio|moneda|valor|(?:gesamt)?betrag|preise?|währung|bedrag|prijs|valuta|importo|prezzo)(?!\p{L})/iu;

/** Without a total: whether each sum with the code has a label that stands ahead of another sum without it. */
function isRepeated(document: Document, code: string): boolean {
  const lines = document.source.lines.printed(LINES).filter((line) => amountsIn(document, line).length > 0);
  const named = lines.filter(({ text }) => marksIn(text).includes(code));
  const label = (line: Line) => wordsOf(line.text)[0]?.key ?? '';
  const others = new Set(lines.filter((line) => !named.includes(line)).map(label));
  return named.length > 0 && named.every((line) => /\p{L}/u.test(label(line)) && others.has(label(line)));
}

function marksIn(text: string): string[] {
  const marks: string[] = [];
  for (let at = 0; at < Math.min(text.length, 300); at += 1) {
    const mark = currencyAt(text, at);
    if (!mark) continue;
    marks.push(mark.code);
    at = mark.end - 1;
  }
  return marks;
}
