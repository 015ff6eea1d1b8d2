import type { Line, Lines } from '../text/lines.ts';
import type { Span } from '../text/source.ts';
import { labelWordsOf, wordsOf } from '../text/words.ts';
import type { Found } from '../values/document.ts';
import { findLegalForm, hasLegalForm } from '../values/legal-forms.ts';
import { labelOf } from './labels.ts';
import { ADDRESS, isPlace, NUMBERED, PLACED, PRICED, TRADE } from './shop-places.ts';
import { isPlaceOfShops } from './trades.ts';

/** The name of the shop: the registered company in the heading, else the first line that names something. */

/** A registration number behind the name: `(12345-X)`, `123456-A`, `(Co. No. 99)`. */
const REGISTRATION =
  /[\s.]{0,3}(?:[([{][^()]{0,12}\d[^()]{0,16}[)\]}]?|\b(?:(?:[A-Z]{2})?\d{5,12} ?-? ?[A-Z0-9]{0,2}))\s{0,4}(?:\([A-Z0-9]{1,5}\))?\s{0,4}$/;
/** A town and the number of a telephone. */
const PHONE_AT_END = /(?:\b0\d{1,4} ?[-/] ?\d{5,8}|\b\d{3}[-. ]\d{3}[-. ]\d{4})$/;
/** A line below the name with the number of the company or its tax number. */
const REGISTERED =
  /^[([ ]{0,2}(?:[A-Z]{0,2}\d{4,12} ?-? ?[A-Z]{1,2}\b(?! {1,3}[A-Z][A-Za-z])|(?:co|company|reg|br|roc|gst|vat|ust|siret|tva|kvk|btw|p\.? ?iva|cif|nif)\b.{0,24}\d)/i;
const SUFFIX_ONLY =
  /^[("']{0,2}(?:(?:co\.?|\([a-z]\)|\([a-z ]{2,20}\)) ?){0,2}(?:sdn\.? ?bhd|s\/b|sb|snd bhd|bhd|pte ltd|ltd|gmbh|inc|llc|ag|srl|s\.r\.l|b\.v|sarl)\b/i;
const NOISE =
  /thank|\breference\b|\bpassenger\b|\bitinerary\b|welcome|receipt|invoice|tax\b|cash sale|copy|duplicate|original|please|goods sold|returnable|refund|exchange|\border|\btable(?= ?(?:no|nr|#|:|\d))|^table|queue|your|(?<![\u00c0-\u024f])\btel\b|phone|fax|www\.|http|@\w{2,20}\.|gst|reg\.? ?no|co\.? no|opening|hours|company no|\broc\b|\bdate|counter|cashier|quittung|rechnung|beleg|kassenbon|ticket|facture|recibo|factura|scontrino|fattura|kassabon|\bbon\b|operated by|owned by|feedback|redeem|hotline|customer|\bbill\b|invois|counter|merchant|member|№|фискал|чек(?!\p{L})|касса|каса(?!\p{L})|касир|ჩეკი|חשבונית|קבלה|حساب|فاکتور|شماره|تاریخ|^(?:paid|bezahlt|pagad[oa]|pagat[oa]|betaald|payée?) (?:by|with|in|on|mit|per|par|avec|con|met)(?!\p{L})|^(?:cash|card|change|visa|total|paid|bezahlt|payée?|pagad[oa]|pagat[oa]|betaald|betalt|betald|pag[oa]|zapłacono|bill to|sold to)$/iu;
const LABELLED = /^(?:merchant|merchant name|shop|vendor|seller)\s{0,3}[:#]\s{0,3}(\S.{1,80})$/i;
const ENDS_HEADING =
  /(?<![\u00c0-\u024f])\b(?:invoice|receipt|bill to|sold to|owned by|customer|cash sales?|cashier|qty|quittung|rechnung|facture|factura|scontrino|kassabon|tel|telephone|gst)\b/i;
/** Wishes, offers and what is done here. */
const WISH = /!$|\d:-|\b(?:since|seit|depuis|desde|dal|sinds|sedan|siden) \d{4}\b/iu;
/** `di Moretti Ivana s.n.c.`, `SARL Garrigou`: who runs the shop that is named above. */
const OPERATOR =
  /^\(?[Aa]n? (?:unit|UNIT|division|DIVISION|franchisee|FRANCHISEE) (?:of|OF) |^(?:di|de|by|von|van|av|af|SARL|SAS|EURL|SNC)\s\p{Lu}|^(?:[Il1]nh(?:\.|aber(?:in)?)|[Pp]rop(?:\.|rietor)|[Pp]ropriétaire|[Tt]itular|[Tt]itolare|[Ee]igenaar|[Ii]nnehavare|[Ii]ndehaver)[ .:]/u;
/** The head of a mail, a day, or a sentence about what was printed when. */
const NO_HEADING =
  /^(?:from|to|cc|sent|subject|date|von|an|gesendet|betreff|datum|de|à|para|enviado|asunto|fecha|da|a|data|inviato|oggetto|aan|verzonden|onderwerp|från|till|skickat|ämne|fra|til|emne|od|do|temat)\s{0,3}:|\b\d{1,4}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{1,2}:\d\d\b|^(?:kvittering|kvitto|paragon|recibo|ricevuta|kassabon|justificatif|betaalbewijs|bevestiging|reçu|quittance|duplikat|zweitschrift|copia|kopia|kopi|préconto|preconto|ordrebekreftelse|ordrebekræftelse|orderbekräftelse|orderbevestiging|(?:auftrags|bestell)bestätigung|order confirmation|confirmation de commande|confirmación de(?:l)? pedido|conferma d['’]ordine|potwierdzenie zamówienia)(?!\p{L})/iu;
const COUNTRY = /^(?:malaysia|singapore|germany|deutschland|france|espana|italia|nederland|usa|united states|uk)$/i;
const OWNER = /^(?:dimiliki(?: oleh)?|operated by|owned by|managed by)\s?:?\s?/i;
const SUM_AT_END = /(?:\p{Sc} ?|(?<!\p{L})[A-Z]{3} ?)?-?\d{1,9}(?:[.,']\d{3}){0,3}[.,]\d{2} ?(?:\p{Sc}|[A-Z]{3})?$/u;
const SUM_ALONE = /^(?:\p{Sc} ?|[A-Z]{3} ?)?-?\d{1,9}(?:[.,']\d{3}){0,3}[.,]\d{2} ?(?:\p{Sc}|[A-Z]{3})?$/u;
const HEADING_LINES = 16;
/** A longer line that begins with a legal form names another company. */
const LONGEST_FORM = 40;
/** Characters; a longer line is a text. */
const LONGEST_NAME = 160;

export function merchantOf(lines: Lines): Found<string> | null {
  const top = lines.printed(HEADING_LINES);
  const heading = top.slice(0, headingEnd(top));
  const name = bestName(heading, top) ?? bestName(top, top) ?? labeled(lines.slice(0, 60));
  return name && name.value.length <= LONGEST_NAME ? name : null;
}

/** The heading ends where the document says what it is or whom it is for, once something was named before. */
function headingEnd(top: readonly Line[]): number {
  const end = top.findIndex(
    (line, index) =>
      (ENDS_HEADING.test(line.text) || PRICED.test(line.text)) &&
      top.slice(0, index).some((before) => isName(before.text)),
  );
  return end < 0 ? top.length : end;
}

function labeled(lines: readonly Line[]): Found<string> | null {
  for (const line of lines) {
    const name = LABELLED.exec(line.text.trim())?.[1];
    if (name && isName(name)) return found(line, name);
  }
  return null;
}

/** The line that looks most like the name of a business. The heading is the beginning of the printed lines. */
function bestName(heading: readonly Line[], printed: readonly Line[]): Found<string> | null {
  let best = -1;
  let most = 0;
  for (const index of heading.keys()) {
    const points = isSum(printed, index) ? 0 : nameScore(heading, index);
    if (points > most) [best, most] = [index, points];
  }
  return best < 0 ? null : joinedName(heading, best);
}

function nameScore(heading: readonly Line[], index: number): number {
  const text = (heading[index]?.text ?? '').trim().replace(/^\d {3,80}/, '');
  const next = heading[index + 1]?.text.trim() ?? '';
  const name = nameIn(text);
  const legal = isCompanyName(text) && letters(text) >= 5 && !NUMBERED.test(text);
  if (
    /formerly|licensee/i.test(text) ||
    NO_HEADING.test(text) ||
    isNoMerchant(text) ||
    (!legal && (!isName(name) || isPlace(BEHIND_DASH.test(text) ? name : text)))
  )
    return 0;
  let points = 10 + Math.max(0, 8 - 2 * index);
  if (!legal && WISH.test(text)) points -= 9;
  if (OPERATOR.test(text)) points -= 24;
  if (legal) points += 16;
  if (!next.includes('@') && REGISTERED.test(next)) points += legal ? 2 : 7;
  if (name !== text && REGISTRATION.test(text) && !PHONE_AT_END.test(text)) points += legal ? 2 : index < 6 ? 9 : 0;
  if ((TRADE.exec(text)?.index ?? 0) > 0) points += 3;
  if (COUNTRY.test(text) || isPlaceOfShops(text)) points -= 12;
  return points;
}

/** `領　収　書`, `Q U I T T U N G`: a title, also with its letters set apart; `山本商店 様`: whom it is for. */
function isNoMerchant(text: string): boolean {
  const word = /^(?:[^\s\p{N}]\s{1,4}){2,24}[^\s\p{N}]$/u.test(text) ? text.replace(/\s/g, '') : text;
  return (
    EASTERN_TITLE.test(word) || ADDRESSED.test(word) || (word !== text && (NOISE.test(word) || NO_HEADING.test(word)))
  );
}

/** Whom it is for, and what for: `但し お食事代として`. */
const ADDRESSED = /[\p{Lo}\s](?:様|御中|殿|として)$|^但し|^上記/u;
const EASTERN_TITLE =
  /^(?:御|ご)?(?:領収[書証]|請求書|納品書|見積書|明細書|レシート|收据|收據|发票|發票|小票|영수증)$/u;

/** `Total 5.00`, also with the sum in the line below: the label of a sum names no merchant. */
function isSum(lines: readonly Line[], index: number): boolean {
  const text = lines[index]?.text.trim() ?? '';
  const next = lines[index + 1]?.text.trim() ?? '';
  const own = SUM_AT_END.exec(text);
  const words = own ? text.slice(0, own.index) : SUM_ALONE.test(next) ? text : '';
  return words.trim() !== '' && labelOf(labelWordsOf(words)) !== null;
}

/** Forms of two or three letters are words of many languages: they count at the end of a name only. */
function isCompanyName(text: string): boolean {
  const form = findLegalForm(text);
  if (!form) return hasLegalForm(text) && !/\d/.test(text);
  const rest = text.slice(form.index + form[0].length);
  // `Edmonton AB T5H 1N7`: a province and its postal code.
  if (PLACED.test(text) && form[0].replace(/[^\p{L}]/gu, '').length <= 3) return false;
  // `I-80 Exit 225, Elko County NV`: a road, and a state that is written as a form.
  if (/\d/.test(text.slice(0, form.index)) && /^\p{Lu}{2}$/u.test(form[0].trim())) return false;
  return form[0].replace(/[^\p{L}]/gu, '').length > 3 || !/^[^([{]{0,40}\p{L}{2}/u.test(rest);
}

/** A name that runs over more than one line: `Popular Book` / `Co. (M) Sdn Bhd`, `Mun Heng &` / `Hardware`. */
function joinedName(heading: readonly Line[], index: number): Found<string> | null {
  const line = heading[index];
  if (!line) return null;
  const text = line.text.trim();
  const above = heading[index - 1];
  if (above && hasLegalForm(text) && closesBracket(text)) return joinedFrom(heading, index);
  if (
    above &&
    (continues(text) || /&\s{0,9}$/.test(above.text)) &&
    isName(nameIn(above.text)) &&
    !ADDRESS.test(above.text.trim())
  )
    return joinTwo(above, line);
  const below = heading[index + 1];
  if (
    below &&
    isName(below.text) &&
    !hasLegalForm(text) &&
    (/[&,-]$/.test(nameIn(text)) || continues(below.text.trim()))
  ) {
    return joinTwo(line, below);
  }
  return found(line, nameIn(text));
}

/** Whether a line only makes sense as the end of the one above: its legal form, with one word at most before it. */
function continues(text: string): boolean {
  if ((SUFFIX_ONLY.test(text) && text.length <= LONGEST_FORM) || /^& \S/.test(text)) return true;
  const form = findLegalForm(text);
  return form !== null && /^[\p{L}]{3,20}$/u.test(text.slice(0, form.index));
}

function joinTwo(first: Line, second: Line): Found<string> {
  const [start, end] = [nameIn(first.text), nameIn(second.text)];
  const to = second.start + second.text.indexOf(end) + end.length;
  return { value: `${start} ${end}`, span: { start: first.start + first.text.indexOf(start), end: to } };
}

/** Whether a bracket is closed that an earlier line opened. */
function closesBracket(text: string): boolean {
  const close = text.indexOf(')');
  return close >= 0 && !text.slice(0, close).includes('(');
}

/** The lines from the one with the opening bracket, and the one above it, down to a line. */
function joinedFrom(heading: readonly Line[], index: number): Found<string> {
  let first = index;
  while (first > 0 && index - first < 3 && !heading[first]?.text.includes('(')) first -= 1;
  const above = heading[first - 1];
  if (above && isName(above.text) && !hasLegalForm(above.text)) first -= 1;
  const lines = heading.slice(first, index + 1);
  const last = heading[index];
  const value = lines.map((line, step) => (step < lines.length - 1 ? line.text.trim() : nameIn(line.text))).join(' ');
  const start = heading[first]?.start ?? 0;
  return { value, span: { start, end: last ? last.start + last.text.length : start } };
}

export function isName(text: string): boolean {
  const trimmed = text.trim();
  return letters(trimmed) >= 3 && letters(trimmed) * 2 > trimmed.replace(/\s/g, '').length && !NOISE.test(trimmed);
}

/** ` - Receipt 77`, ` — betaalbewijs`, ` - 07200 Aubenas`: what follows a name is a title or a town. */
const BEHIND_DASH =
  / [-–—] (?=(?:\d{4,5} \p{Lu}|(?:receipt|invoice|order|quittung|beleg|rechnung|reçu|ticket|facture|justificatif|recibo|factura|ricevuta|scontrino|betaalbewijs|kassabon|bon|kvitto|kvittering|paragon)(?!\p{L})))/iu;

/** The name in a line: one cell, without its registration number and without a frame of asterisks or brackets. */
function nameIn(text: string): string {
  const cell =
    text
      .replace(/^(?:[\s*=#~_"'<>|-]{1,80}|\d {3,80})/, '')
      .split(/ {3}|\t|\(\d{5,12}-[A-Z]{1,2}\)(?=.)/)[0]
      ?.split(BEHIND_DASH)[0]
      ?.trim() ?? '';
  const framed = cell
    .replace(/ {1,3}(?:phone|tel)\b.{0,40}$/i, '')
    .replace(OWNER, '')
    .replace(REGISTRATION, '');
  const open = framed.startsWith('(') && framed.endsWith(')') ? framed.slice(1, -1) : framed;
  const name = open.replace(/^#?\d{3,10} {1,3}(?=\p{L})/u, '').replace(DAY_BEHIND, '');
  return trimFrame(name) || text.trim();
}

/** `Zipline October 23, 2030`, as text is read across its columns. */
const DAY_BEHIND =
  / (?:(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)\p{L}{0,6}\.? \d{1,2},? \d{4}|\d{1,2} (?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)\p{L}{0,6}\.? \d{4}|\d{1,4}[./-]\d{1,2}[./-]\d{2,4})$/u;

function trimFrame(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t*=#~_"<>-,:'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function letters(text: string): number {
  return wordsOf(text).reduce((count, word) => count + (/\d/.test(word.key) ? 0 : word.key.length), 0);
}

function found(line: Line, name: string): Found<string> {
  const at = Math.max(0, line.text.indexOf(name));
  const span: Span = { start: line.start + at, end: line.start + at + name.length };
  return { value: name, span };
}
