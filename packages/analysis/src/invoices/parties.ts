import { cellsOf } from '../text/cells.ts';
import type { Line } from '../text/source.ts';
import { findPhrases, type PhraseMatch, wordsOf } from '../text/words.ts';
import { type Document, type Found, onLine } from '../values/document.ts';
import { LEGAL_FORM } from '../values/legal-forms.ts';
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
const STREET = /\d/;
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
  return nameFrom({ line, start: label.end + colon, text: cellsOf({ text: rest.slice(colon) })[0]?.text ?? '' });
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
    const found = nameFrom({ line, start, text });
    if (found) return found;
  }
  return null;
}

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
    .filter((piece) => SENDER.test(piece.text))
    .map(nameFrom)
    .find((name) => name !== null);
  const legal = names.find((name) => LEGAL_FORM.test(name.value));
  const footer = lines
    .slice(-25)
    .flatMap((line) => cellsOf(line).map((cell) => nameFrom({ line, start: cell.start, text: cell.text })));
  return sender ?? legal ?? names[0] ?? footer.find((name) => name !== null && LEGAL_FORM.test(name.value)) ?? null;
}

/** `Acme Ltd · 1 High Street · 12345 Town`: the line of the sender in the window of an envelope. */
const SENDER = /^[^·•●|–—-]{3,60} {0,3}(?:[·•●|–—]| - ) {0,3}[^·•●|–—]{3,60}(?:[·•●|–—,]| - ).{0,60}\d{4}/;

function nameFrom(piece: Piece): Found<string> | null {
  const first = piece.text.split(/ {0,3}[·•●|] {0,3}| [-–—] (?=.{0,60}\d)/)[0]?.trim() ?? '';
  const value = first.replace(/[,;:]$/, '');
  const letters = value.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 3 || META.test(value) || value.endsWith(':') || /:\s/.test(value) || value.length > 80) return null;
  if (STREET.test(value) && !LEGAL_FORM.test(value)) return null;
  const start = piece.line.text.indexOf(value, piece.start);
  if (start < 0 || /^ {0,60}:/.test(piece.line.text.slice(start + first.length))) return null;
  return { value, span: onLine(piece.line, { start, end: start + value.length }) };
}
