import type { Line } from '../text/source.ts';
import { amountsIn, type Document, datesIn, type Found, onLine } from '../values/document.ts';

/** The code at a place of a line: the number of an invoice or of an order, and no sum, day or postal code. */

/** Codes may have letters in front, such as the kind of the document: "FT 2025/118", "RE 1042", "R 44-19"; but no currency. */
const CODE =
  /(?:(?:FT|FS|FR|FA|FC|NC|ND|SI|RE|RG|AR|INV|CN|VF) (?=\p{N}|\p{Lu}{1,3}\/\p{N})|(?!EUR|USD|GBP|CHF|INR|PLN|SEK|NOK|DKK|CAD|AUD|NZD|JPY|VOM|DEL|DU|OF|NR|NO|N )\p{Lu}{1,3} (?=\d[\d./_-]{2,}(?![\p{L}\d]|[ ,]\d)))?[\p{L}\p{N}][\p{L}\p{N}./_-]{0,38}/uy;

export function codeAt(document: Document, line: Line, start: number): Found<string> | null {
  CODE.lastIndex = start;
  const match = groupedDigits(line, start) ?? CODE.exec(line.text)?.[0].replace(/[./_-]{1,5}$/, '');
  if (!match || !/\d/.test(match) || (match.length < 2 && !/^\d$/.test(match))) return null;
  const isDate = datesIn(document, line).some((date) => date.start === start && date.end >= start + match.length);
  const sum = amountsIn(document, line).some(
    (amount) => amount.digitsStart === start && (amount.currency !== null || amount.digitsEnd > start + match.length),
  );
  if (isDate || sum || POSTAL.test(line.text.slice(start, start + 12))) return null;
  // `Rechnung (389)`: the code of a type of document.
  if (/^\d{3}$/.test(match) && line.text.charAt(start - 1) === '(' && line.text.charAt(start + 3) === ')') return null;
  return { value: match, span: onLine(line, { start, end: start + match.length }) };
}

/** Postal codes of the United Kingdom and of Canada, of an address in the next column. */
export const POSTAL = /^(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d)(?![A-Z\d])/;

/** `70 1234 5678` and `T 417 882 041-7` at the end of the cell. */
function groupedDigits(line: Line, start: number): string | undefined {
  return /^(?:[A-Z] (?=\d{3} ))?\d{2,4}(?: \d{2,6}){1,4}(?:-\d)?(?=\s{0,3}$| {2}|\t)/.exec(
    line.text.slice(start, start + 40),
  )?.[0];
}
