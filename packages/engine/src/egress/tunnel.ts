import type { Socket } from 'node:net';
import { answerSocket } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { Job } from './job.ts';
import { parseAuthorityForm } from './target.ts';

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';
/** Bytes taken from a client that sends before the tunnel stands; past it the client has to wait. */
const EARLY_BYTES = 65_536;

/**
 * Serves CONNECT (RFC 9110, section 9.3.6): dials the checked address and passes bytes both ways. What they mean is
 * between the browser and the destination.
 * @param head What the client sent right after the request.
 */
export async function tunnel(job: Job, target: string, client: Socket, head: Buffer): Promise<void> {
  const endpoint = parseAuthorityForm(target);
  if (endpoint === undefined) {
    answerSocket(client, 'malformed');
    return;
  }
  const exchange = job.openExchange();
  const takeEarly = holdEarly(client, head, exchange);
  try {
    await exchange.takeSlot(endpoint.host);
    const upstream = await job.connectTunnel(endpoint, exchange.signal);
    splice({ client, upstream, exchange, early: takeEarly(), idle: job.limits.idle });
  } catch (error) {
    if (exchange.signal.aborted) client.destroy();
    else answerSocket(client, job.outcome(error, endpoint));
    exchange.close();
  }
}

/**
 * Reads the client while it waits, so that it is noticed when it goes away; keeps what it sends for the tunnel.
 * Returns a function that stops and hands over.
 */
function holdEarly(client: Socket, head: Buffer, exchange: Exchange): () => Buffer[] {
  const chunks = head.length > 0 ? [head] : [];
  let size = head.length;
  const keep = (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > EARLY_BYTES) client.pause();
  };
  const leave = () => exchange.close();
  client.on('data', keep);
  client.once('end', leave);
  client.once('close', leave);
  return () => {
    client.off('data', keep);
    client.off('end', leave);
    client.off('close', leave);
    return chunks;
  };
}

interface Splice {
  readonly client: Socket;
  readonly upstream: Socket;
  readonly exchange: Exchange;
  readonly early: readonly Buffer[];
  readonly idle: number;
}

/** Joins the two connections until both are closed. */
function splice({ client, upstream, exchange, early, idle }: Splice): void {
  const count = exchange.meter();
  let open = 2;
  const closed = () => {
    open -= 1;
    if (open === 0) exchange.close();
  };
  client.once('close', () => {
    follow(upstream, client.readableEnded);
    closed();
  });
  upstream.once('close', () => {
    follow(client, upstream.readableEnded);
    closed();
  });
  exchange.signal.addEventListener('abort', () => {
    follow(client, false);
    follow(upstream, false);
  });
  client.setTimeout(idle, () => client.destroy());

  client.write(ESTABLISHED);
  for (const chunk of early) {
    count(chunk.length);
    upstream.write(chunk);
  }
  client.on('data', (chunk: Buffer) => count(chunk.length));
  upstream.on('data', (chunk: Buffer) => count(chunk.length));
  client.pipe(upstream);
  upstream.pipe(client);
}

/** Closes the other side the way its peer went: a clean end would let a cut transfer pass for a whole one. */
function follow(socket: Socket, clean: boolean): void {
  if (socket.destroyed) return;
  if (clean) socket.destroySoon();
  else socket.resetAndDestroy();
}
