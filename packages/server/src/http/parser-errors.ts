import { randomUUIDv7 } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../errors.ts';
import type { Log } from '../log/log.ts';
import { closeAfterAnswer, endLingering } from './connection-end.ts';
import { problemAnswer } from './problem.ts';

/** The request and the answer that a connection saw last. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Answers what Node's parser refuses (no HTTP, contradicting lengths, too large headers, too slow) and ends the
 * connection. Nothing is written where the client could take it for the answer to another request.
 */
export class ParserErrors {
  readonly #linger: number;
  readonly #log: Log;
  readonly #last = new WeakMap<Socket, Exchange>();
  readonly #ended = new WeakSet<Socket>();

  constructor(options: { readonly linger: number; readonly log: Log }) {
    this.#linger = options.linger;
    this.#log = options.log;
  }

  /** Remembers what each connection of the server saw last. */
  watch(server: Server): void {
    const remember = (request: IncomingMessage, response: ServerResponse) =>
      this.#last.set(request.socket, { request, response });
    server.prependListener('request', remember);
    server.prependListener('checkContinue', remember);
    server.prependListener('checkExpectation', remember);
  }

  /** Listener of the server's `clientError` event. */
  handle(error: Error & { code?: string }, socket: Socket): void {
    // The parser reports again for each further piece that arrives.
    if (this.#ended.has(socket)) return;
    this.#ended.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    if (!this.#mayAnswer(socket)) {
      this.#endAfterLast(socket);
      return;
    }
    const refusal = refusalOf(error.code);
    const requestId = randomUUIDv7();
    this.#log.event('request_unreadable', {
      request_id: requestId,
      status: refusal.entry.status,
      error_code: refusal.code,
    });
    endLingering(socket, this.#linger, rawAnswer(refusal, requestId));
  }

  #mayAnswer(socket: Socket): boolean {
    const last = this.#last.get(socket);
    if (!last) return true;
    const { request, response } = last;
    // Either the fault is in a new request and all before it is answered, or it is in the body of the last one.
    return request.complete ? response.writableFinished : !response.headersSent && response.socket === socket;
  }

  /** Ends the connection: after the answers that are still due, if what they answer has arrived whole. */
  #endAfterLast(socket: Socket): void {
    const last = this.#last.get(socket);
    if (!last?.request.complete) {
      socket.destroy();
      return;
    }
    socket.pause();
    closeAfterAnswer(last.response, this.#linger);
  }
}

function refusalOf(code: string | undefined): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('request_timeout');
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('header_too_large');
  return new ApiError('invalid_request', { detail: 'This is not a well-formed HTTP/1.1 request.' });
}

function rawAnswer(refusal: ApiError, requestId: string): Buffer {
  const { status, headers, body } = problemAnswer(refusal, requestId);
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`), body]);
}
