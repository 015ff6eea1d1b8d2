import { setTimeout } from 'node:timers/promises';
import { CdpError, type CdpParams } from '../cdp/connection.ts';
import { EngineError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import type { PrintWait } from '../page/print-wait.ts';
import { inches } from '../request/length.ts';
import { LIMITS } from '../request/limits.ts';
import type { ConversionRequest } from '../request/request.ts';
import type { Geometry } from './geometry.ts';
import { EMPTY_TEMPLATE, type HeaderFooterContext, headerFooterTemplate } from './header-footer.ts';
import { countPages } from './page-count.ts';

/** What Chromium printed at once. */
export interface Print {
  readonly bytes: Uint8Array;
  readonly pages: number;
  /** Blank pages that were left out. */
  readonly trimmed: number;
  /** The pages of the document that were asked for. */
  readonly ranges: string;
}

/** One page more than is allowed: enough to know that there are too many, without painting them all. */
export const FIRST_PAGES: string = `1-${LIMITS.pages + 1}`;
/** Milliseconds within which the end of a renderer is known after a print of it has failed. */
const CRASH_NEWS = 1_000;
/** Bytes of one piece of a PDF that is read from Chromium. */
const PIECE = 4 * 1024 * 1024;

export interface Printing {
  readonly options: ConversionRequest;
  /** Scale of the document. */
  readonly zoom: number;
  readonly geometry: Geometry;
  /** Height of the paper in CSS pixels. */
  readonly height: number;
  readonly headerFooter: HeaderFooterContext;
  readonly pageRanges: string;
  readonly inPieces: boolean;
  readonly wait: PrintWait;
}

/** Prints what is only needed to know where everything lies. */
export async function layOut(
  page: Page,
  { options, ...printing }: Omit<Printing, 'headerFooter' | 'pageRanges'>,
): Promise<Print> {
  const plain: ConversionRequest = { ...options, header: undefined, footer: undefined, tagged: false, outline: false };
  const headerFooter = { zoom: 1, hasAddress: false };
  return checkCount(await printOnce(page, { ...printing, options: plain, headerFooter, pageRanges: FIRST_PAGES }));
}

export async function printOnce(page: Page, printing: Printing): Promise<Print> {
  const { options, zoom, geometry, height, headerFooter, pageRanges, inPieces, wait } = printing;
  const { header, footer } = options;
  const { paper, margin } = geometry;
  try {
    const command: CdpParams<'Page.printToPDF'> = {
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
      headerTemplate: header ? headerFooterTemplate('header', header.source, headerFooter) : EMPTY_TEMPLATE,
      footerTemplate: footer ? headerFooterTemplate('footer', footer.source, headerFooter) : EMPTY_TEMPLATE,
      // Tags that are not wanted are taken out when the file is finished.
      generateTaggedPDF: options.tagged || options.outline === true,
      generateDocumentOutline: options.outline ?? options.tagged,
      transferMode: inPieces ? 'ReturnAsStream' : 'ReturnAsBase64',
    };
    const { data, stream } = await wait.during(() => page.session.send('Page.printToPDF', command));
    const bytes = stream === undefined ? Buffer.from(data, 'base64') : await readStream(page, stream);
    return { bytes, pages: countPages(bytes), trimmed: 0, ranges: pageRanges };
  } catch (error) {
    const failed = error instanceof CdpError && /printing failed/i.test(error.reason);
    // A renderer that ends while it prints, as one that is killed for its memory, tells of it a moment later.
    if (failed) await Promise.race([page.crashed, setTimeout(CRASH_NEWS, undefined, { ref: false })]);
    if (failed && (header || footer)) {
      throw new EngineError(
        'invalid_header',
        'The header or footer cannot be printed. Use plain HTML with inline styles and data: images.',
        {
          pointer: header ? '/header/source' : '/footer/source',
        },
      );
    }
    if (error instanceof CdpError && /content area is empty/i.test(error.reason)) throw noSpace(options);
    throw error;
  }
}

function noSpace({ header, footer }: ConversionRequest): EngineError {
  if (!header && !footer) {
    const detail = 'The margins leave no space for the document on its paper. Make them smaller.';
    return new EngineError('invalid_request', detail, { pointer: '/margin' });
  }
  return new EngineError('invalid_header', 'The header and footer leave no space for the document on its paper.', {
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

/** @throws EngineError `too_many_pages` */
export function checkCount(printed: Print): Print {
  if (printed.pages > LIMITS.pages) throw tooManyPages();
  return printed;
}

export function tooManyPages(): EngineError {
  return new EngineError(
    'too_many_pages',
    `The document has more than ${LIMITS.pages} pages. Split it, or choose "pages".`,
  );
}
