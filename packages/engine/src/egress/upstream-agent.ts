import { Agent, type ClientRequest, type ClientRequestArgs, type RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Endpoint } from './resolve.ts';

/** Makes a connection whose address was checked. */
export type Connect = (endpoint: Endpoint, signal: AbortSignal) => Promise<Socket>;

export interface UpstreamRequestOptions extends RequestOptions {
  readonly host: string;
  readonly port: number;
  /** Ends the attempt to connect. */
  readonly exchangeSignal: AbortSignal;
}

/**
 * Keeps the plain HTTP connections of one job alive between its requests. A connection that is kept goes to the
 * address that was checked when it was made, so that using it again needs no new check.
 */
export class UpstreamAgent extends Agent {
  readonly #connect: Connect;
  readonly #longest: number;
  /** Connections without a request, the longest unused first. */
  readonly #idle = new Set<Duplex>();

  /** @param idle Milliseconds for which a connection is kept on which nothing comes. */
  constructor(connect: Connect, idle: number) {
    super({ keepAlive: true, timeout: idle });
    this.#longest = idle;
    this.#connect = connect;
  }

  /** Connections that are kept without a request. */
  get idle(): number {
    return this.#idle.size;
  }

  /** Closes the connection that has been unused longest, to make room for another. */
  dropOldest(): void {
    const [oldest] = this.#idle;
    oldest?.destroy();
    if (oldest !== undefined) this.#idle.delete(oldest);
  }

  /** Closes all connections without a request. */
  dropIdle(): void {
    while (this.#idle.size > 0) this.dropOldest();
  }

  override createConnection(
    options: ClientRequestArgs,
    callback: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const { host, port, exchangeSignal } = options as UpstreamRequestOptions;
    this.#connect({ host, port }, exchangeSignal).then(
      (socket) => {
        socket.once('close', () => this.#idle.delete(socket));
        callback(null, socket);
      },
      // Node ignores the socket when there is an error.
      (error: Error) => (callback as (error: Error) => void)(error),
    );
    return undefined;
  }

  /** Node keeps the socket only when this returns true, which the types do not say. */
  override keepSocketAlive(socket: Duplex): boolean {
    const kept: unknown = super.keepSocketAlive(socket);
    if (kept !== true) return false;
    this.#idle.add(socket);
    return true;
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    this.#idle.delete(socket);
    // While it was unused, its time was what its server said that it would keep it: the answer may take longer.
    (socket as Socket).setTimeout(this.#longest);
    super.reuseSocket(socket, request);
  }
}
