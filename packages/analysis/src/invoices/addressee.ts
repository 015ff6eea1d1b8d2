import { cellsOf } from '../text/cells.ts';
import type { Line } from '../text/source.ts';
import { condensed } from '../text/words.ts';
import type { Found } from '../values/document.ts';
import { isTitle, nameFrom, type Piece, partyFrom, says } from './names.ts';

/** Who an invoice is sent to when no label says it: the name above a street and a town that is not the vendor's. */

const HEADING_LINES = 45;
/** A town stands at most so many lines below the name. */
const TALLEST = 5;
const TOWN =
  /(?:^|, )(?:[A-Z]{1,3}-)?(?:\d{4,5}(?: ?[A-Z]{2})?|\d{3} \d{2}|\d{2}-\d{3}) \p{Lu}|[ ,][A-Z]{2} \d{5}(?:-\d{4})?$|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$|\b[A-Z]\d[A-Z] \d[A-Z]\d$|\b[A-Z]{2,3} \d{4}$/u;
const MONEY = /\d[.,]\d\d(?!\d|[.,/]\d)/;

/** A name above an address. */
export interface Addressee extends Found<string> {
  /** Whether no other name in the heading has an address. */
  readonly sole: boolean;
}

/** The name of the first address in the head of a document that is none of `others`. */
export function addressee(lines: readonly Line[], others: readonly Found<string>[]): Addressee | null {
  const [first, ...more] = addressees(lines, others);
  return first ? { ...first, sole: more.every(({ value }) => condensed(value) === condensed(first.value)) } : null;
}

function addressees(lines: readonly Line[], others: readonly Found<string>[]): Found<string>[] {
  const names = others.map((one) => condensed(one.value));
  const end = lines.findIndex(({ text }) => MONEY.test(text));
  const heading = lines.slice(0, end < 0 ? HEADING_LINES : Math.min(end, HEADING_LINES));
  return heading.flatMap((line, at) =>
    cellsOf(line).flatMap((cell) => {
      if (!TOWN.test(cell.text)) return [];
      const block = blockAbove(heading, at, cell.start);
      if (block.some(({ text }) => says(text) || names.some((name) => condensed(text).includes(name)))) return [];
      return block.map(nameOnTop).find((one) => one !== null) ?? [];
    }),
  );
}

/** The lines above a town that stand in its column, from the top. */
function blockAbove(lines: readonly Line[], at: number, start: number): Piece[] {
  const block: Piece[] = [];
  let last = lines[at]?.index ?? 0;
  for (const line of lines.slice(Math.max(0, at - TALLEST), at).reverse()) {
    const cell = cellsOf(line).find((one) => Math.abs(one.start - start) <= 2);
    if (!cell || last - line.index > 1 || TOWN.test(cell.text) || isTitle(cell.text)) break;
    block.unshift({ line, start: cell.start, text: cell.text });
    last = line.index;
  }
  return block;
}

/** Names of houses and shops may have a number; a street begins with one, or ends with one. */
function nameOnTop(piece: Piece, at: number): Found<string> | null {
  return at === 0 ? partyFrom(piece) : nameFrom(piece);
}
