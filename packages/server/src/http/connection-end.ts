import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A body up to this size is cheaper to read to its end than a new connection is. */
const WORTH_READING = 64 * 1024;

/** Whether so much of the request is still to come that its connection is not worth keeping. */
export function leavesBodyBehind(request: IncomingMessage): boolean {
  if (request.complete) return false;
  // A client that waits for "100 Continue" may send its body after a refusal or not: what comes next is ambiguous.
  if (request.headers.expect !== undefined) return true;
  const declared = request.headers['content-length'];
  if (declared === undefined) return request.headers['transfer-encoding'] !== undefined;
  return Number(declared) > WORTH_READING;
}

/**
 * Ends the connection after this answer. Closing at once, with bytes of the client still arriving, would reset the
 * connection and may take the answer with it; so only our side is closed, and the client has a moment to read and
 * leave (RFC 9112, section 9.6).
 */
export function closeAfterAnswer(response: ServerResponse, linger: number): void {
  response.shouldKeepAlive = false;
  const { socket } = response.req;
  // Node calls this when the last answer of a connection has been written; its own way is to destroy.
  socket.destroySoon = () => endLingering(socket, linger);
}

/** Closes our side now (after `lastWords`), and the connection when the client leaves or `linger` is over. */
export function endLingering(socket: Socket, linger: number, lastWords?: Buffer): void {
  if (socket.destroyed) return;
  if (lastWords) socket.end(lastWords);
  else socket.end();
  setTimeout(() => socket.destroy(), linger).unref();
}
