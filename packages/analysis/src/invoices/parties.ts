import { cellsOf } from '../text/cells.ts';
import type { Line } from '../text/source.ts';
import { condensed, findPhrases, type PhraseMatch, wordsOf } from '../text/words.ts';
import { type Document, type Found, onLine } from '../values/document.ts';
import { LEGAL_FORM } from '../values/legal-forms.ts';
import { isColumnName } from './headings.ts';
import { FIELDS, type FieldKind } from './labels.ts';

/** Who sends the invoice and who pays it. */

export interface Parties {
  readonly vendor: Found<string> | null;
  readonly customer: Found<string> | null;
}

interface Piece {
  readonly line: Line;
  readonly start: number;
  readonly text: string;
}

const NAME_LABEL = /^(?:name|firma|company|nom|nombre|nome|naam|raison sociale|ragione sociale)\s{0,9}:\s{0,80}(?=\S)/i;
const META =
  /^(?:gln|nummer|globale|lief|kunden|customer|account|id\b|nr\b|no\b|n°|tel|phone|fax|e-?mail|web|www|http|ust|vat|tva|iva|btw|steuer|tax|iban|bic|seite|page|attn|attention|z\.? ?hd|adresse|anschrift|address|ansprechpartner|kontakt|contact|siret|date|datum|invoice|rechnung|facture|factura|fattura|factuur|copy|original|telefon|währung|currency|devise|deutschland|germany|france|españa|italia|nederland|usa|united|total|amount|herrn?|frau|mr|mrs|ms|m|mme|vom)\b|^\(c\)/i;
/** What the document is, and nothing else. */
const TITLE =
  /^(?:(?:tax|vat|sales|commercial|proforma|pro forma|final|payment|kopie|copie|copia|copy) )?(?:invoice|receipt|statement|bill|factuur|facture|factura|fattura|faktura|fatura|rechnung|quittung|kvitto|credit note|gutschrift|avoir)$/i;
/** `Sarl au capital de 10 000 €`: about the company, without its name. */
const CAPITAL = /^(?:s\.?a\.?r\.?l|s\.?a\.?s|s\.?a|eurl|s\.?r\.?l|s\.?p\.?a)\.? (?:au capital|capital)/i;
/** `8.00-20.00 Uhr`: when someone answers. */
const CLOCK = /\d[.:]\d\d ?(?:[-–]|Uhr|h\b)/;
const STREET = /\d/;
/** `1621 AB Hoorn`: a postcode with a town, whose letters look like a legal form. */
const TOWN = /^\d{4} ?[A-Z]{2}\b/;
const HEADING_LINES = 60;

export function partiesOf(document: Document): Parties {
  const lines = document.source.lines.filter((line) => line.text.trim() !== '').slice(0, 400);
  const vendor = labelledParty(lines, 'seller');
  const customer = labelledParty(lines, 'buyer');
  return { vendor: vendor ?? unlabelledVendor(lines, customer), customer };
}

/** The first name in the block below, or behind, a label such as "Seller:". */
function labelledParty(lines: readonly Line[], kind: 'seller' | 'buyer'): Found<string> | null {
  for (const [index, line] of lines.entries()) {
    for (const label of findPhrases(wordsOf(line.text), FIELDS)) {
      if (label.value !== kind || !standsAsLabel(line, label)) continue;
      const found = nameBehind(line, label) ?? nameBelow(lines, index, label);
      if (found) return found;
    }
  }
  return null;
}

/** A label begins its cell and ends it or is followed by a colon. */
function standsAsLabel(line: Line, label: PhraseMatch<FieldKind>): boolean {
  const cell = cellsOf(line).find((one) => one.start <= label.start && label.start < one.end);
  if (!cell || label.start - cell.start > 2) return false;
  const rest = line.text.slice(label.end, cell.end);
  return rest.trim() === '' || /^ {0,3}:/.test(rest) || /^ {0,2}\([^)]{0,30}\) {0,2}:?$/.test(rest);
}

function nameBehind(line: Line, label: PhraseMatch<FieldKind>): Found<string> | null {
  const rest = line.text.slice(label.end);
  const colon = /^ {0,3}:[ \t]{0,60}(?=\S)/.exec(rest)?.[0].length;
  if (colon === undefined) return null;
  return partyFrom({ line, start: label.end + colon, text: cellsOf({ text: rest.slice(colon) })[0]?.text ?? '' });
}

function nameBelow(lines: readonly Line[], index: number, label: PhraseMatch<FieldKind>): Found<string> | null {
  for (const line of lines.slice(index + 1, index + 6)) {
    const cells = cellsOf(line);
    const cell =
      cells.find((one) => one.start < label.end + 12 && label.start - 12 < one.end) ??
      (cells.length <= 2 ? cells[0] : undefined);
    if (!cell) continue;
    const named = NAME_LABEL.exec(line.text.slice(cell.start))?.[0].length;
    const start = cell.start + (named ?? 0);
    const text = cellsOf({ text: line.text.slice(start) })[0]?.text ?? '';
    const found = partyFrom({ line, start, text });
    if (found) return found;
  }
  return null;
}

