import type { Protocol } from 'devtools-protocol';
import type { Page } from './page.ts';

type ResourceType = Protocol.Network.ResourceType;

/** Kinds of requests that no page waits for. */
const ASIDE: ReadonlySet<ResourceType> = new Set<ResourceType>([
  'EventSource',
  'Media',
  'Ping',
  'Prefetch',
  'CSPViolationReport',
]);
/** Kinds by which script asks for data. */
const DATA: ReadonlySet<ResourceType> = new Set<ResourceType>(['Fetch', 'XHR']);
/** Media types of answers that have no end. */
const STREAM = /^(?:text\/event-stream|multipart\/x-mixed-replace)\b/i;
/** Real milliseconds for which data without a named length may still arrive, before it counts as a stream. */
const LONGEST_BODY = 5_000;
/** Addresses that are remembered to find out what repeats. */
const MOST_ADDRESSES = 5_000;

interface PendingRequest {
  readonly type: ResourceType;
  /** Whether the same was asked for before, and answered: the page polls. */
  readonly repeated: boolean;
  readonly address: string;
  /** When an answer without a length began to come. */
  openSince?: number;
  stream?: boolean;
}

/**
 * The requests of a page that have not ended. What belongs to the document is waited for: files, frames, and data that
 * is asked for once. Streams, and what repeats, end at no time that one could wait for.
 */
export class PendingRequests {
  readonly #pending = new Map<string, PendingRequest>();
  /** Whether event sources were closed, which would have gone on. */
  streamsEnded = false;
  readonly #answered = new Set<string>();

  constructor({ session }: Page) {
    const end = ({ requestId }: { readonly requestId: string }): void => {
      const ended = this.#pending.get(requestId);
      this.#pending.delete(requestId);
      if (ended && DATA.has(ended.type) && this.#answered.size < MOST_ADDRESSES) this.#answered.add(ended.address);
    };
    session.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request: { method, url } }) => {
      if (url.startsWith('data:') || url.startsWith('blob:')) return;
      const address = `${method} ${url}`;
      this.#pending.set(requestId, { type, address, repeated: DATA.has(type) && this.#answered.has(address) });
    });
    session.on('Network.responseReceived', ({ requestId, response: { mimeType, headers } }) => {
      const request = this.#pending.get(requestId);
      if (!request) return;
      request.stream = STREAM.test(mimeType);
      const sized = Object.keys(headers).some((name) => name.toLowerCase() === 'content-length');
      if (DATA.has(request.type) && !sized) request.openSince = performance.now();
    });
    session.on('Network.loadingFinished', end);
    session.on('Network.loadingFailed', end);
  }

  /** Whether something is pending, and none of it will end that belongs to the document. */
  get areEndless(): boolean {
    return this.#pending.size > 0 && [...this.#pending.values()].every(isEndless);
  }
}

function isEndless({ type, repeated, stream, openSince }: PendingRequest): boolean {
  if (ASIDE.has(type) || repeated || stream) return true;
  return openSince !== undefined && performance.now() - openSince > LONGEST_BODY;
}
