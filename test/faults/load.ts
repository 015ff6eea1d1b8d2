import { connect, type Socket } from 'node:net';

/** An answer as it came over a connection of one's own. */
export interface Answer {
  readonly status: number;
  readonly retryAfter?: string;
}

/** A connection that keeps what it receives and never fails: how it ended is seen by `ended`. */
export interface Connection {
  readonly socket: Socket;
  /** Resolves when the connection is closed, by whichever side. */
  readonly ended: Promise<void>;
  answers(): readonly Answer[];
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1' });
  let received = '';
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
  });
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return { socket, ended, answers: () => readAnswers(received) };
}

/** Heads of the answers in a stream of bytes. PDF does not contain a status line. */
function readAnswers(received: string): readonly Answer[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) [^\r]*\r\n((?:[^\r]+\r\n)*)\r\n/g)].map(
    ([, status, fields = '']) => {
      const [, retryAfter] = /^retry-after: (.*)\r$/im.exec(fields) ?? [];
      return { status: Number(status), ...(retryAfter === undefined ? {} : { retryAfter }) };
    },
  );
}
