import type { IncomingMessage } from 'node:http';
import { FetchFailed, failureOf } from './fetch-file.ts';
import { createEgressGuard } from './guard.ts';
import type { Lookup } from './lookup.ts';
import { destinationOf, openRequest } from './outgoing.ts';
import { EgressRefusal, resolveDestination } from './resolve.ts';

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
        const isUnresolved = late.aborted || (error instanceof EgressRefusal && error.reason === 'unresolved');
        if (!isUnresolved) throw error;
      }
    },
    async send(request) {
      const late = AbortSignal.timeout(request.timeout);
      const signal = request.signal ? AbortSignal.any([request.signal, late]) : late;
      try {
        const response = await openRequest(guard, request, signal);
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
