import type { FontMissing } from '../page/glyphs.ts';
import { headingTexts } from '../page/headings.ts';
import { linkAreas } from '../page/in-page/area-links.ts';
import { addStyleSheet, showSkipped } from '../page/in-page/change.ts';
import { holdWidth, scaleByStyle } from '../page/in-page/direction.ts';
import { documentSize } from '../page/in-page/measure.ts';
import { breakWords, clipOutside, heightOfContent, startAtLeft } from '../page/overflow.ts';
import type { Page } from '../page/page.ts';
import type { PrintWait } from '../page/print-wait.ts';
import { keepingRevealed } from '../page/reveal.ts';
import { turnPages } from '../page/turn-pages.ts';
import { setViewport, type Viewport } from '../page/viewport.ts';
import { freezeViewportUnits } from '../page/viewport-units.ts';
import { LIMITS } from '../request/limits.ts';
import { LARGEST_SIDE } from '../request/paper.ts';
import type { ConversionRequest } from '../request/request.ts';
import { type BleedPlan, holdBetweenMargins, planBleed, printBleeding, withBleed } from './bleed.ts';
import type { FinishOptions } from './finish/finish.ts';
import { type Clipped, type Fit, fitToPaper, type Measures } from './fit.ts';
import type { AllLeftOut } from './form/fields.ts';
import { type DocumentForms, placeForms, printFields, removeForms } from './form/forms.ts';
import { type Geometry, geometryStyle, heightAround, marginsWith } from './geometry.ts';
import { growMargins, type HeaderFooterContext } from './header-footer.ts';
import { type HeaderFooterApart, headerFooterApart } from './header-footer-apart.ts';
import { missingInHeaderFooter } from './header-footer-glyphs.ts';
import { onTheirPages } from './header-footer-pages.ts';
import { withPageTitles } from './outline-titles.ts';
import { pageNumbers } from './page-ranges.ts';
import { hideMarginBoxes } from './paged/in-page/nth-rules.ts';
import { numberPages } from './paged/nth-pages.ts';
import { openPaged } from './paged/paged.ts';
import type { PagedRules, PagedSource } from './paged/read.ts';
import type { PagedDocument, PrintShop, Settled } from './paged/settling.ts';
import type { Unsettled } from './paged/unsettled.ts';
import type { UnsupportedPlace } from './paged/unsupported.ts';
import { prepareHeaderFooter } from './prepare-header-footer.ts';
import { printNth } from './print-nth.ts';
import { layOut, type Print, printOnce, tooManyPages } from './print-once.ts';
import { printRanges } from './print-ranges.ts';
import { printRunning } from './print-running.ts';
import { hasSoftHyphens, searchable } from './soft-hyphens.ts';
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
  /** Controls of forms that became no fields, where fields were asked for. */
  readonly leftOut: AllLeftOut;
  /** What is to be written into the file when it is finished. */
  readonly additions: Additions;
}

const NONE_LEFT_OUT: AllLeftOut = { first: [], count: 0 };

/** What of paged media Chromium does not write. */
export interface Additions extends Pick<FinishOptions, 'outline' | 'printerMarks' | 'grouped' | 'form'> {
  /** The header and the footer, where they have to be printed by themselves. */
  readonly headerFooter?: HeaderFooterApart;
  /** A PDF with the running elements of each page. */
  readonly running?: Uint8Array;
  /** PDFs with the margin boxes of the pages, where they are printed by themselves. */
  readonly margins?: FinishOptions['margins'];
}

interface Fitted extends Print {
  /** Numbers of pages that are left blank for the sake of the next one. */
  readonly blank: readonly number[];
  readonly unsettled: readonly Unsettled[];
  readonly leftOut: AllLeftOut;
  readonly additions: Additions;
}

