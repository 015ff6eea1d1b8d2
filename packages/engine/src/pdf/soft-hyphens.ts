import { promisify } from 'node:util';
import { deflate as deflateStream, inflate as inflateStream } from 'node:zlib';
import type { PdfDocument } from './finish/document.ts';
import { listPages } from './finish/pages.ts';
import { patchFile } from './finish/patch.ts';
import { readDocument } from './finish/read.ts';
import { readStream } from './finish/stream.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Ref } from './finish/value.ts';

const inflate = promisify(inflateStream);
const deflate = promisify(deflateStream);

/** Bytes that content may inflate to. */
const LARGEST_CONTENT = 256 * 1024 * 1024;
const DEEPEST_FORM = 16;

/** Whether a document, as far as it is known, has soft hyphens of its own. */
export const hasSoftHyphens = (html: string | undefined): boolean =>
  html !== undefined && /\u00ad|&(?:shy|#0{0,5}173|#x0{0,5}ad)(?!\w)/i.test(html);

interface PrintedText {
  readonly bytes: Uint8Array;
  /** The running elements are printed by themselves. */
  readonly additions: { readonly running?: Uint8Array };
}

/** What was printed, without soft hyphens in its words. */
export async function searchable<T extends PrintedText>(printed: T): Promise<T> {
  const { bytes, additions } = printed;
  const running = additions.running && (await withoutSoftHyphens(additions.running));
  return {
    ...printed,
    bytes: await withoutSoftHyphens(bytes),
    additions: { ...additions, ...(running ? { running } : {}) },
  };
}

/**
 * Takes soft hyphens out of the text of a PDF. Chromium writes each one, also where no line is broken, as a glyph of no width with U+00AD as its text: whoever
 * copies or searches a word would have it in parts. The hyphen that shows at the end of a line stays, as it does where Chromium hyphenates by itself.
 * @returns a PDF as Chromium writes it; `pdf` itself when there is none in it, or it is not Chromium's
 */
async function withoutSoftHyphens(pdf: Uint8Array): Promise<Uint8Array> {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  try {
    const document = readDocument(bytes);
    const seen = new Set<number>();
    let changed = false;
    for (const { dictionary } of listPages(document)) {
      const contents = dictionary.get('Contents');
      for (const content of Array.isArray(contents) ? contents : [contents]) {
        if (await cleanStream(document, content, seen)) changed = true;
      }
      if (await cleanForms(document, dictionary.get('Resources'), seen, 0)) changed = true;
    }
    return changed ? patchFile(bytes, document) : pdf;
  } catch {
    // A document with soft hyphens in its text is better than none.
    return pdf;
  }
}

async function cleanForms(
  document: PdfDocument,
  value: PdfValue | undefined,
  seen: Set<number>,
  depth: number,
): Promise<boolean> {
  const resources = document.resolve(value);
  const objects = isDictionary(resources) ? document.resolve(resources.get('XObject')) : undefined;
  if (!isDictionary(objects) || depth > DEEPEST_FORM) return false;
  let changed = false;
  for (const object of objects.values()) {
    const form = object instanceof Ref && !seen.has(object.number) ? streamOf(document, object) : undefined;
    const kind = form?.dictionary.get('Subtype');
    if (!form || !(kind instanceof Name) || kind.text !== 'Form') continue;
    const { dictionary } = form;
    if (await cleanStream(document, object, seen)) changed = true;
    if (await cleanForms(document, dictionary.get('Resources'), seen, depth + 1)) changed = true;
  }
  return changed;
}

function streamOf(document: PdfDocument, { number }: Ref): { dictionary: Dictionary; data: Buffer } | undefined {
  const place = document.locate(number);
  return place && readStream(place.bytes, place.at, document);
}

async function cleanStream(
  document: PdfDocument,
  reference: PdfValue | undefined,
  seen: Set<number>,
): Promise<boolean> {
  if (!(reference instanceof Ref) || seen.has(reference.number)) return false;
  seen.add(reference.number);
  const stream = streamOf(document, reference);
  if (!stream) return false;
  const filter = stream.dictionary.get('Filter');
  if (filter !== undefined && !(filter instanceof Name && filter.text === 'FlateDecode')) return false;
  const plain = filter === undefined ? stream.data : await inflate(stream.data, { maxOutputLength: LARGEST_CONTENT });
  const content = plain.toString('latin1');
  const clean = withoutMarked(content);
  if (clean === content) return false;
  const stored = await deflate(Buffer.from(clean, 'latin1'));
  document.replaceStream(
    reference.number,
    new Map([...stream.dictionary, ['Filter', new Name('FlateDecode')]]),
    stored,
  );
  return true;
}

/** Text that is written beside what shows it (ISO 32000-1, 14.9.4), as UTF-16. */
const MARKED = /\/Span ?<<\/ActualText <feff((?:[0-9a-f]{4})+)> ?>> ?BDC\n([\s\S]*?)EMC\n/gi;
/** What shows text (9.4.3). */
const SHOWN = /(?:<[0-9a-f]*>\s?Tj|\[[^[\]()]*\]\s?TJ)\n?/gi;

/** Content without soft hyphens. What places text stays: what comes behind stands beside it. */
export function withoutMarked(content: string): string {
  return content.replaceAll(MARKED, (whole, text: string, body: string) => {
    const units = text.match(/.{4}/g) ?? [];
    const left = units.filter((unit) => unit.toLowerCase() !== '00ad');
    if (left.length === units.length) return whole;
    if (left.length === 0) return body.replaceAll(SHOWN, '');
    return `/Span<</ActualText <feff${left.join('')}> >> BDC\n${body}EMC\n`;
  });
}
