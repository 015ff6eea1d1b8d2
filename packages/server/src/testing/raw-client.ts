import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that sends exactly the bytes it is told to. */
export class RawClient {
  readonly socket: Socket;
  readonly #closed: Promise<unknown>;
  #received = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    // A reset is one of the ways a server may end a connection, and the tests look at the bytes before it.
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      this.#received += bytes.toString('latin1');
    });
    this.#closed = new Promise((resolve) => socket.once('close', resolve));
  }

  static async open(port: number): Promise<RawClient> {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  get received(): string {
    return this.#received;
  }

  send(bytes: string | Uint8Array): void {
    this.socket.write(bytes);
  }

  /** Waits until the server has closed the connection, and gives all that it sent. */
  async untilClosed(): Promise<string> {
    await this.#closed;
    return this.#received;
  }

  async untilReceived(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.#received)) {
      await Promise.race([new Promise((resolve) => this.socket.once('data', resolve)), this.#closed]);
      if (this.socket.destroyed && !pattern.test(this.#received)) throw new Error('The connection ended before.');
    }
    return this.#received;
  }

  close(): void {
    this.socket.destroy();
  }
}

/** Status codes of the answers in a stream of bytes. */
export function statuses(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
}
