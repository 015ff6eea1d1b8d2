import { type BlockList, isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { FastifyRequest } from 'fastify';
import { unmapped } from './ip-address.ts';
import { isLoopback } from './source.ts';

/** What the operator says about who can reach the service. */
export interface Reach {
  /** Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed. */
  readonly trustedProxies?: BlockList;
  /** Origin that people see. */
  readonly publicUrl?: string;
  /** Who may sign up. */
  readonly signUp?: 'first' | 'open' | 'invited' | 'closed';
}

/** Who sent a request, and whether somebody on the way could have read it. */
export interface Client {
  /** An address; `unknown`, which no allowlist has, if a trusted proxy names one that cannot be read. */
  readonly address: string;
  /** True for TLS, for TLS in front of a trusted proxy, and for programs of this machine where it serves nobody else. */
  readonly confidential: boolean;
}

/**
 * Whether others use the service than programs of this machine, as its settings say: then a connection from loopback
 * is most likely a proxy that passes on what strangers sent, with or without saying so, and means nothing.
 */
export function servesOthers({ trustedProxies, publicUrl, signUp }: Reach): boolean {
  return trustedProxies !== undefined || signUp === 'open' || (publicUrl !== undefined && !isOwnOrigin(publicUrl));
}

/** What decides for whom a process converts. */
export interface Exposure extends Reach {
  /** Address to listen on. */
  readonly host: string;
  readonly role: 'all' | 'api' | 'worker';
}

/**
 * Whether what a process converts may come from others than programs of this machine: they reach it over the network,
 * through a proxy, or, where it is a worker, through the servers that share its database.
 */
export function convertsForOthers({ host, role, ...reach }: Exposure): boolean {
  return role === 'worker' || !isLoopback(host) || servesOthers(reach);
}

/**
 * The socket's peer; behind trusted proxies the right-most hop of X-Forwarded-For that is not one of them. What
 * anybody else writes into forwarding headers is ignored.
 */
export function clientOf(request: FastifyRequest, reach: Reach): Client {
  const { socket, headers } = request.raw;
  const { trustedProxies } = reach;
  const peer = unmapped(socket.remoteAddress ?? '');
  const encrypted = (socket as Partial<TLSSocket>).encrypted === true;
  if (!trustedProxies || !isTrustedProxy(peer, reach)) {
    return { address: peer, confidential: encrypted || (isLoopback(peer) && !servesOthers(reach)) };
  }
  const scheme = list(headers['x-forwarded-proto']).at(-1)?.toLowerCase();
  return {
    address: lastUntrusted(list(headers['x-forwarded-for']), trustedProxies) ?? peer,
    confidential: scheme === undefined ? encrypted : scheme === 'https',
  };
}

/** Whether an address is one of the proxies that pass on the requests of others. */
export function isTrustedProxy(address: string, { trustedProxies }: Reach): boolean {
  return trustedProxies !== undefined && contains(trustedProxies, unmapped(address));
}

/** Headers of those who pass a request on. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
] as const;

/** Whether a program of this machine sent it over loopback and nobody says that it was passed on. */
export function isDirect(request: FastifyRequest): boolean {
  const { socket, headers } = request.raw;
  return isLoopback(socket.remoteAddress ?? '') && FORWARDED.every((name) => headers[name] === undefined);
}

/**
 * Whether a program of this very machine sent it, for itself: where the service serves others that cannot be told from
 * a proxy that runs here. Nor is it a page that came from elsewhere and whose name was made to mean this machine since
 * (DNS rebinding).
 */
export function isLocal(request: FastifyRequest, reach: Reach): boolean {
  return !servesOthers(reach) && isDirect(request) && isOwnName(request.raw.headers.host ?? '');
}

function isOwnOrigin(origin: string): boolean {
  return isOwnName(new URL(origin).host);
}

/** Names of this machine that nobody else can have. */
function isOwnName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return name === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'));
}

/** A hop that cannot be understood ends the search: who wrote what stands before it is not known. */
function lastUntrusted(hops: readonly string[], trustedProxies: BlockList): string | undefined {
  for (const hop of hops.toReversed()) {
    const address = addressOf(hop);
    if (address === undefined) return 'unknown';
    if (!contains(trustedProxies, address)) return address;
  }
  return undefined;
}

/** The address of a hop, which some proxies write with a port: `192.0.2.1:5555`, `[2001:db8::1]:5555`. */
function addressOf(hop: string): string | undefined {
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(hop) ?? [];
  const address = unmapped(v6 ?? v4 ?? hop);
  if (v6 !== undefined && isIP(v6) !== 6) return undefined;
  return isIP(address) === 0 ? undefined : address;
}

function contains(addresses: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && addresses.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

function list(header: string | string[] | undefined): string[] {
  return String(header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
