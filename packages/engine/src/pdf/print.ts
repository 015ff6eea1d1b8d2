import { setTimeout } from 'node:timers/promises';
import { CdpError, type CdpParams } from '../cdp/connection.ts';
import { EngineError } from '../errors.ts';
import type { FontMissing } from '../page/glyphs.ts';
import { headingTexts } from '../page/headings.ts';
import { linkAreas } from '../page/in-page/area-links.ts';
import { addStyleSheet } from '../page/in-page/change.ts';
import { holdWidth, scaleByStyle } from '../page/in-page/direction.ts';
import { documentSize } from '../page/in-page/measure.ts';
import { breakWords, clipOutside, heightOfContent, startAtLeft } from '../page/overflow.ts';
import type { Page } from '../page/page.ts';
import type { PrintWait } from '../page/print-wait.ts';
import { turnPages } from '../page/turn-pages.ts';
import { setViewport, type Viewport } from '../page/viewport.ts';
import { freezeViewportUnits } from '../page/viewport-units.ts';
import { inches } from '../request/length.ts';
import { LIMITS } from '../request/limits.ts';
import { LARGEST_SIDE } from '../request/paper.ts';
import type { ConversionRequest } from '../request/request.ts';
import { blankPages } from './finish/blank-pages.ts';
import type { FinishOptions } from './finish/finish.ts';
import { type Clipped, type Fit, fitToPaper } from './fit.ts';
import { type Geometry, geometryStyle, heightAround, marginsWith } from './geometry.ts';
import { EMPTY_TEMPLATE, growMargins, type HeaderFooterContext, headerFooterTemplate } from './header-footer.ts';
import { type HeaderFooterApart, headerFooterApart } from './header-footer-apart.ts';
import { missingInHeaderFooter } from './header-footer-glyphs.ts';
import { onTheirPages } from './header-footer-pages.ts';
import { withPageTitles } from './outline-titles.ts';
import { countPages } from './page-count.ts';
import { clampRanges, pageNumbers, rangesOf } from './page-ranges.ts';
import { growPages } from './paged/in-page/page-styles.ts';
import {
  openPaged,
  type PagedDocument,
  type PagedRules,
  type PagedSource,
  type PrintShop,
  type Settled,
  type Unsettled,
  type UnsupportedPlace,
} from './paged/paged.ts';
import { prepareHeaderFooter } from './prepare-header-footer.ts';
import { forgetTags, prepareTags } from './tagging.ts';

export interface PrintedPdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
  /** Blank pages that were left out. */
  readonly trimmed: number;
  /** Whether tags and outline that were asked for were left out, since making them would take too long. */
  readonly untagged: boolean;
  readonly clipped: Clipped;
  /** Scale of the content beside the one that was asked for: below 1 it was shrunk to fit. */
  readonly factor: number;
  /** Whether a page as tall as its content became several. */
  readonly split: boolean;
  /** Characters of a header or footer without a glyph. */
  readonly missing: FontMissing | undefined;
  /** What the style sheets ask for and is not done. */
  readonly unsupported: readonly UnsupportedPlace[];
  /** What still moved when it was printed, and may be shown wrong. */
  readonly unsettled: readonly Unsettled[];
  /** What is to be written into the file when it is finished. */
  readonly additions: Additions;
}

/** What of paged media Chromium does not write. */
export interface Additions extends Pick<FinishOptions, 'outline' | 'printerMarks' | 'grouped'> {
  /** The header and the footer, where they have to be printed by themselves. */
  readonly headerFooter?: HeaderFooterApart;
}

interface Fitted extends Print {
  /** Numbers of pages that are left blank for the sake of the next one. */
  readonly blank: readonly number[];
  readonly unsettled: readonly Unsettled[];
  readonly additions: Additions;
}

interface Print extends Pick<PrintedPdf, 'bytes' | 'pages' | 'trimmed'> {
  /** The pages of the document that were asked for. */
  readonly ranges: string;
}

