import { EngineError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import { pageNumbers } from './page-ranges.ts';
import { showRunning } from './paged/in-page/running-layer.ts';
import type { Running } from './paged/running.ts';
import { type Print, type Printing, printOnce } from './print-once.ts';

/**
 * Prints the running elements of each page of a document, where they stand on it and with nothing else.
 * @returns `undefined` when no page has any
 */
export async function printRunning(
  page: Page,
  running: Running,
  printed: Print,
  printing: Omit<Printing, 'headerFooter' | 'pageRanges'>,
): Promise<Uint8Array | undefined> {
  const numbers = pageNumbers(printed.ranges, printed.pages);
  const { pages, css } = running.pages(printed.bytes, numbers, printing.zoom);
  if (pages.every(({ boxes }) => boxes.length === 0)) return undefined;
  await page.call(showRunning, pages, css, running.counters);
  const { options, geometry } = printing;
  const whole = { ...geometry, margin: { top: 0, right: 0, bottom: 0, left: 0 } };
  const plain = { ...options, header: undefined, footer: undefined, tagged: false, outline: false };
  const headerFooter = { zoom: 1, hasAddress: false };
  const { bytes, pages: count } = await printOnce(page, {
    ...printing,
    options: plain,
    geometry: whole,
    headerFooter,
    pageRanges: '',
  });
  if (count !== numbers.length) {
    throw new EngineError('render_crashed', 'The running elements could not be drawn. Try again.');
  }
  return bytes;
}
