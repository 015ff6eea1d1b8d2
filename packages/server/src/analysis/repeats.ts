import { EngineError } from '@platen/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, isTest } from '../access/caller.ts';
import { ApiError } from '../errors.ts';
import { bodyOf } from '../http/request-body.ts';
import { fingerprintOf, textDigestOf } from '../idempotency/fingerprint.ts';
import { readIdempotencyKey } from '../idempotency/header.ts';
import { jobOfRun } from '../idempotency/job.ts';
import type { IdempotencyKeys } from '../idempotency/keys.ts';
import type { Tokens } from './messages.ts';

/** How a request stands to earlier ones with the same `Idempotency-Key`. */
export interface Run {
  /** Name of what is counted; absent without a key. */
  readonly jobId?: string;
  /** What the analysis that was counted took; absent for the first request, and if it is not known any more. */
  readonly counted?: Tokens;
  /** Whether an earlier request was answered and counted. */
  readonly repeated: boolean;
  /**
   * Notes the text that is analyzed.
   * @throws ApiError `idempotency_mismatch` if another text was counted: what an address or a template leads to may
   *   have changed
   */
  reads(text: string): void;
}

export interface RepeatOptions {
  /** Default: the header is not looked at. */
  readonly keys?: IdempotencyKeys | undefined;
  readonly onLostJob: (job: { readonly id: string; readonly organisationId: string }) => Promise<void>;
}

/** What came of a run, with the tokens it took. */
export interface Done<Value> {
  readonly value: Value;
  readonly tokens: Tokens;
}

/** What is kept of a run that was counted. */
interface Kept {
  readonly tokens: Tokens;
  readonly text: string | undefined;
}

const FIRST: Run = { repeated: false, reads: () => {} };

const OTHER_TEXT =
  'The document behind this request has changed since it was counted. Use a new "Idempotency-Key" to analyse it as it is now.';

/**
 * Runs an analysis once for an `Idempotency-Key`, as far as counting goes. Neither the text nor the answer is kept, only
 * fingerprints of the request and of the text,
 * and the tokens, so that a repeat within 24 hours is computed anew, and takes nothing.
 * @throws ApiError `idempotency_in_progress`, `idempotency_mismatch`, `invalid_request`, and what `work` throws
 */
export async function runOnce<Value>(
  request: FastifyRequest,
  reply: FastifyReply,
  { keys, onLostJob }: RepeatOptions,
  work: (run: Run) => Promise<Done<Value>>,
): Promise<Value> {
  const isNamed = request.headers['idempotency-key'] !== undefined;
  const key = keys && isNamed ? readIdempotencyKey(request.raw.headersDistinct['idempotency-key']) : undefined;
  if (!keys || key === undefined) return (await work(FIRST)).value;
  const caller = callerOf(request);
  const { organisationId } = caller;
  const { method, url = '' } = request.raw;
  const fingerprint = fingerprintOf(keys.secret, { method: method ?? '', url, body: bodyOf(request) });
  const claim = await keys.claim({ organisationId, mode: isTest(caller) ? 'test' : 'live', key, fingerprint });
  switch (claim.kind) {
    case 'running':
      throw new ApiError('idempotency_in_progress');
    case 'other_request':
      throw new ApiError('idempotency_mismatch');
    case 'ended': {
      const kept = keptOf(await claim.answer.read());
      reply.header('idempotency-replayed', 'true');
      const reads = (text: string) => {
        if (kept?.text !== undefined && kept.text !== textDigestOf(keys.secret, text)) {
          throw new ApiError('idempotency_mismatch', { detail: OTHER_TEXT });
        }
      };
      return (await work({ repeated: true, reads, ...(kept ? { counted: kept.tokens } : {}) })).value;
    }
    case 'held':
  }
  const { hold, lost } = claim;
  try {
    for (const id of lost) await onLostJob({ id: jobOfRun(id), organisationId });
    if (reply.raw.destroyed) throw new EngineError('canceled', 'The client closed the connection.');
    let digest: string | undefined;
    const reads = (text: string) => {
      digest = textDigestOf(keys.secret, text);
    };
    const { value, tokens } = await work({ jobId: jobOfRun(hold.id), repeated: false, reads });
    await keys.keep(hold, 200, Buffer.from(JSON.stringify({ tokens, text: digest } satisfies Kept)));
    return value;
  } catch (error) {
    await keys.release(hold);
    throw error;
  }
}

function keptOf(bytes: Buffer | undefined): Kept | undefined {
  return bytes && (JSON.parse(bytes.toString('utf8')) as Kept);
}
