import { inflateSync } from 'node:zlib';
import { type Ink, PageInk, UNKNOWN_INK } from './blank-ink.ts';
import type { PdfDocument } from './document.ts';
import { listPages, type PageNode } from './pages.ts';
import { readDocument } from './read.ts';
import { readStream } from './stream.ts';
import { Name, Ref } from './value.ts';

/** Bytes of content that a page without anything on it cannot have. */
const LONGEST_EMPTY = 8_192;
/** Points of the sides of a picture that nobody sees. */
const SPECK = 1;
/** Part of the height of the page that the rest of a box may reach into it. */
const REST = 0.1;

/** Which pages are looked at: those at the end up to the first that shows something, or all. */
export type BlankMode = 'last' | 'all';

/**
 * Pages of a PDF of Chromium's that show nothing, counted from zero: no text but white space, no picture larger than
 * a pixel, no line, and of areas only the background of the document and the last bit of a box that began on the page before (margins and paddings that
 * overflow, as `height: 100vh` does).
 * @param hasHeaderFooter whether pages have a header or footer, which is not looked at
 * @returns none when the file is not what Chromium writes
 */
export function blankPages(bytes: Uint8Array, hasHeaderFooter: boolean, mode: BlankMode = 'all'): number[] {
  const blank: number[] = [];
  try {
    const document = readDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const pages = listPages(document);
    for (const [index, page] of [...pages.entries()].reverse()) {
      if (isBlank(document, page, hasHeaderFooter)) blank.unshift(index);
      else if (mode === 'last') break;
    }
    return blank;
  } catch {
    return [];
  }
}

function isBlank(document: PdfDocument, { dictionary }: PageNode, hasHeaderFooter: boolean): boolean {
  if (dictionary.has('Annots') && !(hasHeaderFooter && areOfHeaderFooter(document, dictionary))) return false;
  const content = contentOf(document, dictionary.get('Contents'));
  return content !== undefined && isBlankContent(content, hasHeaderFooter, new PageInk(document, dictionary));
}

/** Whether all links of a page stand in its header and footer: in a tagged file those are in no structure tree. */
function areOfHeaderFooter(document: PdfDocument, page: PageNode['dictionary']): boolean {
  if (!document.dictionary(document.trailer.get('Root')).has('StructTreeRoot')) return false;
  const annotations = document.resolve(page.get('Annots'));
  return Array.isArray(annotations) && annotations.every((link) => !document.dictionary(link).has('StructParent'));
}

/** @returns `undefined` when it is too long to be of a blank page, or not as Chromium writes it */
function contentOf(document: PdfDocument, value: unknown): string | undefined {
  if (!(value instanceof Ref)) return undefined;
  const place = document.locate(value.number);
  if (!place) return undefined;
  const { dictionary, data } = readStream(place.bytes, place.at, document);
  if (data.length > LONGEST_EMPTY) return undefined;
  const filter = dictionary.get('Filter');
  if (filter === undefined) return data.toString('latin1');
  if (!(filter instanceof Name) || filter.text !== 'FlateDecode') return undefined;
  return inflateSync(data, { maxOutputLength: 16 * LONGEST_EMPTY }).toString('latin1');
}

interface Operator {
  readonly name: string;
  /** Names and strings before it, as they are written. */
  readonly words: readonly string[];
  readonly numbers: readonly number[];
}

/** Scale and translation of a coordinate system. */
interface Placement {
  readonly scaleX: number;
  readonly scaleY: number;
  readonly x: number;
  readonly y: number;
}

/** Sides in the units of the page, which is turned so that its top is 0. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What may stand on a blank page beside filled rectangles: state, clips, colours, marks and places of text (ISO 32000-1, annex A). */
const HARMLESS = new Set(
  'q Q cm w J j M d ri i gs re W W* n f RG rg G g K k CS cs SC sc BMC BDC EMC BT ET Tm Td TD T* Tc Tw Tz TL Tr Ts'.split(
    ' ',
  ),
);
const TOKEN = /\/[^\s<>[\]()/]*|<<|>>|<[^<>]*>|\((?:[^()\\]|\\.)*\)|[[\]]|[^\s<>[\]()/]+/gs;

/**
 * Whether the content of a page shows nothing.
 * @param hasHeaderFooter whether its last part is a header or footer
 */
export function isBlankContent(content: string, hasHeaderFooter: boolean, ink: Ink = UNKNOWN_INK): boolean {
  const { page, groups } = readGroups(content);
  const whole = groups.map((group) => showsNothing(group, page, ink));
  // They have the whole page to themselves, where the document has what is within the margins.
  const last = groups.at(-1);
  if (hasHeaderFooter && last && clipsToPage(last, page)) whole[groups.length - 1] = true;
  return whole.every(Boolean);
}

