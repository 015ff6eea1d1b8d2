import type { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Log } from '../observe/log.ts';
import type { KeyVerifier } from './bootstrap-key.ts';
import { clientOf } from './client.ts';
import { readCredential } from './credential.ts';
import { rememberKey } from './key-of-request.ts';
import type { Locks } from './locks.ts';
import { sourceOf } from './source.ts';

export interface GateOptions {
  readonly keys: KeyVerifier;
  readonly locks: Locks;
  readonly log: Log;
  /** Serve plain http to other machines. */
  readonly allowHttp: boolean;
  readonly trustedProxies?: BlockList;
}

/** Lets a request in, or throws the `ApiError` that refuses it. Runs before the body is read. */
export type Gate = (request: FastifyRequest) => void;

/** Who may come in, in this order: nobody over an open line, nobody without a key, nobody who is guessing. */
export function createGate({ keys, locks, log, allowHttp, trustedProxies }: GateOptions): Gate {
  return (request) => {
    const client = clientOf(request, trustedProxies);
    if (!client.confidential && !allowHttp) throw new ApiError('https_required');

    const credential = readCredential(request.raw.rawHeaders);
    if (credential.kind === 'none') throw unauthorized('missing_key');

    const source = sourceOf(client.address);
    const keyId = credential.kind === 'key' ? keys.verify(credential.key) : undefined;

    const seconds = locks.lockedSeconds(source);
    const proven = keyId !== undefined && locks.isProven(source, keyId);
    if (seconds > 0 && !proven) throw new ApiError('locked', { retryAfter: seconds });

    if (keyId === undefined) {
      const begun = locks.fail(source);
      if (begun > 0) log.event('source_locked', { seconds: begun });
      throw unauthorized('invalid_key');
    }
    locks.prove(source, keyId);
    rememberKey(request, keyId);
  };
}

/** One answer for unknown and malformed keys: it must not tell a guesser how close a guess was. */
function unauthorized(code: 'missing_key' | 'invalid_key'): ApiError {
  const fault = code === 'invalid_key' ? ', error="invalid_token"' : '';
  return new ApiError(code, { headers: { 'www-authenticate': `Bearer realm="platen"${fault}` } });
}
