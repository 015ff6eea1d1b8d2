import type { PdfDocument } from './document.ts';
import { listPages, type PageNode } from './pages.ts';
import { readDocument } from './read.ts';
import { stampPages } from './stamp.ts';
import { readStamp, StampRefused, type StampSource } from './stamp-source.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Ref } from './value.ts';

/** What the error is named by, also when it comes from another thread, where errors have no class. */
export const HEADER_FOOTER_REFUSED = 'HeaderFooterRefused';

/** A header or footer that cannot be laid over the pages: it is too large. */
export class HeaderFooterRefused extends Error {
  constructor(cause: unknown) {
    super('The header and footer are too large.', { cause });
    this.name = HEADER_FOOTER_REFUSED;
  }
}

/**
 * Lays the header and the footer of each page over it, with their links.
 * @param pdf as Chromium wrote it, with a page for each of `pages`
 * @throws HeaderFooterRefused
 */
export function layHeaderFooter(document: PdfDocument, pages: readonly PageNode[], pdf: Uint8Array): void {
  const stamp = { pdf, each: true, artifact: 'Header', x: 'left', y: 'top', fit: 'none' } as const;
  stampPages(document, pages, stamp, readOrRefuse(pdf, pages.length));
  const source = readDocument(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  const destinations = document.resolve(document.dictionary(document.trailer.get('Root')).get('Dests'));
  const named = new Set(isDictionary(destinations) ? destinations.keys() : []);
  for (const [index, { dictionary }] of listPages(source).entries()) {
    const page = pages[index];
    const annotations = source.resolve(dictionary.get('Annots'));
    if (!page || !Array.isArray(annotations)) continue;
    const links = annotations.flatMap((annotation) =>
      linkFrom(source, annotation, { first: pages[0] as PageNode, named }),
    );
    if (links.length === 0) continue;
    const known = document.resolve(page.dictionary.get('Annots'));
    const added = links.map((link) => document.add(link));
    page.dictionary.set('Annots', [...(Array.isArray(known) ? known : []), ...added]);
    document.replace(page.number, page.dictionary);
  }
}

function readOrRefuse(pdf: Uint8Array, pages: number): StampSource {
  try {
    return readStamp(pdf, { pages });
  } catch (error) {
    if (error instanceof StampRefused) throw new HeaderFooterRefused(error);
    throw error;
  }
}

interface Targets {
  readonly first: PageNode;
  /** Places of the document that have a name. */
  readonly named: ReadonlySet<string>;
}

/** A link as another document can have it: to an address, to a place that it names too, or to the top, which is its first page. */
function linkFrom(source: PdfDocument, value: PdfValue, { first, named }: Targets): Dictionary[] {
  const annotation = source.resolve(value);
  if (!isDictionary(annotation)) return [];
  const destination = source.resolve(annotation.get('Dest'));
  const action = source.resolve(annotation.get('A'));
  const target: [string, PdfValue] = isDictionary(action)
    ? ['A', action]
    : [
        'Dest',
        destination instanceof Name && named.has(destination.text)
          ? destination
          : [new Ref(first.number), new Name('XYZ'), null, null, null],
      ];
  const kept = ['Type', 'Subtype', 'F', 'Border', 'Rect', 'H', 'Contents'];
  return [
    new Map<string, PdfValue>([
      ...[...annotation].flatMap(([key, entry]): [string, PdfValue][] =>
        kept.includes(key) ? [[key, source.resolve(entry) as PdfValue]] : [],
      ),
      target,
    ]),
  ];
}
