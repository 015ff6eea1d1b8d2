import type { Span } from '../text/source.ts';

/** Postal addresses of several countries: a street with a number and a postcode with its town, on one to three lines. */

const STREET_WORD =
  /\b(?:street|road|avenue|lane|drive|boulevard|way|square|court|place|plaza|terrace|crescent|close|parade|parkway|highway|quay|view|hill|gardens?|grove|row|mews|jalan|jln|lot|rue|chemin|all[ée]e|impasse|quai|route|via|viale|piazza|corso|largo|vicolo|calle|avenida|paseo|ronda|carrer|p\.?\s?o\.?\s?box|postfach|postbus|bo[îi]te postale|apartado|casella postale)(?![\p{L}])|\b(?:st|rd|ave|ln|dr|blvd|sq|ct|pl|hwy|pkwy|c|avda|av|bd)\b\.?(?=[\s,/]|$)|(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|ring|damm|ufer|steig|straat|laan|plein|gracht|kade|singel|dijk|gata|gatan|vägen|vej|veien|gaten|utca|ulica)(?![\p{L}])/iu;
/** Postcodes that no other number looks like: British, Canadian, Dutch, American with a state, Australian with a state. */
const SURE_POSTCODE =
  /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b|(?<!\d)\d{4} ?[A-Z]{2}(?= \p{Lu}\p{Ll})|\b[A-Z]{2} \d{5}(?:-\d{4})?(?!\d)|\b(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT) \d{4}(?!\d)/u;
/** A number with a town behind it, or in front of it. */
const TOWN_POSTCODE =
  /(?<![\d.,/-])(?:[A-Z]{1,3}-)?(?:\d{4,6}|\d{3} \d{2})(?!\d|[.,/]\d) {1,3}(?!(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|eur|euros?|usd)(?!\p{L}))\p{Lu}[\p{L}'’.-]{1,30}|\p{L}{3,20},? \d{5,6}(?!\d)/u;
const HOUSE_NUMBER =
  /(?:^|[\s,])(?:no\.? ?)?\d{1,5}(?:[-–/]\d{1,4})? ?[a-z]?(?:\s?bis|\s?ter)?(?=$|[\s,])|(?:^|[\s,])\d{1,5}[a-z]?,/iu;
const PROSE = /[.!?]\s{1,3}\p{Lu}|\b(?:the|your|our|has|have|been|will|wird|wurde|est|sont|para|della)\s{1,2}\p{Ll}/u;
const NOT_PART = /@|(?<![\u00c0-\u024f])\b(?:tel|phone|fax|mobile?|e-?mail|www|http|iban|vat|date|datum)\b/i;
const LEAD = /^(?:[\p{L}' -]{2,24}:\s{1,8}|[-*•]\s)/u;
const LONGEST = 110;

/** Whether a line names a street or a postcode in the way that addresses do. */
function hasPostcode(text: string): boolean {
  return SURE_POSTCODE.test(text) || TOWN_POSTCODE.test(text);
}

/** A text without its postcode: a house number must be another one. */
function withoutCode(text: string): string {
  const sure = text.replace(SURE_POSTCODE, ' ');
  return sure === text && !STREET_WORD.test(text) ? text.replace(TOWN_POSTCODE, ' ') : sure;
}

function isStreet(text: string): boolean {
  return (
    text.length <= LONGEST && STREET_WORD.test(text) && /\d/.test(text) && !PROSE.test(text) && !NOT_PART.test(text)
  );
}

/** A line with a house number, in front of one with a postcode that nothing else looks like. */
function isNumbered(text: string): boolean {
  return (
    text.length <= 60 &&
    HOUSE_NUMBER.test(text) &&
    /\p{L}{3}/u.test(text) &&
    !PROSE.test(text) &&
    !NOT_PART.test(text) &&
    !/:/.test(text)
  );
}

/** The address that begins in the first of a few lines; how many of them it takes, and where it begins and ends in them. */
export interface AddressPlace {
  readonly lines: number;
  readonly start: number;
  readonly end: number;
}

export function addressAt(texts: readonly string[]): AddressPlace | null {
  const [first = ''] = texts;
  const whole = onOneLine(first);
  if (whole) return { lines: 1, ...whole };
  const lead = LEAD.exec(first)?.[0].length ?? 0;
  const line = first.slice(lead);
  if (!isStreet(line) && !isNumbered(line)) return null;
  for (let step = 1; step < Math.min(4, texts.length); step += 1) {
    const next = texts[step] ?? '';
    if (next.length > 60 || NOT_PART.test(next) || /:/.test(next)) return null;
    const sure = SURE_POSTCODE.test(next);
    if (sure || (TOWN_POSTCODE.test(next) && isStreet(line))) return { lines: step + 1, start: lead, end: next.length };
    if (/[.!?]$/.test(next) && next.length > 40) return null;
  }
  return null;
}

/** `2200 Industrial Parkway`: a house number, though it looks like a postcode and a town. */
function isStreetFirst(text: string): boolean {
  return (
    /^\d{1,6} /.test(text) &&
    STREET_WORD.test(text) &&
    !SURE_POSTCODE.test(text) &&
    (text.match(/\d{1,6}/g)?.length ?? 0) < 2
  );
}

const PARTS = /\s[·|•–]\s|,\s{1,3}/gu;

/** Street and postcode on one line: from the part that names the street to the last part of the address. */
function onOneLine(text: string): Span | null {
  if (text.length > 200 || !hasPostcode(text)) return null;
  const lead = LEAD.exec(text)?.[0].length ?? 0;
  const parts = partsOf(text, lead);
  const code = parts.findIndex((part) => hasPostcode(part.text) && !isStreetFirst(part.text));
  if (code < 0) return null;
  const street = parts.findIndex(
    (part, index) =>
      index <= code &&
      (isStreet(part.text) ||
        (index < code && isNumbered(part.text)) ||
        (/^\d/.test(part.text) && isNumbered(withoutCode(`${part.text} ${parts[index + 1]?.text ?? ''}`)))),
  );
  const first = parts[street];
  if (!first || PROSE.test(first.text) || code - street > 4) return null;
  // A house number of its own stands in front of the street in French addresses.
  const before = parts[street - 1];
  const start = before && /^\d{1,4}\s?(?:bis|ter|[a-z])?$/i.test(before.text) ? before.start : first.start;
  let last = code;
  while (
    parts[last + 1] &&
    /^\p{Lu}[\p{L} .'’-]{1,24}$/u.test(parts[last + 1]?.text ?? '') &&
    last - code < 2 &&
    !NOT_PART.test(parts[last + 1]?.text ?? '')
  )
    last += 1;
  return { start, end: parts[last]?.end ?? text.length };
}

function partsOf(text: string, from: number): { text: string; start: number; end: number }[] {
  const parts: { text: string; start: number; end: number }[] = [];
  let start = from;
  for (const match of [...text.slice(from).matchAll(PARTS), null]) {
    const end = match ? from + match.index : text.length;
    parts.push({ text: text.slice(start, end), start, end });
    start = match ? end + match[0].length : end;
  }
  return parts;
}
