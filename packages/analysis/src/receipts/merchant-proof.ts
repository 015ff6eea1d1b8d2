import type { Line } from '../text/lines.ts';
import { condensed, wordsOf } from '../text/words.ts';
import { endsDamaged } from '../values/damaged.ts';
import { type Document, datesIn, type Found } from '../values/document.ts';
import { hasLegalForm } from '../values/legal-forms.ts';
import { isMisread } from '../values/misread-names.ts';
import { phonesIn } from '../values/phones.ts';
import { proof } from '../verification/fields.ts';
import type { Check } from '../verification/verification.ts';
import { isName } from './merchant.ts';
import { isPlace } from './shop-places.ts';
import { isSoleCompany } from './sole-company.ts';
import { isPlaceOfShops, isShop } from './trades.ts';

/** Whether a name stands where a merchant prints its own, has the form of one, and nothing else does. */

const HEADING = 4;
/** So many lines below the name may tell that it is the shop's. */
const BELOW = 6;
const REGISTER =
  /(?<![\u00c0-\u024f])\b(?:tel|phone|fax|gst|vat|abn|tva|siret|ust|uid|iva|btw|kvk|cvr|org\.? ?nr|co\.? ?no|company no|roc|reg(?:istration)? ?no|tax id|nif|cif|rcs|siren|gstin|fssai|nip|nipc|capital|org\.?nr|p\.? ?iva)\b|電話|登録番号|电话|\bwww\.|@\w{2}/i;
/** A mail, or a letter to somebody: who stands first did not sell. */
const MAIL =
  /^\s{0,9}(?:from|to|cc|subject|sent|fwd?|re|von|an|betreff|gesendet|de|objet|asunto|para|oggetto|aan|onderwerp)\s{0,2}:|forwarded message|original message|weitergeleitete nachricht/i;
const RECIPIENT =
  /\b(?:bill(?:ed)? to|sold to|ship(?:ped)? to|deliver(?:ed)? to|received from|issued to|prepared for|customer|guest|member|attn|kunde|client|cliente|klant|rechnung an|lieferadresse)\b/i;
/** `Received from Okafor Ltd` names who paid. */
const OF_PAYER =
  /^(?:received from|issued to|prepared for|erhalten von|reçu de|recibido de|ricevuto da|ontvangen van)(?!\p{L})/iu;
