import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { dial } from './dial.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { Lookup } from './lookup.ts';
import type { EgressPolicy } from './policy.ts';
import { EgressRefusal, resolveDestination } from './resolve.ts';
import { Slots } from './slots.ts';

/** Why a file did not come; a destination that must not be reached is an `EgressRefusal`. */
export type FetchFailure = 'status' | 'timeout' | 'redirects' | 'size' | 'tls' | 'connection';

export class FetchFailed extends Error {
  readonly failure: FetchFailure;
  /** The HTTP status, for `status`. */
  readonly status: number | undefined;

  constructor(failure: FetchFailure, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super('the file did not come', { cause });
    this.name = 'FetchFailed';
    this.failure = failure;
    this.status = status;
  }
}

export interface FetchFileOptions {
  /** Bytes that the file may have. */
  readonly largest: number;
  /** Milliseconds for all of it, redirects included. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/**
 * Fetches one file over HTTP, without the browser. Each address on its way, that of a redirect too, is checked as a
 * request of a page is, and dialed exactly as it was checked.
 * @throws EgressRefusal for a destination that must not be reached
 * @throws FetchFailed
 * @throws the reason of the signal
 */
export type FetchFile = (url: string, options: FetchFileOptions) => Promise<Buffer>;

/** Files on their way at the same time, in total and of one host; each may be held in memory as a whole. */
const MOST_FETCHES = 16;
const MOST_OF_HOST = 4;
const MOST_REDIRECTS = 5;

export function createFileFetch(policy: EgressPolicy, lookup: Lookup): FetchFile {
  const slots = new Slots(MOST_FETCHES, MOST_OF_HOST);
  return async (url, { largest, timeout, signal }) => {
    const late = AbortSignal.timeout(timeout);
    const bound = AbortSignal.any([signal, late]);
    try {
      const release = await slots.acquire(URL.parse(url)?.hostname ?? '', bound);
      try {
        return await fetchFollowing({ policy, lookup, largest, signal: bound }, url);
      } finally {
        release();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof EgressRefusal || error instanceof FetchFailed) throw error;
      throw new FetchFailed(late.aborted ? 'timeout' : failureOf(error), { cause: error });
    }
  };
}

interface Fetching {
  readonly policy: EgressPolicy;
  readonly lookup: Lookup;
  readonly largest: number;
  readonly signal: AbortSignal;
}

async function fetchFollowing(fetching: Fetching, address: string): Promise<Buffer> {
  let url = URL.parse(address);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    if (!url || !/^https?:$/.test(url.protocol)) throw new EgressRefusal('name');
    const response = await ask(fetching, url);
    const { statusCode: status = 0, headers } = response;
    const { location } = headers;
    if (status >= 300 && status < 400 && location !== undefined) {
      response.destroy();
      url = URL.parse(location, url);
      continue;
    }
    if (status !== 200) {
      response.destroy();
      throw new FetchFailed('status', { status });
    }
    return await decoded(await bodyOf(response, fetching.largest), headers['content-encoding'], fetching.largest);
  }
  throw new FetchFailed('redirects');
}

/** Sends the request on a connection of its own and resolves with the head of the answer. */
async function ask({ policy, lookup, signal }: Fetching, url: URL): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:';
  const port = Number(url.port) || (secure ? 443 : 80);
  const destination = await resolveDestination(policy, lookup, { host: url.hostname, port }, signal);
  const socket = await dial({ ...destination, port, timeout: DEFAULT_LIMITS.connect, halfOpen: false, signal });
  return await new Promise((resolve, reject) => {
    // The socket is connected already, to the address that was checked: nothing is resolved again.
    const options: RequestOptions = {
      method: 'GET',
      path: url.pathname + url.search,
      headers: { host: url.host, accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Platen' },
      signal,
      createConnection: () => (secure ? secured(socket, url.hostname) : socket),
    };
    const request = (secure ? httpsRequest : httpRequest)(options);
    request.once('response', resolve);
    request.once('error', (error) => {
      socket.destroy();
      reject(error);
    });
    request.end();
  });
}

/** TLS over a connection to an address that was checked, for the name that was asked for. */
export function secured(socket: Socket, hostname: string) {
  const host = hostname.replace(/^\[|\]$/g, '');
  // An address is no server name (RFC 6066, section 3).
  return connectTls({ socket, host, ...(isIP(host) === 0 ? { servername: host } : {}) });
}

async function bodyOf(response: IncomingMessage, largest: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) throw new FetchFailed('size');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const DECODERS = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/** Some servers compress although nobody asked for it. */
async function decoded(body: Buffer, encoding: string | undefined, largest: number): Promise<Buffer> {
  const decoder = DECODERS[(encoding ?? '').toLowerCase().trim() as keyof typeof DECODERS];
  if (!decoder) return body;
  try {
    return await decoder(body, { maxOutputLength: largest });
  } catch (error) {
    throw new FetchFailed(codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'size' : 'connection', { cause: error });
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** Names of OpenSSL and of the verification of certificates; all else is the connection. */
export function failureOf(error: unknown): FetchFailure {
  return /^(?:ERR_(?:SSL|TLS)|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO)/.test(codeOf(error))
    ? 'tls'
    : 'connection';
}
