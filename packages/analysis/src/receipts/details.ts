import type { Line, Span } from '../text/source.ts';
import { type Document, datesIn, type Found, onLine } from '../values/document.ts';
import { hasLegalForm } from '../values/legal-forms.ts';
import { phonesIn } from '../values/phones.ts';

/** What else a receipt tells: clock time, its number, where the shop is. */
export interface ReceiptDetails {
  readonly time: Detail | null;
  readonly receiptNumber: Detail | null;
  readonly address: Detail | null;
  readonly phone: Detail | null;
}

export interface Detail extends Found<string> {
  /** Whether its label, its place or its form says that it is this, and nothing else competes. */
  readonly sure: boolean;
}

const TIME = /(?<![\d:.])([01]?\d|2[0-3])(?::|h(?=[0-5]\d\b))([0-5]\d)(?::[0-5]\d)?(?: ?([AaPp])\.?[Mm]\b)?(?![\d:])/;
/** Opening hours, and when a car or a guest came. */
const OPEN = /\d[:.]\d\d ?(?:[-–]|to|bis|till?) ?\d{1,2}[:.]\d\d/i;
const ARRIVAL = /\b(?:entry|entrance|arrival|einfahrt|time in|in:|check-?in)\b/i;
const NUMBER =
  /(?:receipt|invoice|inv|bill|bon|beleg|quittung|ticket|facture|factura|scontrino|doc(?:ument)?|trans(?:action)?|check|chk|slip)\s{0,3}(?:no|nr|num|number|nummer|id|n°|#)?\s{0,3}[.:#]{1,3}\s{0,12}([A-Z0-9][A-Z0-9/_-]{2,30})/i;
const NOT_ADDRESS =
  /(?<![\u00c0-\u024f])\b(?:tel|phone|fax|gst|vat|reg|invoice|receipt|date|www|http|cashier|order|table|company|co\.? ?no|roc|ssm|tax|hotline|customer|thank|welcome|time|pos|terminal|licensee|formerly|chit|owned by|uid|ust|tva|iva|btw|siret)\b|@|[¥€$£]|\d[.,]\d{2}(?!\d)|\d{4}[-/]\d{2}[-/]\d{2}|^(?:eur|usd|gbp)$|^\W{0,3}\(?(?:[A-Z]{1,3} ?)?(?:\d{6,12} ?-? ?[A-Z]{0,2}|\d{4,5} ?-? ?[A-Z]{1,2})\)?$|^[\d ()+-]{7,20}$|^\([^)]{0,40}\)$/i;
/** `SITE : 2188`, `DOCUMENT NO : TD0116`: a label with its value, and the title of the receipt. */
const LABELED =
  /^(?!add(?:ress)?\b|adress|direcci|indirizzo|anschrift|endere)[^:]{0,30}\p{L}[ .]{0,3}:[ \t]{0,9}[\p{L}\d#]|^\W{0,6}(?:quittung|rechnung|beleg|kassenbon|facture|factura|fatura|scontrino|ricevuta|documento|ticket|recibo|kassabon|kvitto|kvittering|paragon|guest check|carry out|dine in|take ?away)(?!\p{L})/iu;
/** Behind the postal code and the town stands a region at most. */
const LONGEST_TOWN = 45;
const STREET = /\b(?:jalan|jln|lot|street|road|avenue|lane|rue|via|calle|straat|platz|weg)\b|stra(?:ß|ss)e/iu;
const PLACE = new RegExp(`${STREET.source}|\\d{4,6} \\p{L}{3}`, 'iu');
/** A number, and further on a postal code with a town beside it. */
const STREET_AND_TOWN =
  /\d.{4,120}[\s,](?:(?:[A-Z]{1,2}-)?(?:\d{4,6}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3}) {1,2}\p{L}{3}|\p{L}{2,} {1,2}\d{5}\b|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|[A-Z]\d[A-Z] ?\d[A-Z]\d\b)/u;
const ADDRESS_LINES = 7;

