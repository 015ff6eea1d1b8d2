import type { PageRules } from '../page/page-rules.ts';
import { pixelsOf } from '../request/length.ts';
import { parseMargins, type Sides } from '../request/margins.ts';
import { A4, LARGEST_SIDE, type Paper, parsePaper } from '../request/paper.ts';
import type { ConversionRequest } from '../request/request.ts';

/**
 * Paper and margins of a PDF. An explicit option of the request wins over the page's own `@page`, which wins over
 * the default (A4, 0.4in).
 */
export interface Geometry {
  readonly paper: Paper;
  readonly margin: Sides;
  /** Whether the paper was named by the request and overrides `@page size`. */
  readonly explicitPaper: boolean;
  /** Sides whose margin was named by the request; they override `@page margin`. */
  readonly explicitSides: readonly (keyof Sides)[];
  /** How the request wants paper to lie that it does not name. */
  readonly turned: 'landscape' | 'portrait' | undefined;
  /** Sides whose margin holds for all pages, those with margins of their own too. */
  readonly sidesOfAll: readonly (keyof Sides)[];
}

type MarginRules = Pick<PageRules, 'all' | 'first'>;

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const DEFAULT_MARGIN = pixelsOf('0.4in');

export function geometryOf(options: ConversionRequest): Geometry {
  const named = namedPaper(options);
  const explicit = readMargin(options.margin);
  const paper = named ?? A4;
  const side = (name: keyof Sides): number => explicit[name] ?? DEFAULT_MARGIN;
  return {
    paper: options.landscape === true && paper.height !== 'auto' ? { width: paper.height, height: paper.width } : paper,
    margin: { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') },
    explicitPaper: named !== undefined && !options.prefer_css_page_size,
    explicitSides: options.prefer_css_page_margin ? [] : SIDES.filter((side) => explicit[side] !== undefined),
    turned:
      named === undefined && options.landscape !== undefined
        ? options.landscape
          ? 'landscape'
          : 'portrait'
        : undefined,
    // Its height is reckoned with the margins of one page.
    sidesOfAll: paper.height === 'auto' ? SIDES : [],
  };
}

function namedPaper({ format, width, height }: ConversionRequest): Paper | undefined {
  if (format !== undefined) return checked(parsePaper(format));
  if (width === undefined || height === undefined) return undefined;
  return { width: pixelsOf(width), height: pixelsOf(height) };
}

function readMargin(margin: ConversionRequest['margin']): Partial<Sides> {
  if (margin === undefined) return {};
  if (typeof margin === 'string') return checked(parseMargins(margin));
  const lengths = typeof margin === 'number' ? { top: margin, right: margin, bottom: margin, left: margin } : margin;
  const named = Object.entries(lengths).filter(([, length]) => length !== undefined);
  return Object.fromEntries(named.map(([side, length]) => [side, pixelsOf(length)]));
}

/** What the schema has read before; a fault of ours must not become some default. */
function checked<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new RangeError('A size was not checked before it was used.');
  return value;
}

/**
 * CSS that makes explicit geometry win over the page's own rules; empty when nothing is explicit. Margins of the request
 * are those of the general page: `:first`, `:left`, `:right` and named pages are more special.
 */
export function geometryStyle({ paper, explicitPaper, explicitSides, sidesOfAll, margin }: Geometry): string {
  const declarations: string[] = [];
  if (explicitPaper && paper.height !== 'auto') {
    declarations.push(`size: ${paper.width}px ${paper.height}px !important`);
  }
  for (const side of explicitSides) {
    declarations.push(`margin-${side}: ${margin[side]}px${sidesOfAll.includes(side) ? ' !important' : ''}`);
  }
  return declarations.length === 0 ? '' : `@page { ${declarations.join('; ')} }`;
}

/**
 * Rules that Chromium applies in the print medium only, and that paper needs in any: the head of a table is repeated
 * on every page only where it may not break. Whatever the author says wins.
 */
const PAPER_STYLE = ':where(thead,tfoot){break-inside:avoid}';

/**
 * Rules that a document is printed with, as far as they are known before it is laid out: with a header or footer the
 * margins are known later, and Chromium lets the first of two `!important` margins win.
 */
export function printStyle(geometry: Geometry, { header, footer }: ConversionRequest): string {
  return header || footer ? PAPER_STYLE : PAPER_STYLE + geometryStyle(geometry);
}

/**
 * Margins that the paper has once the page's own rules are known; what the request names wins over them. Of paper that
 * is as tall as its content they are without the part that depends on its height.
 */
export function marginsWith({ margin, explicitSides, paper }: Geometry, rules: MarginRules): Sides {
  const tall = paper.height === 'auto';
  const side = (name: keyof Sides): number => {
    const own = (tall ? rules.first : rules.all)[name];
    if (explicitSides.includes(name) || !own) return margin[name];
    const upright = name === 'top' || name === 'bottom';
    const whole = upright ? (paper.height === 'auto' ? 0 : paper.height) : paper.width;
    return Math.max(0, own.pixels + own.share * whole);
  };
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}

/** The part of the paper that margins may take which are a part of its height. */
const MOST_MARGIN = 0.9;

/**
 * Height of paper that is as tall as its content, in CSS pixels.
 * @param content height of what is between the margins, in CSS pixels of the paper
 */
export function heightAround(content: number, geometry: Geometry, rules: MarginRules): number {
  const { top, bottom } = marginsWith(geometry, rules);
  const shareOf = (name: 'top' | 'bottom') =>
    geometry.explicitSides.includes(name) ? 0 : Math.max(0, rules.first[name]?.share ?? 0);
  const share = Math.min(MOST_MARGIN, shareOf('top') + shareOf('bottom'));
  // One more pixel: a rounded height would push the last line to a second page.
  return Math.min(LARGEST_SIDE, Math.ceil((content + top + bottom + 1) / (1 - share)));
}

/** Width that the content of a page has, in CSS pixels of the content. */
export function contentWidth({ paper, margin }: Geometry, zoom: number): number {
  return Math.max(1, Math.round((paper.width - margin.left - margin.right) / zoom));
}