/** Operators by the outermost `q … Q` that they stand in, and the coordinate system that Chromium begins with. */
function readGroups(content: string): { page: Placement; groups: Operator[][] } {
  const groups: Operator[][] = [];
  let page: Placement = { scaleX: 1, scaleY: 1, x: 0, y: 0 };
  let group: Operator[] = [];
  let numbers: number[] = [];
  let words: string[] = [];
  let depth = 0;
  for (const [token] of content.matchAll(TOKEN)) {
    const number = Number(token);
    if (!Number.isNaN(number)) numbers.push(number);
    else if (/^[a-z]/i.test(token)) {
      if (token === 'q') depth += 1;
      if (depth > 0) group.push({ name: token, numbers, words });
      else if (token === 'cm') page = moved(page, numbers);
      if (token === 'Q') depth -= 1;
      if (token === 'Q' && depth === 0) {
        groups.push(group);
        group = [];
      }
      numbers = [];
      words = [];
    } else words.push(token);
  }
  return { page, groups };
}

/** `placement` after `cm`; what turns or skews is out of all bounds. */
function moved(placement: Placement, [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Placement {
  const skewed = b !== 0 || c !== 0;
  return {
    scaleX: skewed ? Number.NaN : placement.scaleX * a,
    scaleY: skewed ? Number.NaN : placement.scaleY * d,
    x: placement.x + placement.scaleX * e,
    y: placement.y + placement.scaleY * f,
  };
}

/** The page is drawn from its top, which stands `page.y` above its bottom. */
function boxOf([x = 0, y = 0, width = 0, height = 0]: readonly number[], at: Placement, page: Placement): Box {
  const sides = [at.x + at.scaleX * x, at.x + at.scaleX * (x + width)];
  const ends = [page.y - at.y - at.scaleY * y, page.y - at.y - at.scaleY * (y + height)];
  return { left: Math.min(...sides), right: Math.max(...sides), top: Math.min(...ends), bottom: Math.max(...ends) };
}

/** Points that a side may be off by. */
const NEARLY = 1;

/** Whether a part of the content has the whole page for itself. */
function clipsToPage(group: readonly Operator[], page: Placement): boolean {
  const clip = group.find(({ name }) => name === 're');
  if (!clip) return false;
  const { left, top, bottom } = boxOf(clip.numbers, page, page);
  return left < NEARLY && top < NEARLY && bottom > page.y - NEARLY;
}

function showsNothing(group: readonly Operator[], page: Placement, ink: Ink): boolean {
  // The background of the document is drawn before it, and is not clipped.
  const isBackground = !group.some(({ name }) => name === 'W' || name === 'W*');
  const saved: { at: Placement; top: number }[] = [];
  /** Where the part begins: its clip, once it has one. */
  let state = { at: page, top: 0 };
  let area: Box | undefined;
  let font = '';
  for (const { name, numbers, words } of group) {
    if (name === 'Tf') font = words[0]?.slice(1) ?? '';
    else if (name === 'Tj' || name === 'TJ') {
      const codes = words.filter((word) => !/^[[\]]$/.test(word));
      if (!codes.every((text) => /^<.*>$/s.test(text) && ink.isWhiteSpace(font, text.slice(1, -1)))) return false;
    } else if (name === 'Do') {
      if (!(isSpeck(state.at) && ink.isPicture(words[0]?.slice(1) ?? ''))) return false;
    } else if (!HARMLESS.has(name)) return false;
    if (name === 'q') saved.push(state);
    if (name === 'Q') state = saved.pop() ?? state;
    if (name === 'cm') state = { ...state, at: moved(state.at, numbers) };
    if (name === 're') area = boxOf(numbers, state.at, page);
    if (name === 'W' || name === 'W*') state = { ...state, top: Math.max(state.top, area?.top ?? 0) };
    if (name === 'f' && !isBackground && !(area && isRest(area, state.top, page.y))) return false;
  }
  return true;
}

/** Whether the unit square, which a picture fills, is no larger than a picture that counts visitors. */
const isSpeck = ({ scaleX, scaleY }: Placement): boolean => Math.abs(scaleX) <= SPECK && Math.abs(scaleY) <= SPECK;

/** Whether an area is the last bit of a box that reaches into a page from the one before. */
function isRest({ top, bottom }: Box, begin: number, height: number): boolean {
  return top <= begin + NEARLY && bottom <= begin + REST * height;
}
