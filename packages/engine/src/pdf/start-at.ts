import { EngineError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import type { ConversionRequest } from '../request/request.ts';
import { type HeaderOrFooter, schemeOf } from './finish/header-footer-marks.ts';
import { hideHeaderFooter } from './finish/hide-header-footer.ts';
import { Unreadable } from './finish/syntax.ts';
import { pageNumbers } from './page-ranges.ts';

/**
 * Headers and footers that begin on a later page. Chromium prints them on all: they are taken out of the pages before,
 * where all else stays as it was printed.
 */

type HeaderAndFooter = Pick<ConversionRequest, 'header' | 'footer'>;

/** Whether a header or footer begins on a later page than the first. */
export const startsLate = ({ header, footer }: HeaderAndFooter): boolean =>
  (header?.start_at ?? 1) > 1 || (footer?.start_at ?? 1) > 1;

/** Gives links an address by which those of a header and of a footer are known in what is printed. */
export async function withMarkedLinks<P extends HeaderAndFooter['header']>(
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
  for (const link of parsed.querySelectorAll('a,area')) {
    for (const attribute of [...link.attributes].filter(({ localName }) => localName === 'href')) {
      // What is relative leads nowhere in a template.
      if (URL.canParse(attribute.value)) attribute.value = scheme + new URL(attribute.value).href;
    }
  }
  return parsed.head.innerHTML + parsed.body.innerHTML;
}

/** What was printed, and which pages of the document. */
interface Printed {
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly ranges: string;
}

/** Takes headers and footers out of the pages before those that they begin on. */
export async function withoutEarlyHeaderFooter(
  { bytes, pages, ranges }: Printed,
  headerFooter: HeaderAndFooter,
): Promise<Uint8Array> {
  if (!startsLate(headerFooter)) return bytes;
  const numbers = pageNumbers(ranges, pages);
  const before = (start = 1) => numbers.filter((number) => number < start).length;
  try {
    return await hideHeaderFooter(bytes, {
      header: before(headerFooter.header?.start_at),
      footer: before(headerFooter.footer?.start_at),
    });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const name = (headerFooter.header?.start_at ?? 1) > 1 ? 'header' : 'footer';
    const detail = `The ${name} cannot begin on a later page: its styles hide where it begins. Leave out "start_at".`;
    throw new EngineError('invalid_header', detail, { pointer: `/${name}/start_at`, cause: error });
  }
}
