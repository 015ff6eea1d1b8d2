import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { EGRESS_HEADER } from './headers.ts';

/**
 * The guard's own answers. They have no body and are the same whatever the reason, so that a page cannot use the
 * guard to find out what exists behind it.
 */
export type Outcome = 'malformed' | 'refused' | 'failed';

const STATUS = {
  malformed: { code: 400, text: 'Bad Request' },
  refused: { code: 403, text: 'Forbidden' },
  failed: { code: 502, text: 'Bad Gateway' },
} as const;

/** Milliseconds that a peer has to take the answer before its connection is torn down. */
const LINGER = 1_000;

function headersOf(outcome: Outcome): string[] {
  const headers = ['Content-Length', '0', 'Cache-Control', 'no-store', 'Connection', 'close'];
  return outcome === 'malformed' ? headers : [...headers, EGRESS_HEADER, outcome];
}

/** Answers a request; once an answer has begun, the connection is torn down instead. */
export function answerRequest(response: ServerResponse, outcome: Outcome): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const { code, text } = STATUS[outcome];
  response.sendDate = false;
  response.writeHead(code, text, headersOf(outcome)).end();
}

/** Answers on a bare connection (CONNECT, or a request that is not HTTP) and closes it. */
export function answerSocket(socket: Socket, outcome: Outcome): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { code, text } = STATUS[outcome];
  const headers = headersOf(outcome);
  let head = `HTTP/1.1 ${code} ${text}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  socket.end(`${head}\r\n`);
  // Unread bytes would turn the close into a reset, which can overtake the answer.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(timer));
}
