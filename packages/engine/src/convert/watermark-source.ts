import type { FetchFile } from '../egress/fetch-file.ts';
import { fault } from '../request/fault.ts';
import { fetchField } from './fetch-field.ts';

/** A watermark's file, by what it is. */
export type WatermarkFile =
  | { readonly kind: 'pdf'; readonly bytes: Buffer }
  | { readonly kind: 'image'; readonly address: string };

const POINTER = '/watermark/source';
/** What a PDF may have, and a picture in bytes, which is drawn by the browser. */
const LARGEST_MEGABYTES = 10;
const LARGEST_PICTURE = 5 * 1024 * 1024;
/**
 * Fetches the PDF or the picture that is to be laid over the pages.
 * @throws EngineError with a pointer to the field; `url_not_allowed` says nothing of why
 */
export async function fetchWatermark(url: string, fetch: FetchFile, signal: AbortSignal): Promise<WatermarkFile> {
  const field = { url, pointer: POINTER, what: 'watermark', largestMegabytes: LARGEST_MEGABYTES };
  const bytes = await fetchField(field, fetch, signal);
  const type = typeOf(bytes);
  if (type === undefined) {
    throw fault('invalid_request', POINTER, 'The address answers with neither a PDF nor a picture. Give another.');
  }
  if (type === 'application/pdf') return { kind: 'pdf', bytes };
  if (bytes.length > LARGEST_PICTURE) {
    throw fault('invalid_request', POINTER, 'The picture at the address is larger than 5 MB. Give a smaller one.');
  }
  return { kind: 'image', address: `data:${type};base64,${bytes.toString('base64')}` };
}

/** Some programs write something before the header of a PDF. */
const LATEST_HEADER = 1024;

/** What a file is, known by its first bytes: servers often name another type. */
function typeOf(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, LATEST_HEADER).toString('latin1');
  if (start.includes('%PDF-')) return 'application/pdf';
  if (start.startsWith('\x89PNG')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('GIF8')) return 'image/gif';
  if (/^RIFF.{4}WEBP/s.test(start)) return 'image/webp';
  if (/^.{4}ftypavi[fs]/s.test(start)) return 'image/avif';
  return /^(?:\xef\xbb\xbf)?\s*<(?:svg|\?xml|!doctype svg|!--)/i.test(start) &&
    /<svg[\s>]/i.test(bytes.toString('latin1'))
    ? 'image/svg+xml'
    : undefined;
}
