import { type BlockList, isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { FastifyRequest } from 'fastify';
import { unmapped } from './ip-address.ts';
import { isLoopback } from './source.ts';

/** Who sent a request, and whether somebody on the way could have read it. */
export interface Client {
  readonly address: string;
  /** True for TLS, for TLS in front of a trusted proxy, and for connections that do not leave the machine. */
  readonly confidential: boolean;
}

/**
 * The socket's peer; behind trusted proxies the right-most hop of X-Forwarded-For that is not one of them. What
 * anybody else writes into forwarding headers is ignored.
 */
export function clientOf(request: FastifyRequest, trustedProxies: BlockList | undefined): Client {
  const { socket, headers } = request.raw;
  const peer = unmapped(socket.remoteAddress ?? '');
  const encrypted = (socket as Partial<TLSSocket>).encrypted === true;
  if (!trustedProxies || !contains(trustedProxies, peer)) {
    return { address: peer, confidential: encrypted || isLoopback(peer) };
  }
  const scheme = list(headers['x-forwarded-proto']).at(-1)?.toLowerCase();
  return {
    address: lastUntrusted(list(headers['x-forwarded-for']), trustedProxies) ?? peer,
    confidential: scheme === undefined ? encrypted || isLoopback(peer) : scheme === 'https',
  };
}

function lastUntrusted(hops: readonly string[], trustedProxies: BlockList): string | undefined {
  for (const hop of hops.toReversed()) {
    const address = unmapped(hop);
    if (isIP(address) === 0) return undefined;
    if (!contains(trustedProxies, address)) return address;
  }
  return undefined;
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
