import type { Span } from '../text/source.ts';
import { scanDates } from '../values/dates.ts';
import type { Document } from '../values/document.ts';
import { ibansIn, vatIdsIn } from '../values/identifiers.ts';
import { phonesIn } from '../values/phones.ts';
import { moneyOn } from './money.ts';

/** Values of a kind inside a piece of text: what a name such as "due date" or "IBAN" asks for. */

export type ValueType =
  | 'text'
  | 'date'
  | 'money'
  | 'percent'
  | 'duration'
  | 'measure'
  | 'code'
  | 'email'
  | 'phone'
  | 'url'
  | 'iban'
  | 'bic'
  | 'vat'
  | 'party'
  | 'address'
  | 'period';

const COUNT_WORD =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|nineteen|eighteen|twenty(?:[- ]four)?|thirty(?:[- ]six)?|forty(?:[- ]five)?|sixty|ninety|ein(?:e[nmrs]?)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|vierzehn|une?|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|quinze|trente|soixante|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|treinta|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dodici|trenta|één|een|twee|drie|vijf|zes|zeven|negen|tien|twaalf|dertig';
const TIME_UNIT =
  '(?:calendar|business|working|full|consecutive|kalender|volle)?[ -]?(?:years?|months?|weeks?|days?|hours?|minutes?|jahre?n?|monate?n?|wochen?|tage?n?|stunden?|werktage?n?|arbeitstage?n?|urlaubstage?n?|jours\\s(?:ouvrés|ouvrables)|días\\shábiles|werkdagen|ans?|années?|mois|semaines?|jours?|heures?|años?|mes(?:es)?|semanas?|días?|horas?|anni|anno|mesi|mese|settimane|settimana|giorni|giorno|ore|jaar|jaren|maand(?:en)?|we(?:ek|ken)|dag(?:en)?|uur|uren)';
/** A length of time: `three (3) years`, `30 days`, `drei Monate`, `18-month`. */
export const DURATION = new RegExp(
  `(?<![\\p{L}\\d.,])(?:(?:${COUNT_WORD}|\\d{1,3})(?:\\s{0,2}\\(\\s?(?:\\d{1,3}|[a-z]{3,12})\\s?\\)?)?)[\\s-]{1,3}${TIME_UNIT}(?![\\p{L}])`,
  'giu',
);
const EASTERN_DURATION =
  /(?<![\d年月])(?:\d{1,3}|[一二两三四五六七八九十]{1,3})(?:个月|個月|か月|ヶ月|週間|周|年|天)(?![\d月])/g;
const PERCENT =
  /(?<![\d.,])[-+]?\d{1,3}(?:[.,]\d{1,4})?\s?(?:%|percent|per cent|Prozent|pour cent|por ciento|per cento|procent)(?![\p{L}])/giu;
const UNIT =
  'kg|g|mg|t|lbs?|oz|m²|m2|qm|sqm|sq\\.? ?ft|ft|m³|km²|km|cm|mm|m|ml|cl|l|kwh|mwh|kw|°c|°f|mmol/l|g/dl|mg/dl|gb|mb|tb|pcs|stück|tonnes?|tons?|kilograms?|metres?|meters?|litres?|liters?|miles?';
const MEASURE = new RegExp(
  `(?<![\\p{L}\\d.,])\\d[\\d.,'\\u00a0]{0,12}(?: \\d{3}(?!\\d))?\\s?(?:${UNIT})(?![\\p{L}\\d])`,
  'giu',
);
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,4}[a-z]{2,24}(?![\w-])/gi;
const URL = /(?<![\w@.-])(?:https?:\/\/|www\.)[^\s<>"'()]{3,200}[^\s<>"'().,;:]/gi;
const BIC = /(?<![A-Z0-9])[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![A-Z0-9])/g;
const MONTH_YEAR =
  /(?<![\p{L}\d./-])(?:(?:0?[1-9]|1[0-2])\/(?:20)?\d{2}|\p{Lu}\p{L}{2,9}\.? (?:19|20)\d{2})(?![\d/.-])/gu;
const CJK_DATE = /(?<!\d)(?:19|20)\d{2}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日/g;

/** Every value of a type, by its place in the text. */
export function valuesIn(text: string, type: ValueType, document: Document): Span[] {
  switch (type) {
    case 'date':
      return datesOf(text, document);
    case 'money':
      return moneyIn(text, document);
    case 'percent':
      return spans(text, PERCENT);
    case 'duration':
      return [...spans(text, DURATION), ...spans(text, EASTERN_DURATION)].sort((a, b) => a.start - b.start);
    case 'measure':
      return spans(text, MEASURE);
    case 'email':
      return spans(text, EMAIL);
    case 'url':
      return spans(text, URL);
    case 'phone':
      return phonesIn(text).map((phone) => phone.span);
    case 'iban':
      return ibansIn(text);
    case 'bic':
      return spans(text, BIC);
    case 'vat':
      return vatIdsIn(text);
    default:
      return [];
  }
}

function datesOf(text: string, document: Document): Span[] {
  const dates = scanDates(text, { order: document.order }).filter((date) => date.iso !== null);
  const eastern = spans(text, CJK_DATE);
  return [
    ...dates,
    ...eastern.filter((one) => !dates.some((date) => date.start < one.end && one.start < date.end)),
  ].sort((a, b) => a.start - b.start);
}

/** A month with its year, where a whole date is not printed: `03/2026`, `March 2024`. */
export function monthsIn(text: string): Span[] {
  return spans(text, MONTH_YEAR);
}

/** Sums of money; with `plain` also numbers without a currency. */
export function moneyIn(text: string, document: Document, plain = false): Span[] {
  return moneyOn(text, document, plain).map(({ start, end }) => ({ start, end }));
}

function spans(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}
