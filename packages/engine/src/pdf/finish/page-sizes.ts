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
  const document = readDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const found = new Map<string, { readonly size: PageSize; count: number }>();
  for (const page of listPages(document)) {
    const { width, height } = pageBox(document, page);
    const key = `${width.toFixed(2)} ${height.toFixed(2)}`;
    const known = found.get(key);
    if (known) known.count += 1;
    else found.set(key, { size: { width, height }, count: 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count).map(({ size }) => size);
}
