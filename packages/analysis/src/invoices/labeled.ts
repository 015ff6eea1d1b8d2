import type { Line } from '../text/source.ts';
import { findPhrases, labelWordsOf, type PhraseMatch, type Word } from '../text/words.ts';
import type { Found } from '../values/document.ts';
import type { FieldKind } from './label-kinds.ts';
import { FIELDS } from './labels.ts';

/** Lines with the labels of single values that stand on them. */

export interface LabeledLine {
  readonly line: Line;
  readonly words: readonly Word[];
  readonly labels: readonly PhraseMatch<FieldKind>[];
}

/** A value that may be the one that is looked for; the one with the most points is. */
export interface Scored extends Found<string> {
  readonly points: number;
}

/** Words of one label stand closer together than two columns. */
const COLUMN_GAP = 4;

export function labeled(line: Line): LabeledLine {
  const words = labelWordsOf(line.text);
  const labels = findPhrases(words, FIELDS, COLUMN_GAP).filter((label) => !startsCode(line, label));
  const title = titleLabel(words) ?? billLabel(line);
  const rest = title ? labels.filter((label) => label.end <= title.start || label.start >= title.end) : labels;
  return { line, words, labels: title ? [...rest, title].sort((a, b) => a.start - b.start) : labels };
}

/** The short word at the start of a code, as in `INV-2024/17`, is no label; nor is the river in "Via Po 9". */
function startsCode(line: Line, label: PhraseMatch<FieldKind>): boolean {
  const printed = line.text.slice(label.start, label.end);
  if (label.value === 'order' && printed.length <= 2 && printed !== printed.toUpperCase()) return true;
  // `Số` is a number in Vietnamese, and SO an order elsewhere.
  if (/^so$/i.test(printed)) return true;
  return printed.length <= 4 && /^[-_/]\p{N}/u.test(line.text.slice(label.end, label.end + 2));
}

/** "Mietrechnung Nr.", "Rechnung des Versicherers Nr.", "Commercial invoice no.": a title with the number behind it. */
function titleLabel(words: readonly Word[]): PhraseMatch<FieldKind> | null {
  const name = words.findIndex((word, index) => index < 4 && DOCUMENT.test(word.key));
  const number = words.findIndex(
    (word, index) => index > name && index <= name + 4 && /^(?:nr|no|n|nummer|number|numero|num)$/.test(word.key),
  );
  const [first, last] = [words[name], words[number]];
  if (name < 0 || number < 0 || !first || !last) return null;
  const between = words.slice(name + 1, number);
  if (findPhrases(between, FIELDS).length > 0 || between.some(({ key }) => OTHERS.has(key))) return null;
  return { value: 'number', start: first.start, end: last.end, word: name, length: number - name + 1 };
}

/** `Bill #382204417` */
function billLabel({ text }: Line): PhraseMatch<FieldKind> | null {
  const found = /^(\s{0,40})bill #/i.exec(text.slice(0, 60));
  return found ? { value: 'number', start: found[1]?.length ?? 0, end: found[0].length, word: 0, length: 1 } : null;
}

/** `Customer invoice account no.`: what has a number of its own. */
const OTHERS = new Set(
  (
    'account konto kunden kundenkonto compte client cuenta cliente conto klant klantnummer customer member mitglied order auftrag bestell commande pedido ordine ' +
    'reference referenz contract vertrag contrat contrato contratto delivery lieferschein batch portal recipient supplier vendor approval authorisation authorization'
  ).split(' '),
);

/** The words that name an invoice end so. */
export const DOCUMENT =
  /(?:rechnung|rechnungskorrektur|gutschrift|invoice|facture|factura|fattura|factuur|faktura|fatura|avoir|abono)$/;

export function best(found: readonly Scored[]): Found<string> | null {
  const top = found.reduce<Scored | null>(
    (one, other) => (one === null || other.points > one.points ? other : one),
    null,
  );
  return top && top.points > 0 ? { value: top.value, span: top.span } : null;
}
