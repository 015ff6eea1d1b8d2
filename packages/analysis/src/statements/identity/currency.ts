import { commonest, currencyAt } from '../../values/currency.ts';
import type { StatementLine, StatementText } from '../lines/lines.ts';

/** In which currency an account is kept. `head` are the lines above its rows. */

/** What may say which currency an account has. */
const CURRENCY_LABEL =
  /(?<!\p{L})(?:(?:konto)?währung|currency|devise|monnaie|divisa|valuta|valuut|munt|moneda|moeda|devizanem|валюта|waluta|měna|(?:amounts?|montants?(?: exprimés)?|beträge|valores|importes|importi|bedragen) (?:are )?(?:in|en|em))(?!\p{L})/iu;
const CURRENCY_MARK = /€|£|[A-Z]{0,2}\$|\b[A-Z]{3}\b|\b[Ee]uros?\b/g;
/** Fewer sums with a currency than this share are payments abroad. */
const MARKED = 0.3;

/** The currency of the account, ISO 4217; null when none is printed. Rows may name others, of payments abroad. */
export function currencyOf(text: StatementText, head: readonly StatementLine[]): string | null {
  const code =
    commonest(head.filter((line) => CURRENCY_LABEL.test(line.text)).flatMap(marksIn)) ??
    commonest(text.lines.filter((line) => line.header.length > 1 && line.dates.length === 0).flatMap(marksIn)) ??
    commonest(text.lines.filter((line) => line.labels.length > 0).flatMap(marksIn)) ??
    currencyOfSums(text.lines.filter((line) => line.lead)) ??
    commonest(head.flatMap(marksIn)) ??
    commonest(text.lines.filter((line) => !line.lead && CURRENCY_LABEL.test(line.text)).flatMap(marksIn)) ??
    currencyOfSums(text.lines) ??
    commonest(
      text.lines
        .slice(text.lines.findLastIndex((line) => line.lead) + 1)
        .filter(isNoPayment)
        .flatMap(marksIn),
    );
  return code === 'USD' ? dollarOf(head) : code;
}

/** Whether a currency stands beside a balance, in the heading of the table or behind a label, and no other does. */
export function isCurrencyPrinted(text: StatementText, code: string): boolean {
  const telling = text.lines.filter(
    (line) => line.labels.length > 0 || line.header.length > 1 || (!line.lead && CURRENCY_LABEL.test(line.text)),
  );
  const marks = telling.flatMap(ownMarksIn);
  return marks.length > 0 && marks.every((mark) => mark === code);
}

/** The currencies of a line, without signs that several currencies share. */
function ownMarksIn(line: StatementLine): string[] {
  return [...line.text.slice(0, 300).matchAll(CURRENCY_MARK)].flatMap((match) => {
    if (/^euros?$/i.test(match[0])) return 'EUR';
    const mark = currencyAt(line.text, match.index);
    return mark && !mark.shared ? mark.code : [];
  });
}

/** A line without a rate of exchange, such as `EUR 62.77 @ 1.1575`. */
const isNoPayment = ({ text }: StatementLine) => !/@ ?\d|(?<![\d.,])\d{1,3}[.,]\d{4,8}(?!\d)/.test(text);

function marksIn(line: StatementLine): string[] {
  const marks = line.text.slice(0, 300).matchAll(CURRENCY_MARK);
  return [...marks].flatMap((match) =>
    /^euros$/i.test(match[0]) ? 'EUR' : (currencyAt(line.text, match.index)?.code ?? []),
  );
}

/** The currency beside the last sum of the lines, where a fair share of them prints one. */
function currencyOfSums(lines: readonly StatementLine[]): string | null {
  const rows = lines.filter((line) => line.figures.length > 0);
  const marks = rows.flatMap((line) => line.figures.at(-1)?.currency ?? []);
  return marks.length > 0 && marks.length >= MARKED * rows.length ? commonest(marks) : null;
}

/** Which dollar a bare `$` is: the address and the terms of the bank's country tell. */
const DOLLARS: readonly (readonly [string, RegExp])[] = [
  ['AUD', /\b(?:NSW|VIC|QLD|TAS|ACT)\s{1,3}\d{4}\b|\bBSB\b|\bA\.?B\.?N\.? \d|\bAustralia\b/],
  ['CAD', /\bCanada\b|\b[A-Z]\d[A-Z] \d[A-Z]\d\b/],
  ['NZD', /\bNew Zealand\b|\bAotearoa\b/],
];

function dollarOf(head: readonly StatementLine[]): string {
  if (head.some((line) => /\bUSD\b|US\$|\bFDIC\b/.test(line.text))) return 'USD';
  const named = commonest(
    head.flatMap((line) => line.text.slice(0, 300).match(/\b(?:AUD|CAD|NZD|SGD|HKD|MXN)\b/g) ?? []),
  );
  if (named) return named;
  return DOLLARS.find(([, hint]) => head.some((line) => hint.test(line.text.slice(0, 300))))?.[0] ?? 'USD';
}
