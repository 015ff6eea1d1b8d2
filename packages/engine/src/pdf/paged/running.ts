import { formatCounter } from '../../numerals.ts';
import { type PageSize, sizesOfPages } from '../finish/page-sizes.ts';
import { listPages } from '../finish/pages.ts';
import { readDocument } from '../finish/read.ts';
import { type Mark, MarkReader } from '../marks.ts';
import type { Box } from '../path.ts';
import type { PagedElement } from './in-page/collect.ts';
import type { RunningRequest } from './in-page/running.ts';
import type { RunningBox, RunningPage } from './in-page/running-layer.ts';
import type { Places } from './places.ts';
import type { PerPage } from './rewrite.ts';
import { type Assignment, pageNumbersOf, valuesByPage } from './texts.ts';

/**
 * Running elements (GCPM 3, 1.2). Chromium lays out the margin boxes, with colors in them that tell where each of them
 * is on each page. The elements themselves are printed as a document of their own, with a page for each page, which is laid over the
 * other.
 */

/** Elements, and different values of `content` that show one. */
export const MOST_RUNNING = 2_000;
export const MOST_REQUESTS = 250;

/** What of the running elements is known once nothing moves. */
export interface Running {
  /** @param pdf the document as it is printed @param numbers of its pages, from 1 */
  pages(pdf: Uint8Array, numbers: readonly number[], zoom: number): { pages: RunningPage[]; css: string };
  /** Values of counters at each element. */
  readonly counters: readonly PagedElement['counters'][];
}

type Request = RunningRequest & { readonly keyword: string };

/** What the margin boxes ask for. */
export function runningRequests(perPage: ReadonlyMap<string, PerPage>): Request[] {
  return [...perPage].flatMap(([style, made]) =>
    made.kind === 'element' ? [{ style, name: made.name, keyword: made.keyword }] : [],
  );
}

interface Known {
  readonly elements: readonly PagedElement[];
  readonly places: Places;
  readonly requests: readonly Request[];
  /** The print in which the margin boxes have colors. */
  readonly pdf: Uint8Array;
}

/** Finds which element stands in which margin box of each page, and where that is. */
export function settleRunning({ elements, places, requests, pdf }: Known): Running {
  const known = elements.flatMap(({ running, room, counters }) => (running ? [{ ...running, room, counters }] : []));
  known.sort((a, b) => a.index - b.index);
  // What begins above its page has no place: it is where what stands before it is.
  let last = { page: 0, y: 0 };
  const placed = known.map(({ index, name, anchor, room }) => {
    const place = places.of.get(anchor);
    last = place ? { page: place.page, y: place.y - room } : last;
    return { name, page: last.page, below: last.y, value: index };
  });
  const shown = requests.map(({ name, keyword }) => {
    const assigned: Assignment<number>[] = placed.filter((one) => one.name === name);
    return valuesByPage(assigned, places.pages, keyword, -1);
  });
  const found = findBoxes(pdf);
  const numbers = pageNumbersOf({ elements, places });
  return {
    counters: known.map(({ counters }) => counters),
    pages: (printed, printedNumbers, zoom) => {
      const sizes = sizesOfPages(printed);
      const names = new Map<string, string>();
      const pages = printedNumbers.map((number, index): RunningPage => {
        const size = sizes[index] as PageSize;
        const key = `${size.width}pt ${size.height}pt`;
        const name = names.get(key) ?? `platen-running-${names.size}`;
        names.set(key, name);
        const pixels = (points: number) => (points * (96 / 72)) / zoom;
        const texts = textsOf(numbers[number - 1] ?? number, places.pages);
        const boxes = (found[number - 1] ?? []).flatMap(({ request, box, across, down }): RunningBox[] => {
          const element = shown[request]?.[number - 1] ?? -1;
          if (element < 0) return [];
          const corner = { left: pixels(box.left), top: pixels(size.height - box.top) };
          const sides = { width: pixels(box.right - box.left), height: pixels(box.top - box.bottom) };
          return [{ element, ...corner, ...sides, across, down, texts }];
        });
        return { name, width: pixels(size.width), height: Math.floor(pixels(size.height)), boxes };
      });
      return { pages, css: [...names].map(([size, name]) => pageRule(name, size)).join('') };
    },
  };
}

/** Page numbers in the styles that counters have names for. */
function textsOf(page: number, pages: number): Record<string, string> {
  const styles = 'decimal decimal-leading-zero lower-roman upper-roman lower-alpha upper-alpha lower-latin upper-latin';
  return Object.fromEntries(
    styles.split(' ').flatMap((style) => [
      [`page ${style}`, formatCounter(page, style)],
      [`pages ${style}`, formatCounter(pages, style)],
    ]),
  );
}

const MARGIN_BOXES =
  'top-left-corner top-left top-center top-right top-right-corner bottom-left-corner bottom-left bottom-center ' +
  'bottom-right bottom-right-corner left-top left-middle left-bottom right-top right-middle right-bottom';

function pageRule(name: string, size: string): string {
  const boxes = MARGIN_BOXES.split(' ').map((box) => `@${box}{content:none!important}`);
  return `@page ${name}{size:${size}!important;margin:0!important;border:0!important;padding:0!important;background:none!important;${boxes.join('')}}`;
}

interface FoundBox {
  readonly request: number;
  readonly box: Box;
  readonly across: number;
  readonly down: number;
}

/** The boxes of each page: filled with one color, and what stands in it with the next. */
function findBoxes(pdf: Uint8Array): FoundBox[][] {
  const document = readDocument(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  const reader = new MarkReader(document);
  return listPages(document).map(({ dictionary }) => {
    const boxes: FoundBox[] = [];
    let open: Mark | undefined;
    for (const mark of reader.read(dictionary)) {
      const [request = 0, kind, last] = mark.color.map((part) => Math.round(part * 255));
      if (kind !== 77) continue;
      if (last === 173) open = mark;
      else if (last === 174 && open) {
        boxes.push({ request: request - 1, box: open.box, ...partsBefore(open.box, mark.box) });
        open = undefined;
      }
    }
    return boxes;
  });
}

/** How what stands in a box is aligned in it. */
function partsBefore(outer: Box, inner: Box): { readonly across: number; readonly down: number } {
  const free = outer.right - outer.left - (inner.right - inner.left);
  const tall = outer.top - outer.bottom - (inner.top - inner.bottom);
  // The line that the content is in moves it by a pixel or two.
  const part = (before: number, all: number) => (all < 1 ? 0 : Math.round((before / all) * 2) / 2);
  return { across: part(inner.left - outer.left, free), down: part(outer.top - inner.top, tall) };
}
