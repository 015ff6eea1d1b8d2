import type { TLSSocket } from 'node:tls';
import type { FastifyRequest } from 'fastify';
import { clientOf, type Reach } from '../network/client.ts';

/** Whether a person reaches us over https, as far as is known: then cookies are for https only. */
export function isSecure(request: FastifyRequest, reach: Reach): boolean {
  const { publicUrl, trustedProxies } = reach;
  if (publicUrl?.startsWith('https:')) return true;
  const { socket } = request.raw;
  if ((socket as Partial<TLSSocket>).encrypted === true) return true;
  // A connection that is confidential without being of this machine came by https to a trusted proxy.
  const { confidential } = clientOf(request, reach);
  const scheme = String(request.headers['x-forwarded-proto'] ?? '');
  return trustedProxies !== undefined && confidential && /(?:^|,)\s*https\s*$/i.test(scheme);
}
