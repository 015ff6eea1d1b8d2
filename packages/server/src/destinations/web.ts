import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { DeliveryFault, type DeliveryFaultCode } from './faults.ts';
import type { OutgoingFile, Way } from './kind.ts';

/** Bytes of an answer that are read. */
const MOST_ANSWER = 65_536;
/** Characters of an answer that are told to the owner of the destination. */
const QUOTED = 200;

export interface WebRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: none. */
  readonly body?: Buffer | string | { readonly bytes: AsyncIterable<Uint8Array>; readonly length: number };
  /** Statuses beside 2xx that are no fault. */
  readonly accept?: readonly number[];
  /** What a status means there, beside what it means everywhere. */
  readonly meaning?: (status: number, text: string) => DeliveryFaultCode | undefined;
}

export interface WebAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** An address that a path can be put behind. In a loop: a pattern for the end of a text takes long with many slashes. */
export function withoutLastSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

/** Sends a request, and reads the beginning of its answer. @throws DeliveryFault, EgressRefusal, errors of the connection */
export async function ask(way: Way, request: WebRequest): Promise<WebAnswer> {
  const response = await begin(way, request);
  const text = (await beginningOf(response)).toString('utf8');
  const { statusCode: status = 0, headers } = response;
  if (!isGood(status, request)) throw statusFault(status, headers, text, request.meaning?.(status, text));
  return { status, headers, text };
}

/** Sends a request for bytes, and gives them as they come. */
export async function* fetchBytes(way: Way, request: WebRequest): AsyncGenerator<Buffer> {
  const response = await begin(way, request);
  const { statusCode: status = 0, headers } = response;
  if (!isGood(status, request)) throw statusFault(status, headers, (await beginningOf(response)).toString('utf8'));
  try {
    yield* response as AsyncIterable<Buffer>;
  } finally {
    response.destroy();
  }
}

/** The bytes of a file as the body of a request. */
export const bodyOf = (file: OutgoingFile) => ({ bytes: file.open(), length: file.bytes });

async function begin(way: Way, { method, url, headers = {}, body = '' }: WebRequest): Promise<IncomingMessage> {
  const stop = new AbortController();
  const late = () => stop.abort(new DeliveryFault('timeout'));
  // Each piece that was taken begins the wait anew.
  let timer = setTimeout(late, way.patience);
  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(late, way.patience);
  };
  const sent = typeof body === 'string' ? Buffer.from(body) : body;
  const watched = Buffer.isBuffer(sent) ? sent : { bytes: noted(sent.bytes, moved), length: sent.length };
  try {
    const signal = AbortSignal.any([way.signal, stop.signal]);
    const response = await way.client.request({ method, url, headers, body: watched }, signal);
    response.on('close', () => clearTimeout(timer));
    response.once('end', () => clearTimeout(timer));
    // While the answer is read: a server that goes silent in it is left.
    clearTimeout(timer);
    response.setTimeout(way.patience, () => response.destroy(new DeliveryFault('timeout')));
    return response;
  } catch (error) {
    clearTimeout(timer);
    throw error;
  }
}

async function* noted(bytes: AsyncIterable<Uint8Array>, moved: () => void) {
  for await (const chunk of bytes) {
    moved();
    yield chunk;
  }
  moved();
}

async function beginningOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MOST_ANSWER) break;
    }
  } catch (error) {
    // The status has decided. A server that has refused a body often cuts the connection.
    if (error instanceof DeliveryFault) throw error;
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, MOST_ANSWER);
}

const isGood = (status: number, { accept = [] }: WebRequest): boolean =>
  (status >= 200 && status < 300) || accept.includes(status);

const CODES: Readonly<Record<number, DeliveryFaultCode>> = {
  401: 'credentials_refused',
  403: 'permission_denied',
  404: 'not_found',
  408: 'timeout',
  409: 'not_found',
  412: 'file_exists',
  413: 'too_large',
  423: 'server_error',
  429: 'rate_limited',
  507: 'quota_full',
};

/** What a status means (RFC 9110, RFC 4918), with the beginning of what the server said. */
function statusFault(
  status: number,
  headers: IncomingMessage['headers'],
  text: string,
  meaning?: DeliveryFaultCode,
): DeliveryFault {
  const code =
    meaning ??
    CODES[status] ??
    (status >= 300 && status < 400 ? 'redirect' : status >= 500 ? 'server_error' : 'rejected');
  const words = /html/i.test(headers['content-type'] ?? '') ? '' : text.slice(0, QUOTED);
  return new DeliveryFault(code, { detail: `${status} ${words}`.trim(), retryAfter: headers['retry-after'] });
}

/** @throws DeliveryFault `server_error` for what is no JSON */
export function jsonOf<Value>(text: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch (cause) {
    throw new DeliveryFault('server_error', { detail: 'the answer is no JSON', cause });
  }
}

/** The address of a service, or what stands for it in a test. */
export function originFor({ origins = {} }: Way, address: string): string {
  const { origin } = new URL(address);
  return (origins[origin] ?? origin) + address.slice(origin.length);
}

/** A `fetch` over the way, for libraries that want one; its bodies are bytes, and no redirect is followed. */
export function fetchBy(way: Way): typeof fetch {
  return async (input, init = {}) => {
    const { method = 'GET', headers, body, signal } = init;
    const bytes = body === undefined || body === null ? Buffer.alloc(0) : bytesOf(body);
    const outgoing = { url: String(input), method, headers: Object.fromEntries(new Headers(headers)), body: bytes };
    const signals = signal ? AbortSignal.any([way.signal, signal]) : way.signal;
    const response = await way.client.request(outgoing, signals);
    const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = response;
    const given = new Headers();
    for (let at = 0; at < rawHeaders.length; at += 2) given.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    const bodiless = status === 204 || status === 304 || method === 'HEAD';
    if (bodiless) response.destroy();
    const stream = bodiless ? null : (Readable.toWeb(response) as ReadableStream<Uint8Array<ArrayBuffer>>);
    return new Response(stream, { status, statusText, headers: given });
  };
}

function bytesOf(body: BodyInit): Buffer {
  if (typeof body === 'string') return Buffer.from(body);
  if (Buffer.isBuffer(body)) return body;
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  throw new TypeError('The body of a request is text or bytes.');
}
