import { type Cell, cellsOf } from '../text/cells.ts';
import type { Line } from '../text/source.ts';
import { condensed, wordsOf } from '../text/words.ts';
import type { Found } from '../values/document.ts';
import { isCompany, isLabel, nameFrom, type Piece, says } from './names.ts';

/** Who sends an invoice on which no label says it: the name with the most signs of a sender. */

const HEADING_LINES = 60;
const FOOT_LINES = 25;
/** A block of an address has no more lines. */
const BLOCK = 7;

/** Points for a legal form, and for the owner of the account that is paid to. */
const OF_COMPANY = 8;
const OF_HOLDER = 13;
const MONEY = /\d[.,]\d\d(?!\d|[.,/]\d)/;

export function unlabeledVendor(lines: readonly Line[], excluded: readonly Found<string>[]): Vendor | null {
  const heading = lines.slice(0, HEADING_LINES);
  const foot = lines.slice(Math.max(HEADING_LINES, lines.length - FOOT_LINES));
  const sender = heading
    .flatMap(piecesOf)
    .filter(({ text, line }) => isSenderLine(text) || (line === lines[0] && STREET_FIRST.test(text)));
  const own = sender.map(senderName).find((name) => name !== null);
  if (own) return { ...(inFull(own, heading.slice(0, LETTERHEAD)) ?? own), by: 'sender', signs: 0 };
  const plain = lines.map((line) => condensed(line.text.slice(0, 200)));
  const signs = { domains: domainsOf(lines), holder: accountHolder(lines), lines, plain };
  const others = new Set(excluded.map((name) => condensed(name.value)));
  let best = signs.holder;
  // A person may own the account of a company that is named elsewhere.
  let most = best ? (isCompany(best.value) ? OF_COMPANY + OF_HOLDER : OF_COMPANY) : Number.NEGATIVE_INFINITY;
  const list = lines.find(({ text }) => MONEY.test(text))?.index ?? Number.POSITIVE_INFINITY;
  for (const piece of [...heading, ...foot].flatMap(piecesOf)) {
    const name = nameFrom(piece);
    if (!name || others.has(condensed(name.value)) || isLabeledAs(name, excluded) || isInBlock(piece, excluded, lines))
      continue;
    // From the first sum on, only what calls itself a company is one.
    if (piece.line.index >= list && !isCompany(name.value)) continue;
    const points = pointsOf(piece, name, signs);
    if (points > most) [best, most] = [name, points];
  }
  return best && { ...best, by: 'signs', signs: most };
}

/** `Malerbetrieb Gerhard Stöckl` in the head of the letter, where the line of the sender has `Malerbetrieb G. Stöckl`. */
function inFull(short: Found<string>, letterhead: readonly Line[]): Found<string> | null {
  const words = wordsOf(short.value).map(({ key }) => key);
  const names = letterhead.flatMap(piecesOf).map((piece) => nameFrom(piece));
  return (
    names.find((name) => {
      const full = wordsOf(name?.value ?? '').map(({ key }) => key);
      const same = full.length === words.length && full.every((word, at) => word.startsWith(words[at] ?? word));
      return same && (name?.value.length ?? 0) > short.value.length;
    }) ?? null
  );
}

const LETTERHEAD = 4;

/** `買受人:松林飯店`: a name of somebody else with its label. */
const isLabeledAs = ({ span }: Found<string>, others: readonly Found<string>[]) =>
  others.some((other) => span.start < other.span.start && other.span.end <= span.end);

/** A vendor, with the points of the signs around its name. */
export interface Vendor extends Found<string> {
  readonly by: 'sender' | 'signs';
  readonly signs: number;
}

interface Signs {
  readonly domains: ReadonlySet<string>;
  readonly holder: Found<string> | null;
  readonly lines: readonly Line[];
  /** What each line says, for finding a name again. */
  readonly plain: readonly string[];
}

function pointsOf(piece: Piece, name: Found<string>, { domains, holder, lines, plain: texts }: Signs): number {
  const plain = condensed(name.value);
  const at = lines.indexOf(piece.line);
  const isFoot = at >= Math.max(lines.length - 12, lines.length / 2);
  const block = isFoot ? around(lines, at) : blockOf(piece, lines);
  const owns = domains.has(plain) ? 8 : ownsOne(plain, domains) ? (isCompany(name.value) ? 12 : 4) : 0;
  const signed = `${lines[at]?.text.slice(0, piece.start)}`.trimEnd();
  return (
    (isCompany(name.value) ? OF_COMPANY : 0) +
    (holder && condensed(holder.value) === plain ? OF_HOLDER : 0) +
    owns +
    (block.some((text) => says(text, 'registered')) ? 9 : 0) +
    (block.some((text) => says(text, 'contact')) ? 5 : 0) +
    (texts.slice(at + 6).some((text) => text.includes(plain)) ? 3 : 0) +
    (/^(?:for|pour|per pro|i\.? ?a\.?)$/i.test(signed) ? 2 : 0) +
    (at === 0 ? 3 : 0) -
    Math.min(at, HEADING_LINES) / 12
  );
}

