import { EngineError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import type { ConversionRequest } from '../request/request.ts';
import { type HeaderOrFooter, schemeOf } from './finish/header-footer-marks.ts';
import { hideHeaderFooter } from './finish/hide-header-footer.ts';
import { Unreadable } from './finish/syntax.ts';
import { isInRanges, pageNumbers } from './page-ranges.ts';

/**
 * Headers and footers that are not on every page. Chromium prints them on all: they are taken out of the others, where
 * all else stays as it was printed.
 */

type HeaderAndFooter = Pick<ConversionRequest, 'header' | 'footer'>;
type Part = NonNullable<HeaderAndFooter['header']>;

const isOnSome = ({ start_at: start, on }: Part): boolean => start > 1 || on !== undefined;

/** Whether the request has a header or footer that is not on every page. */
export const isOnSomePages = ({ header, footer }: HeaderAndFooter): boolean =>
  [header, footer].some((part) => part !== undefined && isOnSome(part));

/**
 * Whether a page shows a header or footer.
 * @param number as the whole document counts it, from 1
 * @param last the number of the last page of the PDF
 */
export function showsOn({ start_at: start, on }: Pick<Part, 'start_at' | 'on'>, number: number, last: number): boolean {
  if (number < start) return false;
  switch (on) {
    case undefined:
      return true;
    case 'first':
      return number === 1;
    case 'last':
      return number === last;
    case 'odd':
      return number % 2 === 1;
    case 'even':
      return number % 2 === 0;
    case 'not_first':
      return number > 1;
    default:
      return isInRanges(on, number);
  }
}

/** Gives links an address by which those of a header and of a footer are known in what is printed. */
export async function withMarkedLinks<P extends Part | undefined>(
  page: Page,
  name: HeaderOrFooter,
  part: P,
): Promise<P> {
  if (!part || !/<(?:a|area|svg:a)\b/i.test(part.source)) return part;
  return { ...part, source: await page.call(markLinks, part.source, schemeOf(name)) };
}

/** Runs in the page. @returns the template with `scheme` before the addresses that it links to */
function markLinks(source: string, scheme: string): string {
  const parsed = new DOMParser().parseFromString(source, 'text/html');
  for (const link of parsed.$querySelectorAll('a,area')) {
    for (const attribute of [...link.$attributes].filter(({ name }) => /^(?:xlink:)?href$/.test(name))) {
      // What is relative leads nowhere in a template.
      if (URL.canParse(attribute.value)) attribute.value = scheme + new URL(attribute.value).href;
    }
  }
  return parsed.head.$innerHTML + parsed.body.$innerHTML;
}

/** What was printed, and which pages of the document. */
interface Printed {
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly ranges: string;
}

/**
 * Takes headers and footers out of the pages that do not show them.
 * @param blank numbers of pages that are left blank for the sake of the next one: they show neither
 * @throws EngineError `invalid_header` when they cannot be found in what was printed
 */
export async function onTheirPages(
  { bytes, pages, ranges }: Printed,
  { header, footer }: HeaderAndFooter,
  blank: readonly number[],
): Promise<Uint8Array> {
  const leftBlank = new Set(blank);
  const numbers = pageNumbers(ranges, pages);
  const last = numbers.at(-1) ?? 0;
  const isHidden = (part: Part | undefined, number: number): boolean =>
    part !== undefined && (leftBlank.has(number) || !showsOn(part, number, last));
  const hidden = numbers.map((number) => ({ header: isHidden(header, number), footer: isHidden(footer, number) }));
  try {
    return await hideHeaderFooter(bytes, hidden);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    // A page that is left blank shows them rather than that the document fails; links are mended.
    if (!isOnSomePages({ header, footer })) return await hideHeaderFooter(bytes, []);
    const name = header !== undefined && (isOnSome(header) || footer === undefined) ? 'header' : 'footer';
    const field = (name === 'header' ? header : footer)?.on === undefined ? 'start_at' : 'on';
    const detail = `The ${name} cannot be left out of some pages: its styles hide where it begins. Leave out "${field}".`;
    throw new EngineError('invalid_header', detail, { pointer: `/${name}/${field}`, cause: error });
  }
}