/** One page more than is allowed: enough to know that there are too many, without painting them all. */
const FIRST_PAGES = `1-${LIMITS.pages + 1}`;
/** Milliseconds within which the end of a renderer is known after a print of it has failed. */
const CRASH_NEWS = 1_000;
/** Areas of image maps that become links. */
const MOST_AREAS = 2_000;
/** Bytes of one piece of a PDF that is read from Chromium. */
const PIECE = 4 * 1024 * 1024;

/** What is printed, and how. */
export interface PrintJob {
  readonly options: ConversionRequest;
  readonly geometry: Geometry;
  /** The viewport that the page is in. */
  readonly viewport: Viewport;
  /** Whether the document has an address of its own. */
  readonly hasAddress: boolean;
  /** Whether the document is to be measured first: paginating a height of millions of pages would not end. */
  readonly mayBeHuge: boolean;
  /** Whether something can change the document by itself: script, frames, animations. */
  readonly alive: boolean;
  /** Whether the document has so many elements that it is looked at how they are tagged. */
  readonly manyElements: boolean;
  /** Whether the PDF is read in pieces. A short one comes faster in one; a long one would be a very long text. */
  readonly inPieces: boolean;
  /** What is waited for before Chromium prints. */
  readonly wait: PrintWait;
  /** What is known of the document's style sheets without asking the page. */
  readonly source: PagedSource;
  /** What they ask for of paged media. */
  readonly rules: PagedRules | undefined;
}

/**
 * Prints a page whose style already has the rules of `printStyle`.
 * @throws EngineError `too_many_pages`, `invalid_header`, or `invalid_request` for page numbers that do not exist
 */
export async function printPdf(page: Page, given: PrintJob): Promise<PrintedPdf> {
  const { geometry, viewport } = given;
  const paged = given.rules && (await openPaged(page, given.source, given.rules));
  const { options, headerFooter } = await prepareHeaderFooter(page, given, paged?.leavesBlank === true);
  if (geometry.turned) await page.call(turnPages, geometry.turned);
  const fit = await fitToPaper(page, { options, geometry, viewport, alive: given.alive });
  const changed = fit.viewport.width !== viewport.width;
  if (changed) await setViewport(page, fit.viewport);
  if (fit.clip) await page.call(clipOutside, true, fit.viewport.width);
  const scaled = fit.zoom !== 1;
  if (scaled && fit.vertical) await page.call(scaleByStyle, fit.zoom);
  else if (scaled) await page.call(startAtLeft, true);
  // The paper becomes as tall as the document, which must not grow with it.
  const tall = geometry.paper.height === 'auto';
  const frozen = tall || fit.held !== undefined;
  if (frozen) await page.call(freezeViewportUnits, true, fit.held !== undefined);
  if (fit.held !== undefined) await page.call(holdWidth, fit.held, Math.floor(fit.held / relative(fit, options)));
  const mapped = mayHaveAreas(given.source);
  if (mapped) await page.call(linkAreas, true, MOST_AREAS);
  const tagging = await prepareTags(page, options, given.manyElements);
  const job = { ...given, options: tagging.options };
  // Chromium makes an outline of tags only.
  const outlined = job.options.outline ?? job.options.tagged;
  // Read while the page is laid out for the screen; without them the outline is as Chromium makes it.
  const headings = outlined ? headingTexts(page).catch(() => []) : [];
  try {
    const printed = await printFitted(page, job, { fit, headerFooter, paged });
    const { pages, trimmed } = printed;
    const shown = headerFooter.marked ? await onTheirPages(printed, options, printed.blank) : printed.bytes;
    const bytes = printed.additions.outline ? shown : withPageTitles(shown, await headings);
    const missing = await missingInHeaderFooter(page, options, headerFooter);
    const factor = relative(fit, options);
    return {
      bytes,
      pages,
      trimmed,
      clipped: fit.clipped,
      factor,
      untagged: tagging.untagged,
      missing,
      split: tall && pages > 1,
      unsupported: paged?.unsupported ?? [],
      unsettled: printed.unsettled,
      additions: { ...printed.additions, grouped: tagging.grouped },
    };
  } finally {
    // Another result of the page finds it as it was.
    if (given.manyElements) await forgetTags(page);
    await paged?.restore();
    if (mapped) await page.call(linkAreas, false, 0);
    if (frozen) await page.call(freezeViewportUnits, false, false);
    if (fit.held !== undefined) await page.call(holdWidth, 0, 0);
    if (fit.clip) await page.call(clipOutside, false, 0);
    if (geometry.turned) await page.call(turnPages, '');
    if (fit.broken) await page.call(breakWords, false, 0);
    if (scaled && fit.vertical) await page.call(scaleByStyle, 1);
    else if (scaled) await page.call(startAtLeft, false);
    // In its turn before what comes next: nobody waits for it when this was the last result.
    if (changed) setViewport(page, viewport).catch(() => {});
  }
}

