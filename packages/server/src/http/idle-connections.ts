import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../log/log.ts';
import { sourceOf } from '../network/source.ts';
import { onExchangeEnd } from './exchange-end.ts';

export interface IdleConnectionOptions {
  /** Idle connections of one source address; 0 sets no limit. */
  readonly limit: number;
  /** Whose connections carry those of many: they are not counted. */
  readonly isProxy: (address: string) => boolean;
  readonly log: Log;
}

interface Connection {
  readonly source: string;
  /** Requests that are under way. */
  open: number;
}

/** Milliseconds between lines of the log. */
const LOG_EVERY = 60_000;
/** Milliseconds between rounds. */
const ROUND = 250;
/** Connections beyond the limits, of all sources, that may wait for their round. */
const MOST_BEYOND = 3_072;

/**
 * Bounds the connections of one source that wait for a request, its first or the next one: of too many, those that have
 * waited longest are closed, as any server may (RFC 9112, section 9.5). One with a request under way is never closed.
 *
 * They are closed in rounds, as many of a source as its limit: who opens a connection anew for each that is closed would
 * otherwise come back as fast as the machine goes. When too many wait for a round, each new one costs an old one at once.
 */
export class IdleConnections {
  readonly #limit: number;
  readonly #isProxy: (address: string) => boolean;
  readonly #log: Log;
  readonly #connections = new WeakMap<Socket, Connection>();
  /** Those that wait, of each source, the longest first. */
  readonly #idle = new Map<string, Set<Socket>>();
  /** How many more than its limit each source has, added up. */
  #beyond = 0;
  #round: NodeJS.Timeout | undefined;
  #closed = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor({ limit, isProxy, log }: IdleConnectionOptions) {
    this.#limit = limit;
    this.#isProxy = isProxy;
    this.#log = log;
  }

  /** Counts the connections of a server, from when they can be spoken on. */
  watch(server: Server, { tls }: { readonly tls: boolean }): void {
    if (this.#limit === 0) return;
    server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => this.#add(socket));
  }

  /** A connection is not idle from the headers of a request to the end of its answer. */
  exceptDuring(handler: RequestListener): RequestListener {
    return (request, response) => {
      const connection = this.#connections.get(request.socket);
      if (connection) {
        connection.open += 1;
        this.#forget(request.socket, connection);
        onExchangeEnd(response, () => {
          connection.open -= 1;
          if (connection.open === 0) this.#wait(request.socket, connection);
        });
      }
      handler(request, response);
    };
  }

  #add(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    if (this.#isProxy(address)) return;
    const connection: Connection = { source: sourceOf(address), open: 0 };
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#forget(socket, connection));
    this.#wait(socket, connection);
  }

  #wait(socket: Socket, { source }: Connection): void {
    if (socket.destroyed) return;
    const waiting = this.#idle.get(source) ?? new Set();
    this.#idle.set(source, waiting);
    waiting.add(socket);
    if (waiting.size <= this.#limit) return;
    this.#beyond += 1;
    if (this.#beyond > MOST_BEYOND) this.#close(waiting, 1);
    this.#round ??= setTimeout(() => this.#closeRound(), ROUND).unref();
  }

  #forget(socket: Socket, { source }: Connection): void {
    const waiting = this.#idle.get(source);
    if (waiting?.delete(socket) && waiting.size >= this.#limit) this.#beyond -= 1;
    if (waiting?.size === 0) this.#idle.delete(source);
  }

  /** Closes what has waited longest of each source that has too many, and comes back while there are any. */
  #closeRound(): void {
    for (const waiting of this.#idle.values()) {
      const beyond = waiting.size - this.#limit;
      if (beyond > 0) this.#close(waiting, Math.min(beyond, this.#limit));
    }
    this.#round = this.#beyond > 0 ? setTimeout(() => this.#closeRound(), ROUND).unref() : undefined;
  }

  #close(waiting: Set<Socket>, count: number): void {
    const longest = [...waiting.values().take(count)];
    for (const socket of longest) {
      waiting.delete(socket);
      socket.destroy();
    }
    this.#beyond -= longest.length;
    this.#tell(longest.length);
  }

  #tell(count: number): void {
    this.#closed += count;
    if (performance.now() - this.#loggedAt < LOG_EVERY) return;
    this.#loggedAt = performance.now();
    this.#log.event('idle_connections_closed', { count: this.#closed });
    this.#closed = 0;
  }
}
