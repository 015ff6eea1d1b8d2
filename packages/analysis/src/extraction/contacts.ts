import { cellsOf } from '../text/cells.ts';
import type { Line } from '../text/source.ts';
import { type Document, type Found, onLine } from '../values/document.ts';
import { LEGAL_FORM } from '../values/legal-forms.ts';
import { phonesIn } from '../values/phones.ts';

/** People and organisations with their ways to be reached. */

export interface Contact {
  readonly name: Found<string> | null;
  readonly email: Found<string> | null;
  readonly phone: Found<string> | null;
  readonly address: Found<string> | null;
  readonly organization: Found<string> | null;
}

interface Piece {
  readonly line: Line;
  readonly start: number;
  readonly text: string;
}

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,4}[a-z]{2,24}(?![\w-])/gi;
const LABELLED_NAME =
  /^(?:name|contact(?: person| name)?|attn|attention|ansprechpartner(?:in)?|kontakt|nom|nombre|nome|naam|contactpersoon|referente|full name)\s{0,9}[:.]\s{0,20}(\S.{1,60})$/i;
const LABELLED_ORGANIZATION =
  /^(?:company|organi[sz]ation|firma|employer|soci[ée]t[ée]|empresa|azienda|bedrijf|entreprise|business)\s{0,9}:\s{0,20}(\S.{1,80})$/i;
const LABELLED_ADDRESS =
  /^(?:address|adresse|anschrift|direcci[óo]n|indirizzo|adres|street|stra[sß]e)\s{0,9}:\s{0,20}(\S.{3,120})$/i;
const TITLE = /^(?:mr|mrs|ms|miss|dr|prof|herr|frau|mme|m|sr|sra|sig|sig\.ra|dhr|mevr)\.? /i;
/** Two to four words that each begin with a capital: a person, when nothing says otherwise. */
const PERSON =
  /^\p{Lu}[\p{L}'’.-]{0,30}(?: (?:van|von|de|der|den|di|da|del|la|le|zu|bin|binti|al))?(?: \p{Lu}[\p{L}'’.-]{0,30}){1,3}$/u;
const STREET =
  /\b(?:street|st\.?|road|rd\.?|avenue|ave\.?|lane|ln\.?|drive|dr\.?|boulevard|blvd\.?|way|square|court|place|plaza|jalan|jln|lot|rue|chemin|all[ée]e|via|viale|piazza|corso|calle|avenida|plaza|paseo|p\.?o\.? box)(?![\p{L}])|(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|ring|straat|laan|plein|gracht|kade)(?![\p{L}])/iu;
const POSTCODE = /(?<!\d)(?:[A-Z]{1,3}[- ])?\d{4,5}(?:-\d{4})?(?: [A-Z]{2})?(?!\d)|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/;
const NEAR_LINES = 4;
/** More lines than two million characters of prose have; it bounds memory for texts of tiny lines. */
const MOST_LINES = 60_000;

export function contactsOf(document: Document): Contact[] {
  const blocks = blocksOf(document.source.lines.slice(0, MOST_LINES));
  const contacts = blocks.flatMap(contactsIn);
  return merged(contacts).slice(0, 1000);
}

/** Pieces that belong together: the cells of one column without an empty line between them. */
function blocksOf(lines: readonly Line[]): Piece[][] {
  const blocks: Piece[][] = [];
  let open: { column: number; pieces: Piece[]; last: number }[] = [];
  for (const line of lines) {
    const cells = line.text.trim() === '' ? [] : cellsOf(line);
    if (cells.length === 0) {
      blocks.push(...open.map((one) => one.pieces));
      open = [];
      continue;
    }
    for (const cell of cells.slice(0, 6)) {
      const piece = { line, start: cell.start, text: cell.text };
      const block = open.find((one) => Math.abs(one.column - cell.start) <= 3 && line.index - one.last <= 1);
      if (block) {
        block.pieces.push(piece);
        block.last = line.index;
      } else open.push({ column: cell.start, pieces: [piece], last: line.index });
    }
    const stale = open.filter((one) => line.index - one.last > 1);
    blocks.push(...stale.map((one) => one.pieces));
    open = open.filter((one) => line.index - one.last <= 1);
  }
  return [...blocks, ...open.map((one) => one.pieces)];
}

/** A block with one e-mail or telephone number is one contact; with several, each takes the lines around it. */
function contactsIn(block: readonly Piece[]): Contact[] {
  const anchors = block.flatMap((piece, index) => (emailIn(piece) ? [index] : []));
  if (anchors.length <= 1) {
    const contact = contactFrom(block);
    return contact ? [contact] : [];
  }
  return anchors.flatMap((anchor, step) => {
    const from = Math.max((anchors[step - 1] ?? -1) + 1, anchor - NEAR_LINES);
    const to = step === anchors.length - 1 ? anchor + NEAR_LINES : anchor;
    const contact = contactFrom(block.slice(from, to + 1));
    return contact ? [contact] : [];
  });
}

function contactFrom(pieces: readonly Piece[]): Contact | null {
  const email = first(pieces, emailIn);
  const phone = first(pieces, phoneIn);
  const address = first(pieces, (piece) => labelled(piece, LABELLED_ADDRESS)) ?? addressIn(pieces);
  if (!email && !phone && !address) return null;
  const organization = first(pieces, (piece) => labelled(piece, LABELLED_ORGANIZATION)) ?? first(pieces, companyIn);
  const name = first(pieces, namedIn) ?? first(pieces, personIn);
  return { name, email, phone, address, organization };
}

