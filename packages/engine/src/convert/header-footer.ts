import { isDeepStrictEqual } from 'node:util';
import { EngineError } from '../errors.ts';
import { DOCUMENT_ORIGIN } from '../page/open.ts';
import { sizesOfPages } from '../pdf/finish/page-sizes.ts';
import type { HeaderFooterApart } from '../pdf/header-footer-apart.ts';
import { headerFooterHtml } from '../pdf/header-footer-html.ts';
import { fault } from '../request/fault.ts';
import type { ConversionRequest } from '../request/request.ts';
import { validateRequest } from '../request/validate.ts';
import type { Warning, WarningCode, WarningItem } from '../warnings.ts';
import type { PrintApart } from './watermark.ts';

export interface PrintedHeaderFooter {
  /** With as many pages as the document. */
  readonly pdf: Uint8Array;
  /** What was missing when it was printed, such as a picture. */
  readonly warnings: readonly Warning[];
}

/** What may be missing in a header or footer; the rest of what is told is about the document that it is printed in, which is ours. */
const MISSING: ReadonlySet<WarningCode> = new Set([
  'resource_failed',
  'resource_blocked',
  'font_missing',
  'text_rasterized',
]);

/**
 * Prints the header and the footer of each page of a PDF.
 * @param known what was told of the document already
 */
export async function printHeaderFooter(
  apart: HeaderFooterApart,
  pdf: Uint8Array,
  known: readonly Warning[],
  print: PrintApart,
): Promise<PrintedHeaderFooter> {
  const html = headerFooterHtml(apart, sizesOfPages(pdf));
  const request = validateRequest({ source: { html }, tagged: false, outline: false, trim_blank_pages: 'none' }, 'pdf');
  const { outputs, warnings } = await print({ ...request, outputs: [{ format: 'pdf', options: request.options }] });
  const [printed] = outputs;
  if (!printed || printed.pages !== apart.pages.length) {
    throw new EngineError('render_crashed', 'The header and footer could not be drawn. Try again.');
  }
  const told = warnings.filter((warning) => MISSING.has(warning.code) && !isKnown(warning, known));
  return { pdf: printed.bytes, warnings: told.map((one) => ({ ...one, message: `Header or footer: ${one.message}` })) };
}

/** The error of the part that is the larger one. */
export function headerFooterTooLarge({ header, footer }: Pick<ConversionRequest, 'header' | 'footer'>): EngineError {
  if (!header && !footer) {
    const much = 'printed for all pages they have more than 10 MB, or too many objects';
    return fault(
      'invalid_header',
      '/source',
      `The running elements are too large: ${much}. Make their pictures smaller.`,
    );
  }
  const name = (header?.source.length ?? 0) >= (footer?.source.length ?? 0) ? 'header' : 'footer';
  const detail = `The ${name} is too large: printed for all pages it has more than 10 MB, or too many objects. Make its pictures smaller.`;
  return fault('invalid_header', `/${name}/source`, detail);
}

/**
 * Whether all files that a warning names are known to be missing: the document asks for pictures of its header too, and an
 * address without a host means nothing but there.
 */
function isKnown({ code, detail }: Warning, known: readonly Warning[]): boolean {
  const named = known.filter((one) => one.code === code).flatMap((one) => itemsOf(one.detail));
  const items = itemsOf(detail);
  return (
    items.length > 0 && items.every((item) => isOurs(item) || named.some((other) => isDeepStrictEqual(item, other)))
  );
}

const isOurs = ({ address }: WarningItem): boolean => String(address).startsWith(`${DOCUMENT_ORIGIN}/`);

function itemsOf(detail: Warning['detail']): readonly WarningItem[] {
  const items = detail?.items;
  return typeof items === 'object' ? items : [];
}
