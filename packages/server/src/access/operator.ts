import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { clientOf, isDirect, type Reach } from '../network/client.ts';
import { readCredential } from './credential.ts';

export interface OperatorOptions {
  /** What an operator sends in place of a key. */
  readonly token: string;
  /** Whether it is read from an open line. */
  readonly allowHttp: boolean;
  /** Who can reach the service. */
  readonly reach: Reach;
}

/**
 * Whether a request brings a token of the operator. As with keys, one that somebody on the way could have read does not
 * count. On loopback nobody could have, unless a proxy passed it on; a token that is right gives away no more there than
 * it did on its way.
 */
export function bringsToken(request: FastifyRequest, { token, allowHttp, reach }: OperatorOptions): boolean {
  if (!allowHttp && !isDirect(request) && !clientOf(request, reach).confidential) return false;
  const credential = readCredential(request.raw.rawHeaders);
  return credential.kind === 'key' && timingSafeEqual(digest(credential.key), digest(Buffer.from(token)));
}

/** Of one length for any input, so that comparing takes the same time. */
const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
