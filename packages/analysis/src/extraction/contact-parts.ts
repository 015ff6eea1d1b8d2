import type { Line } from '../text/source.ts';
import { type Found, onLine } from '../values/document.ts';
import { findLegalForm, hasLegalForm } from '../values/legal-forms.ts';
import { phonesIn } from '../values/phones.ts';
import { addressAt } from './addresses.ts';

/** What a contact is made of, each read in a piece of a line. */

export interface Piece {
  readonly line: Line;
  readonly start: number;
  readonly text: string;
}

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,4}[a-z]{2,24}(?![\w-])/gi;
const LABELLED_NAME =
  /^(?:name|contact(?: person| name)?|attn|attention|ansprechpartner(?:in)?|kontakt|nom|nombre|nome|naam|contactpersoon|referente|full name|persona de contacto|personne de contact)\s{0,9}[:.]\s{0,20}(\S.{1,60})$/i;
const LABELLED_ORGANIZATION =
  /^(?:company|organi[sz]ation|firma|employer|soci[ée]t[ée]|empresa|azienda|bedrijf|entreprise|business)\s{0,9}:\s{0,20}(\S.{1,80})$/i;
const LABELLED_ADDRESS =
  /^(?:address|adresse|anschrift|direcci[óo]n|indirizzo|adres|street|stra[sß]e)\s{0,9}:\s{0,20}(\S.{3,120})$/i;
const TITLE = /^(?:mr|mrs|ms|miss|dr|prof|herrn?|frau|mme|m|sr|sra|sig|sig\.ra|dhr|mevr)\.? /i;
const ROLE = /^\p{L}[\p{L} .'-]{2,30}:\s{1,8}/u;
/** Two to four words that each begin with a capital: a person, when nothing says otherwise. */
const PERSON =
  /^\p{Lu}[\p{L}'’.-]{0,30}(?: (?:van|von|de|der|den|di|da|del|la|le|zu|bin|binti|al))?(?: \p{Lu}[\p{L}'’.-]{0,30}){1,3}$/u;
const ASKED_FOR =
  /(?<!\p{L})(?:call|contact|phone|ring|reach|ask for|write to|speak to|email|e-mail|appele[rz]|contacte[rz]|joindre|llame a|contacte con|chiamare|contattare|bel|neem contact op met|erreichen sie|wenden sie sich an)\s{1,3}(?:(?:Mr|Mrs|Ms|Dr|Herrn?|Frau|Mme|M|Sra?|Sig)\.? )?(\p{Lu}[\p{L}'’-]{1,24}(?: \p{Lu}[\p{L}'’-]{1,24}){1,2})/u;
/** Words of organisations that have no legal form. */
const ORGANIZATION =
  /(?<!\p{L})(?:practice|clinic|hospital|school|college|university|institute|academy|association|society|club|foundation|trust|council|ministry|agency|authority|bank|hotel|restaurant|café|studio|gallery|museum|library|church|partners|solicitors|chambers|group|holdings?|services|logistics|consulting|stadtwerke|verein|praxis|kanzlei|universität|schule|krankenhaus|apotheke|verband|stiftung|gemeinde|amt|université|école|hôpital|mairie|cabinet|universidad|escuela|ayuntamiento|clínica|università|scuola|comune|studio legale|universiteit|gemeente|ziekenhuis|stichting|vereniging)(?!\p{L})/iu;
const NOT_PERSON =
  /(?<![\u00c0-\u024f])\b(?:invoice|receipt|total|date|page|tel|phone|email|fax|number|bank|account|street|road|city|thank|dear|best|kind|regards|tax|bill|ship|order|rechnung|datum|kunde|germany|deutschland|france|italia|españa|nederland|united|kingdom|states|new york|contact|terms|conditions|limited|department|service|services|sales|office|offices|company|manager|director|engineer|statement|agreement|section|party|parties|insurance|schedule|report|form|application|membership|note|delivery|policy|committee|our|work|experience|education|skills|summary|head|of|for|and|the|contract|vertrag|item|description|quantity|amount|subtotal|vat|mwst|iva|monday|tuesday|wednesday|thursday|friday|lane|close|view|avenue|mill|house|suite|floor|flat|postfach|seite|fattura|factura|facture|curriculum|vitae|managing|general|chief|leiter|leiterin|geschäftsführer|kundenservice|supply|inc|north|south|east|west)\b/i;

export function emailIn(piece: Piece): Found<string> | null {
  const match = piece.text.includes('@') ? [...piece.text.matchAll(EMAIL)][0] : undefined;
  return match ? part(piece, match.index, match[0]) : null;
}

const BARE_PHONE = /(?:^|[,|·•;]\s{0,3}|\s{3})((?:\+|0)\d[\d ()/-]{7,18}\d)(?=\s{0,3}(?:$|[,|·•;])|\s{3})/u;

export function phoneIn(piece: Piece): Found<string> | null {
  if (/^(?:tele)?fax/i.test(piece.text)) return null;
  const labeledOne = phonesIn(piece.text).find(
    ({ span }) => !/(?:tele)?fax[\s.:]{0,4}$/i.test(piece.text.slice(0, span.start)),
  );
  if (labeledOne) return part(piece, labeledOne.span.start, labeledOne.value);
  const bare = BARE_PHONE.exec(piece.text);
  const value = bare?.[1];
  const digits = value?.replace(/\D/g, '').length ?? 0;
  return bare && value && digits >= 9 && digits <= 15
    ? part(piece, bare.index + bare[0].length - value.length, value)
    : null;
}

