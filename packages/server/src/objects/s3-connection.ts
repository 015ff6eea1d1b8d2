import { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { createGuardedFetch } from '@platen/engine';
import type { S3Place } from '../config/objects.ts';

/** Requests of one command, the first one included: after a reset, SlowDown or a silence it is sent again. */
export const TRIES = 3;

/** What the SDK hands over. */
interface SdkRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * A client of S3 whose only way out is the guarded one, to this service and no other: it asks no metadata service of a
 * cloud for credentials and follows no redirect.
 * @param options.patience milliseconds that the service may be silent
 * @param options.fetch another guarded way out, for a service that somebody else than the operator names
 */
export function connectS3(
  { bucket, endpoint, region, pathStyle, credentials }: Omit<S3Place, 'kind' | 'prefix'>,
  { patience, fetch: other }: { readonly patience: number; readonly fetch?: typeof globalThis.fetch },
): S3Client {
  const ownHost = endpoint.replace('://', `://${bucket}.`);
  const fetch = other ?? createGuardedFetch({ origins: [pathStyle ? endpoint : ownHost, endpoint] });
  const handle = async (request: SdkRequest, { abortSignal }: { readonly abortSignal?: AbortSignal } = {}) => ({
    response: await answerOf(request, { fetch, patience, signal: abortSignal }),
  });
  return new S3Client({
    region,
    endpoint,
    forcePathStyle: pathStyle,
    credentials,
    maxAttempts: TRIES,
    // Frames are authenticated already, and not every service knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { handle, updateHttpClientConfig: () => {}, httpHandlerConfigs: () => ({}) } as never,
  });
}

async function answerOf(
  request: SdkRequest,
  { fetch: ask, patience, signal }: { fetch: typeof fetch; patience: number; signal: AbortSignal | undefined },
) {
  const stop = new AbortController();
  const response = await within(
    patience,
    stop,
    ask(addressOf(request), {
      method: request.method,
      // We send the body at once.
      headers: Object.entries(request.headers).filter(([name]) => !/^(?:expect|host|content-length)$/i.test(name)),
      ...(request.body === undefined ? {} : { body: request.body as Buffer<ArrayBuffer> }),
      signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    }),
  );
  return {
    statusCode: response.status,
    reason: response.statusText,
    headers: Object.fromEntries(response.headers),
    body: response.body
      ? Readable.from(watched(response.body, patience, stop), { objectMode: false })
      : Readable.from([]),
  };
}

/** Bytes of an answer; a service that is silent while they are waited for is left. */
async function* watched(body: ReadableStream<Uint8Array>, patience: number, stop: AbortController) {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await within(patience, stop, reader.read());
      if (done) return;
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  } finally {
    // Ends the connection of an answer that nobody reads to its end.
    stop.abort();
  }
}

async function within<Value>(patience: number, stop: AbortController, work: Promise<Value>): Promise<Value> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop.abort();
  }, patience);
  try {
    return await work;
  } catch (error) {
    throw isLate ? new SilentService() : error;
  } finally {
    clearTimeout(timer);
  }
}

/** The SDK tries again after an error of this name. */
class SilentService extends Error {
  constructor() {
    super('The object store is silent.');
    this.name = 'TimeoutError';
  }
}

function addressOf({ protocol, hostname, port, path, query = {} }: SdkRequest): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => `${escaped(name)}=${escaped(each ?? '')}`),
  );
  const search = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${search}`;
}

/** As signatures are computed (RFC 3986, section 2.3). */
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
