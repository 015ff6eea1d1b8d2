import { FetchFailed, type FetchFailure, type FetchFile } from '../egress/fetch-file.ts';
import { EgressRefusal } from '../egress/resolve.ts';
import { EngineError, type EngineErrorCode } from '../errors.ts';
import { notAllowed } from '../page/net-errors.ts';
import { fault } from '../request/fault.ts';

/** A watermark's file, by what it is. */
export type WatermarkFile =
  | { readonly kind: 'pdf'; readonly bytes: Buffer }
  | { readonly kind: 'image'; readonly address: string };

const POINTER = '/watermark/source';
/** Bytes that a PDF may have, and a picture, which is drawn by the browser. */
const LARGEST_PDF = 10 * 1024 * 1024;
const LARGEST_PICTURE = 5 * 1024 * 1024;
/** Milliseconds for a file, redirects included. */
const TIMEOUT = 30_000;

const ERRORS: Readonly<Record<Exclude<FetchFailure, 'size'>, readonly [EngineErrorCode, string]>> = {
  status: ['source_status', "The watermark's address answered with an error status. Correct the address."],
  timeout: ['source_timeout', "The watermark's address did not answer in time. Try again."],
  redirects: ['too_many_redirects', "The watermark's address redirects in a circle or too often."],
  tls: ['tls_error', "The certificate or the encryption of the watermark's address is not valid."],
  connection: ['source_unreachable', "The watermark's address closed the connection or did not speak HTTP."],
};

/**
 * Fetches the PDF or the picture that is to be laid over the pages.
 * @throws EngineError with a pointer to the field; `url_not_allowed` says nothing of why
 */
export async function fetchWatermark(url: string, fetch: FetchFile, signal: AbortSignal): Promise<WatermarkFile> {
  const bytes = await fetch(url, { largest: LARGEST_PDF, timeout: TIMEOUT, signal }).catch(refuse);
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

function refuse(error: unknown): never {
  if (error instanceof EgressRefusal) throw notAllowed(POINTER);
  if (!(error instanceof FetchFailed)) throw error;
  if (error.failure === 'size') {
    throw fault('invalid_request', POINTER, 'The file at the address is larger than 10 MB. Give a smaller one.');
  }
  const [code, detail] = ERRORS[error.failure];
  throw new EngineError(code, detail, {
    pointer: POINTER,
    ...(error.status === undefined ? {} : { sourceStatus: error.status }),
  });
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