export function labeledAddress(piece: Piece): Found<string> | null {
  return behind(piece, LABELLED_ADDRESS);
}

export function labeledOrganization(piece: Piece): Found<string> | null {
  return behind(piece, LABELLED_ORGANIZATION);
}

function behind(piece: Piece, pattern: RegExp): Found<string> | null {
  const value = pattern.exec(piece.text)?.[1];
  return value ? part(piece, piece.text.length - value.length, value) : null;
}

/** The name behind a label, as far as it goes: "Contact: Jane Roe, jane@…" names Jane Roe. */
export function namedIn(piece: Piece): Found<string> | null {
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
export function companyIn(piece: Piece): Found<string> | null {
  const role = ROLE.exec(piece.text)?.[0].length ?? 0;
  const text = piece.text.slice(role);
  const match = text.length <= 240 ? findLegalForm(text) : null;
  if (!match || text.includes(':')) return null;
  const end = match.index + match[0].length;
  const words = [...text.slice(0, end).matchAll(/[^\s,;]+/g)];
  const form = words.at(-1)?.[0] ?? '';
  const lead = /^(?:spett\.?(?:le|abile)?|an|to|firma|attn)[.:]?\s{1,3}/iu.exec(text)?.[0].length ?? 0;
  if (words.length <= SHORT_NAME + (lead > 0 ? 1 : 0) && text.length - end <= 2)
    return part(piece, role + lead, text.slice(lead));
  if (form === form.toLowerCase()) return null;
  let first = words.length - 1;
  while (first > 0 && isPartOfName(words[first - 1]?.[0] ?? '')) first -= 1;
  while (first < words.length && JOINT.test(words[first]?.[0] ?? '')) first += 1;
  const start = words[first]?.index ?? end;
  return first < words.length - 1 ? part(piece, role + start, text.slice(start, end).trimEnd()) : null;
}

const isPartOfName = (word: string) => /^[\p{Lu}\d&]/u.test(word) || JOINT.test(word);

/** A short line with a word of organisations: "Willow End Dental Practice". */
export function organizationIn(piece: Piece): Found<string> | null {
  const role = ROLE.exec(piece.text)?.[0].length ?? 0;
  const text = piece.text.slice(role);
  const named = text.length <= 60 && ORGANIZATION.test(text) && /^\p{Lu}/u.test(text) && !/[.:,!?]$|:|\d/.test(text);
  return named && text.split(' ').length <= 6 && text.includes(' ') ? part(piece, role, text) : null;
}

/** How far in the words begin behind a label such as "To:". */
export function labelLength(text: string): number {
  return /^\p{L}{2,16}:\s{1,8}(?=\S)/u.exec(text)?.[0].length ?? 0;
}

export function personIn(piece: Piece): Found<string> | null {
  const role = ROLE.exec(piece.text)?.[0].length ?? 0;
  const text =
    piece.text
      .slice(role)
      .split(/,| [-–|·] /)[0]
      ?.trim() ?? '';
  const bare = text.replace(TITLE, '');
  const titled = bare.length < text.length;
  const person =
    (PERSON.test(bare) || (titled && /^\p{Lu}[\p{L}'’-]{1,30}$/u.test(bare))) &&
    !hasLegalForm(text) &&
    !ORGANIZATION.test(text) &&
    !NOT_PERSON.test(bare) &&
    !addressAt([text]);
  return person ? part(piece, piece.text.indexOf(bare, role), bare) : null;
}

/** "Please call Jun Ito on …". */
export function askedFor(piece: Piece): Found<string> | null {
  const match = ASKED_FOR.exec(piece.text);
  const name = match?.[1];
  return match && name && !NOT_PERSON.test(name)
    ? part(piece, match.index + match[0].length - name.length, name)
    : null;
}

/** A street and, on the same or one of the next lines, a postcode. */
export function addressIn(pieces: readonly Piece[]): Found<string> | null {
  for (const [index, piece] of pieces.entries()) {
    const place = addressAt(pieces.slice(index, index + 4).map((one) => one.text));
    const last = place ? pieces[index + place.lines - 1] : undefined;
    if (!place || !last) continue;
    const end = place.lines === 1 ? place.end : last.text.length;
    const lines = pieces.slice(index, index + place.lines).map((one) => one.text);
    const first = (lines[0] ?? '').slice(place.start, place.lines === 1 ? place.end : undefined);
    const value = [first, ...lines.slice(1)].map((text) => text.replace(/,$/, '').trim()).join(', ');
    const span = { start: piece.line.start + piece.start + place.start, end: last.line.start + last.start + end };
    return { value: value.replace(/\s[·|•]\s/g, ', '), span };
  }
  return null;
}

function part(piece: Piece, at: number, value: string): Found<string> {
  const start = piece.start + Math.max(0, at);
  return { value, span: onLine(piece.line, { start, end: start + value.length }) };
}
