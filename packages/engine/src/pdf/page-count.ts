/**
 * Number of pages of a PDF that Chromium wrote: the largest `/Count` of a page tree node (ISO 32000-1, 7.7.3.2).
 * Chromium writes page tree nodes as plain objects, so that they can be found without a parser.
 */
export function countPages(pdf: Uint8Array): number {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  let pages = 0;
  for (let at = bytes.indexOf('/Type /Pages'); at >= 0; at = bytes.indexOf('/Type /Pages', at + 1)) {
    const end = bytes.indexOf('endobj', at);
    const node = bytes.subarray(at, end < 0 ? bytes.length : end).toString('latin1');
    pages = Math.max(pages, Number(/\/Count (\d+)/.exec(node)?.[1] ?? 0));
  }
  return pages;
}
