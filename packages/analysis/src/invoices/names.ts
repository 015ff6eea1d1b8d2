import type { Line } from '../text/source.ts';
import { findPhrases, wordsOf } from '../text/words.ts';
import { type Found, onLine } from '../values/document.ts';
import { findLegalForm, hasLegalForm } from '../values/legal-forms.ts';
import { isColumnName } from './headings.ts';
import { FIELDS } from './labels.ts';

/** What can be the name of a company or of a person. */

/** A part of a line, such as a cell. */
export interface Piece {
  readonly line: Line;
  readonly start: number;
  readonly text: string;
}

const META =
  /^(?:c\/o|gln|nummer|globale|lief|kunden|customer|account|id|nr|no|n°|tel|phone|fax|e-?mail|web|www|http|ust|vat|tva|iva|btw|steuer|tax|iban|bic|seite|page|attn|attention|z\.? ?hd|adresse|anschrift|address|ansprechpartner|kontakt|contact|siret|date|datum|invoice|rechnung|facture|factura|fattura|factuur|copy|original|telefon|währung|currency|devise|deutschland|germany|france|españa|italia|nederland|usa|united|total|amount|herrn?|frau|mr|mrs|ms|m|mme|vom|payment|terms|beträge in|für (?:unsere|meine|die)|sehr geehrte|dear|registered|authori[sz]ed)(?![\p{L}\p{N}])|^\(c\)/iu;
/** Of these, what companies are called too: "Kunden AG". */
const MAY_NAME = /^(?:kunden|customer|united|total|original|contact|m|ms|id|no|copy|payment) /i;
/** `M. et Mme Thibault` */
const COUPLE = /^(?:M|Mr|Herrn?|Frau|Dhr|Sr)\.? (?:et|und|and|&|en|y|e) /;
/** What a company prints next to its own name. */
const REGISTERED =
  /(?<![\p{L}\p{N}])(?:ust-?id|umsatzsteuer-id|uid(?:-nr)?|atu\d{8}|vat (?:reg|no|number|id)|gst(?:in| no| reg)|gst\/tps|abn|acn|siret|siren|rcs|n° tva|tva (?:fr|be)|tva\/btw|nif|cif|p\.? ?iva|partita iva|kvk|btw-?(?:nr|nummer)|cvr|org\.? ?nr|momsreg|che-\d{3}|hrb|st(?:euer)?\.?-?nr|tax id|ein|registered (?:in|office)|company (?:no|reg)|bankgiro|plusgiro|iban|cnpj|nip|regon|dič|ičo|adószám|y-tunnus)(?![\p{L}\p{N}])/iu;
const CONTACT = /@|\bwww\.|(?<!\p{L})(?:tel|telefon|phone|fax|e-?mail|mobil)(?!\p{L})|\(\d{3}\) \d{3}-\d{4}/iu;
/** The number that follows is the customer's. */
const YOURS = /\b(?:ihre?|your|customer|client|kunden|votre|su|uw|ert|klant|buyer|kunde)\b[^:]{0,20}$/i;

