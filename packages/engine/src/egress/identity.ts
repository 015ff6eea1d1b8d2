import type { AddressInfo, Server, Socket } from 'node:net';
import { type EgressJob, Job, type JobOptions } from './job.ts';

/** A port of the proxy that belongs to one browser context at a time, so that every request belongs to a job. */
export interface EgressIdentity {
  readonly port: number;
  /** Whether a job is running. */
  readonly busy: boolean;
  /** Connections that clients have opened, ever, those that were refused included. */
  readonly connections: number;
  /**
   * Lets traffic through until the job ends.
   * @throws {Error} when a job is running.
   */
  begin(): EgressJob;
  /** Ends the job, if one is running, and stops listening for good. */
  close(): Promise<void>;
}

/** Takes over a connection of a client, for a job. */
export type Serve = (socket: Socket, job: Job) => void;

/** An identity on a listening server. Without a running job it closes every connection at once. */
export class Identity implements EgressIdentity {
  readonly port: number;
  readonly #server: Server;
  readonly #options: JobOptions;
  readonly #clients = new Set<Socket>();
  #job: Job | undefined;
  #connections = 0;

  constructor(server: Server, options: JobOptions, serve: Serve) {
    const address = server.address() as AddressInfo | string | null;
    if (address === null || typeof address === 'string') {
      throw new Error('An egress identity needs a server that listens on a TCP port.');
    }
    this.port = address.port;
    this.#server = server;
    this.#options = options;
    server.on('connection', (socket) => this.#accept(socket, serve));
    // Accepting fails when the process is out of file descriptors; the browser sees it as a refused connection.
    server.on('error', () => {});
  }

  get busy(): boolean {
    return this.#job !== undefined;
  }

  get connections(): number {
    return this.#connections;
  }

  begin(): EgressJob {
    if (this.#job !== undefined) throw new Error('The egress identity has a running job.');
    this.#job = new Job(this.#options, () => this.#closeClients());
    return this.#job;
  }

  /** Ends the job and stops listening. */
  async close(): Promise<void> {
    this.#job?.end();
    if (!this.#server.listening) return;
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #accept(socket: Socket, serve: Serve): void {
    this.#connections += 1;
    // What becomes of a socket is seen by its close.
    socket.on('error', () => {});
    if (this.#job === undefined || this.#clients.size >= this.#options.limits.clients) {
      socket.destroy();
      return;
    }
    this.#clients.add(socket);
    socket.once('close', () => this.#clients.delete(socket));
    // As http.Server sets up its own sockets; a server that was handed over may be set up otherwise.
    socket.allowHalfOpen = true;
    socket.setNoDelay(true);
    serve(socket, this.#job);
  }

  #closeClients(): void {
    this.#job = undefined;
    for (const socket of this.#clients) socket.destroy();
  }
}
