import { CdpError } from '../chromium/cdp.ts';
import { EngineError } from '../errors.ts';
import { addStyleSheet, documentSize } from '../page/in-page.ts';
import type { Page } from '../page/page.ts';
import { LIMITS } from '../request/limits.ts';
import type { ConversionRequest } from '../request/request.ts';
import { type BandContext, bandTemplate, checkBands, EMPTY_BAND, growMargins } from './bands.ts';
import { type Geometry, geometryStyle } from './geometry.ts';
import { inches } from './length.ts';
import { countPages } from './page-count.ts';
import { clampRanges } from './page-ranges.ts';
import { LARGEST_SIDE } from './paper.ts';

export interface PrintedPdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
}

/** One page more than is allowed: enough to know that there are too many, without painting them all. */
const FIRST_PAGES = `1-${LIMITS.pages + 1}`;
/** Bytes of one piece of a PDF that is read from Chromium. */
const PIECE = 4 * 1024 * 1024;

/** What is printed, and how. */
export interface PrintJob {
  readonly options: ConversionRequest;
  readonly geometry: Geometry;
  /** Whether the document has an address of its own. */
  readonly hasAddress: boolean;
  /** Whether the document is to be measured first: paginating a height of millions of pages would not end. */
  readonly mayBeHuge: boolean;
  /** Whether the PDF is read in pieces. A short one comes faster in one; a long one would be a very long text. */
  readonly inPieces: boolean;
}

/**
 * Prints a page whose style already has the rules of `printStyle`.
 * @throws EngineError `too_many_pages`, `invalid_header`, or `invalid_request` for page numbers that do not exist
 */
export async function printPdf(
  page: Page,
  { options, geometry, hasAddress, mayBeHuge, inPieces }: PrintJob,
): Promise<PrintedPdf> {
  checkBands(options);
  const bands: BandContext = { zoom: options.zoom, hasAddress };
  const placed = await growMargins(page, geometry, options, bands);
  if (options.header || options.footer) await page.call(addStyleSheet, geometryStyle(placed));
  if (mayBeHuge) await refuseHuge(page, placed, options);
  const height = placed.paper.height === 'auto' ? await contentHeight(page, placed, options) : placed.paper.height;
  const print = (pageRanges: string) =>
    printOnce(page, { options, geometry: placed, height, bands, pageRanges, inPieces });
  if (options.pages === undefined) return checkCount(await print(FIRST_PAGES));
  try {
    return checkCount(await print(options.pages.replaceAll(/\s/g, '')));
  } catch (error) {
    if (!(error instanceof CdpError)) throw error;
    // A range begins beyond the end: only the whole document tells where that is.
    const { pages } = await print(FIRST_PAGES);
    const ranges = clampRanges(options.pages, pages);
    if (ranges === undefined) {
      throw new EngineError('invalid_request', `"pages" names no page of the document, which has ${pages}.`, {
        pointer: '/pages',
      });
    }
    return await print(ranges);
  }
}

function checkCount(printed: PrintedPdf): PrintedPdf {
  if (printed.pages > LIMITS.pages) throw tooManyPages();
  return printed;
}

function tooManyPages(): EngineError {
  return new EngineError(
    'too_many_pages',
    `The document has more than ${LIMITS.pages} pages. Split it, or choose "pages".`,
  );
}

interface Printing {
  readonly options: ConversionRequest;
  readonly geometry: Geometry;
  /** Height of the paper in CSS pixels. */
  readonly height: number;
  readonly bands: BandContext;
  readonly pageRanges: string;
  readonly inPieces: boolean;
}

async function printOnce(page: Page, printing: Printing): Promise<PrintedPdf> {
  const { options, geometry, height, bands, pageRanges, inPieces } = printing;
  const { header, footer, zoom } = options;
  const { paper, margin } = geometry;
  try {
    const { data, stream } = await page.session.send('Page.printToPDF', {
      printBackground: !options.disable_backgrounds,
      preferCSSPageSize: paper.height !== 'auto',
      paperWidth: inches(paper.width),
      paperHeight: inches(height),
      marginTop: inches(margin.top),
      marginRight: inches(margin.right),
      marginBottom: inches(margin.bottom),
      marginLeft: inches(margin.left),
      scale: zoom,
      pageRanges,
      displayHeaderFooter: header !== undefined || footer !== undefined,
      headerTemplate: header ? bandTemplate('header', header.source, bands) : EMPTY_BAND,
      footerTemplate: footer ? bandTemplate('footer', footer.source, bands) : EMPTY_BAND,
      generateTaggedPDF: options.tagged,
      generateDocumentOutline: options.tagged && options.outline,
      transferMode: inPieces ? 'ReturnAsStream' : 'ReturnAsBase64',
    });
    const bytes = stream === undefined ? Buffer.from(data, 'base64') : await readStream(page, stream);
    return { bytes, pages: countPages(bytes) };
  } catch (error) {
    if (error instanceof CdpError && (header || footer) && /printing failed/i.test(error.reason)) {
      throw new EngineError(
        'invalid_header',
        'The header or footer cannot be printed. Use plain HTML with inline styles and data: images.',
        {
          pointer: header ? '/header/source' : '/footer/source',
        },
      );
    }
    if (error instanceof CdpError && /content area is empty/i.test(error.reason)) throw noRoom(options);
    throw error;
  }
}

function noRoom({ header, footer }: ConversionRequest): EngineError {
  if (!header && !footer) {
    const detail = 'The margins leave no room for the document on its paper. Make them smaller.';
    return new EngineError('invalid_request', detail, { pointer: '/margin' });
  }
  return new EngineError('invalid_header', 'The header and footer leave no room for the document on its paper.', {
    pointer: header ? '/header/source' : '/footer/source',
  });
}

async function readStream({ session }: Page, handle: string): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  for (;;) {
    const { data, eof, base64Encoded } = await session.send('IO.read', { handle, size: PIECE });
    if (data !== '') pieces.push(Buffer.from(data, base64Encoded ? 'base64' : 'latin1'));
    if (eof) break;
  }
  session.send('IO.close', { handle }).catch(() => {});
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
}

/** The screen's layout is not that of the paper: what has twice the limit is refused unprinted, the rest is counted. */
async function refuseHuge(page: Page, { paper, margin }: Geometry, { zoom }: ConversionRequest): Promise<void> {
  const { height } = await page.call(documentSize);
  const room = paper.height === 'auto' ? LARGEST_SIDE : Math.max(1, paper.height - margin.top - margin.bottom);
  if ((height * zoom) / room > 2 * LIMITS.pages) throw tooManyPages();
}

/** Height of paper that is as tall as its content, in CSS pixels. */
async function contentHeight(page: Page, { margin }: Geometry, { zoom }: ConversionRequest): Promise<number> {
  const { height } = await page.call(documentSize);
  // One more pixel: a rounded height would push the last line to a second page.
  return Math.min(LARGEST_SIDE, Math.ceil(height * zoom + margin.top + margin.bottom) + 1);
}
