import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { dial } from './dial.ts';
import { FetchFailed, failureOf, secured } from './fetch-file.ts';
import { createEgressGuard, type EgressGuard } from './guard.ts';
import { parseHost } from './host.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { Lookup } from './lookup.ts';
import { EgressRefusal, isRefusedUnresolved, resolveDestination } from './resolve.ts';

export interface GuardedSendOptions {
  /** Destinations let through although they are not public, as `EngineConfig` has them. Default: none. */
  readonly egressAllow?: readonly string[];
  /** Destinations that are never reached. Default: none. */
  readonly egressDeny?: readonly string[];
  /** Default: the resolver of the system. */
  readonly lookup?: Lookup;
}

export interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Milliseconds from the call to the status of the answer. */
  readonly timeout: number;
  /** Bytes of the answer that are read; the rest is not waited for. */
  readonly answerBytes: number;
  readonly signal?: AbortSignal;
}

export interface SentAnswer {
  readonly status: number;
  /** Seconds or a date, as it was sent. */
  readonly retryAfter?: string;
  /** The beginning of the answer. */
  readonly body: Buffer;
}

/** Requests to addresses that strangers name: https to public ones, and whatever the operator allowed. */
export interface GuardedSend {
  /**
   * Finds out whether an address could be sent to now. The decision that counts is made when a connection is.
   * @param options.resolve whether its name is looked up; one that does not resolve passes. Default: no
   * @throws EgressRefusal
   */
  check(url: string, options?: { readonly resolve?: boolean }): Promise<void>;
  /**
   * Sends one request on a connection of its own. No redirect is followed.
   * @throws EgressRefusal for a destination that must not be reached; FetchFailed `timeout`, `tls` or `connection`
   */
  send(request: OutgoingRequest): Promise<SentAnswer>;
}

/** Milliseconds that the rest of an answer is waited for, after its status. */
const REST = 2_000;
/** Milliseconds for the resolver when an address is checked. */
const RESOLVE = 5_000;

export function createGuardedSend({ egressAllow, egressDeny, lookup }: GuardedSendOptions = {}): GuardedSend {
  const guard = createEgressGuard({
    lookup,
    ...(egressAllow ? { allow: egressAllow } : {}),
    ...(egressDeny ? { deny: egressDeny } : {}),
  });
  const { policy } = guard;
  return {
    async check(text, { resolve = false } = {}) {
      const { host, port } = destinationOf(guard, text);
      if (!resolve) return;
      const late = AbortSignal.timeout(RESOLVE);
      try {
        await resolveDestination(policy, guard.lookup, { host, port }, late);
      } catch (error) {
        // A name that does not resolve now may do so later, to an address that is checked then.
        const isUnresolved = late.aborted || (error instanceof EgressRefusal && error.reason === 'name');
        if (!isUnresolved) throw error;
      }
    },
    async send(request) {
      const late = AbortSignal.timeout(request.timeout);
      const signal = request.signal ? AbortSignal.any([request.signal, late]) : late;
      try {
        const response = await ask(guard, request, signal);
        const retryAfter = response.headers['retry-after'];
        const body = await beginningOf(response, request.answerBytes);
        return { status: response.statusCode ?? 0, ...(retryAfter === undefined ? {} : { retryAfter }), body };
      } catch (error) {
        request.signal?.throwIfAborted();
        if (error instanceof EgressRefusal) throw error;
        throw new FetchFailed(late.aborted ? 'timeout' : failureOf(error), { cause: error });
      }
    },
  };
}

/** @throws EgressRefusal for what is refused whatever a resolver says, plain http to the public among it */
function destinationOf({ policy }: EgressGuard, text: string) {
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

async function ask(guard: EgressGuard, request: OutgoingRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { url, secure, host, port } = destinationOf(guard, request.url);
  const destination = await resolveDestination(guard.policy, guard.lookup, { host, port }, signal);
  const socket = await dial({ ...destination, port, timeout: DEFAULT_LIMITS.connect, halfOpen: false, signal });
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
        host: url.host,
        'content-length': request.body.length,
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
    outgoing.end(request.body);
  });
}

/** The status has decided: what is missing of the answer, because it is slow, endless or cut, changes nothing. */
async function beginningOf(response: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => response.destroy(), REST);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= most) break;
    }
  } catch {
    // Cut, or too slow.
  } finally {
    clearTimeout(timer);
    response.destroy();
    // A tunnel of TLS is closed with what it lies in.
    response.socket?.destroy();
  }
  return Buffer.concat(chunks).subarray(0, most);
}