/** Areas of image maps that become links. */
const MOST_AREAS = 2_000;

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
  /** Whether the page shows anything on scrolling. */
  readonly reveals: boolean;
  /** Whether the document has so many elements that it is looked at how they are tagged. */
  readonly manyElements: boolean;
  /** Whether the PDF is read in pieces. A short one comes faster in one; a long one would be a very long text. */
  readonly inPieces: boolean;
  /** Whether nothing is asked of the page afterwards: then it is not laid out for its old viewport again. */
  readonly last: boolean;
  /** What is waited for before Chromium prints. */
  readonly wait: PrintWait;
  /** What is known of the document's style sheets without asking the page. */
  readonly source: PagedSource;
  /** What they ask for of paged media. */
  readonly rules: PagedRules | undefined;
  /** What was measured of the document as it is, if it was. */
  readonly measured: Promise<Measures> | undefined;
}

/**
 * Prints a page whose style already has the rules of `printStyle`.
 * @throws EngineError `too_many_pages`, `invalid_header`, or `invalid_request` for page numbers that do not exist
 */
export async function printPdf(page: Page, given: PrintJob): Promise<PrintedPdf> {
  const { geometry } = given;
  const paged = given.rules && (await openPaged(page, given.source, given.rules));
  const { options, headerFooter } = await prepareHeaderFooter(page, given, paged?.leavesBlank === true);
  if (geometry.turned) await page.call(turnPages, geometry.turned);
  const { alive, reveals } = given;
  const found = await given.measured;
  // It is printed in any case; else it would be measured by the room that is kept for it.
  const shown = maySkip(given.source) && (await page.call(showSkipped)) > 0;
  const rewritten = shown || (paged !== undefined && (paged.active || paged.hyphenated));
  const measured = rewritten ? undefined : found;
  // What was written into the style sheets, or into the text, is measured in the usual window.
  if (found && !measured) await setViewport(page, given.viewport);
  const planned = async () => {
    const bleeding = await planBleed(page, { options, geometry, viewport: given.viewport, paged });
    const viewport = bleeding?.viewport ?? given.viewport;
    const fit = bleeding
      ? unfitted(await fitToPaper(page, { options: { ...options, fit: 'none' }, geometry, viewport, alive }))
      : await fitToPaper(page, { options, geometry, viewport, alive, measured });
    const changed = fit.viewport.width !== viewport.width;
    if (changed) await setViewport(page, fit.viewport);
    return { bleeding, viewport, fit, changed };
  };
  const { bleeding, viewport, fit, changed } = await keepingRevealed(page, reveals, planned);
  if (bleeding) await holdBetweenMargins(page, bleeding.viewport);
  else if (fit.clip) await page.call(clipOutside, true, fit.viewport.width);
  const scaled = fit.zoom !== 1;
  if (scaled && fit.vertical) await page.call(scaleByStyle, fit.zoom);
  else if (scaled) await page.call(startAtLeft, true);
  // The paper becomes as tall as the document, which must not grow with it.
  const tall = geometry.paper.height === 'auto';
  const frozen = tall || fit.held !== undefined || bleeding !== undefined;
  if (frozen) await page.call(freezeViewportUnits, true, fit.held !== undefined || bleeding !== undefined);
  if (fit.held !== undefined) await page.call(holdWidth, fit.held, Math.floor(fit.held / relative(fit, options)));
  const linked = mayHaveAreas(given.source) ? await page.call(linkAreas, true, MOST_AREAS) : 0;
  const forms = options.forms ? await placeForms(page) : undefined;
  const asMeasured = !(rewritten || bleeding || fit.clip || scaled || frozen || linked > 0 || forms);
  const tagging = await prepareTags(page, options, given.manyElements);
  const job = { ...given, viewport, options: tagging.options };
  // Chromium makes an outline of tags only.
  const outlined = job.options.outline ?? job.options.tagged;
  // Read while the page is laid out for the screen; without them the outline is as Chromium makes it.
  const headings = outlined ? headingTexts(page).catch(() => []) : [];
  let left = false;
  try {
    const made = await printFitted(page, job, {
      ...{ fit, headerFooter, paged, forms, bleeding },
      height: asMeasured ? fit.height : undefined,
    });
    const printed = paged?.hyphenated || hasSoftHyphens(given.source.html) ? await searchable(made) : made;
    const { pages, trimmed } = printed;
    const shown = headerFooter.marked ? await onTheirPages(printed, options, printed.blank) : printed.bytes;
    const bytes = printed.additions.outline ? shown : withPageTitles(shown, await headings);
    // What is printed apart tells of its own characters, among them those of named strings.
    const missing = headerFooter.apart ? undefined : await missingInHeaderFooter(page, options, headerFooter);
    const factor = relative(fit, options);
    left = given.last;
    return {
      bytes,
      pages,
      trimmed,
      clipped: fit.clipped,
      factor,
      untagged: tagging.untagged,
      missing,
      split: tall && pages > 1,
      unsupported: (await paged?.unsupported()) ?? [],
      unsettled: printed.unsettled,
      leftOut: printed.leftOut,
      additions: { ...printed.additions, grouped: tagging.grouped },
    };
  } finally {
    // Another result of the page finds it as it was.
    if (tagging.changed) await forgetTags(page);
    await paged?.restore();
    if (forms) await removeForms(page);
    if (linked > 0) await page.call(linkAreas, false, 0);
    if (frozen) await page.call(freezeViewportUnits, false, false);
    if (fit.held !== undefined) await page.call(holdWidth, 0, 0);
    if (bleeding) await holdBetweenMargins(page, undefined);
    else if (fit.clip) await page.call(clipOutside, false, 0);
    if (geometry.turned) await page.call(turnPages, '');
    if (fit.broken) await page.call(breakWords, false, 0);
    if (scaled && fit.vertical) await page.call(scaleByStyle, 1);
    else if (scaled) await page.call(startAtLeft, false);
    // In its turn before what comes next, which may also be another document that took the place of this one.
    if (!left && (changed || bleeding)) setViewport(page, given.viewport).catch(() => {});
  }
}

