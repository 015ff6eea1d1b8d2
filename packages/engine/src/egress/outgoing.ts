import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';
import { dial } from './dial.ts';
import { secured } from './fetch-file.ts';
import type { EgressGuard } from './guard.ts';
import { parseHost } from './host.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { EgressRefusal, isRefusedUnresolved, resolveDestination } from './resolve.ts';

/** What a request carries: bytes, or a stream of as many as `length` says. */
export type OutgoingBody = Buffer | { readonly bytes: AsyncIterable<Uint8Array>; readonly length: number };

export interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: OutgoingBody;
}

/** @throws EgressRefusal for what is refused whatever a resolver says, plain http to the public among it */
export function destinationOf({ policy }: EgressGuard, text: string) {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new EgressRefusal('name');
  const secure = url.protocol === 'https:';
  const port = Number(url.port) || (secure ? 443 : 80);
  const host = url.hostname;
  if (isRefusedUnresolved(policy, { host, port })) throw new EgressRefusal('address');
  if (!secure && !isNamedByOperator(policy, host, port)) throw new EgressRefusal('name');
  return { url, secure, host, port };
}

function isNamedByOperator(policy: EgressGuard['policy'], text: string, port: number): boolean {
  const host = parseHost(text);
  if (host === undefined) return false;
  return host.kind === 'name' ? policy.allowsName(host.name, port) : policy.allowsAddress(host.address, port);
}

/**
 * Sends one request on a connection of its own, to the address that was checked, and resolves with the head of the answer.
 * @throws EgressRefusal; the error of the connection or of the body; the reason of the signal
 */
export async function openRequest(
  guard: EgressGuard,
  request: Outgoing,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { url, secure, host, port } = destinationOf(guard, request.url);
  const destination = await resolveDestination(guard.policy, guard.lookup, { host, port }, signal);
  const socket = await dial({ ...destination, port, timeout: DEFAULT_LIMITS.connect, halfOpen: false, signal });
  const { body } = request;
  return await new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      socket.destroy();
      reject(signal.aborted ? signal.reason : error);
    };
    // The socket is connected already, to the address that was checked: nothing is resolved again.
    const outgoing = (secure ? httpsRequest : httpRequest)({
      method: request.method,
      path: url.pathname + url.search,
      headers: {
        ...request.headers,
        ...(asksFirst(body) ? { expect: '100-continue' } : {}),
        host: url.host,
        'content-length': body.length,
        'accept-encoding': 'identity',
        connection: 'close',
      },
      createConnection: () => (secure ? secured(socket, host) : socket),
    });
    const abandon = () => fail(signal.reason as Error);
    signal.addEventListener('abort', abandon, { once: true });
    outgoing.once('response', (response) => {
      signal.removeEventListener('abort', abandon);
      resolve(response);
    });
    outgoing.once('error', fail);
    outgoing.once('close', () => fail(new Error('The peer closed the connection without an answer.')));
    send(outgoing, body, fail);
  });
}

/** Bytes from which the peer is asked whether it takes them (RFC 9110, section 10.1.1): one that refuses says why, and is heard. */
const WORTH_ASKING = 65_536;
/** Milliseconds after which a peer that does not answer the question is sent the bytes. */
const UNASKED = 1_000;

const asksFirst = (body: OutgoingBody): boolean => !Buffer.isBuffer(body) && body.length > WORTH_ASKING;

function send(outgoing: ClientRequest, body: OutgoingBody, fail: (error: Error) => void): void {
  if (Buffer.isBuffer(body)) return void outgoing.end(body);
  let isBegun = false;
  const begin = () => {
    clearTimeout(timer);
    if (isBegun || outgoing.destroyed) return;
    isBegun = true;
    pipeline(body.bytes, outgoing, (error) => {
      if (error) fail(error);
    });
  };
  const timer = setTimeout(begin, asksFirst(body) ? UNASKED : 0);
  outgoing.once('continue', begin);
  const settle = () => {
    clearTimeout(timer);
    // Answered before anything was sent: there is nothing more to say.
    isBegun = true;
  };
  outgoing.once('response', settle);
  outgoing.once('close', settle);
  outgoing.flushHeaders();
}
