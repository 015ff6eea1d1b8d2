import { type ClientRequest, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { answerRequest } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { forwardedHeaders, returnedHeaders } from './headers.ts';
import type { Job } from './job.ts';
import { parseAbsoluteForm, type Target } from './target.ts';
import type { UpstreamRequestOptions } from './upstream-agent.ts';

/** Interim answers (1xx) that a destination may send before the real one; they would otherwise be free of limits. */
const INTERIM_RESPONSES = 32;

interface Forwarding {
  readonly job: Job;
  readonly target: Target;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
}

/**
 * Serves a plain `http:` request in absolute form: sends it on without what concerns this connection only, and
 * streams the answer back. An Upgrade is not passed on (RFC 9110, section 7.8, leaves that to the proxy); browsers
 * open WebSockets through CONNECT.
 */
export async function forward(job: Job, request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.on('error', () => response.destroy());
  response.on('error', () => response.destroy());
  const target = parseAbsoluteForm(request.url ?? '');
  if (target === undefined) {
    answerRequest(response, 'malformed');
    return;
  }
  const exchange = job.openExchange();
  response.once('close', () => exchange.close());
  exchange.signal.addEventListener('abort', () => response.destroy());
  const forwarding = { job, target, request, response, exchange };
  try {
    await exchange.takeSlot(target.host);
    send(forwarding, hasBody(request));
  } catch (error) {
    fail(forwarding, error);
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function fail({ job, target, response, exchange }: Forwarding, error: unknown): void {
  if (exchange.signal.aborted) response.destroy();
  else answerRequest(response, job.outcome(error, target));
}

function send(forwarding: Forwarding, body: boolean): void {
  const { request, exchange } = forwarding;
  const upstream = openRequest(forwarding);
  const abandon = () => upstream.destroy();
  exchange.signal.addEventListener('abort', abandon);
  let answered = false;
  let interim = 0;

  upstream.once('response', (answer) => {
    answered = true;
    answerWith(forwarding, upstream, answer);
  });
  upstream.on('information', () => {
    interim += 1;
    if (interim > INTERIM_RESPONSES) upstream.destroy(new Error('The destination does not come to an answer.'));
  });
  let failure: NodeJS.ErrnoException | undefined;
  upstream.on('error', (error) => {
    failure = error;
  });
  upstream.once('close', () => {
    exchange.signal.removeEventListener('abort', abandon);
    if (answered) return;
    // A kept connection may have been closed by its server just before it was used again (RFC 9112, section 9.3.1).
    const stale = upstream.reusedSocket && (failure?.code === 'ECONNRESET' || failure?.code === 'EPIPE');
    if (stale && !body && isIdempotent(request.method) && !exchange.signal.aborted) {
      forwarding.job.agent.dropIdle();
      send(forwarding, body);
    } else {
      fail(forwarding, failure);
    }
  });

  if (!body) {
    upstream.end();
    return;
  }
  const count = exchange.meter();
  request.on('data', (chunk: Buffer) => count(chunk.length));
  request.pipe(upstream);
}

function isIdempotent(method = ''): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

function openRequest({ job, target, request, exchange }: Forwarding): ClientRequest {
  const options: UpstreamRequestOptions = {
    agent: job.agent,
    host: target.host,
    port: target.port,
    method: request.method ?? 'GET',
    path: target.path,
    headers: forwardedHeaders(request.rawHeaders, target.authority, 'transfer-encoding' in request.headers),
    maxHeaderSize: job.limits.headerBytes,
    exchangeSignal: exchange.signal,
  };
  return httpRequest(options);
}

/** Streams the destination's answer to the browser. */
function answerWith(forwarding: Forwarding, upstream: ClientRequest, answer: IncomingMessage): void {
  const { response, exchange } = forwarding;
  // The browser would take a question for proxy credentials for ours, and nobody asked for another protocol.
  if (answer.statusCode === 407 || answer.statusCode === 101) {
    answer.destroy();
    fail(forwarding, new Error('The destination answered what only a proxy or an upgrade can.'));
    return;
  }
  response.sendDate = false;
  try {
    response.writeHead(answer.statusCode ?? 0, answer.statusMessage, returnedHeaders(answer.rawHeaders));
  } catch (error) {
    answer.destroy();
    fail(forwarding, error);
    return;
  }
  const count = exchange.meter();
  count(headerBytes(answer.rawHeaders));
  answer.on('data', (chunk: Buffer) => count(chunk.length));
  // The browser must see an answer that was cut as cut; pipeline tears the other side down.
  pipeline(answer, response, (error) => {
    if (error) upstream.destroy();
  });
}

/** Header bytes are traffic too: an endless run of empty answers must come to an end. */
function headerBytes(headers: readonly string[]): number {
  return headers.reduce((sum, text) => sum + text.length, 0);
}
