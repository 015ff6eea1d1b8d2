import { removeAllLinks } from './disable-links.ts';
import type { PdfDocument } from './document.ts';
import { nameElementsInOrder } from './element-ids.ts';
import { type PaperSize, setExactSizes } from './exact-sizes.ts';
import { addForm, type FormOptions, FormRefused } from './form.ts';
import { HeaderFooterRefused, layHeaderFooter } from './lay-header-footer.ts';
import { liftGroups } from './lift-groups.ts';
import { disarmLinks } from './links.ts';
import { describeDocument, type MetadataOptions } from './metadata.ts';
import { listPages, type PageNode } from './pages.ts';
import { addPrinterMarks, type PrinterMarks } from './printer-marks.ts';
import { createLock, type Protection } from './protect.ts';
import { reachAll } from './reach.ts';
import { readDocument } from './read.ts';
import { type ReplacedImage, replaceImages } from './recompress-images.ts';
import { mapRoles } from './role-map.ts';
import { type Stamp, stampPages } from './stamp.ts';
import { readStamp } from './stamp-source.ts';
import { tagNotes } from './tag-notes.ts';
import { removeTags } from './untag.ts';
import { Ref } from './value.ts';
import { writeDocument } from './write.ts';
import { type WrittenItem, writeOutline } from './write-outline.ts';

/** A PDF that is laid over some pages, with a page for each. */
export interface LaidOver {
  readonly pdf: Uint8Array;
  readonly pages: readonly number[];
}

/** How a PDF of Chromium's is finished. Without any option it is written anew, smaller, and its links are made safe. */
export interface FinishOptions extends MetadataOptions {
  /** Encrypts the file by AES-256. It has random parts, so that no two files are equal, `deterministic` or not. */
  readonly protection?: Protection;
  /** A PDF of Chromium's with the header and the footer of each page, which are laid over it. */
  readonly headerFooter?: Uint8Array;
  /** The same, with the running elements of each page. */
  readonly running?: Uint8Array | undefined;
  /** The same, with the margin boxes of the pages: one file for all, or several with the numbers of their pages, from 0. */
  readonly margins?: Uint8Array | readonly LaidOver[] | undefined;
  /** Laid over every page that is left, or under it. */
  readonly stamp?: Stamp;
  /** Laid over every page and over `stamp`. */
  readonly mark?: Stamp;
  /** Sizes that pages may have been asked for. */
  readonly papers?: readonly PaperSize[];
  /** Takes the tags out; the outline stays. Default false. */
  readonly untag?: boolean;
  /** Takes all links out; their text stays. Items of the outline are no links. Default false. */
  readonly disableLinks?: boolean;
  /** The outline, in place of Chromium's. */
  readonly outline?: readonly WrittenItem[] | undefined;
  /** The fields of forms. */
  readonly form?: FormOptions | undefined;
  /** Whether siblings were grouped for their tags: the groups are taken out of tables and lists. Default false. */
  readonly grouped?: boolean;
  /** What the print shop needs around each page. */
  readonly printerMarks?: PrinterMarks | undefined;
  /** Pictures that `recompressImages` made of these bytes. */
  readonly images?: readonly ReplacedImage[];
}

/** The first version of PDF that has object streams, and the first that has AES-256. */
const VERSION = { open: '1.5', locked: '2.0' } as const;

/**
 * Finishes a PDF that Chromium wrote, in one pass: the same document in fewer bytes (objects in compressed streams,
 * what nothing refers to left out, streams copied byte for byte), with an `/ID` from a hash of its content, and with
 * what the options ask for. Links to anything but http, https, mailto, tel, ftp, sms or a place in the document lose
 * their action.
 *
 * It runs to its end at once: about 2 ms for an invoice of a page, 15 ms for a report of 20, 0.6 s for a table of
 * 10,000 rows (25 MB). Give it a thread of its own from some 2 MB on.
 * @returns a new file, or `bytes` themselves when they are not what Chromium writes
 * @throws Error only with `protection`, `headerFooter`, `form`, `stamp` or `disableLinks`: a file that was to be protected or marked must not
 * leave as it was
 * @throws StampRefused for a stamp that cannot be read
 * @throws HeaderFooterRefused
 * @throws FormRefused
 */
export function finishPdf(bytes: Uint8Array, options: FinishOptions = {}): Uint8Array {
  const stamps = [options.stamp, options.mark].flatMap((stamp) =>
    stamp === undefined ? [] : [{ stamp, source: readStamp(stamp.pdf, stamp) }],
  );
  try {
    // Names of elements are changed where they stand.
    const own = options.deterministic
      ? Buffer.from(bytes)
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const document = readDocument(own);
    return finish(document, options, (pages) => {
      const { margins } = options;
      for (const { pdf, pages: own } of Array.isArray(margins) ? (margins as readonly LaidOver[]) : []) {
        layHeaderFooter(
          document,
          own.flatMap((index) => pages[index] ?? []),
          pdf,
        );
      }
      for (const layer of [
        margins instanceof Uint8Array ? margins : undefined,
        options.running,
        options.headerFooter,
      ]) {
        if (layer) layHeaderFooter(document, pages, layer);
      }
      for (const { stamp, source } of stamps) stampPages(document, pages, stamp, source);
    });
  } catch (error) {
    if (error instanceof HeaderFooterRefused || error instanceof FormRefused) throw error;
    if (options.form) throw new Error('The form cannot be written.', { cause: error });
    if (options.protection) throw new Error('The PDF cannot be protected.', { cause: error });
    if (options.headerFooter || options.running || options.margins)
      throw new Error('The header and footer cannot be added.', { cause: error });
    if (stamps.length > 0) throw new Error('The PDF cannot be stamped.', { cause: error });
    if (options.disableLinks) throw new Error('The links of the PDF cannot be disabled.', { cause: error });
    // Whatever is wrong with a file, damaging it is worse than leaving it as it is.
    return bytes;
  }
}

type Mark = (pages: readonly PageNode[]) => void;

function finish(document: PdfDocument, options: FinishOptions, mark: Mark): Buffer {
  if (options.deterministic) nameElementsInOrder(document);
  if (options.untag) removeTags(document);
  else {
    mapRoles(document);
    tagNotes(document);
  }
  if (options.grouped && !options.untag) liftGroups(document);
  replaceImages(document, options.images ?? []);
  nameDestinationsOnce(document);
  describeDocument(document, options);
  const pages = listPages(document);
  // Before links, which stand in the place of fields, are made safe.
  if (options.form) addForm(document, pages, options.form);
  if (options.disableLinks) removeAllLinks(document, pages);
  else disarmLinks(document, pages);
  if (options.outline) writeOutline(document, pages, options.outline);
  mark(pages);
  // After the marks, which are drawn for the size that Chromium gave the pages.
  setExactSizes(document, pages, options.papers ?? []);
  if (options.printerMarks) addPrinterMarks(document, pages, options.printerMarks);
  if (!options.protection) return writeDocument(reachAll(document), { version: VERSION.open });
  const { seal, dictionary } = createLock(options.protection);
  return writeDocument(reachAll(document, seal), { version: VERSION.locked, seal, encrypt: dictionary });
}

/**
 * Chromium writes the place that `#top` means once for the document and once for its header or footer: a dictionary has
 * a name once (ISO 32000-1, 7.3.7). As it was read it has, and is written anew.
 */
function nameDestinationsOnce(document: PdfDocument): void {
  const place = document.dictionary(document.trailer.get('Root')).get('Dests');
  if (place instanceof Ref) document.replace(place.number, document.dictionary(place));
}
