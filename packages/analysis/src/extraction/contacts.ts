import { cellsOf } from '../text/cells.ts';
import type { Line } from '../text/source.ts';
import { wordsOf } from '../text/words.ts';
import type { Document, Found } from '../values/document.ts';
import { addressAt } from './addresses.ts';
import {
  addressIn,
  askedFor,
  companyIn,
  emailIn,
  labeledAddress,
  labeledOrganization,
  labelLength,
  namedIn,
  organizationIn,
  type Piece,
  personIn,
  phoneIn,
} from './contact-parts.ts';

/** People and organisations with their ways to be reached. */

export interface Contact {
  readonly name: Found<string> | null;
  readonly email: Found<string> | null;
  readonly phone: Found<string> | null;
  readonly address: Found<string> | null;
  readonly organization: Found<string> | null;
}

const NEAR_LINES = 4;
/** Longer blocks are running text or lists: only what stands near an e-mail address belongs to it. */
const LONG_BLOCK = 9;
/** More lines than two million characters of prose have; it bounds memory for texts of tiny lines. */
const MOST_LINES = 60_000;
const MOST_CONTACTS = 1000;

export function contactsOf(document: Document): Contact[] {
  const blocks = blocksOf(document.source.lines.slice(0, MOST_LINES));
  const contacts: Contact[] = [];
  for (const [index, block] of blocks.entries()) {
    for (const contact of contactsIn(block)) contacts.push(withNameAbove(contact, block, blocks[index - 1]));
  }
  return merged(contacts).slice(0, MOST_CONTACTS);
}

/** Pieces that belong together: the cells of one column without an empty line between them, or a row of a list. */
function blocksOf(lines: readonly Line[]): Piece[][] {
  const blocks: Piece[][] = [];
  let open: { column: number; inner: number; pieces: Piece[]; last: number }[] = [];
  for (const line of lines) {
    const cells = line.text.trim() === '' ? [] : cellsOf(line);
    const pieces = cells.slice(0, 6).map((cell) => ({ line, start: cell.start, text: cell.text }));
    if (pieces.length === 0 || isListed(pieces)) {
      blocks.push(...open.map((one) => one.pieces));
      open = [];
      if (pieces.length > 0) blocks.push(pieces);
      continue;
    }
    for (const piece of pieces) {
      const block = open.find(
        (one) => (Math.abs(one.column - piece.start) <= 3 || one.inner === piece.start) && line.index - one.last <= 1,
      );
      if (block) {
        block.pieces.push(piece);
        block.last = line.index;
      } else {
        const inner = piece.start + labelLength(piece.text);
        open.push({ column: piece.start, inner, pieces: [piece], last: line.index });
      }
    }
    const stale = open.filter((one) => line.index - one.last > 1);
    blocks.push(...stale.map((one) => one.pieces));
    open = open.filter((one) => line.index - one.last <= 1);
  }
  return [...blocks, ...open.map((one) => one.pieces)];
}

/** A row of a list of contacts: an e-mail address or a number in one column, who it is or another way in the next. */
function isListed(pieces: readonly Piece[]): boolean {
  if (pieces.length < 2) return false;
  const reached = pieces.filter((piece) => emailIn(piece) || phoneIn(piece)).length;
  const named = pieces.some((piece) => personIn(piece) || namedIn(piece) || companyIn(piece));
  return reached >= 2 || (reached === 1 && named);
}

/** A block with one e-mail address is one contact; with several, each takes the lines around it. */
function contactsIn(block: readonly Piece[]): Contact[] {
  const emails = block.flatMap((piece, index) => (emailIn(piece) ? [index] : []));
  if (emails.length <= 1) {
    const addresses = block.flatMap((piece, index) => (addressAt([piece.text]) ? [index] : []));
    if (emails.length === 0 && addresses.length > 1)
      return addresses.flatMap((at) => contactFrom(block.slice(at, at + 1)) ?? []);
    const anchor = emails[0] ?? block.findIndex((piece) => phoneIn(piece));
    const near =
      block.length > LONG_BLOCK && anchor >= 0
        ? block.slice(Math.max(0, anchor - NEAR_LINES), anchor + NEAR_LINES + 1)
        : block;
    return contactFrom(near) ?? [];
  }
  return emails.flatMap((anchor, step) => {
    const from = Math.max((emails[step - 1] ?? -1) + 1, anchor - NEAR_LINES);
    const to = step === emails.length - 1 ? anchor + NEAR_LINES : anchor;
    return contactFrom(block.slice(from, to + 1)) ?? [];
  });
}

function contactFrom(pieces: readonly Piece[]): Contact[] | null {
  const email = first(pieces, emailIn);
  const phone = first(pieces, phoneIn);
  const address = first(pieces, labeledAddress) ?? addressIn(pieces);
  if (!email && !phone && !address) return null;
  const organization = first(pieces, labeledOrganization) ?? first(pieces, companyIn) ?? first(pieces, organizationIn);
  const name =
    first(pieces, beforeAddress) ?? first(pieces, namedIn) ?? first(pieces, askedFor) ?? first(pieces, personIn);
  return [{ name, email, phone, address, organization }];
}

/** `Tom Becker <tom@freight.example>` */
function beforeAddress(piece: Piece): Found<string> | null {
  const text = /^([^<@]{3,60}?) {0,3}</.exec(piece.text)?.[1];
  return text !== undefined && emailIn(piece) ? personIn({ ...piece, text }) : null;
}

/** A signature has the name, then an empty line, then the firm. */
function withNameAbove(contact: Contact, block: readonly Piece[], above: readonly Piece[] | undefined): Contact {
  const [piece] = block;
  const last = above?.at(-1);
  if (contact.name || !piece || !above || !last || (!contact.email && !contact.phone)) return contact;
  const close =
    above.length <= 3 && piece.line.index - last.line.index === 2 && Math.abs(last.start - piece.start) <= 3;
  return close ? { ...contact, name: first(above.slice(0, 1), personIn) } : contact;
}

function first(pieces: readonly Piece[], read: (piece: Piece) => Found<string> | null): Found<string> | null {
  for (const piece of pieces) {
    const found = read(piece);
    if (found) return found;
  }
  return null;
}

/** Contacts with the same e-mail or telephone number are one; so are a firm and the address at its own domain. */
function merged(contacts: readonly Contact[]): Contact[] {
  const byKey = new Map<string, Contact>();
  for (const contact of contacts) {
    const key =
      contact.email?.value.toLowerCase() ?? contact.phone?.value.replace(/\D/g, '') ?? contact.address?.value ?? '';
    const known = byKey.get(key);
    byKey.set(key, known ? mergedPair(known, contact) : contact);
  }
  const list = [...byKey.values()];
  const owners = list.filter((contact) => contact.organization && !contact.email);
  for (const contact of list.slice(0, 200)) {
    if (!contact.email || contact.organization) continue;
    const owner = owners.find((one) => isDomainOf(contact.email?.value ?? '', one.organization?.value ?? ''));
    if (!owner || (owner.phone && contact.phone)) continue;
    list[list.indexOf(owner)] = mergedPair(owner, contact);
    list.splice(list.indexOf(contact), 1);
    owners.splice(owners.indexOf(owner), 1);
  }
  return list;
}

function isDomainOf(email: string, organization: string): boolean {
  const domain = email
    .slice(email.indexOf('@') + 1)
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
  const [lead, ...rest] = wordsOf(organization).map((word) => word.key);
  return lead !== undefined && lead.length >= 4
    ? domain.startsWith(lead)
    : domain.startsWith([lead, ...rest].join('').slice(0, 8));
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
