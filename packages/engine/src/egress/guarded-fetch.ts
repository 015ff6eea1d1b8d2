import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { dial } from './dial.ts';
import { secured } from './fetch-file.ts';
import { createEgressGuard } from './guard.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { Lookup } from './lookup.ts';
import { EgressRefusal, resolveDestination } from './resolve.ts';

export interface GuardedFetchOptions {
  /** Origins that the operator named, such as `https://api.example`; nothing else is reached. */
  readonly origins: readonly string[];
  /** Destinations that the operator denied; they prevail over `origins`. The forms of `egressDeny`. Default none. */
  readonly deny?: readonly string[];
  /** Default: the resolver of the system. */
  readonly lookup?: Lookup;
}

/** Statuses whose answers have no body (Fetch standard, "null body status"). */
const BODILESS = new Set([101, 103, 204, 205, 304]);

/**
 * A `fetch` for services that the operator named, private ones too. An address of another origin is refused before
 * anything is resolved, and a redirect is not followed. Bodies of requests are texts or bytes.
 * @throws EgressRefusal for any other destination; the error of the connection; the reason of the signal
 */
export function createGuardedFetch({ origins, deny, lookup: resolver }: GuardedFetchOptions): typeof fetch {
  const named = new Set(origins.map((origin) => new URL(origin).origin));
  const hosts = [...named].map((origin) => new URL(origin));
  const { policy, lookup } = createEgressGuard({
    allow: hosts.map((url) => `${url.hostname}:${portOf(url)}`),
    ...(deny ? { deny } : {}),
    lookup: resolver,
  });
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (!named.has(url.origin)) throw new EgressRefusal('name');
    const { signal } = request;
    const body = Buffer.from(await request.arrayBuffer());
    const port = portOf(url);
    const destination = await resolveDestination(policy, lookup, { host: url.hostname, port }, signal);
    const socket = await dial({ ...destination, port, timeout: DEFAULT_LIMITS.connect, halfOpen: false, signal });
    const secure = url.protocol === 'https:';
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { ...Object.fromEntries(request.headers), host: url.host, 'content-length': body.length };
      // The socket is connected already, to the address that was checked: nothing is resolved again.
      const outgoing = (secure ? httpsRequest : httpRequest)({
        method: request.method,
        path: url.pathname + url.search,
        headers: { ...headers, 'accept-encoding': 'identity' },
        signal,
        createConnection: () => (secure ? secured(socket, url.hostname) : socket),
      });
      outgoing.once('response', resolve);
      outgoing.once('error', (error) => {
        socket.destroy();
        reject(signal.aborted ? signal.reason : error);
      });
      outgoing.end(body);
    });
    return answerOf(response);
  };
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

function answerOf(response: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = response;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  if (BODILESS.has(status)) {
    response.destroy();
    return new Response(null, { status, statusText, headers });
  }
  return new Response(Readable.toWeb(response) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    status,
    statusText,
    headers,
  });
}
