import { EngineError } from '../errors.ts';
import { sizesOfPages } from '../pdf/finish/page-sizes.ts';
import type { HeaderFooterApart } from '../pdf/header-footer-apart.ts';
import { headerFooterHtml } from '../pdf/header-footer-html.ts';
import { validateRequest } from '../request/validate.ts';
import type { PrintApart } from './watermark.ts';

/** Prints the header and the footer of each page of a PDF. @returns a PDF with as many pages */
export async function printHeaderFooter(
  apart: HeaderFooterApart,
  pdf: Uint8Array,
  print: PrintApart,
): Promise<Uint8Array> {
  const html = headerFooterHtml(apart, sizesOfPages(pdf));
  const request = validateRequest({ source: { html }, tagged: false, outline: false, trim_blank_pages: 'none' }, 'pdf');
  const { outputs } = await print({ ...request, outputs: [{ format: 'pdf', options: request.options }] });
  const [printed] = outputs;
  if (!printed || printed.pages !== apart.pages.length) {
    throw new EngineError('render_crashed', 'The header and footer could not be drawn. Try again.');
  }
  return printed.bytes;
}
