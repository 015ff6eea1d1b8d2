import type { PdfDocument } from './document.ts';
import type { PageNode } from './pages.ts';
import { pageBox } from './stamp.ts';
import type { PdfValue, Ref } from './value.ts';

/** What the print shop needs around a page that was printed with its bleed. Lengths in points. */
export interface PrinterMarks {
  /** How far the page reaches beyond where it is cut. */
  readonly bleed: number;
  readonly crop: boolean;
  readonly cross: boolean;
}

/** Between the bleed and a mark, the length of a mark, and what is left beyond it. */
const GAP = 3;
const LENGTH = 18;
const EDGE = 3;
/** Part of the distance of a control point from the axis that makes four curves a circle. */
const CIRCLE = 0.5523;

/**
 * Gives pages the boxes of the print shop (ISO 32000-1, 14.11.2) and draws the marks outside of the bleed, in all four
 * inks. What was printed stays where it is.
 */
export function addPrinterMarks(document: PdfDocument, pages: readonly PageNode[], marks: PrinterMarks): void {
  const { bleed, crop, cross } = marks;
  const slug = crop || cross ? GAP + LENGTH + EDGE : 0;
  for (const page of pages) {
    const { left, bottom, width, height } = pageBox(document, page);
    const [right, top] = [left + width, bottom + height];
    const trim: Box = [left + bleed, bottom + bleed, right - bleed, top - bleed];
    page.dictionary.set('MediaBox', [left - slug, bottom - slug, right + slug, top + slug]);
    page.dictionary.delete('CropBox');
    page.dictionary.set('BleedBox', [left, bottom, right, top]);
    page.dictionary.set('TrimBox', trim);
    if (slug > 0) {
      const lines = [...(crop ? cropMarks(trim, bleed) : []), ...(cross ? crossMarks(trim, bleed) : [])];
      const drawing = `\n/Artifact <</Type/Page>> BDC q 1 1 1 1 K 0.25 w ${lines.join(' ')} S Q EMC\n`;
      const start = document.addStream(new Map(), Buffer.from('q\n', 'latin1'));
      const end = document.addStream(new Map(), Buffer.from(`\nQ\n${drawing}`, 'latin1'));
      page.dictionary.set('Contents', [start, ...contentsOf(document, page.dictionary.get('Contents')), end]);
    }
    document.replace(page.number, page.dictionary);
  }
}

type Box = [number, number, number, number];

const line = (x0: number, y0: number, x1: number, y1: number): string =>
  `${x0.toFixed(3)} ${y0.toFixed(3)} m ${x1.toFixed(3)} ${y1.toFixed(3)} l`;

/** Two lines at each corner, which would meet where the page is cut. */
function cropMarks([left, bottom, right, top]: Box, bleed: number): string[] {
  const [near, far] = [bleed + GAP, bleed + GAP + LENGTH];
  return [left, right]
    .flatMap((x) => [line(x, bottom - near, x, bottom - far), line(x, top + near, x, top + far)])
    .concat([bottom, top].flatMap((y) => [line(left - near, y, left - far, y), line(right + near, y, right + far, y)]));
}

/** A circle with a cross in the middle of each side. */
function crossMarks([left, bottom, right, top]: Box, bleed: number): string[] {
  const away = bleed + GAP + LENGTH / 2;
  const [middle, center] = [(left + right) / 2, (bottom + top) / 2];
  const places = [
    [middle, bottom - away],
    [middle, top + away],
    [left - away, center],
    [right + away, center],
  ] as const;
  const [radius, arm] = [LENGTH / 4, LENGTH / 2];
  return places.flatMap(([x, y]) => [line(x - arm, y, x + arm, y), line(x, y - arm, x, y + arm), circle(x, y, radius)]);
}

function circle(x: number, y: number, radius: number): string {
  const control = radius * CIRCLE;
  const point = (dx: number, dy: number) => `${(x + dx).toFixed(3)} ${(y + dy).toFixed(3)}`;
  const curve = (...points: readonly (readonly [number, number])[]) =>
    `${points.map(([dx, dy]) => point(dx, dy)).join(' ')} c`;
  return [
    `${point(radius, 0)} m`,
    curve([radius, control], [control, radius], [0, radius]),
    curve([-control, radius], [-radius, control], [-radius, 0]),
    curve([-radius, -control], [-control, -radius], [0, -radius]),
    curve([control, -radius], [radius, -control], [radius, 0]),
  ].join(' ');
}

function contentsOf(document: PdfDocument, contents: PdfValue | undefined): PdfValue[] {
  if (contents === undefined) return [];
  const found = document.resolve(contents as Ref);
  return Array.isArray(found) ? found : [contents];
}