/** Whether the page has to be asked for image maps. */
const mayHaveAreas = ({ html }: PagedSource): boolean =>
  html === undefined || /usemap|<script[^>]{0,200}\ssrc\b/i.test(html);

const relative = ({ zoom }: Fit, options: ConversionRequest): number => Math.min(1, zoom / options.zoom);

interface Prepared {
  readonly fit: Fit;
  readonly headerFooter: HeaderFooterContext;
  readonly paged: PagedDocument | undefined;
}

async function printFitted(page: Page, job: PrintJob, { fit, headerFooter: given, paged }: Prepared): Promise<Fitted> {
  const { options, geometry, mayBeHuge, inPieces, wait } = job;
  const { rules } = fit;
  // Chromium does not scale what is scaled already.
  const zoom = fit.vertical ? 1 : fit.zoom;
  const sides = marginsWith(geometry, rules);
  const measured = { ...given, sides };
  const grown = await growMargins(page, geometry, options, measured, rules);
  const isSpecial = rules.special !== '' && grown.explicitSides.length > 0;
  // In one sheet, since Chromium lets the later sheet win before it asks which page is meant more specially.
  if (options.header || options.footer || isSpecial) {
    await page.call(addStyleSheet, geometryStyle(grown) + (isSpecial ? rules.special : ''));
  }
  const printShop = paged?.printShop;
  const placed = printShop ? await withBleed(page, grown, fit, printShop.bleed) : grown;
  const bleed = printShop && placed !== grown ? printShop.bleed : 0;
  const headerFooter = { ...given, sides: { left: sides.left + bleed, right: sides.right + bleed } };
  if (mayBeHuge) await refuseHuge(page, placed, zoom);
  const { height: named } = placed.paper;
  const height = named === 'auto' ? heightAround((await page.call(heightOfContent)) * zoom, placed, rules) : named;
  // Chromium keeps the room of what is printed apart, and prints nothing there.
  const shown = given.apart ? { ...options, header: undefined, footer: undefined } : options;
  const common = { options: shown, zoom, height, geometry: placed, inPieces, wait };
  const settled = paged?.active ? await settle(page, paged, job, fit, () => layOut(page, common)) : {};
  const print = (pageRanges: string, total?: number) =>
    printOnce(page, { ...common, pageRanges, headerFooter: { ...headerFooter, total } });
  const printed = await printRanges(shown, print);
  const apart = async (): Promise<HeaderFooterApart> => {
    const numbers = pageNumbers(printed.ranges, printed.pages);
    const total = options.pages === undefined ? (numbers.at(-1) ?? 0) : (await layOut(page, common)).pages;
    return headerFooterApart(page, options, { numbers, total, settled, context: headerFooter });
  };
  return {
    ...printed,
    unsettled: settled.unsettled ?? [],
    blank: settled.blank ?? [],
    additions: {
      ...additionsOf(printed, settled, printShop),
      ...(given.apart ? { headerFooter: await apart() } : {}),
    },
  };
}