/** Who else may have sold it. */
const SELLER =
  /\b(?:sold by|seller|merchant(?! copy| receipt| id| no| number| #)|operated by|owned by|fulfilled by|on behalf of|franchise|verkauf(?:t)? durch|vendu par|vendido por|venduto da|verkocht door|im auftrag)\b/i;
/** Sentences, wishes and offers. */
const SLOGAN =
  /[!?]$|\b(?:your?|you|we|our|us|the best|quality|fresh|since \d{4}|always|every ?day|enjoy|love|save|low(?:er)? prices?|open|always|happy|good|great|proud(?:ly)?|serving|welcome|ihr|wir|unser|frisch|votre|nous|vous|su|il tuo|uw|wij)\b/i;
/** What a document or a payment is called. */
const NO_NAME =
  /^(?:cash|card|change|total|visa|mastercard|debit|credit|sale|sales|void|refund|return|merchant copy|customer copy|order|table|date|time|page|copy|eat in|take ?away|to go|bar|karte|espèces|efectivo|contanti|contant|store|shop|restaurant|cafe|hotel|supermarket|branch|outlet)$/i;

/** `Passenger: John Miller`: who a label names is not who sold. */
const BEHIND_LABEL = /^\p{L}[\p{L} .'-]{1,24}:\s/u;

export function merchantProof(document: Document, merchant: Found<string>): Check | null {
  const top = document.source.lines.printed(40);
  if (hasForm(merchant.value) && !top.some(({ text }) => MAIL.test(text)) && isSoleCompany(document, merchant))
    return proof('merchant_in_heading', merchant.value);
  const at = top.findLastIndex((line) => line.start <= merchant.span.start);
  if (at < 0 || at >= HEADING || !hasForm(merchant.value) || isPlaceOfShops(merchant.value)) return null;
  if (endsDamaged(top[at]?.text ?? '') || OF_PAYER.test(merchant.value)) return null;
  const above = top.slice(0, at);
  const heading = top.slice(0, at + BELOW + 2);
  if (heading.some(({ text }) => MAIL.test(text)) || above.some(({ text }) => RECIPIENT.test(text))) return null;
  if (top.some((line) => SELLER.test(line.text) && !line.text.includes(merchant.value))) return null;
  const competes = above.some(
    ({ text }) =>
      !DAY.test(text.trim()) &&
      (isName(text) || isMisread(text)) &&
      !isPlace(text) &&
      !isPlaceOfShops(text) &&
      !SLOGAN.test(text) &&
      !isPartOf(text, merchant.value),
  );
  // What kind of shop it is belongs to a name; above it nothing else calls itself one.
  const own =
    (hasLegalForm(merchant.value) && !isPlace(merchant.value) && !isAbbreviation(document, merchant.value)) ||
    (at === 0 && isShop(merchant.value) && !isShop(top[1]?.text ?? ''));
  const below = top.slice(at + 1, at + 1 + BELOW);
  if (competes || !isWhole(top[at], merchant.value) || (!own && goesOn(below[0]))) return null;
  const confirmed =
    own ||
    below.some(isOfShop) ||
    isRepeated(top.slice(at + 1), document, merchant) ||
    (above.every(({ text }) => !isName(text) || DAY.test(text.trim())) &&
      (opensReceipt(document, below[0]) || above.some(({ text }) => DAY.test(text.trim()))) &&
      !top.slice(at + 1).some((line) => isCompany(line, merchant.value)));
  return confirmed ? proof('merchant_in_heading', merchant.value) : null;
}

/** `PT Session`: the letters are a legal form in Indonesia only. */
function isAbbreviation({ source }: Document, name: string): boolean {
  return /^PT\.? /.test(name) && !INDONESIAN.test(source.text.slice(0, 20_000));
}

const INDONESIAN = /(?<!\p{L})(?:Indonesia|NPWP|PPN|Tbk|Jl\.|Jalan|Faktur|Jakarta|Surabaya|Bandung|Rp\.? ?\d)/iu;

function hasForm(name: string): boolean {
  const words = wordsOf(name);
  if (words.length === 0 || words.length > 9 || NO_NAME.test(name.trim()) || BEHIND_LABEL.test(name.trim()))
    return false;
  return isName(name) && !isPlace(name) && !(SLOGAN.test(name) && !hasLegalForm(name));
}

/** Whether a line has nothing else in it but numbers. */
function isWhole(line: Line | undefined, name: string): boolean {
  const words = (text: string) => wordsOf(text).filter(({ key }) => !/\d/.test(key)).length;
  return line !== undefined && words(line.text) <= words(name) + 1;
}

/** Whether the line below may be the rest of the name. */
function goesOn(line: Line | undefined): boolean {
  return (
    line !== undefined &&
    isName(line.text) &&
    !/\d/.test(line.text) &&
    !isPlace(line.text.trim()) &&
    !REGISTER.test(line.text) &&
    !SLOGAN.test(line.text) &&
    !BRANCH.test(line.text.trim()) &&
    !STREET.test(line.text.trim())
  );
}

/** `High Street`, without a number. */
const STREET =
  /^(?:\p{Lu}[\p{L}'’.-]+ ){1,3}(?:Street|St|Road|Rd|Lane|Ln|Square|Avenue|Ave|Terrace|Parade|Quay|Market Place|Esplanade|Crescent)\.?,?$/u;

/** `横浜元町店`, `Filiale Kiel`: which of its shops it is. */
const BRANCH =
  /\p{Lo}(?:店|支店|分店|营业厅)$|^(?:filiale|branch|succursale|sucursal|filial|vestiging|agence|magasin de|tienda de)\s/iu;

/** A day, a sum, or the title of the receipt right below: then the heading has nothing but the name. */
function opensReceipt(document: Document, line: Line | undefined): boolean {
  if (!line) return false;
  return PRICE.test(line.text) || datesIn(document, line).length > 0 || TITLE.test(line.text.trim());
}

/** `October 23, 2030` */
const DAY =
  /^(?:\p{L}{3,9},? )?(?:\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}\.? (?:de )?\p{L}{3,10}\.? (?:de )?\d{4}|\d{1,4}[./-]\d{1,2}[./-]\d{2,4})$/u;

const TITLE =
  /^\W{0,6}(?:(?:sales |tax |vat |cash )?receipt|(?:simplified )?tax invoice|invoice|bill|check|chk|order|quittung|beleg|bon|kassenbon|rechnung|ticket|facture|note|reçu|recibo|factura|fatura|scontrino|ricevuta|documento commerciale|kassabon|kvitto|kvittering|paragon|faktura)(?!\p{L})|^\W{0,6}(?:領収|レシート|小票)/iu;
const PRICE = /\d[.,]\d{2}(?!\d|[.,]\d)/;

const HOURS =
  /(?<!\p{L})(?:open|opening hours|hours|geöffnet|öffnungszeiten|ouvert|horaires|abierto|horario|aperto|orario|geopend|openingstijden|öppet|öppettider|åbent|åpent|otwarte|aberto|营业时间|営業時間)(?!\p{L}).{0,40}\d{1,2}[.:]?\d{0,2} ?[-–]|\b(?:mo|mon|lun|ma|lu|pn|sun)\p{L}{0,4} ?[-–] ?\p{L}{2,8} ?:? \d{1,2}[.:]\d\d/iu;

/** A company below the first goods: it may be who sold them. */
const isCompany = ({ text }: Line, name: string) =>
  hasLegalForm(text.trim()) && isName(text) && !PRICE.test(text) && !isPartOf(name, text);

const isOfShop = ({ text }: Line) =>
  BRANCH.test(text.trim()) ||
  HOURS.test(text) ||
  (isPlace(text.trim()) && !PRICE.test(text)) ||
  REGISTER.test(text) ||
  phonesIn(text).length > 0;

const isPartOf = (line: string, name: string) => condensed(name).includes(condensed(line));

/** The name once more below, as in an address of the web or a farewell. */
function isRepeated(below: readonly Line[], document: Document, { value }: Found<string>): boolean {
  const plain = condensed(value);
  const rest = below[0] ? document.source.text.slice(below[0].start, below[0].start + 20_000) : '';
  return plain.length >= 5 && condensed(rest).includes(plain);
}
