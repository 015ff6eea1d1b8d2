import type { BlockList } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { FastifyRequest } from 'fastify';
import { clientOf } from '../network/client.ts';
import { isLoopback } from '../network/source.ts';

export interface SecureOptions {
  readonly publicUrl?: string;
  readonly trustedProxies?: BlockList;
}

/** Whether a person reaches us over https, as far as is known: then cookies are for https only. */
export function isSecure(request: FastifyRequest, { publicUrl, trustedProxies }: SecureOptions): boolean {
  if (publicUrl?.startsWith('https:')) return true;
  const { socket } = request.raw;
  if ((socket as Partial<TLSSocket>).encrypted === true) return true;
  // A connection that is confidential without being of this machine came by https to a trusted proxy.
  const { confidential } = clientOf(request, trustedProxies);
  const scheme = String(request.headers['x-forwarded-proto'] ?? '');
  return trustedProxies !== undefined && confidential && /(?:^|,)\s*https\s*$/i.test(scheme);
}

/** Headers of those who pass a request on. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via', 'cf-connecting-ip', 'true-client-ip'] as const;

/** Names of this machine that nobody else can have. */
const OWN_NAMES = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Whether a program of this very machine sent it, for itself: not a proxy that runs here, and not a page that came
 * from elsewhere and whose name was made to mean this machine since (DNS rebinding).
 */
export function isLocal(request: FastifyRequest): boolean {
  const { socket, headers } = request.raw;
  const own = isLoopback(socket.remoteAddress ?? '') && OWN_NAMES.test(headers.host ?? '');
  return own && FORWARDED.every((name) => headers[name] === undefined);
}
