import { type Cell, cellsOf } from '../text/cells.ts';
import type { Line } from '../text/source.ts';
import { condensed, findPhrases, type PhraseMatch, wordsOf } from '../text/words.ts';
import type { Document, Found } from '../values/document.ts';
import { mailSender } from '../values/mail-sender.ts';
import { isMail } from '../values/titles.ts';
import { addressee } from './addressee.ts';
import type { FieldKind } from './label-kinds.ts';
import { FIELDS } from './labels.ts';
import { isCompany, isLabel, nameFrom, partyFrom, SALUTATION, STREET_WORD } from './names.ts';
import { ISSUER, isSelfBilled } from './self-billing.ts';
import { unlabeledVendor } from './vendor.ts';

/** Who sends the invoice and who pays it. */

export interface Parties {
  readonly vendor: Party | null;
  readonly customer: Party | null;
}

export interface Party extends Found<string> {
  /**
   * How it is known: by a label, by the line of the sender above an address, as the only name with an address beside
   * that of the vendor, or by what stands around it.
   */
  readonly by: 'label' | 'sender' | 'address' | 'signs';
  /** Points of the signs around the name. Default 0. */
  readonly signs?: number;
  /** Whether the address is one of a letter, whoever sends it. Default false. */
  readonly addressed?: boolean;
}

/** A name beside its label. */
interface Labeled extends Found<string> {
  /** Whether another name stands below it, so that it may be a person in the house of the other. */
  readonly unsure?: boolean;
}

const NAME_LABEL =
  /^(?:name|firma|company|nom|nombre|nome|naam|raison sociale|raz[óo]n social|ragione sociale|denominazione|nome ?\/ ?raz[ãa]o social|raz[ãa]o social|denumire|nazwa|název|επωνυμ[ίι]α|名称|الاسم)\s{0,9}:\s{0,80}(?=\S)/iu;

const MONEY = /\d[.,]\d\d(?!\d|[.,/]\d)/;

/** Where goods are sent to: the name below is not the vendor's. */
const RECEIVER = /\b(?:ship|deliver|liefer|waren|aflever|livraison|env[ií]o|consegna|lever)/i;

export function partiesOf(document: Document): Parties {
  const lines = document.source.lines.printed(400);
  const selfBilled = isSelfBilled(document);
  const customer: Labeled | null =
    labeledParty(lines, 'buyer') ?? (selfBilled ? labeledParty(lines, 'issuer') : null) ?? addressedParty(lines);
  const receiver = labeledParty(lines, 'other');
  const others = [customer, receiver].filter((one) => one !== null);
  // `From:` at the top of a mail is who passed it on.
  const sender = isMail(document) ? mailSender(lines.slice(0, HEADING_LINES)) : null;
  const seller =
    sender ??
    labeledParty(lines, selfBilled ? 'supplier' : 'seller') ??
    (selfBilled ? null : payeeOnSlip(lines, customer));
  // A text without any number is no invoice: then only a label or a legal form makes a name a vendor.
  const numbered = lines.some(({ text }) => /\d/.test(text));
  // Where the buyer writes the invoice, the name that heads it is the buyer's.
  const unlabeled = seller || selfBilled ? null : unlabeledVendor(lines, others);
  const vendor: Party | null = seller
    ? { ...seller, by: 'label' }
    : unlabeled && (numbered || isCompany(unlabeled.value))
      ? unlabeled
      : null;
  const window = customer
    ? null
    : addressee(
        lines,
        [vendor, receiver].filter((one) => one !== null),
      );
  return {
    vendor,
    customer: customer
      ? { ...customer, by: customer.unsure ? 'signs' : 'label' }
      : window && { ...window, by: (window.sole || window.addressed) && vendor ? 'address' : 'signs' },
  };
}

/** The name ahead of the words with which Japanese addresses somebody: `有限会社さくら企画 御中`. */
function addressedParty(lines: readonly Line[]): Found<string> | null {
  for (const line of lines.slice(0, HEADING_LINES)) {
    for (const cell of cellsOf(line)) {
      const name = ADDRESSED.exec(cell.text)?.[1];
      const found = name ? nameFrom({ line, start: cell.start, text: name }) : null;
      if (found) return found;
    }
  }
  return null;
}

const HEADING_LINES = 40;
const ADDRESSED = /^(\P{N}{2,60}?) {0,3}(?:御中|様|殿)$/u;

/** Of a seller: who issued the paper, and who delivered, which are two where the buyer writes the invoice. */
type Wanted = 'seller' | 'buyer' | 'other' | 'issuer' | 'supplier';

