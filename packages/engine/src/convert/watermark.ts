import type { FetchFile } from '../egress/fetch-file.ts';
import { EngineError } from '../errors.ts';
import { pageSizes } from '../pdf/finish/page-sizes.ts';
import type { Stamp } from '../pdf/finish/stamp.ts';
import { readStamp, StampRefused } from '../pdf/finish/stamp-source.ts';
import { watermarkHtml } from '../pdf/finish/watermark-html.ts';
import { fault } from '../request/fault.ts';
import type { ConversionRequest } from '../request/request.ts';
import type { SeveralRequest } from '../request/several.ts';
import { validateRequest } from '../request/validate.ts';
import type { SeveralResults } from '../result.ts';
import type { Warning } from '../warnings.ts';
import { fetchWatermark, type WatermarkFile } from './watermark-source.ts';

export type WatermarkOptions = NonNullable<ConversionRequest['watermark']>;

/** Prints a document on a page of its own; the PDF is as Chromium wrote it. */
export type PrintApart = (request: SeveralRequest) => Promise<SeveralResults>;

export interface WatermarkStamp {
  readonly stamp: Stamp;
  /** What was missing when it was made, such as its picture. */
  readonly warnings: readonly Warning[];
}

/** Distinct sizes of pages that a watermark is made for; others get the one of the nearest size. */
const MOST_SIZES = 20;
/** Watermarks of words that are kept: most services have one. */
const MOST_KEPT = 50;

const kept = new Map<string, Uint8Array>();

/**
 * Fetches the watermarks that are given by address, and checks a customer's PDF, before anything is rendered.
 * @returns the request with the files in the place of their addresses
 * @throws EngineError with a pointer to the field
 */
export async function prepareWatermarks(
  request: SeveralRequest,
  fetch: FetchFile,
  signal: AbortSignal,
): Promise<SeveralRequest> {
  const outputs = request.outputs.map(async (output) => {
    const { watermark } = output.options;
    if (output.format !== 'pdf' || watermark?.source === undefined) return output;
    const { source, ...rest } = watermark;
    if (!isAddress(source)) {
      checkPdf(pdfOf(source));
      return output;
    }
    const file = await fetchWatermark(source.trim(), fetch, signal);
    return { ...output, options: { ...output.options, watermark: withFile(rest, file) } };
  });
  return { ...request, outputs: await Promise.all(outputs) };
}

function withFile(watermark: Omit<WatermarkOptions, 'source'>, file: WatermarkFile): WatermarkOptions {
  if (file.kind === 'pdf') {
    checkPdf(file.bytes);
    return { ...watermark, source: file.bytes.toString('base64') };
  }
  // Whatever file it is, one that is given as `source` stands upright.
  return { ...watermark, image: file.address, rotate: watermark.rotate ?? 0 };
}

const isAddress = (source: string): boolean => /^\s*https?:\/\//i.test(source);

function checkPdf(bytes: Uint8Array): void {
  try {
    readStamp(bytes);
  } catch (error) {
    if (!(error instanceof StampRefused)) throw error;
    throw fault('invalid_request', '/watermark/source', `${error.message} Give another PDF.`);
  }
}

/** What is laid over the pages of a PDF: a customer's page, or one that is printed with the words or the picture. */
export async function makeStamp(
  watermark: WatermarkOptions,
  pdf: Uint8Array,
  print: PrintApart,
): Promise<WatermarkStamp> {
  const { source, behind } = watermark;
  if (source !== undefined) {
    const { offset_x: x, offset_y: y, rotate = 0, font_opacity: opacity } = watermark;
    const stamp = { pdf: pdfOf(source), x, y, rotate, opacity: opacity / 100, behind };
    return { stamp, warnings: [] };
  }
  const sizes = pageSizes(pdf).slice(0, MOST_SIZES);
  const html = watermarkHtml(
    {
      ...(watermark.text === undefined ? {} : { text: watermark.text }),
      ...(watermark.image === undefined ? {} : { image: watermark.image }),
      fontSize: watermark.font_size,
      fontFamily: watermark.font_family,
      fontColor: watermark.font_color,
      fontOpacity: watermark.font_opacity,
      fontBold: watermark.font_bold,
      fontItalic: watermark.font_italic,
      offsetX: watermark.offset_x,
      offsetY: watermark.offset_y,
      rotate: watermark.rotate ?? -45,
    },
    sizes,
  );
  const { bytes, warnings } = await printOrRecall(html, print, watermark.image === undefined);
  return { stamp: { pdf: bytes, pages: sizes.length, behind }, warnings };
}

async function printOrRecall(
  html: string,
  print: PrintApart,
  keep: boolean,
): Promise<{ bytes: Uint8Array; warnings: readonly Warning[] }> {
  const known = kept.get(html);
  if (known) return { bytes: known, warnings: [] };
  const request = validateRequest({ source: { html }, tagged: false, outline: false, trim_blank_pages: 'none' }, 'pdf');
  const { outputs, warnings } = await print({ ...request, outputs: [{ format: 'pdf', options: request.options }] });
  const bytes = outputs[0]?.bytes;
  if (!bytes) throw new EngineError('render_crashed', 'The watermark could not be drawn. Try again.');
  if (keep && warnings.length === 0) {
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(html, bytes);
  }
  return { bytes, warnings };
}

/** The bytes of Base64 or of a data URL. */
function pdfOf(source: string): Uint8Array {
  return Buffer.from(source.replace(/^data:[^,]{0,100},/i, ''), 'base64');
}