function first(pieces: readonly Piece[], read: (piece: Piece) => Found<string> | null): Found<string> | null {
  for (const piece of pieces) {
    const found = read(piece);
    if (found) return found;
  }
  return null;
}

function emailIn(piece: Piece): Found<string> | null {
  const match = piece.text.includes('@') ? [...piece.text.matchAll(EMAIL)][0] : undefined;
  return match ? part(piece, match.index, match[0]) : null;
}

function phoneIn(piece: Piece): Found<string> | null {
  const phone = /^fax/i.test(piece.text) ? undefined : phonesIn(piece.text)[0];
  return phone ? part(piece, phone.span.start, phone.value) : null;
}

function labelled(piece: Piece, pattern: RegExp): Found<string> | null {
  const value = pattern.exec(piece.text)?.[1];
  return value ? part(piece, piece.text.length - value.length, value) : null;
}

/** The name behind a label, as far as it goes: "Contact: Jane Roe, jane@…" names Jane Roe. */
function namedIn(piece: Piece): Found<string> | null {
  const found = LABELLED_NAME.exec(piece.text)?.[1];
  if (!found) return null;
  const name = (found.split(/[,;|<(]| [-–] |\s{2,9}|\t/)[0] ?? '').trim();
  return /\p{L}{2}/u.test(name) && !/[@\d]/.test(name) ? part(piece, piece.text.length - found.length, name) : null;
}

/** Words that stand inside names of companies in small letters. */
const JOINT = /^(?:&|and|of|the|und|für|et|de|du|des|der|y|e|i|von|van)$/;
/** A line of no more words is a name; a longer one is a sentence, or a name with an address behind it. */
const SHORT_NAME = 5;

/** The name of a company: up to its legal form, from the first of the words with a capital in front of it. */
function companyIn(piece: Piece): Found<string> | null {
  const match = piece.text.length <= 240 ? LEGAL_FORM.exec(piece.text) : null;
  if (!match || piece.text.includes(':')) return null;
  const end = match.index + match[0].length;
  const words = [...piece.text.slice(0, end).matchAll(/[^\s,;]+/g)];
  const form = words.at(-1)?.[0] ?? '';
  if (words.length <= SHORT_NAME && piece.text.length - end <= 2) return part(piece, 0, piece.text);
  if (form === form.toLowerCase()) return null;
  let first = words.length - 1;
  while (first > 0 && isPartOfName(words[first - 1]?.[0] ?? '')) first -= 1;
  while (first < words.length && JOINT.test(words[first]?.[0] ?? '')) first += 1;
  const start = words[first]?.index ?? end;
  return first < words.length - 1 ? part(piece, start, piece.text.slice(start, end).trimEnd()) : null;
}

const isPartOfName = (word: string) => /^[\p{Lu}\d&]/u.test(word) || JOINT.test(word);

function personIn(piece: Piece): Found<string> | null {
  const text = piece.text.split(/,| [-–|] /)[0]?.trim() ?? '';
  const bare = text.replace(TITLE, '');
  const person = PERSON.test(bare) && !LEGAL_FORM.test(text) && !STREET.test(text) && !NOT_PERSON.test(text);
  return person ? part(piece, piece.text.indexOf(bare), bare) : null;
}

const NOT_PERSON =
  /\b(?:invoice|receipt|total|date|page|tel|phone|email|fax|number|bank|account|street|road|city|street|thank|dear|best|kind|regards|tax|bill|ship|order|rechnung|datum|kunde|germany|deutschland|france|italia|nederland|united|kingdom|states|contact|terms|conditions|limited|department|service|services|sales|office|company|manager|director|engineer|statement|agreement|section|party|parties)\b/i;

/** A street and, on the same or the next line, a postcode. */
function addressIn(pieces: readonly Piece[]): Found<string> | null {
  for (const [index, piece] of pieces.entries()) {
    if (piece.text.length > 120 || !STREET.test(piece.text) || !/\d/.test(piece.text) || piece.text.includes('@'))
      continue;
    const rest = pieces.slice(index + 1, index + 3);
    const town = rest.findIndex(
      (one) => one.text.length <= 60 && POSTCODE.test(one.text) && !/tel|phone|fax|@|:/i.test(one.text),
    );
    if (town < 0 && !POSTCODE.test(piece.text)) continue;
    const lines = town < 0 ? [piece] : [piece, ...rest.slice(0, town + 1)];
    const last = lines.at(-1) ?? piece;
    const span = { start: piece.line.start + piece.start, end: last.line.start + last.start + last.text.length };
    return { value: lines.map((one) => one.text.replace(/,$/, '')).join(', '), span };
  }
  return null;
}

function part(piece: Piece, at: number, value: string): Found<string> {
  const start = piece.start + Math.max(0, at);
  return { value, span: onLine(piece.line, { start, end: start + value.length }) };
}

/** Contacts with the same e-mail or the same telephone number are one. */
function merged(contacts: readonly Contact[]): Contact[] {
  const byKey = new Map<string, Contact>();
  for (const contact of contacts) {
    const key =
      contact.email?.value.toLowerCase() ?? contact.phone?.value.replace(/\D/g, '') ?? contact.address?.value ?? '';
    const known = byKey.get(key);
    byKey.set(key, known ? mergedPair(known, contact) : contact);
  }
  return [...byKey.values()];
}

function mergedPair(a: Contact, b: Contact): Contact {
  return {
    name: a.name ?? b.name,
    email: a.email ?? b.email,
    phone: a.phone ?? b.phone,
    address: a.address ?? b.address,
    organization: a.organization ?? b.organization,
  };
}
