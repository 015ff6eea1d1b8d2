import type { Bars, ContentCovered } from '../page/bars.ts';
import { listPages } from './finish/pages.ts';
import { readDocument } from './finish/read.ts';
import { Unreadable } from './finish/syntax.ts';
import { type Mark, MarkReader } from './marks.ts';
import { intersect } from './path.ts';

/** Pages that are looked at: a bar that covers text does so early. */
const MOST_PAGES = 50;
/** Difference of a size on paper and on the screen, in CSS pixels and as a part of it. */
const TOLERANCE = { pixels: 2, part: 0.1 };
/** Beyond this size in CSS pixels, text that is repeated on every page is a watermark. */
const LARGEST_BAR_TEXT = 32;

/**
 * Tells of text that a bar covers on paper. A fixed element is repeated on every page, and which text comes to lie
 * under it is known only when the document has been paginated: it is read from the PDF itself, which paints in order.
 * What counts as a bar is painted on two pages by equal coordinates, or has the size of a bar of the page.
 * @param pdf as Chromium wrote it
 */
export function coveredInPdf(pdf: Uint8Array, bars: Bars): ContentCovered | undefined {
  if (bars.visible === 0) return undefined;
  const pages = readMarks(pdf);
  if (!pages) return undefined;
  const repeated = repeatedMarks(pages);
  const elements = new Set<string>();
  let lines = 0;
  let affected = 0;
  for (const marks of pages) {
    const covered = coveredLines(marks, (mark) => repeated.has(mark.signature), bars, elements);
    lines += covered;
    if (covered > 0) affected += 1;
  }
  if (lines === 0) return undefined;
  const what = lines === 1 ? 'One line of text is' : `${lines} lines of text are`;
  const where = affected === 1 ? 'one page' : `${affected} pages`;
  return {
    code: 'content_covered',
    message: `${what} covered by a fixed or sticky element on ${where}. Hide it with "hide_selectors", or use "header".`,
    detail: { elements: elements.size, lines, pages: affected },
  };
}

function readMarks(pdf: Uint8Array): Mark[][] | undefined {
  try {
    const document = readDocument(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
    const reader = new MarkReader(document);
    return listPages(document)
      .slice(0, MOST_PAGES)
      .map(({ dictionary }) => reader.read(dictionary));
  } catch (error) {
    // Nothing can be told of a file that is not written as Chromium does.
    if (error instanceof Unreadable || error instanceof RangeError || isInflateError(error)) return undefined;
    throw error;
  }
}

const isInflateError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

/** What is painted on two pages at least by equal coordinates: the flow of the document has others on every page. */
function repeatedMarks(pages: readonly (readonly Mark[])[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const marks of pages) {
    const here = new Set(marks.map(({ signature }) => signature));
    for (const signature of here) (seen.has(signature) ? repeated : seen).add(signature);
  }
  return repeated;
}

/** Lines of one page that lie under a bar, or under text of one that has no background. */
function coveredLines(
  marks: readonly Mark[],
  isRepeated: (mark: Mark) => boolean,
  { boxes }: Bars,
  elements: Set<string>,
): number {
  const texts = marks.flatMap((mark, order) => (mark.kind === 'text' && mark.opaque ? [{ mark, order }] : []));
  const body = texts.filter(({ mark }) => !isRepeated(mark));
  const isBar = (mark: Mark) => isRepeated(mark) || boxes.some((box) => isNear(box, mark.size));
  const lines = new Set<number>();
  const cover = (bar: Mark, isOver: (order: number) => boolean) => {
    for (const { mark, order } of body) {
      const line = Math.round(mark.box.bottom);
      // The background of a bar comes first, and then its text, which is of the same bar.
      if (!isOver(order) || !overlaps(bar, mark) || (bar.kind === 'text' && lines.has(line))) continue;
      elements.add(bar.kind === 'fill' ? bar.signature : 'text');
      lines.add(line);
    }
  };
  for (const [order, mark] of marks.entries()) {
    if (mark.kind === 'fill' && mark.opaque && isBar(mark)) cover(mark, (other) => other < order);
  }
  for (const { mark, order } of texts) {
    if (isRepeated(mark) && mark.size.height <= LARGEST_BAR_TEXT) cover(mark, (other) => other < order);
  }
  return lines.size;
}

function isNear(one: Mark['size'], other: Mark['size']): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) <= Math.max(TOLERANCE.pixels, TOLERANCE.part * b);
  return near(one.width, other.width) && Math.abs(one.height - other.height) <= TOLERANCE.pixels;
}

/** A letter whose edge is touched can still be read. */
function overlaps({ box }: Mark, text: Mark): boolean {
  const common = intersect(box, text.box);
  const height = text.box.top - text.box.bottom;
  return common.right - common.left > 1 && common.top - common.bottom > 0.2 * height;
}