/** Whether something of the document may be laid out once it is seen only. */
const maySkip = ({ html, css }: PagedSource): boolean =>
  html === undefined || /content-visibility|<link|<script|@import|^https?:|\\/i.test(`${css ?? ''}${html}`);

/** Whether the page has to be asked for image maps. */
const mayHaveAreas = ({ html }: PagedSource): boolean =>
  html === undefined || /usemap|<script[^>]{0,200}\ssrc\b/i.test(html);

const relative = ({ zoom }: Fit, options: ConversionRequest): number => Math.min(1, zoom / options.zoom);

interface Prepared {
  readonly fit: Fit;
  readonly headerFooter: HeaderFooterContext;
  readonly paged: PagedDocument | undefined;
  readonly forms: DocumentForms | undefined;
  readonly bleeding: BleedPlan | undefined;
  /** CSS pixels that the document is tall on the screen, where that is known. */
  readonly height: number | undefined;
}

/** What reaches into the bleed is on the paper. */
const unfitted = (fit: Fit): Fit => ({ ...fit, clipped: { ...fit.clipped, outside: 0 } });

async function printFitted(page: Page, job: PrintJob, prepared: Prepared): Promise<Fitted> {
  const { fit, headerFooter: given, paged, forms, bleeding } = prepared;
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
  if (mayBeHuge) await refuseHuge(page, placed, zoom, prepared.height);
  const { height: named } = placed.paper;
  const height = named === 'auto' ? heightAround((await page.call(heightOfContent)) * zoom, placed, rules) : named;
  // Chromium keeps the room of what is printed apart, and prints nothing there.
  const shown = given.apart ? { ...options, header: undefined, footer: undefined } : options;
  const common = { options: shown, zoom, height, geometry: placed, inPieces, wait };
  const settled = paged?.active ? await settle(page, paged, job, fit, () => layOut(page, common)) : {};
  const byNumber = paged !== undefined && paged.nth.length > 0;
  if (byNumber && bleeding) paged.tell('@page :nth() and :last, beside content in the bleed');
  if (byNumber && !bleeding) await page.call(hideMarginBoxes, true);
  const printWith = (geometry: Geometry, pageRanges: string, total?: number) =>
    printOnce(page, { ...common, geometry, pageRanges, headerFooter: { ...headerFooter, total } });
  const bled = bleeding && (await printBleeding(page, bleeding, common, printWith));
  if (bleeding && !bled) paged?.tell('content in the bleed, since it would break the pages elsewhere');
  const printed = bled?.printed ?? (await printRanges(shown, (ranges, total) => printWith(placed, ranges, total)));
  const apart = async (): Promise<HeaderFooterApart> => {
    const numbers = pageNumbers(printed.ranges, printed.pages);
    const total = options.pages === undefined ? (numbers.at(-1) ?? 0) : (await layOut(page, common)).pages;
    return headerFooterApart(page, options, { numbers, total, settled, context: headerFooter });
  };
  const nthMargins = async () => {
    // Pages that are left out are counted.
    const last = pageNumbers(printed.ranges, printed.pages).at(-1) ?? 0;
    const total = options.pages === undefined ? last : (await layOut(page, common)).pages;
    const numbered = settled.numbered?.(total) ?? numberPages([], total);
    const tell = (what: string) => paged?.tell(what);
    return printNth(page, { rules: paged?.nth ?? [], numbered, tell }, printed, common);
  };
  const additions = {
    ...additionsOf(printed, settled, printShop),
    ...(given.apart ? { headerFooter: await apart() } : {}),
  };
  const margins = byNumber && !bleeding ? await nthMargins() : bled?.margins;
  const fields = forms && (await printFields(page, forms, printed, common));
  // Last, since nothing of the document shows then.
  const running = settled.running && (await printRunning(page, settled.running, printed, common));
  return {
    ...printed,
    unsettled: settled.unsettled ?? [],
    blank: settled.blank ?? [],
    leftOut: fields?.left ?? NONE_LEFT_OUT,
    additions: {
      ...additions,
      form: fields?.form,
      ...(running ? { running } : {}),
      ...(margins ? { margins } : {}),
    },
  };
}

