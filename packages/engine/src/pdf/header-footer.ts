import { EngineError } from '../errors.ts';
import { fragmentHeight } from '../page/in-page/measure.ts';
import type { Page } from '../page/page.ts';
import type { PageRules } from '../page/page-rules.ts';
import { pixelsOf } from '../request/length.ts';
import type { Sides } from '../request/margins.ts';
import type { ConversionRequest } from '../request/request.ts';
import { HEADER_FOOTER_MARKS, type HeaderOrFooter } from './finish/header-footer-marks.ts';
import { type Geometry, marginsWith } from './geometry.ts';
import type { InheritedStyles } from './header-footer-styles.ts';
import { withElements } from './header-footer-variables.ts';

/**
 * Headers and footers. Chromium prints them from templates of its own kind: nearly invisible by default, without
 * scripts, without the page's styles and without the network.
 */

/** Print variables, and the classes by which Chromium fills them in. */
const VARIABLES: Readonly<Record<string, string>> = {
  page: 'pageNumber',
  total: 'totalPages',
  date: 'date',
  title: 'title',
  url: 'url',
};

/** Class of a number of pages that is not Chromium's. */
const COUNTED = 'platen-total';

/** Readable without any style of the author's, and in colour. */
const BASE_STYLE =
  '#header,#footer{padding:0!important}' +
  '.platen-header-footer{box-sizing:border-box;width:100%;font:10px/1.4 "Liberation Sans",Arial,sans-serif;color:#000}' +
  '.platen-header-footer,.platen-header-footer *{-webkit-print-color-adjust:exact;print-color-adjust:exact}';
/** Space between the edge of the paper and a header or footer, in CSS pixels. */
const EDGE = 12;

/** What makes Chromium refuse to print a template: it would have to load something. */
const LOADS = /<link\b|@import\b/i;

/** A template that prints nothing; without one Chromium prints its own. */
export const EMPTY_TEMPLATE = '<span></span>';

export const HEADER_AND_FOOTER: readonly HeaderOrFooter[] = ['header', 'footer'];

/** @throws EngineError `invalid_header` when a header or footer would have to load something */
export function checkHeaderFooter(options: ConversionRequest): void {
  for (const name of HEADER_AND_FOOTER) {
    const part = options[name];
    if (part && LOADS.test(withoutEscapes(part.source))) {
      throw new EngineError(
        'invalid_header',
        `The ${name} cannot load style sheets. Put its styles into a <style> element.`,
        {
          pointer: `/${name}/source`,
        },
      );
    }
  }
}

/**
 * Writes plainly what HTML character references and CSS escapes (CSS Syntax 3, section 4.3.7) spell: a template that
 * hides its import behind them makes Chromium crash now and then.
 */
function withoutEscapes(source: string): string {
  const character = (code: number) => (code <= 0x10_ffff ? String.fromCodePoint(code) : '');
  return source
    .replace(/&#x([0-9a-f]{1,8});?/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,8});?/g, (_, digits: string) => character(Number(digits)))
    .replaceAll('&commat;', '@')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/\\(.)/g, '$1');
}

export interface HeaderFooterContext {
  /** Zoom of the body: Chromium scales it and templates it does not, so that they are scaled here. */
  readonly zoom: number;
  /** Whether the document has an address of its own; that of inline HTML is ours and nobody's business. */
  readonly hasAddress: boolean;
  /** Margins of the paper at the sides, in CSS pixels: header and footer stand in line with the body. Default 0. */
  readonly sides?: Pick<Sides, 'left' | 'right'> | undefined;
  /** Number of pages, where it is another than Chromium would count. */
  readonly total?: number | undefined;
  /** Whether they are printed by themselves, since Chromium cannot fill them in. Default false. */
  readonly apart?: boolean;
  /** Whether header and footer have to be found in what is printed. */
  readonly marked?: boolean;
  /** Styles of the document for those that inherit them. */
  readonly inherited?: Readonly<Partial<Record<HeaderOrFooter, InheritedStyles>>>;
}

/** The template that Chromium prints. */
export function headerFooterTemplate(name: HeaderOrFooter, source: string, context: HeaderFooterContext): string {
  const { zoom, hasAddress, total, marked, inherited, sides = { left: 0, right: 0 } } = context;
  const counted = total === undefined ? source : source.replace(/\btotalPages\b/g, COUNTED);
  const filled = withElements(counted).replace(/\{\{\s*(page|total|date|title|url)\s*\}\}/g, (_, variable: string) => {
    const name = variable === 'total' && total !== undefined ? COUNTED : VARIABLES[variable];
    return `<span class="${name}"></span>`;
  });
  const [top, bottom] = name === 'header' ? [EDGE, 0] : [0, EDGE];
  // The paper's own pixels: they are not scaled with the body.
  const padding = `${top}px ${sides.right / zoom}px ${bottom}px ${sides.left / zoom}px`;
  const address = hasAddress ? '' : '.url{display:none}';
  const number = total === undefined ? '' : `.${COUNTED}::after{content:"${total}"}`;
  const style = BASE_STYLE + address + number + (marked ? HEADER_FOOTER_MARKS : '');
  const box = `zoom:${zoom};padding:${padding}`;
  const styles = inherited?.[name];
  if (!styles) return `<style>${style}</style><div class="platen-header-footer" style="${box}">${filled}</div>`;
  const own = `html{font-size:${styles.rootSize}px}.platen-header-footer{${styles.declarations}}`;
  // An element of no kind that the document could have rules for.
  return (
    `<style>${style}${own}</style><style>${styles.css}</style>` +
    `<platen-header-footer class="platen-header-footer" style="display:block;${box}">${filled}</platen-header-footer>`
  );
}

/** Margins grown to the height of header and footer, so that nothing overlaps. */
export async function growMargins(
  page: Page,
  geometry: Geometry,
  options: ConversionRequest,
  context: HeaderFooterContext,
  rules: PageRules,
): Promise<Geometry> {
  if (!options.header && !options.footer) return geometry;
  const margins = marginsWith(geometry, rules);
  let grown = geometry;
  for (const name of HEADER_AND_FOOTER) {
    const part = options[name];
    if (!part) continue;
    const side = name === 'header' ? 'top' : 'bottom';
    const needed =
      part.height === undefined
        ? await page.call(fragmentHeight, headerFooterTemplate(name, part.source, context), geometry.paper.width)
        : pixelsOf(part.height);
    if (needed <= margins[side]) continue;
    grown = {
      ...grown,
      margin: { ...grown.margin, [side]: needed },
      explicitSides: [...new Set([...grown.explicitSides, side] as const)],
      sidesOfAll: [...grown.sidesOfAll, side],
    };
  }
  return grown;
}