/** The first name in the block below, or behind, a label such as "Seller:". */
function labeledParty(lines: readonly Line[], wanted: Wanted): Labeled | null {
  const kind = wanted === 'issuer' || wanted === 'supplier' ? 'seller' : wanted;
  for (const [index, line] of lines.entries()) {
    for (const label of findPhrases(wordsOf(line.text), FIELDS)) {
      if (label.value !== kind || !standsAsLabel(line, label)) continue;
      if (kind !== 'other' && isOnSlip(lines, index, label)) continue;
      const isIssuer = ISSUER.test(line.text.slice(label.start, label.end));
      if ((wanted === 'issuer' && !isIssuer) || (wanted === 'supplier' && isIssuer)) continue;
      if (kind === 'other' && !RECEIVER.test(line.text.slice(label.start, label.end))) continue;
      const beside = nameBehind(line, label) ?? nameInNextCell(line, label);
      // What a label names stands behind it or below it, not both.
      const found = beside ?? (isFilled(line, label) ? null : nameBelow(lines, index, label));
      if (found) return found;
    }
  }
  return null;
}

/** On the slip for the payment, `To:` names who is paid, and `From:` who pays. */
function isOnSlip(lines: readonly Line[], index: number, { start, end }: PhraseMatch<FieldKind>): boolean {
  const label = lines[index]?.text.slice(start, end) ?? '';
  const isWay = /^(?:to|an|aan|till|til|a|à|from|von|van|från|fra|de)$/i.test(label);
  return isWay && lines.slice(Math.max(0, index - 3), index).some(isSlip);
}

/**
 * `PAYMENT ADVICE` and below it `To: Harbor Catering Ltd`, which is printed above too: else it may be a bank. Where it is the customer, the slip is a letter to
 * them.
 */
function payeeOnSlip(lines: readonly Line[], customer: Found<string> | null): Found<string> | null {
  for (const [index, line] of lines.entries()) {
    if (!isSlip(line)) continue;
    for (const next of lines.slice(index + 1, index + 4)) {
      const ahead = PAYEE.exec(next.text)?.[0].length;
      const text = ahead === undefined ? '' : (cellsOf({ text: next.text.slice(ahead) })[0]?.text ?? '');
      const found = ahead === undefined ? null : partyFrom({ line: next, start: ahead, text });
      const name = condensed(found?.value ?? '');
      if (name === condensed(customer?.value ?? '')) continue;
      if (found && lines.slice(0, index).some(({ text }) => condensed(text).includes(name))) return found;
    }
  }
  return null;
}

const PAYEE = /^\s{0,60}(?:to|an|aan) ?: {0,40}(?=\S)/iu;

const isSlip = ({ text }: Line) => SLIP.test(text.trim());

const SLIP =
  /^(?:(?:payment|remittance) (?:advice|slip|stub|coupon)|remittance|zahlschein|einzahlungsschein|empfangsschein|zahlteil|talon de paiement|bulletin de versement|betaalstrook)(?! ?\p{L})/iu;

/** A label begins its cell and ends it or is followed by a colon. */
function standsAsLabel(line: Line, label: PhraseMatch<FieldKind>): boolean {
  const cell = cellsOf(line).find((one) => one.start <= label.start && label.start < one.end);
  if (!cell || label.start - cell.start > 2) return false;
  // "An" alone on its line begins an address; in a column it is a word.
  if (cell.text.length <= 3 && /^an/i.test(cell.text) && cell.text.length !== line.text.trim().length) return false;
  const rest = line.text.slice(label.end, cell.end);
  return /^[).]{0,2} {0,3}$/.test(rest) || COLON.test(rest) || /^ {0,2}\([^)]{0,30}\) {0,2}:?$/.test(rest);
}

/** A colon, in front of which the label may stand in another language too: "Client / Klant :"; those of several labels are often one below the other. */
const COLON = /^\)?(?: {0,2}\/ {0,2}\p{L}[\p{L} ]{0,24})? {0,40}:[ \t]{0,60}/u;

function nameBehind(line: Line, label: PhraseMatch<FieldKind>): Found<string> | null {
  const rest = line.text.slice(label.end);
  const colon = COLON.exec(rest)?.[0].length ?? (rest.startsWith('\t') ? 1 : undefined);
  if (colon === undefined || rest.slice(colon).trim() === '') return null;
  const text = cellsOf({ text: rest.slice(colon) })[0]?.text ?? '';
  return isLabel(text) ? null : nameAhead(line, label.end + colon, text);
}

/** `Customer   Spar Ennis`: the cell behind the label, where it is no label itself. */
function nameInNextCell(line: Line, label: PhraseMatch<FieldKind>): Found<string> | null {
  const cells = cellsOf(line);
  const at = cells.findIndex((cell) => cell.start <= label.start && label.end <= cell.end);
  const next = cells[at + 1];
  // `购买方信息  名称：…  销售方信息  名称：…`: the name has a label of its own.
  const named = next ? NAME_LABEL.exec(line.text.slice(next.start, next.end))?.[0].length : undefined;
  if (next && named !== undefined)
    return nameAhead(line, next.start + named, line.text.slice(next.start + named, next.end));
  if (cells.length !== 2 || at !== 0 || !next || isLabel(next.text) || next.text.endsWith(':')) return null;
  return nameAhead(line, next.start, next.text);
}