/** A name behind a label may be the one of a person, with a title. */
function partyFrom(piece: Piece): Found<string> | null {
  const title = PERSON_TITLE.exec(piece.text)?.[0].length ?? 0;
  return nameFrom({ ...piece, start: piece.start + title, text: piece.text.slice(title) });
}

const PERSON_TITLE = /^(?:herrn?|frau|mr|mrs|ms|m|mme|sr|sra|sig|dhr|mevr)\.? {1,3}(?=\p{Lu})/iu;

/** The sender when no label names one: the sender line above the address, a company near the top, the first line. */
function unlabelledVendor(lines: readonly Line[], customer: Found<string> | null): Found<string> | null {
  const pieces = lines
    .slice(0, HEADING_LINES)
    .flatMap((line) => cellsOf(line).map((cell) => ({ line, start: cell.start, text: cell.text })));
  const names = pieces
    .map(nameFrom)
    .filter((name) => name !== null)
    .filter((name) => name.value !== customer?.value);
  const sender = pieces
    .filter((piece) => isSenderLine(piece.text))
    .map(nameFrom)
    .find((name) => name !== null);
  const domains = domainsOf(lines);
  const holder = accountHolder(lines);
  const companies = names.filter((name) => LEGAL_FORM.test(name.value));
  const legal = companies.find((name) => name.value === holder?.value || owns(name.value, domains)) ?? companies[0];
  const known = names.find((name) => domains.has(condensed(name.value)));
  const footer = lines
    .slice(-25)
    .flatMap((line) => cellsOf(line).map((cell) => nameFrom({ line, start: cell.start, text: cell.text })));
  const company = footer.find((name) => name !== null && LEGAL_FORM.test(name.value));
  return sender ?? legal ?? known ?? holder ?? names[0] ?? company ?? null;
}

const WEB = /(?:@|\bhttps?:\/\/|\bwww\.)(?:www\.)?([a-z\d-]{3,60})\.[a-z]{2,12}\b/gi;

/** The names in the web and mail addresses of a document. */
function domainsOf(lines: readonly Line[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => [...line.text.matchAll(WEB)].map((match) => condensed(match[1] ?? ''))));
}

/** Whether a name begins with the name in one of the addresses: Kastanie Software GmbH, kastanie-software.example. */
function owns(name: string, domains: ReadonlySet<string>): boolean {
  const plain = condensed(name);
  return [...domains].some((domain) => domain.length >= 4 && plain.startsWith(domain));
}

const HOLDER =
  /\b(?:titulaire du compte|account (?:holder|name)|kontoinhaber(?:in)?|beneficiary(?: name)?|titular(?: de la cuenta)?|intestatario(?: del)? conto|rekeninghouder|kontohavare|payable to)\s{0,5}[:.]\s{0,40}(?=\S)/i;

/** The owner of the account to pay to. */
function accountHolder(lines: readonly Line[]): Found<string> | null {
  for (const line of lines) {
    const match = HOLDER.exec(line.text);
    if (!match) continue;
    const start = match.index + match[0].length;
    const found = nameFrom({ line, start, text: cellsOf({ text: line.text.slice(start) })[0]?.text ?? '' });
    if (found) return found;
  }
  return null;
}

/** `Acme Ltd · 1 High Street · 12345 Town`: the line of the sender in the window of an envelope. */
function isSenderLine(text: string): boolean {
  const [name = '', ...rest] = text.split(SEPARATOR);
  const address = rest.join(' · ');
  return name.length >= 3 && name.length <= 60 && /^.{3,60}[·,].{0,60}\d{4}/.test(address);
}

const SEPARATOR = / {0,3}[·•●|] {0,3}| [-–—*] /;

/** A label of an address or of a value, alone in its cell, is no name. */
function isLabel(text: string): boolean {
  const words = wordsOf(text);
  const [label] = findPhrases(words, FIELDS);
  return label?.length === words.length || isColumnName(words);
}

function nameFrom(piece: Piece): Found<string> | null {
  const first = piece.text.split(/ {0,3}[·•●|] {0,3}| [-–—*] (?=.{0,60}\d)/)[0]?.trim() ?? '';
  const value = first.replace(/[,;:]$/, '');
  const letters = value.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 3 || META.test(value) || TITLE.test(value) || CAPITAL.test(value) || isLabel(value)) return null;
  if (value.endsWith(':') || /:\s/.test(value) || value.length > 80) return null;
  if (TOWN.test(value) || CLOCK.test(value) || (STREET.test(value) && !LEGAL_FORM.test(value))) return null;
  const start = piece.line.text.indexOf(value, piece.start);
  if (start < 0 || /^ {0,60}:/.test(piece.line.text.slice(start + first.length))) return null;
  return { value, span: onLine(piece.line, { start, end: start + value.length }) };
}