export function receiptDetails(document: Document, merchant: Span | null): ReceiptDetails {
  const lines = document.source.lines.printed(400);
  return {
    time: timeIn(document, lines),
    receiptNumber: numberIn(lines),
    address: addressBelow(lines, merchant),
    phone: phoneIn(lines.slice(0, 30)),
  };
}

/** The clock time: beside a date if one stands there, and never opening hours. */
function timeIn(document: Document, lines: readonly Line[]): Detail | null {
  let best: Detail | null = null;
  const besides = new Set<string>();
  let most = -1;
  for (const line of lines) {
    const match = OPEN.test(line.text) ? null : TIME.exec(line.text);
    if (!match) continue;
    const beside = datesIn(document, line).length > 0;
    const points = (beside ? 2 : 0) + (ARRIVAL.test(line.text) ? 0 : 1);
    const half = match[3]?.toLowerCase();
    const hour = Number(match[1]) % (half ? 12 : 24);
    const value = `${String(hour + (half === 'p' ? 12 : 0)).padStart(2, '0')}:${match[2]}`;
    if (beside) besides.add(value);
    if (points <= most) continue;
    const span = onLine(line, { start: match.index, end: match.index + match[0].length });
    best = { value, span, sure: points === 3 };
    most = points;
  }
  return best && { ...best, sure: best.sure && besides.size === 1 };
}

function numberIn(lines: readonly Line[]): Detail | null {
  const all = lines.flatMap((line): Found<string>[] => {
    const match = NUMBER.exec(line.text);
    const value = match?.[1];
    if (!match || !value || !/\d/.test(value)) return [];
    const end = match.index + match[0].length;
    return [{ value, span: onLine(line, { start: end - value.length, end }) }];
  });
  const [first] = all;
  return first
    ? { ...first, sure: all.every(({ value }) => value === first.value) && /\d{2}/.test(first.value) }
    : null;
}

/** The first lines below the shop's name that can be its address: between others, with a number in them. */
function addressBelow(lines: readonly Line[], merchant: Span | null): Detail | null {
  const start = merchant ? lines.findIndex((line) => line.start > merchant.end) : -1;
  if (start < 0) return null;
  let block: Line[] = [];
  let isFirst = true;
  for (const line of lines.slice(start, start + ADDRESS_LINES + 2)) {
    const text = line.text.trim();
    if ((NOT_ADDRESS.test(text) || LABELED.test(text)) && !HOUSE.test(text)) {
      const found = addressOf(block, isFirst);
      if (found) return found;
      isFirst &&= block.length === 0;
      block = [];
    } else if (/[\p{L}\d]/u.test(text) && block.length < ADDRESS_LINES) block.push(line);
  }
  return addressOf(block, isFirst);
}

/** A number of a house that has a label. */
const HOUSE = /^no\.? ?:? ?\d{1,4}[\p{L}\d/&-]{0,8},? {1,2}\p{L}{3}/iu;

/** @param isFirst whether nothing but what is no address stands between the lines and the name of the shop */
function addressOf(lines: readonly Line[], isFirst: boolean): Detail | null {
  // The name of the company may stand once more ahead of its street.
  const block = lines.slice(lines.findLastIndex(({ text }) => hasLegalForm(text.trim()) && !/\d/.test(text)) + 1);
  const first = block[0];
  const last = block.at(-1);
  const value = block.map((line) => line.text.trim()).join(' ');
  if (!first || !last || !/\d/.test(value) || (block.length < 2 && !PLACE.test(value))) return null;
  if (!isFirst && !STREET.test(value)) return null;
  const begin = first.text.length - first.text.trimStart().length;
  const span = { start: first.start + begin, end: last.start + last.text.trimEnd().length };
  const town = STREET_AND_TOWN.exec(value);
  const rest = town ? value.length - town.index - town[0].length : 0;
  return { value, span, sure: town !== null && rest <= LONGEST_TOWN };
}

function phoneIn(lines: readonly Line[]): Detail | null {
  for (const line of lines) {
    const phone = /fax/i.test(line.text) && !/tel|phone/i.test(line.text) ? undefined : phonesIn(line.text)[0];
    if (phone) return { value: phone.value, span: onLine(line, phone.span), sure: !/fax/i.test(line.text) };
  }
  return null;
}
