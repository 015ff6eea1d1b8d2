import type { PdfDocument } from '../finish/document.ts';
import { listPages } from '../finish/pages.ts';
import { readDocument } from '../finish/read.ts';
import { isDictionary, Ref } from '../finish/value.ts';

/** Where an element begins: the page, from 0, and CSS pixels from the corner of what is between its margins. */
export interface Place {
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

export interface Places {
  readonly pages: number;
  readonly of: ReadonlyMap<string, Place>;
}

const PIXELS_PER_POINT = 96 / 72;

/**
 * Reads where elements came to lie that something links to (ISO 32000-1, 12.3.2.3): Chromium writes a named
 * destination for each, also for links that do not show. It counts from the corner of the paper what it lays out from
 * the corner of the page's content, so that margins need not be known.
 * @param pdf as Chromium wrote it
 */
export function readPlaces(pdf: Uint8Array, zoom: number): Places {
  const document = readDocument(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  const pages = listPages(document);
  const numbers = new Map(pages.map(({ number }, index) => [number, index]));
  const heights = pages.map(({ dictionary }) => heightOf(document, dictionary.get('MediaBox')));
  const of = new Map<string, Place>();
  const names = document.resolve(document.dictionary(document.trailer.get('Root')).get('Dests'));
  if (isDictionary(names)) {
    for (const [name, value] of names) {
      const destination = document.resolve(value);
      if (!Array.isArray(destination)) continue;
      const [reference, , x, y] = destination;
      const page = reference instanceof Ref ? numbers.get(reference.number) : undefined;
      if (page === undefined || typeof x !== 'number' || typeof y !== 'number') continue;
      const scale = PIXELS_PER_POINT / zoom;
      of.set(decoded(name), { page, x: x * scale, y: ((heights[page] as number) - y) * scale });
    }
  }
  return { pages: pages.length, of };
}

function heightOf(document: PdfDocument, value: Parameters<PdfDocument['resolve']>[0]): number {
  const box = document.resolve(value);
  return Array.isArray(box) && typeof box[3] === 'number' ? box[3] : 0;
}

/** Fragments are written as they stand in an address. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