/** The lines below a piece that belong to its block: in its column, without a gap between. */
function blockOf(piece: Piece, lines: readonly Line[]): string[] {
  const texts = [piece.text];
  const at = lines.indexOf(piece.line);
  let last = piece.line.index;
  for (const line of lines.slice(at + 1, at + BLOCK)) {
    const cell = cellsOf(line).find((one) => isBelow(one, piece));
    if (line.index - last > 2 || !cell) break;
    texts.push(cell.text);
    last = line.index;
  }
  return texts;
}

const isBelow = (cell: Cell, piece: Piece) => Math.abs(cell.start - piece.start) <= 3;

/** The whole lines next to one in the foot of a page, where columns stand for themselves. */
function around(lines: readonly Line[], at: number): string[] {
  return lines.slice(Math.max(0, at - 1), at + 4).map((line) => line.text);
}

/** Whether a piece is a line of the address below the name of somebody else. */
function isInBlock(piece: Piece, names: readonly Found<string>[], lines: readonly Line[]): boolean {
  const at = lines.indexOf(piece.line);
  for (const above of lines.slice(Math.max(0, at - 5), at).reverse()) {
    const name = names.find(({ span }) => span.start >= above.start && span.start < above.start + above.text.length);
    const cell = cellsOf(above).find((one) => isBelow(one, piece));
    if (!cell || MONEY.test(above.text) || piece.line.index - above.index > 6) return false;
    // In Japanese the address stands above the one who is addressed.
    if (name && ADDRESSED.test(above.text.slice(name.span.end - above.start))) return false;
    if (name) return Math.abs(name.span.start - above.start - piece.start) <= 3;
  }
  return false;
}

const ADDRESSED = /^ {0,3}(?:御中|様|殿)/;

/** The cells of a line, unless it is a heading of labels. */
function piecesOf(line: Line): Piece[] {
  const cells = cellsOf(line);
  const isOwn = (cell: Cell) => !isLabel(cell.text.replace(/[:.]$/, ''));
  const labels = cells.filter((cell) => !isOwn(cell));
  // A name at the left of them: `Saraswati Stationers      Invoice No.   Dated`.
  const [first] = cells;
  if (labels.length >= 2)
    return first && labels.length === cells.length - 1 && isOwn(first) ? [{ line, ...first }] : [];
  return cells.map((cell) => ({ line, start: cell.start, text: cell.text }));
}

const WEB = /(?:@|\bhttps?:\/\/|\bwww\.)(?:www\.)?([a-z\d-]{3,60})\.[a-z]{2,12}\b/gi;

/** The names in the web and mail addresses of a document. */
function domainsOf(lines: readonly Line[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => [...line.text.matchAll(WEB)].map((match) => condensed(match[1] ?? ''))));
}

/** Whether a name begins with the name in one of the addresses: Kastanie Software GmbH, kastanie-software.example. */
function ownsOne(plain: string, domains: ReadonlySet<string>): boolean {
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

const SEPARATOR = / {0,3}[·•●|] {0,3}| [-–—*] /;
/** `Jana Petersen Design, Deichweg 8, 26121 Oldenburg` */
const STREET_FIRST =
  /^([^,\d]{3,60}), (?:\d{1,4}[a-z]? [^,\d]{3,40}|[^,\d]{3,40} \d{1,4}[a-z]?), (?:[^,\d]{2,40}, )?(?:[^,\d]{2,40} (?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]{2,3} \d{4,5}(?:-\d{4})?)|(?:[A-Z]{1,2}-)?\d{4,5} [^,\d]{2,40})$/u;
const COMMAS = /^([^,\d]{3,60}), [^,]{3,40} \d{1,4} ?[a-z]?, (?:[A-Z]{1,2}-)?\d{4,5} \p{Lu}[^,\d]{2,40}$/u;

/** `Acme Ltd · 1 High Street · 12345 Town`: the line of the sender in the window of an envelope. */
function isSenderLine(text: string): boolean {
  if (COMMAS.test(text)) return true;
  const [name = '', ...rest] = text.split(SEPARATOR);
  const address = rest.join(' · ');
  if (says(address, 'registered')) return false;
  return name.length >= 3 && name.length <= 60 && /^.{3,60}[·,].{0,60}\d{4}/.test(address);
}

function senderName(piece: Piece): Found<string> | null {
  const name = (COMMAS.exec(piece.text) ?? STREET_FIRST.exec(piece.text))?.[1];
  return nameFrom(name === undefined ? piece : { ...piece, text: name });
}
