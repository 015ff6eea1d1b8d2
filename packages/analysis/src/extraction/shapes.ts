import type { Span } from '../text/source.ts';
import type { Document } from '../values/document.ts';
import { moneyIn, monthsIn, type ValueType, valuesIn } from './typed.ts';

/** Which part of the words behind a label is its value, by the kind of value that the label asks for. */

const LONGEST = 300;
const CODE = /[\p{L}\p{N}][\p{L}\p{N}._/:&#-]{0,40}(?: [\p{Lu}\p{N}][\p{Lu}\p{N}._/-]{0,20}){0,6}/u;
const VAT_LIKE = /(?:[A-Z]{2,3}[ -]?)?[A-Z0-9](?:[A-Z0-9]|[ .-](?=[A-Z0-9])){6,18}/;
const PHONE_LIKE = /\+?\(?\d[\d ()./-]{4,22}\d/;
const EMPTY = /^[\s_.\-–—:/*[\]()]{0,200}$|^(?:n\/?a|none|tbd|-+)$/i;
/** What else can follow in the same cell: another label, or how to reach somebody. */
const NEXT_LABEL =
  /\s(?=(?:tel|phone|fax|e-?mail|mobile|date|iban|bic|vat|ust|web|www)\b\.?\s?[:.])|\s(?=\p{Lu}[\p{L}]{2,14}(?: \p{L}{2,12})?: )|\s{2,}/iu;
const REACHED = /,\s{0,3}(?=[^,]{0,40}(?:@|\+?\(?\d[\d ()/-]{6,}))/u;

/** The value of a type at the head of a text; null when it has none. */
export function shapeOf(text: string, type: ValueType, document: Document): Span | null {
  const found = ofType(text, type, document);
  // `1 284` of `1 284,17 €`: half a sum is none.
  const isCut = found !== null && /\d$/.test(text.slice(0, found.end)) && /^[.,]\d\d(?!\d)/.test(text.slice(found.end));
  return isCut ? near(moneyIn(text, document, true)[0], 30) : found;
}

function ofType(text: string, type: ValueType, document: Document): Span | null {
  if (EMPTY.test(text)) return null;
  switch (type) {
    case 'date':
      return near(valuesIn(text, 'date', document)[0] ?? monthsIn(text)[0], 40);
    case 'money':
      return near(moneyIn(text, document, true)[0], 30);
    case 'iban':
    case 'email':
    case 'url':
    case 'bic':
      return near(valuesIn(text, type, document)[0], 40);
    case 'phone':
      return near(valuesIn(text, 'phone', document)[0] ?? matched(text, PHONE_LIKE), 25);
    case 'vat':
      return near(valuesIn(text, 'vat', document)[0], 25) ?? vatLike(text);
    case 'percent':
    case 'duration':
      return near(valuesIn(text, type, document)[0], 30);
    case 'measure':
      return near(
        valuesIn(text, type, document)[0] ??
          valuesIn(text, 'percent', document)[0] ??
          matched(text, /^\d[\d.,]{0,12}$/),
        30,
      );
    case 'code':
      return codeIn(text);
    case 'party':
      return partyIn(text);
    default:
      return wordsIn(text);
  }
}

function near(span: Span | null | undefined, reach: number): Span | null {
  return span && span.start <= reach ? span : null;
}

function matched(text: string, pattern: RegExp): Span | null {
  const match = pattern.exec(text);
  return match ? { start: match.index, end: match.index + match[0].length } : null;
}

function vatLike(text: string): Span | null {
  const span = matched(text, VAT_LIKE);
  const digits = span ? text.slice(span.start, span.end).replace(/\D/g, '').length : 0;
  return span && span.start <= 6 && digits >= 7 ? span : null;
}

/** A number or a code: it has a digit, and ends in front of a comma, a bracket or a word in small letters. */
function codeIn(text: string): Span | null {
  const lead =
    /^[\s:#.°º№-]{0,6}(?:(?:no|nr|n|num|number|nummer|id)[.:°º]{0,2}\s{1,3}|[#№]\s{0,3})?/i.exec(text)?.[0].length ?? 0;
  const match = CODE.exec(text.slice(lead));
  if (!match || match.index > 3) return null;
  const value = match[0].replace(/[.:_/&#-]{1,5}$/, '');
  const first = value.split(' ')[0] ?? '';
  if (!/\d/.test(value) || value.length > 40) return null;
  // A word without a digit in front of others is no code: "dated 4 May".
  if (!/\d/.test(first) && !/^\p{Lu}{1,5}$/u.test(first)) return null;
  const start = lead + match.index;
  return { start, end: start + codeLength(value) };
}

/** Parts behind the first belong to it while they have digits, or are groups of capitals. */
function codeLength(value: string): number {
  const parts = value.split(' ');
  let length = parts[0]?.length ?? 0;
  for (const part of parts.slice(1)) {
    if (!/\d/.test(part) && !/^\p{Lu}{1,3}$/u.test(part)) break;
    length += part.length + 1;
  }
  return length;
}

function partyIn(text: string): Span | null {
  const cut = cutAt(cutAt(text, NEXT_LABEL), REACHED);
  const span = trimmed(cut.slice(0, LONGEST));
  const value = span ? cut.slice(span.start, span.end) : '';
  const ok = /\p{L}{2}/u.test(value) && value.length <= 120 && !value.endsWith(':') && !/^[\d(€$£]/.test(value);
  return span && ok ? span : null;
}

function wordsIn(text: string): Span | null {
  const span = trimmed(cutAt(cutAt(text, NEXT_LABEL), REACHED).slice(0, LONGEST));
  return span && !text.slice(span.start, span.end).endsWith(':') ? span : null;
}

function cutAt(text: string, pattern: RegExp): string {
  const match = pattern.exec(text.slice(1));
  return match ? text.slice(0, match.index + 1) : text;
}

function trimmed(text: string): Span | null {
  const start = text.length - text.replace(/^[\s:=.,;|#*-]{1,12}/, '').length;
  const end = text.replace(/[\s,;:|]{1,12}$/, '').length;
  return end > start ? { start, end } : null;
}