/** Who a letter is for, below the name of the house. */
export const OFFICE =
  /(?<!\p{L})(?:accounts? payable|accounts dep(?:t|artment)|attn|attention|f\.a\.o|kreditorenbuchhaltung|rechnungseingang|z\. ?hd|à l['’]attention|comptabilité fournisseurs|a la atención|cuentas por pagar|alla c\. ?a|ufficio contabilità|t\.a\.v|crediteurenadministratie)(?!\p{L})/iu;

/** How somebody is addressed, alone above the name. */
export const SALUTATION =
  /^(?:(?:an )?(?:die )?firma|(?:an )?(?:herrn?|frau|familie)|eheleute|mr|mrs|ms|monsieur|madame|mademoiselle|m\.|mme|spett\.? ?(?:le|li)|egr\. sig\.?|gent\.ma sig\.ra|sig\.?(?:ra)?|señora?|sr\.?|sra\.?|dhr\.?|mevr\.?|de heer|mevrouw|pan|pani|exm[oa]s?\.? sr[as]?\.?)$/iu;

/** What the document is, and nothing else. */
const TITLE =
  /^(?:(?:(?:self[- ]billed|self[- ]billing|recipient[- ]created|buyer[- ]created)(?: tax)?|tax|vat|sales|commercial|proforma|pro forma|final|payment|deposit|kopie|copie|copia|copy) )?(?:invoice|receipt|statement|bill|factuur|facture|factura|fattura|faktura|fatura|rechnung|quittung|kvitto|credit (?:note|memo)|gutschrift|avoir)(?: vat)?$/i;
/** The same in Japanese, Chinese and Arabic, and who is addressed as the one who pays. */
const EASTERN_TITLE = /^[御ご]? {0,3}請 {0,3}求 {0,3}書|发票$|發票$|^فاتورة|(?:御中|様|殿)$/;
/** `Sarl au capital de 10 000 €`: about the company, without its name. */
const CAPITAL = /^(?:s\.?a\.?r\.?l|s\.?a\.?s|s\.?a|eurl|s\.?r\.?l|s\.?p\.?a)\.? (?:au capital|capital)/i;
/** `8.00-20.00 Uhr`: when someone answers. */
const CLOCK = /\d[.:]\d\d ?(?:[-–]|Uhr|h\b)/;
/** Legal forms of small companies and partnerships. */
const MORE_FORMS =
  /株式会社|有限会社|合同会社|有限公司|\(주\)|주식회사|ذ\.م\.م|(?:^|\s)(?:[ΑΟΕ]\.?Ε\.?|Ε\.?Π\.?Ε\.?|Ι\.?Κ\.?Ε\.?|LTD\. ŞTİ|PLLC|P\.C|Ltd\. Şti|A\.Ş|OG|e\.U|GbR|GesbR|e\.K|OÜ|SIA|UAB|Co|S\.?L\.?P|SNC|vzw|ASBL|DAC|Tbk)\.?$|(?<=[a-zæøåäöüéõ] )ASA?$/;
const STREET = /\d/;
/** `1621 AB Hoorn`, `Reno, NV 89502`: a town with a postcode, whose letters look like a legal form. */
const TOWN = /^\d{4} ?[A-Z]{2}\b|, [A-Z]{2} \d{5}(?:-\d{4})?$/;
/** What companies say behind their name in the foot of a page. */
const BEHIND_NAME =
  /^\.?(?:,? (?:registered|au capital|capital|società|société|inscrit|eingetragen|sitz|a company)\b|\. |, (?=.{0,80}\d))/i;

/** The name of a party, which may be a person with a title; "Residence 12" is one too where a label says so. */
export function partyFrom(piece: Piece): Found<string> | null {
  const title = titleOf(piece.text).length;
  return nameFrom({ ...piece, start: piece.start + title, text: piece.text.slice(title) }, true);
}

export const PERSON_TITLE = /^(?:herrn?|frau|mr|mrs|ms|miss|m|mme|sr|sra|sig|dhr|mevr|pan|pani)\.? {1,3}/i;

/** The title that a name follows. */
function titleOf(text: string): string {
  const title = PERSON_TITLE.exec(text)?.[0] ?? '';
  return /^\p{Lu}/u.test(text.slice(title.length)) ? title : '';
}

/** The name that a piece begins with, or null when it is none. `lenient` allows digits, as in "Residence 12". */
export function nameFrom(piece: Piece, lenient = false): Found<string> | null {
  // `To: Kit Lowell <kit@lowell.example>`
  const named = piece.text.replace(/\s{0,3}<[^<>\s]{1,80}@[^<>\s]{1,80}>.{0,20}$/u, '');
  const first = named.split(/ {0,3}[·•●|] {0,3}| [-–—*] (?=.{0,60}\d)/)[0]?.trim() ?? '';
  const value = withoutSequel(first).replace(/[,;:]$/, '');
  const letters = value.match(/\p{L}/gu)?.length ?? 0;
  if (
    letters < 3 ||
    (META.test(value.replace(/^\W{1,3}/u, '')) && !(isCompany(value) && MAY_NAME.test(value)) && !COUPLE.test(value)) ||
    isTitle(value) ||
    EASTERN_TITLE.test(value) ||
    CAPITAL.test(first) ||
    isLabel(value)
  )
    return null;
  if (/[:。]$/.test(value) || /:\s/.test(value) || value.length > 80) return null;
  if (TOWN.test(value) || CLOCK.test(value)) return null;
  if (STREET.test(value) && !isCompany(value) && !(lenient && isHouse(value))) return null;
  const start = piece.line.text.indexOf(value, piece.start);
  if (start < 0 || /^ {0,60}:/.test(piece.line.text.slice(start + value.length))) return null;
  return { value, span: onLine(piece.line, { start, end: start + value.length }) };
}

/** Streets end with such a word, or begin with one. */
export const STREET_WORD =
  /str(?:\.|aße|asse|eet|\b)|\b(?:road|rd|lane|ave|avenue|way|drive|crescent|terrace)\b|(?:weg|allee|platz|gasse|laan|straat|gatan|vägen|ulica)\b|^(?:\d{1,4},? )?(?:rue|avenue|boulevard|place|chemin|via|viale|piazza|corso|calle|plaza|c\/|ul\.|rua|praça)\b/i;

/** "Residence 12" or "Strata Plan 40187", but no street and no town. */
function isHouse(text: string): boolean {
  return (
    /^\p{L}{3}/u.test(text) &&
    /^(?:[^\d ]{2,25} ){1,4}\d{1,5}$/.test(text) &&
    !STREET_WORD.test(text.replace(/^WEG /, ''))
  );
}

/** A name that ends in a legal form, without what is said about the company behind it. */
function withoutSequel(text: string): string {
  const form = findLegalForm(text);
  const sequel = / au capital (?:social )?de\b/i.exec(text);
  if (sequel && sequel.index > 3) return text.slice(0, sequel.index);
  if (!form) return text;
  const printed = form[0].trimEnd().replace(/,$/, '');
  const bare = form.index + printed.replace(/\.$/, '').length;
  if (!BEHIND_NAME.test(text.slice(bare))) return text;
  // The last full stop of "B.V." is its own; that behind "GmbH" ends a sentence.
  const isOwn = /\..{0,9}\.$/.test(printed);
  return text.slice(0, isOwn ? form.index + printed.length : bare);
}

/** Whether a text has numbers of a registration, or ways to reach somebody, that are not called the customer's. */
export function says(text: string, what: 'registered' | 'contact' | 'either' = 'either'): boolean {
  const kinds = [...(what === 'contact' ? [] : [REGISTERED]), ...(what === 'registered' ? [] : [CONTACT])];
  return kinds.some((kind) => {
    const match = kind.exec(text);
    return match !== null && !YOURS.test(text.slice(0, match.index));
  });
}

/** Also as text recognition reads it: `CREDlT N0TE`. */
export const isTitle = (text: string) => TITLE.test(text) || TITLE.test(text.replaceAll('l', 'I').replaceAll('0', 'O'));

/** Whether a name says that it is one of a company. */
export function isCompany(name: string): boolean {
  return hasLegalForm(name) || MORE_FORMS.test(name);
}

/** A label of an address or of a value, or two of them, alone in their cell, are no name. */
export function isLabel(text: string): boolean {
  const words = wordsOf(text);
  const [label, ...others] = findPhrases(words, FIELDS);
  const named = [label, ...others].reduce((count, one) => count + (one?.length ?? 0), 0);
  return (label !== undefined && named === words.length) || isColumnName(words);
}
