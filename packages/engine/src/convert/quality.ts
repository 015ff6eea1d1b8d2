import { type Area, type Bars, type ContentCovered, coveredInImage, readBars } from '../page/bars.ts';
import { type FontMissing, missingGlyphs } from '../page/glyphs.ts';
import type { Page } from '../page/page.ts';
import { dropIdleFilters, rasterizedText, type TextRasterized } from '../page/rasterized.ts';
import { findSuspects, type Suspects } from '../page/suspects.ts';
import { coveredInPdf } from '../pdf/covered.ts';

/** Warnings of what can be seen to be wrong in an output, though nothing failed. */
export type QualityWarning = FontMissing | ContentCovered | TextRasterized;

/** What was read of a page before it was printed. */
export interface PrintWatch {
  readonly suspects: Suspects;
  readonly bars: Bars;
  readonly rasterized: TextRasterized | undefined;
}

/** Reads what may come out wrong in print, and takes away filters that would make pictures of text for nothing. */
export async function watchPrint(page: Page): Promise<PrintWatch> {
  const suspects = await findSuspects(page);
  await dropIdleFilters(page, suspects);
  const [rasterized, bars] = await Promise.all([rasterizedText(page, suspects), readBars(page, suspects)]);
  return { suspects, bars, rasterized };
}

/** @param pdf as Chromium wrote it */
export async function printQuality(
  page: Page,
  { suspects, bars, rasterized }: PrintWatch,
  pdf: Uint8Array,
): Promise<QualityWarning[]> {
  return present([await missingGlyphs(page, suspects), coveredInPdf(pdf, bars), rasterized]);
}

/** @param area tells which part of the page is captured; asked for only if something may be covered there */
export async function imageQuality(page: Page, area: () => Promise<Area>): Promise<QualityWarning[]> {
  const suspects = await findSuspects(page);
  const covered = suspects.placed.length > 0 ? await coveredInImage(page, suspects, await area()) : undefined;
  return present([await missingGlyphs(page, suspects), covered]);
}

const present = (warnings: readonly (QualityWarning | undefined)[]): QualityWarning[] =>
  warnings.filter((warning) => warning !== undefined);
