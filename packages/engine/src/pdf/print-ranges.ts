import { CdpError } from '../cdp/connection.ts';
import { EngineError } from '../errors.ts';
import type { ConversionRequest } from '../request/request.ts';
import { blankPages } from './finish/blank-pages.ts';
import { clampRanges, rangesOf } from './page-ranges.ts';
import { checkCount, FIRST_PAGES, type Print } from './print-once.ts';

/**
 * Prints the pages that were asked for.
 * @throws EngineError `too_many_pages`, or `invalid_request` for page numbers that do not exist
 */
export async function printRanges(
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
