import { ForeignPdf, isType } from './foreign.ts';
import { TooMuch } from './foreign-stream.ts';
import { layersOf } from './layers.ts';
import { importStampPages, type StampObject, type StampPage } from './stamp-page.ts';
import { hasWord, Unreadable } from './syntax.ts';
import type { Dictionary } from './value.ts';

/** Bytes of a PDF that may be laid over others. */
const LARGEST_STAMP = 10 * 1024 * 1024;
/** Where a file may begin: some programs write something before it. */
const LATEST_START = 1024;

/** A PDF that cannot be laid over others. The message is a sentence for the person who gave it. */
export class StampRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StampRefused';
  }
}

/** Pages with all that they need, apart from the file that they come from. */
export interface StampSource {
  readonly pages: readonly StampPage[];
  readonly objects: readonly StampObject[];
  /** Layers that the pages have (8.11): the catalog's `/OCProperties`. */
  readonly layers?: Dictionary;
}

export interface ReadStampOptions {
  /** Pages to take from the front. Default 1. */
  readonly pages?: number;
}

/**
 * Reads a PDF of any program that is to be laid over the pages of others. Damaged tables are mended by looking for the
 * objects. Annotations and form fields are left out, and so is all that is not on the page. It reads and inflates at
 * most 48 MB, which takes a second or two for a file that is made to be slow; what is copied may inflate to 128 MB.
 * @throws StampRefused for a file that is encrypted, too large, too complex, or no PDF
 */
export function readStamp(bytes: Uint8Array, { pages = 1 }: ReadStampOptions = {}): StampSource {
  if (bytes.length > LARGEST_STAMP) throw new StampRefused("The watermark's PDF is larger than 10 MB.");
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.subarray(0, LATEST_START).indexOf('%PDF-', 0, 'latin1');
  if (start < 0) throw new StampRefused('The watermark is not a PDF.');
  try {
    return readEitherWay(file.subarray(start), pages);
  } catch (error) {
    if (error instanceof StampRefused) throw error;
    if (error instanceof TooMuch) {
      throw new StampRefused(
        "The watermark's PDF is too complex: it has too many objects, or they are too large.",
        error,
      );
    }
    throw new StampRefused("The watermark's PDF is damaged, or uses what cannot be read here.", error);
  }
}

function readEitherWay(bytes: Buffer, pages: number): StampSource {
  try {
    return readFrom(ForeignPdf.byTable(bytes), pages);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return readFrom(ForeignPdf.byScan(bytes), pages);
  }
}

function readFrom(file: ForeignPdf, count: number): StampSource {
  if (file.trailer.has('Encrypt')) {
    throw new StampRefused("The watermark's PDF is encrypted. Remove its protection first.");
  }
  const catalog = file.dictionary(file.trailer.get('Root'));
  if (!hasWord(file.bytes, 0, '%PDF-') || !catalog.has('Pages') || isType(file, catalog, 'Pages')) {
    throw new Unreadable('no catalog');
  }
  const { pages, objects, places } = importStampPages(file, catalog.get('Pages'), count);
  const layers = layersOf(file, catalog, places);
  return { pages, objects, ...(layers && { layers }) };
}
