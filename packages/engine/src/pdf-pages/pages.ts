import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { pngOf } from './png.ts';
import type { DrawAnswer, Drawn, DrawTask } from './protocol.ts';
import { runsOf } from './runs.ts';

/** FPDF_GetLastError (fpdfview.h): a password is missing, or the way of encryption is not known. */
const LOCKED = new Set([4, 5]);
/** FPDFPage_Flatten: as it is seen on a screen. */
const DISPLAYED = 0;
/** FPDFBitmap_BGR: three bytes for each pixel. */
const THREE_BYTES = 2;
/** FPDF_REVERSE_BYTE_ORDER: red comes first. */
const RED_FIRST = 0x10;
const WHITE = 0xff_ff_ff_ff;
/** Pixels of one picture: a page that is as tall as its content is drawn smaller. */
const MOST_PIXELS = 4_000_000;

/** Pictures of pages of a PDF, or why there are none. */
export function drawn(pdfium: WrappedPdfiumModule, bytes: Uint8Array, task: DrawTask): DrawAnswer {
  try {
    return draw(pdfium, bytes, task);
  } catch {
    // PDFium ends a document that wants more memory than there is by a trap of WebAssembly.
    return { fault: { reason: 'broken' } };
  }
}

function draw(pdfium: WrappedPdfiumModule, bytes: Uint8Array, { first, most, ...task }: DrawTask): DrawAnswer {
  const place = pdfium.pdfium.wasmExports.malloc(bytes.length);
  memoryOf(pdfium).set(bytes, place);
  const document = pdfium.FPDF_LoadMemDocument(place, bytes.length, '');
  if (document === 0) return { fault: { reason: LOCKED.has(pdfium.FPDF_GetLastError()) ? 'password' : 'broken' } };
  const pages = pdfium.FPDF_GetPageCount(document);
  if (pages === 0) return { fault: { reason: 'broken' } };
  const pictures: Drawn[] = [];
  for (let page = first; page <= Math.min(pages, first + most - 1); page += 1) {
    const picture = drawPage(pdfium, document, { page, ...task });
    if (!picture) return { fault: { reason: 'broken_page', page } };
    pictures.push(picture);
  }
  return { pages, drawn: pictures };
}

interface PageTask extends Pick<DrawTask, 'width' | 'runs'> {
  readonly page: number;
}

function drawPage(
  pdfium: WrappedPdfiumModule,
  document: number,
  { page: number, width, runs }: PageTask,
): Drawn | undefined {
  const page = open(pdfium, document, number - 1);
  if (page === 0) return undefined;
  const paper = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)] as const;
  const scale = Math.min(width / paper[0], Math.sqrt(MOST_PIXELS / (paper[0] * paper[1])));
  const size = paper.map((points) => Math.max(1, Math.round(points * scale))) as [number, number];
  const bitmap = pdfium.FPDFBitmap_CreateEx(...size, THREE_BYTES, 0, 0);
  if (bitmap === 0) return undefined;
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, ...size, WHITE);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, ...size, 0, RED_FIRST);
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const data = memoryOf(pdfium).subarray(at, at + stride * size[1]);
  const png = pngOf({ width: size[0], height: size[1], stride, data }).toString('base64');
  pdfium.FPDFBitmap_Destroy(bitmap);
  const text = runs ? { runs: runsOf(pdfium, page) } : {};
  pdfium.FPDF_ClosePage(page);
  return { page: number, paper, width: size[0], height: size[1], png, ...text };
}

/** A page with what its form fields and notes show; 0 if it is broken. */
function open(pdfium: WrappedPdfiumModule, document: number, index: number): number {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0 || pdfium.FPDFPage_GetAnnotCount(page) === 0) return page;
  pdfium.FPDFPage_Flatten(page, DISPLAYED);
  pdfium.FPDF_ClosePage(page);
  return pdfium.FPDF_LoadPage(document, index);
}

/** Its memory, which is another when it has grown. The package does not declare it. */
const memoryOf = ({ pdfium }: WrappedPdfiumModule): Uint8Array =>
  (pdfium as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8;
