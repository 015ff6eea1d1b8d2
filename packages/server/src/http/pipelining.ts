import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { onExchangeEnd } from './exchange-end.ts';

/** Requests that are read ahead on one connection; then its client has to wait. */
const READ_AHEAD = 64;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Line {
  readonly waiting: Exchange[];
  busy: boolean;
  paused: boolean;
}

/**
 * Handles the requests of each connection one after another (RFC 9112, section 9.3.2). Node hands over all that it
 * finds in what it has read, at once: a few clients with many requests in one packet would hold up everybody else,
 * and one connection could take every slot. The answers would have to wait for each other anyway.
 */
export class Pipelining {
  readonly #lines = new WeakMap<Socket, Line>();

  /** The same handler, for one request of a connection at a time. */
  inTurn(handler: RequestListener): RequestListener {
    return (request, response) => {
      const line = this.#lineOf(request.socket);
      if (!line.busy) {
        this.#begin(line, { request, response }, handler);
        return;
      }
      line.waiting.push({ request, response });
      if (line.waiting.length < READ_AHEAD || line.paused) return;
      line.paused = true;
      request.socket.pause();
    };
  }

  /** Whether more requests of the connection wait for the one that is handled. */
  hasWaiting(socket: Socket): boolean {
    return (this.#lines.get(socket)?.waiting.length ?? 0) > 0;
  }

  #lineOf(socket: Socket): Line {
    const known = this.#lines.get(socket);
    if (known) return known;
    const line: Line = { waiting: [], busy: false, paused: false };
    this.#lines.set(socket, line);
    return line;
  }

  #begin(line: Line, { request, response }: Exchange, handler: RequestListener): void {
    line.busy = true;
    onExchangeEnd(response, () => {
      // Nothing that came after an answer that ends the connection is processed (RFC 9112, section 9.6).
      if (!response.shouldKeepAlive || request.socket.destroyed) line.waiting.length = 0;
      // Not at once: other connections get their turn in between.
      else setImmediate(() => this.#next(line, handler));
    });
    handler(request, response);
  }

  #next(line: Line, handler: RequestListener): void {
    const next = line.waiting.shift();
    line.busy = false;
    if (!next || next.request.socket.destroyed) return;
    if (line.paused && line.waiting.length < READ_AHEAD / 2) {
      line.paused = false;
      next.request.socket.resume();
    }
    this.#begin(line, next, handler);
  }
}