/**
 * Fills in what depends on the pages. What is measured on the screen is as wide as on paper; what is wider than the
 * narrowest paper would make all pages smaller.
 */
async function settle(
  page: Page,
  paged: PagedDocument,
  { viewport, geometry }: PrintJob,
  fit: Fit,
  layOut: () => Promise<Print>,
): Promise<Settled> {
  const width = Math.floor(fit.narrowest / fit.zoom);
  const resized = Math.abs(width - fit.viewport.width) > 1;
  if (resized) await setViewport(page, { ...viewport, width });
  const alike = fit.paper !== undefined && fit.rules.special === '';
  const { height: paperHeight } = fit.paper ?? geometry.paper;
  const { top, bottom } = marginsWith(geometry, fit.rules);
  const height = ((paperHeight === 'auto' ? LARGEST_SIDE : paperHeight) - top - bottom) / fit.zoom;
  const settled = await paged.settle(async () => (await layOut()).bytes, { zoom: fit.zoom, alike, height });
  if (resized) await setViewport(page, fit.viewport);
  return settled;
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

/** The screen's layout is not that of the paper: what has twice the limit is refused unprinted, the rest is counted. */
async function refuseHuge(page: Page, { paper, margin }: Geometry, zoom: number, known?: number): Promise<void> {
  const height = known ?? (await page.call(documentSize)).height;
  const available = paper.height === 'auto' ? LARGEST_SIDE : Math.max(1, paper.height - margin.top - margin.bottom);
  if ((height * zoom) / available > 2 * LIMITS.pages) throw tooManyPages();
}
