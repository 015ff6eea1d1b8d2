import { once } from 'node:events';
import {
  createServer as createHttpServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type RequestListener,
} from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { EgressIdentity } from '../egress/identity.ts';
import type { EgressLimits } from '../egress/limits.ts';
import type { Lookup } from '../egress/lookup.ts';
import { createEgressPolicy } from '../egress/policy.ts';
import { createEgressProxy, type EgressProxy } from '../egress/proxy.ts';

/**
 * Servers and clients for the tests of the guard. All of them close when the test is finished. The "public" network is
 * 127.0.77.1, which the policy of a test allows by port; what listens on 127.0.0.1 stands for an internal service.
 */
export const PUBLIC_ADDRESS = '127.0.77.1';

export interface Site {
  readonly port: number;
  /** Lines of the requests received, such as `GET /path`. */
  readonly requests: string[];
  /** Connections accepted since the start. */
  readonly connections: () => number;
  /** Connections open now. */
  readonly open: () => number;
}

/** A web site on the public network. */
export async function startSite(serve: RequestListener): Promise<Site> {
  const requests: string[] = [];
  const server = createHttpServer({ keepAliveTimeout: 0 }, (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    serve(request, response);
  });
  return { ...(await start(server, PUBLIC_ADDRESS)), requests };
}

/** A server on the public network that speaks bytes. */
export async function startPeer(serve: (socket: Socket) => void): Promise<Site> {
  const server = createServer({ allowHalfOpen: true }, serve);
  return { ...(await start(server, PUBLIC_ADDRESS)), requests: [] };
}

/** An internal service that nobody must reach. */
export async function startCanary(): Promise<Site> {
  const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nCANARY'));
  return { ...(await start(server, '127.0.0.1')), requests: [] };
}

async function start(server: Server, host: string): Promise<Omit<Site, 'requests'>> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => accepted, open: () => sockets.size };
}

export interface ProxyOptions {
  readonly allow?: readonly string[];
  readonly names?: Readonly<Record<string, readonly string[] | (() => readonly string[])>>;
  readonly limits?: Partial<EgressLimits>;
  readonly lookup?: Lookup;
}

export interface TestProxy {
  readonly proxy: EgressProxy;
  readonly identity: EgressIdentity;
  /** Names that the proxy asked the resolver for. */
  readonly asked: string[];
}

/** A proxy with one identity. `pub.test` is the public network unless `names` says otherwise. */
export async function startProxy({ allow = [], names, limits, lookup }: ProxyOptions = {}): Promise<TestProxy> {
  const asked: string[] = [];
  const table: ProxyOptions['names'] = { 'pub.test': [PUBLIC_ADDRESS], ...names };
  const resolver: Lookup = async (hostname, signal) => {
    asked.push(hostname);
    if (lookup !== undefined) return lookup(hostname, signal);
    const entry = table[hostname];
    const addresses = typeof entry === 'function' ? entry() : entry;
    if (addresses === undefined) throw new Error('ENOTFOUND');
    return addresses.map((address) => ({ address, family: address.includes(':') ? (6 as const) : (4 as const) }));
  };
  const proxy = createEgressProxy({ policy: createEgressPolicy({ allow }), lookup: resolver, limits });
  onTestFinished(() => proxy.close());
  return { proxy, identity: await proxy.listen(), asked };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Asks the proxy for a plain http address, on a connection of its own. */
export async function get(port: number, url: string, options: RequestOptions = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = options;
  const request = httpRequest({ port, path: url, method, headers, agent: false });
  request.end(body);
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

/** Connects to a port of the proxy. */
export async function connectTo(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes and collects what comes back until the connection is closed. */
export async function converse(port: number, ...chunks: (string | Buffer)[]): Promise<string> {
  const socket = await connectTo(port);
  const parts: Buffer[] = [];
  socket.on('data', (part) => parts.push(part));
  for (const chunk of chunks) socket.write(chunk);
  await closed(socket);
  return Buffer.concat(parts).toString('latin1');
}

export interface Tunnel {
  readonly status: number;
  readonly head: string;
  readonly socket: Socket;
}

/** Asks for a tunnel; `status` is that of the answer. The socket is paused right behind the head. */
export async function openTunnel(port: number, authority: string): Promise<Tunnel> {
  const socket = await connectTo(port);
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  let received = Buffer.alloc(0);
  while (!received.includes('\r\n\r\n')) {
    const chunk = (await nextChunk(socket)) ?? Buffer.alloc(0);
    received = Buffer.concat([received, chunk]);
    if (chunk.length === 0) break;
  }
  const end = received.indexOf('\r\n\r\n') + 4;
  if (received.length > end) socket.unshift(received.subarray(end));
  const head = received.subarray(0, end).toString('latin1');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, socket };
}

/** The next bytes of a connection; `undefined` at its end. */
export function nextChunk(socket: Socket): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const settle = (chunk?: Buffer) => {
      socket.pause();
      socket.off('data', settle);
      socket.off('end', ended);
      socket.off('close', ended);
      resolve(chunk);
    };
    const ended = () => settle();
    socket.on('data', settle);
    socket.on('end', ended);
    socket.on('close', ended);
    if (socket.destroyed || socket.readableEnded) settle();
    else socket.resume();
  });
}

/** Resolves when a connection is closed in both directions; ends our side of it when the peer ends its own. */
export async function closed(socket: Socket): Promise<void> {
  if (socket.destroyed) return;
  if (socket.readableEnded) socket.end();
  else socket.once('end', () => socket.end());
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
}

/** Waits until something holds; the test's own timeout bounds it. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