/** The name that a piece begins with, also where its address follows: `Anna Nowak, ul. Lipowa 8`. */
function nameAhead(line: Line, start: number, text: string): Found<string> | null {
  const ahead = text.split(/, (?=.{0,80}\d)/)[0] ?? text;
  return (ahead === text ? null : partyFrom({ line, start, text: ahead })) ?? partyFrom({ line, start, text });
}

/** Whether something stands behind a label on its line, be it a name or not. */
function isFilled(line: Line, label: PhraseMatch<FieldKind>): boolean {
  const rest = line.text.slice(label.end);
  const colon = COLON.exec(rest)?.[0].length;
  const cells = colon === undefined ? [] : cellsOf({ text: rest.slice(colon) });
  // `Seller:      Buyer:` are the heads of two columns, and `Sold to: 20417      Ship to:` too.
  const heads = cells.findIndex(({ text }) => text.endsWith(':') || isLabel(text));
  return cells.slice(0, heads < 0 ? cells.length : heads).some(({ text }) => /\p{L}{3}/u.test(text));
}

function nameBelow(lines: readonly Line[], index: number, label: PhraseMatch<FieldKind>): Labeled | null {
  for (const line of lines.slice(index + 1, index + 6)) {
    const cells = cellsOf(line);
    // From the first sum on, names are those of goods; but `Amount due` may head a column beside the label.
    const isBeside = line === lines[index + 1] && cells.length > 2 && !MONEY.test(cells[0]?.text ?? '');
    if (MONEY.test(line.text) && !isBeside) return null;
    const near = cells.filter((one) => one.start < label.end + 12 && label.start - 12 < one.end);
    const apart = (one: Cell) => Math.abs(one.start - label.start);
    const cell = near.sort((a, b) => apart(a) - apart(b))[0] ?? (cells.length <= 2 ? cells[0] : undefined);
    if (!cell || SALUTATION.test(cell.text.trim())) continue;
    const named = NAME_LABEL.exec(line.text.slice(cell.start))?.[0].length;
    const start = cell.start + (named ?? 0);
    const text = cellsOf({ text: line.text.slice(start) })[0]?.text ?? '';
    const found = partyFrom({ line, start, text });
    if (found) return (label.value === 'buyer' && companyOf(lines, line, found, start)) || found;
  }
  return null;
}

/** The company, or house, right below the name of a person in an address: the person is whom it is sent to, there. */
function companyOf(lines: readonly Line[], above: Line, name: Found<string>, start: number): Labeled | null {
  if (isCompany(name.value)) return null;
  const line = lines.find(({ index }) => index === above.index + 1);
  const cell = line ? cellsOf(line).find((one) => Math.abs(one.start - start) <= 2) : undefined;
  const found = line && cell ? partyFrom({ line, start: cell.start, text: cell.text }) : null;
  if (!found) return null;
  if (isCompany(found.value)) return found;
  if (STREET_WORD.test(found.value)) return null;
  if (/\d/.test(found.value)) return null;
  if (TITLED.test(name.value) || HOUSE.test(found.value)) return { ...found, unsure: true };
  return mayBePerson(name.value) && isOverStreet(lines, line, start) ? { ...name, unsure: true } : null;
}

/** `Dana Whitfield`, and below it `Orchard Foods`: nobody can tell who of them works for whom. */
const mayBePerson = (name: string) => /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}.'’-]*){1,2}$/u.test(name);

/** Whether the line below another one in its column has a number, as a street has: then that one is no street. */
function isOverStreet(lines: readonly Line[], line: Line | undefined, start: number): boolean {
  const next = lines.find(({ index }) => line !== undefined && index === line.index + 1);
  return next !== undefined && cellsOf(next).some((one) => Math.abs(one.start - start) <= 2 && /\d/.test(one.text));
}

/** A person, by how one is addressed. */
const TITLED =
  /^(?:mr|mrs|ms|miss|dr|prof|sir|herrn?|frau|m|mme|mlle|sr|sra|sig|sig\.ra|dott|dott\.ssa|avv|ing|dhr|mevr|mw|pan|pani)\.? \p{Lu}/iu;
/** What houses are called that have no legal form. */
const HOUSE =
  /(?<!\p{L})(?:clinic|school|college|university|church|hospital|practice|surgery|studio|hotel|restaurant|bakery|club|council|city of|department|institute|foundation|association|society|charity|praxis|schule|universität|klinik|verein|gemeinde|stadt|kanzlei|büro|école|mairie|cabinet|clinique|lycée|clínica|colegio|ayuntamiento|despacho|comune di|studio|scuola|praktijk|gemeente|stichting|szkoła|urząd|gabinet)(?!\p{L})/iu;
