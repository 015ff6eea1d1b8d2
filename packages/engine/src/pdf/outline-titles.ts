import { outlineItems, retitle } from './finish/outline.ts';
import { patchFile } from './finish/patch.ts';
import { readDocument } from './finish/read.ts';
import { matchTitles } from './match-titles.ts';

/**
 * Gives the items of a PDF's outline the text that their headings have in the page. Chromium puts titles together from
 * what it paints: without a space where a line ends, from left to right, with hyphens at the end of lines, and once
 * more for every time that text is painted, as for a shadow, a repeated head, or a line that reaches into two pages.
 *
 * An item whose heading is not found keeps its title.
 * @param headings texts of the page's headings
 * @returns a PDF as Chromium writes it; `bytes` themselves when nothing is to be changed or they are not Chromium's
 */
export function withPageTitles(bytes: Uint8Array, headings: readonly string[]): Uint8Array {
  const own = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (headings.length === 0 || !own.includes('/Outlines')) return bytes;
  try {
    const document = readDocument(own);
    const items = outlineItems(document);
    const titles = matchTitles(
      items.map(({ title }) => title),
      headings,
    );
    let changed = false;
    for (const [index, item] of items.entries()) {
      const title = titles[index];
      if (title === undefined || title === item.title) continue;
      retitle(document, item, title);
      changed = true;
    }
    return changed ? patchFile(own, document) : bytes;
  } catch {
    // An outline with poor titles is better than no document.
    return bytes;
  }
}
