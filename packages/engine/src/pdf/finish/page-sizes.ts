import { listPages } from './pages.ts';
import { readDocument } from './read.ts';
import { pageBox } from './stamp.ts';

export interface PageSize {
  /** Points. */
  readonly width: number;
  readonly height: number;
}

/**
 * Sizes of the pages of a PDF of Chromium's, each once, the most frequent first: for each of them a watermark is
 * drawn.
 * @throws Unreadable for a PDF of another program
 */
export function pageSizes(bytes: Uint8Array): readonly PageSize[] {
  const found = new Map<string, { readonly size: PageSize; count: number }>();
  for (const size of sizesOfPages(bytes)) {
    const { width, height } = size;
    const key = `${width.toFixed(2)} ${height.toFixed(2)}`;
    const known = found.get(key);
    if (known) known.count += 1;
    else found.set(key, { size, count: 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count).map(({ size }) => size);
}

/** The size of each page. @throws Unreadable for a PDF of another program */
export function sizesOfPages(bytes: Uint8Array): readonly PageSize[] {
  const document = readDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return listPages(document).map((page) => {
    const { width, height } = pageBox(document, page);
    return { width, height };
  });
}