/** Fills in what depends on the pages. What is measured on the screen is as wide as on paper. */
async function settle(
  page: Page,
  paged: PagedDocument,
  { viewport }: PrintJob,
  fit: Fit,
  layOut: () => Promise<Print>,
): Promise<Settled> {
  const width = Math.floor(fit.available / fit.zoom);
  const resized = Math.abs(width - fit.viewport.width) > 1;
  if (resized) await setViewport(page, { ...viewport, width });
  const settled = await paged.settle(async () => (await layOut()).bytes, fit.zoom);
  if (resized) await setViewport(page, fit.viewport);
  return settled;
}

/** Paper that is larger on all sides by what is cut off later. */
async function withBleed(page: Page, geometry: Geometry, { paper }: Fit, bleed: number): Promise<Geometry> {
  if (paper === undefined || paper.height === 'auto') return geometry;
  const { margin } = geometry;
  const grown = { width: paper.width + 2 * bleed, height: paper.height + 2 * bleed };
  await page.call(growPages, bleed, grown.width, grown.height);
  return {
    ...geometry,
    paper: grown,
    margin: {
      ...{ top: margin.top + bleed, right: margin.right + bleed },
      ...{ bottom: margin.bottom + bleed, left: margin.left + bleed },
    },
  };
}

function additionsOf({ ranges, pages }: Print, { outline }: Settled, printShop: PrintShop | undefined): Additions {
  const indexes = new Map(pageNumbers(ranges, pages).map((number, index) => [number, index]));
  const points = (pixels: number) => pixels * (72 / 96);
  return {
    outline: outline?.flatMap((item) => {
      const page = indexes.get(item.page + 1);
      return page === undefined ? [] : [{ ...item, page }];
    }),
    printerMarks: printShop && { ...printShop, bleed: points(printShop.bleed) },
  };
}

async function printRanges(
  options: ConversionRequest,
  print: (pageRanges: string, total?: number) => Promise<Print>,
): Promise<Print> {
  if (options.pages === undefined) return await trimmed(options, checkCount(await print(FIRST_PAGES)), print);
  try {
    return checkCount(await print(options.pages.replaceAll(/\s/g, '')));
  } catch (error) {
    if (!(error instanceof CdpError)) throw error;
    // A range begins beyond the end: only the whole document tells where that is.
    const { pages } = await print(FIRST_PAGES);
    const ranges = clampRanges(options.pages, pages);
    if (ranges === undefined) {
      throw new EngineError('invalid_request', `"pages" names no page of the document, which has ${pages}.`, {
        pointer: '/pages',
      });
    }
    return await print(ranges);
  }
}

/**
 * Prints again without the blank pages: what Chromium writes then is right in every part, tags, outline and links. The
 * pages that stay keep their numbers, so that the last of them tells how many there are.
 */
async function trimmed(
  options: ConversionRequest,
  printed: Print,
  print: (pageRanges: string, total: number) => Promise<Print>,
): Promise<Print> {
  const mode = options.trim_blank_pages ?? (options.remove_blank === false ? 'none' : 'last');
  if (mode === 'none' || printed.pages < 2) return printed;
  const blank = new Set(blankPages(printed.bytes, options.header !== undefined || options.footer !== undefined, mode));
  let total = printed.pages;
  while (total > 1 && blank.has(total - 1)) total -= 1;
  const kept = Array.from({ length: total }, (_, index) => index).filter(
    (index) => index === total - 1 || mode === 'last' || !blank.has(index),
  );
  if (kept.length === printed.pages) return printed;
  const again = await print(rangesOf(kept), total);
  return { ...again, trimmed: printed.pages - kept.length };
}

function checkCount(printed: Print): Print {
  if (printed.pages > LIMITS.pages) throw tooManyPages();
  return printed;
}

function tooManyPages(): EngineError {
  return new EngineError(
    'too_many_pages',
    `The document has more than ${LIMITS.pages} pages. Split it, or choose "pages".`,
  );
}

interface Printing {
  readonly options: ConversionRequest;
  /** Scale of the document. */
  readonly zoom: number;
  readonly geometry: Geometry;
  /** Height of the paper in CSS pixels. */
  readonly height: number;
  readonly headerFooter: HeaderFooterContext;
  readonly pageRanges: string;
  readonly inPieces: boolean;
  readonly wait: PrintWait;
}

