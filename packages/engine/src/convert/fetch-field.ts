import { FetchFailed, type FetchFailure, type FetchFile } from '../egress/fetch-file.ts';
import { EgressRefusal } from '../egress/resolve.ts';
import { EngineError, type EngineErrorCode } from '../errors.ts';
import { notAllowed } from '../page/net-errors.ts';
import { fault } from '../request/fault.ts';

/** A field of a request that names a file by its address. */
export interface AddressField {
  readonly url: string;
  /** JSON pointer of the field. */
  readonly pointer: string;
  /** What the file is for, such as "header". */
  readonly what: string;
  /** Bytes that it may have: megabytes, in words too. */
  readonly largestMegabytes: number;
}

/** Milliseconds for a file, redirects included. */
const TIMEOUT = 30_000;

const ERRORS: Readonly<Record<Exclude<FetchFailure, 'size'>, readonly [EngineErrorCode, string]>> = {
  status: ['source_status', 'answered with an error status. Correct the address.'],
  timeout: ['source_timeout', 'did not answer in time. Try again.'],
  redirects: ['too_many_redirects', 'redirects in a circle or too often.'],
  tls: ['tls_error', 'has a certificate or an encryption that is not valid.'],
  connection: ['source_unreachable', 'closed the connection or did not speak HTTP.'],
};

/** Whether the text of a field is an address, and nothing else. */
export const isAddress = (text: string): boolean => /^\s*https?:\/\/\S+\s*$/i.test(text);

/**
 * Fetches the file that a field names, as a request of a page would be: through the guard, in the time of the job.
 * @throws EngineError with a pointer to the field; `url_not_allowed` says nothing of why
 */
export async function fetchField(field: AddressField, fetch: FetchFile, signal: AbortSignal): Promise<Buffer> {
  const { url, pointer, what, largestMegabytes } = field;
  try {
    return await fetch(url.trim(), { largest: largestMegabytes * 1024 * 1024, timeout: TIMEOUT, signal });
  } catch (error) {
    if (error instanceof EgressRefusal) throw notAllowed(pointer);
    if (!(error instanceof FetchFailed)) throw error;
    if (error.failure === 'size') {
      const detail = `The file at the address is larger than ${largestMegabytes} MB. Give a smaller one.`;
      throw fault('invalid_request', pointer, detail);
    }
    const [code, detail] = ERRORS[error.failure];
    throw new EngineError(code, `The address of the ${what} ${detail}`, {
      pointer,
      ...(error.status === undefined ? {} : { sourceStatus: error.status }),
    });
  }
}
