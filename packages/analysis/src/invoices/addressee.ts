import { cellsOf } from '../text/cells.ts';
import type { Line } from '../text/source.ts';
import { condensed } from '../text/words.ts';
import type { Found } from '../values/document.ts';
import {
  isCompany,
  isTitle,
  nameFrom,
  OFFICE,
  PERSON_TITLE,
  type Piece,
  partyFrom,
  SALUTATION,
  says,
} from './names.ts';

/** Who an invoice is sent to when no label says it: the name above a street and a town that is not the vendor's. */

const HEADING_LINES = 45;
/** A town stands at most so many lines below the name. */
const TALLEST = 5;
const TOWN =
  /(?:^|, )(?:[A-Z]{1,3}-)?(?:\d{4,5}(?: ?[A-Z]{2})?|\d{3} \d{2}|\d{2}-\d{3}) \p{Lu}|[ ,][A-Z]{2} \d{5}(?:-\d{4})?$|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$|\b[A-Z]\d[A-Z] \d[A-Z]\d$|\b[A-Z]{2,3} \d{4}$|^\p{Lu}\p{Ll}[\p{L}' -]{1,24} (?!(?:19|20)\d\d$)\d{4}$/u;
const MONEY = /\d[.,]\d\d(?!\d|[.,/]\d)/;

/** A name above an address. */
export interface Addressee extends Found<string> {
  /** Whether no other name in the heading has an address, and nothing above it says whose that is. */
  readonly sole: boolean;
  /** Whether the address has a form of address above the name, or an office that letters are sent to. */
  readonly addressed: boolean;
}

interface Named extends Found<string> {
  /** Whether the name is the first line of its block, and no other line of it may be one. */
  readonly bare: boolean;
  readonly addressed: boolean;
}

/** The name of the first address in the head of a document that is none of `others`. */
export function addressee(lines: readonly Line[], others: readonly Found<string>[]): Addressee | null {
  const found = addressees(lines, others);
  const [first, ...more] =
    found.filter(({ addressed }) => addressed).length === 1 ? found.filter(({ addressed }) => addressed) : found;
  if (!first) return null;
  const { value, span, bare, addressed } = first;
  return { value, span, addressed, sole: bare && more.every((one) => condensed(one.value) === condensed(value)) };
}

function addressees(lines: readonly Line[], others: readonly Found<string>[]): Named[] {
  const names = others.map((one) => condensed(one.value));
  const end = lines.findIndex(({ text }) => MONEY.test(text));
  const heading = lines.slice(0, end < 0 ? HEADING_LINES : Math.min(end, HEADING_LINES));
  return heading.flatMap((line, at) =>
    cellsOf(line).flatMap((cell) => {
      if (!TOWN.test(cell.text)) return [];
      const whole = belowContacts(blockAbove(heading, at, cell.start, names));
      const greeted = whole.length > 1 && SALUTATION.test(whole[0]?.text.trim() ?? '');
      const block = greeted ? whole.slice(1) : whole;
      if (block.some(({ text }) => says(text) || names.some((name) => condensed(text).includes(name)))) return [];
      const found = block.map(nameOnTop);
      const name = found.find((one) => one !== null);
      const [top] = block;
      if (!name || !top) return [];
      const isOnly = found[0] === name && block.slice(1).every((piece) => nameFrom(piece) === null);
      const named = !isHeaded(heading, top) && isName(name.value) && found[0] === name;
      const addressed =
        named &&
        (greeted || PERSON_TITLE.test(block[0]?.text ?? '') || block.slice(1).some(({ text }) => OFFICE.test(text)));
      return { ...name, bare: isOnly && named, addressed };
    }),
  );
}

/** A company below the telephone or the register of another one: `Tel 0161 496 0178`, `Rowley Fabrications Ltd`. */
function belowContacts(block: Piece[]): Piece[] {
  const rest = block.slice(block.findLastIndex(({ text }) => says(text)) + 1);
  return rest[0] && isCompany(rest[0].text) ? rest : block;
}

/** `Remit to:` right above a block, or with an empty line between. */
function isHeaded(lines: readonly Line[], { line, start }: Piece): boolean {
  return lines.some(
    (above) =>
      above.index < line.index &&
      above.index >= line.index - 2 &&
      cellsOf(above).some(
        (cell) => Math.abs(cell.start - start) <= 2 && (/:\s{0,3}$/.test(cell.text) || ELSEWHERE.test(cell.text)),
      ),
  );
}

/** Where the goods go: not to who pays. */
const ELSEWHERE =
  /^(?:ship|deliver|liefer|warenempf|aflever|livr|env[ií]o|entrega|consegna|destinazione|leverans|levering|dostaw)/iu;

/** Names of companies, and those of which each longer word has a capital; `Sales office` is none. */
const isName = (value: string) => isCompany(value) || !/(?<!\p{L})\p{Ll}{4}/u.test(value);

/** The lines above a town that stand in its column, from the top. */
function blockAbove(lines: readonly Line[], at: number, start: number, others: readonly string[]): Piece[] {
  const block: Piece[] = [];
  let last = lines[at]?.index ?? 0;
  for (const line of lines.slice(Math.max(0, at - TALLEST), at).reverse()) {
    const cell = cellsOf(line).find((one) => Math.abs(one.start - start) <= 2);
    // Below the town of the address above stands its country.
    if (cell && TOWN.test(cell.text) && block.length > 2 && /^\p{L}+$/u.test(block[0]?.text.trim() ?? ''))
      block.shift();
    // The line of the sender, with a town of its own, right above the address.
    if (cell && /\d{4}/.test(cell.text) && others.some((name) => condensed(cell.text).includes(name))) break;
    if (!cell || last - line.index > 1 || TOWN.test(cell.text) || isTitle(cell.text) || !/\p{L}/u.test(cell.text))
      break;
    block.unshift({ line, start: cell.start, text: cell.text });
    last = line.index;
  }
  return block;
}

/** Names of houses and shops may have a number; a street begins with one, or ends with one. */
function nameOnTop(piece: Piece, at: number): Found<string> | null {
  return at === 0 ? partyFrom(piece) : nameFrom(piece);
}
