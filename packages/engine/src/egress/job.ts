import type { Socket } from 'node:net';
import type { Outcome } from './answer.ts';
import { dial } from './dial.ts';
import { EndpointLog } from './endpoint-log.ts';
import { Exchange } from './exchange.ts';
import type { EgressLimits } from './limits.ts';
import type { Lookup } from './lookup.ts';
import type { EgressPolicy } from './policy.ts';
import { EgressRefusal, type Endpoint, resolveDestination } from './resolve.ts';
import { Slots } from './slots.ts';
import { UpstreamAgent } from './upstream-agent.ts';

/** The traffic of one job, and what became of it. The figures stay readable after `end`. */
export interface EgressJob {
  /** Destinations that were refused, each once, the latest 1,000. */
  blocked(): readonly Endpoint[];
  /** How often a destination was refused, repeats included. */
  readonly blockedCount: number;
  /** Allowed destinations that could not be reached or did not answer with HTTP, each once, the latest 1,000. */
  failed(): readonly Endpoint[];
  readonly failedCount: number;
  /** Bytes exchanged with destinations, in both directions. */
  readonly bytes: number;
  /** Connections that were cut because they, or the job as a whole, passed a limit of bytes. */
  readonly cutCount: number;
  /** Whether a destination is among `blocked`; any spelling of the host. */
  refusedFor(host: string, port: number): boolean;
  /** Closes every connection and opens no other: the job goes on without the network, and what it asks for fails. */
  disconnect(): void;
  /**
   * Closes every connection of the job; the identity refuses again. Call it when the browser context is gone, and
   * let the event loop turn before the next `begin`, so that a connection of this job that was still to be accepted
   * is refused.
   */
  end(): void;
}

export interface JobOptions {
  readonly policy: EgressPolicy;
  readonly lookup: Lookup;
  readonly limits: EgressLimits;
}

/** A job as the proxy sees it. Nothing in it is shared with another job. */
export class Job implements EgressJob {
  readonly limits: EgressLimits;
  readonly agent: UpstreamAgent;
  readonly #policy: EgressPolicy;
  readonly #lookup: Lookup;
  readonly #slots: Slots;
  readonly #exchanges = new Set<Exchange>();
  readonly #upstreams = new Set<Socket>();
  readonly #blocked = new EndpointLog();
  readonly #failed = new EndpointLog();
  readonly #onEnd: () => void;
  #dialing = 0;
  #bytes = 0;
  #cut = 0;
  #disconnected = false;
  #ended = false;

  constructor({ policy, lookup, limits }: JobOptions, onEnd: () => void) {
    this.limits = limits;
    this.#policy = policy;
    this.#slots = new Slots(limits.connections, limits.connectionsPerHost);
    this.#lookup = limited(lookup, new Slots(limits.lookups));
    this.agent = new UpstreamAgent((endpoint, signal) => this.#connect(endpoint, signal, false), limits.idle);
    this.#onEnd = onEnd;
  }

  blocked(): readonly Endpoint[] {
    return this.#blocked.entries();
  }

  get blockedCount(): number {
    return this.#blocked.count;
  }

  failed(): readonly Endpoint[] {
    return this.#failed.entries();
  }

  get failedCount(): number {
    return this.#failed.count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get cutCount(): number {
    return this.#cut;
  }

  refusedFor(host: string, port: number): boolean {
    return this.#blocked.has(host, port);
  }

  disconnect(): void {
    this.#disconnected = true;
    this.#closeAll();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.disconnect();
    this.#onEnd();
  }

  /** Begins a request or tunnel; it is closed at once when the job has no network any more. */
  openExchange(): Exchange {
    const exchange = new Exchange({
      responseBytes: this.limits.responseBytes,
      slot: (host, signal) => this.#slots.acquire(host, signal),
      count: (bytes) => this.#count(bytes),
      countCut: () => {
        this.#cut += 1;
      },
      closed: (closed) => this.#exchanges.delete(closed),
    });
    this.#exchanges.add(exchange);
    if (this.#disconnected) exchange.close();
    return exchange;
  }

  /** Connects a tunnel to the destination, if it is allowed. */
  connectTunnel(endpoint: Endpoint, signal: AbortSignal): Promise<Socket> {
    return this.#connect(endpoint, signal, true);
  }

  /** Writes down why a destination was not reached, and tells what to answer. */
  outcome(error: unknown, { host, port }: Endpoint): Outcome {
    const refused = error instanceof EgressRefusal;
    (refused ? this.#blocked : this.#failed).add({ host, port });
    return refused ? 'refused' : 'failed';
  }

  async #connect(endpoint: Endpoint, signal: AbortSignal, halfOpen: boolean): Promise<Socket> {
    if (this.#exhausted) throw new Error('The job has used up its traffic.');
    const destination = await resolveDestination(this.#policy, this.#lookup, endpoint, signal);
    // The slots bound connections in use; those kept for later use make room for a new one.
    if (this.#upstreams.size + this.#dialing >= this.limits.connections) this.agent.dropOldest();
    const { connect: timeout, idle } = this.limits;
    this.#dialing += 1;
    const socket = await dial({ ...destination, port: endpoint.port, timeout, halfOpen, signal }).finally(() => {
      this.#dialing -= 1;
    });
    if (signal.aborted) socket.destroy();
    signal.throwIfAborted();
    this.#upstreams.add(socket);
    socket.once('close', () => this.#upstreams.delete(socket));
    socket.setTimeout(idle, () => socket.destroy(new Error('The connection was idle for too long.')));
    return socket;
  }

  get #exhausted(): boolean {
    return this.#bytes > this.limits.jobBytes;
  }

  #count(bytes: number): void {
    const before = this.#exhausted;
    this.#bytes += bytes;
    if (before || !this.#exhausted) return;
    this.#cut += this.#exchanges.size;
    this.#closeAll();
  }

  #closeAll(): void {
    for (const exchange of [...this.#exchanges]) exchange.close();
    for (const socket of this.#upstreams) socket.destroy();
    this.agent.destroy();
  }
}

/** Bounds how many names are resolved at the same time. */
function limited(lookup: Lookup, slots: Slots): Lookup {
  return async (hostname, signal) => {
    const release = await slots.acquire(hostname, signal);
    try {
      return await lookup(hostname, signal);
    } finally {
      release();
    }
  };
}
