import { type Area, type Bars, type ContentCovered, coveredInImage, readBars } from '../page/bars.ts';
import { type Candidates, findCandidates } from '../page/candidates.ts';
import { type FontMissing, missingGlyphs } from '../page/glyphs.ts';
import { hideOffScreen } from '../page/off-screen.ts';
import type { Page } from '../page/page.ts';
import { dropIdleFilters, type Rasterized, rasterizedContent } from '../page/rasterized.ts';
import { coveredInPdf } from '../pdf/covered.ts';

/** Warnings of what can be seen to be wrong in an output, though nothing failed. */
export type QualityWarning = FontMissing | ContentCovered | Rasterized;

/** What was read of a page before it was printed. */
export interface PrintWatch {
  readonly candidates: Candidates;
  readonly bars: Bars;
  readonly rasterized: readonly Rasterized[];
}

/** Reads what may come out wrong in print, takes away filters that would make pictures of text for nothing, and hides what waits outside of the window. */
export async function watchPrint(page: Page): Promise<PrintWatch> {
  const candidates = await findCandidates(page);
  await Promise.all([dropIdleFilters(page, candidates), hideOffScreen(page, candidates)]);
  const [rasterized, bars] = await Promise.all([rasterizedContent(page, candidates), readBars(page, candidates)]);
  return { candidates, bars, rasterized };
}

/** @param pdf as Chromium wrote it */
export async function printQuality(
  page: Page,
  { candidates, bars, rasterized }: PrintWatch,
  pdf: Uint8Array,
): Promise<QualityWarning[]> {
  return present([await missingGlyphs(page, candidates), coveredInPdf(pdf, bars), ...rasterized]);
}

/** @param area tells which part of the page is captured; asked for only if something may be covered there */
export async function imageQuality(page: Page, area: () => Promise<Area>): Promise<QualityWarning[]> {
  const candidates = await findCandidates(page);
  const covered = candidates.placed.length > 0 ? await coveredInImage(page, candidates, await area()) : undefined;
  return present([await missingGlyphs(page, candidates), covered]);
}

const present = (warnings: readonly (QualityWarning | undefined)[]): QualityWarning[] =>
  warnings.filter((warning) => warning !== undefined);