/** Prints what is only needed to know where everything lies. */
async function layOut(
  page: Page,
  { options, ...printing }: Omit<Printing, 'headerFooter' | 'pageRanges'>,
): Promise<Print> {
  const plain: ConversionRequest = { ...options, header: undefined, footer: undefined, tagged: false, outline: false };
  const headerFooter = { zoom: 1, hasAddress: false };
  return checkCount(await printOnce(page, { ...printing, options: plain, headerFooter, pageRanges: FIRST_PAGES }));
}

async function printOnce(page: Page, printing: Printing): Promise<Print> {
  const { options, zoom, geometry, height, headerFooter, pageRanges, inPieces, wait } = printing;
  const { header, footer } = options;
  const { paper, margin } = geometry;
  try {
    const command: CdpParams<'Page.printToPDF'> = {
      printBackground: !options.disable_backgrounds,
      preferCSSPageSize: paper.height !== 'auto',
      paperWidth: inches(paper.width),
      paperHeight: inches(height),
      marginTop: inches(margin.top),
      marginRight: inches(margin.right),
      marginBottom: inches(margin.bottom),
      marginLeft: inches(margin.left),
      scale: zoom,
      pageRanges,
      displayHeaderFooter: header !== undefined || footer !== undefined,
      headerTemplate: header ? headerFooterTemplate('header', header.source, headerFooter) : EMPTY_TEMPLATE,
      footerTemplate: footer ? headerFooterTemplate('footer', footer.source, headerFooter) : EMPTY_TEMPLATE,
      // Tags that are not wanted are taken out when the file is finished.
      generateTaggedPDF: options.tagged || options.outline === true,
      generateDocumentOutline: options.outline ?? options.tagged,
      transferMode: inPieces ? 'ReturnAsStream' : 'ReturnAsBase64',
    };
    const { data, stream } = await wait.during(() => page.session.send('Page.printToPDF', command));
    const bytes = stream === undefined ? Buffer.from(data, 'base64') : await readStream(page, stream);
    return { bytes, pages: countPages(bytes), trimmed: 0, ranges: pageRanges };
  } catch (error) {
    const failed = error instanceof CdpError && /printing failed/i.test(error.reason);
    // A renderer that ends while it prints, as one that is killed for its memory, tells of it a moment later.
    if (failed) await Promise.race([page.crashed, setTimeout(CRASH_NEWS, undefined, { ref: false })]);
    if (failed && (header || footer)) {
      throw new EngineError(
        'invalid_header',
        'The header or footer cannot be printed. Use plain HTML with inline styles and data: images.',
        {
          pointer: header ? '/header/source' : '/footer/source',
        },
      );
    }
    if (error instanceof CdpError && /content area is empty/i.test(error.reason)) throw noSpace(options);
    throw error;
  }
}

function noSpace({ header, footer }: ConversionRequest): EngineError {
  if (!header && !footer) {
    const detail = 'The margins leave no space for the document on its paper. Make them smaller.';
    return new EngineError('invalid_request', detail, { pointer: '/margin' });
  }
  return new EngineError('invalid_header', 'The header and footer leave no space for the document on its paper.', {
    pointer: header ? '/header/source' : '/footer/source',
  });
}

async function readStream({ session }: Page, handle: string): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  for (;;) {
    const { data, eof, base64Encoded } = await session.send('IO.read', { handle, size: PIECE });
    if (data !== '') pieces.push(Buffer.from(data, base64Encoded ? 'base64' : 'latin1'));
    if (eof) break;
  }
  session.send('IO.close', { handle }).catch(() => {});
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
}

/** The screen's layout is not that of the paper: what has twice the limit is refused unprinted, the rest is counted. */
async function refuseHuge(page: Page, { paper, margin }: Geometry, zoom: number): Promise<void> {
  const { height } = await page.call(documentSize);
  const available = paper.height === 'auto' ? LARGEST_SIDE : Math.max(1, paper.height - margin.top - margin.bottom);
  if ((height * zoom) / available > 2 * LIMITS.pages) throw tooManyPages();
}
