import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/**
 * Destroys the connection of a client that stops reading its answer for `stall` milliseconds. Node checks at the
 * end of each such time whether bytes have left since the last check, so it acts after one to two of them.
 */
export function boundWriteStall(response: ServerResponse, stall: number): void {
  const { socket } = response;
  // An answer within this process has no line that can stall.
  if (!(socket instanceof Socket)) return;
  socket.setTimeout(stall);
  // Before Node's own listener, which sets the time that an idle connection is kept.
  response.prependOnceListener('finish', () => socket.setTimeout(0));
}
