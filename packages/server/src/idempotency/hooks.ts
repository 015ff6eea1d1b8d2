import { EngineError } from '@platen/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, isTest } from '../access/caller.ts';
import { ApiError, toApiError } from '../errors.ts';
import { BodyBudget, type BodyShare } from '../http/body-budget.ts';
import { onExchangeEnd } from '../http/exchange-end.ts';
import { endpointOf } from '../http/register.ts';
import type { RequestBody } from '../http/request-body.ts';
import { headerOfKey, takesIdempotencyKey } from './endpoints.ts';
import { fingerprintOf } from './fingerprint.ts';
import { readIdempotencyKey } from './header.ts';
import { jobOfRun, rememberJob } from './job.ts';
import { describingHeaders, LARGEST_KEPT, packAnswer, unpackAnswer } from './kept-answer.ts';
import type { EndedAnswer, Hold, IdempotencyKeys } from './keys.ts';

export interface IdempotencyOptions {
  readonly keys: IdempotencyKeys;
  /** Called before a request runs once more, with the job of the run whose process died: nobody got anything for it. */
  readonly onLostJob?: (job: { readonly id: string; readonly organisationId: string }) => Promise<void>;
  /** Bytes of kept answers that may be in memory at once, while they are stored or given again. */
  readonly inMemory: number;
}

/**
 * `Idempotency-Key` for each endpoint of a scope behind the gate that takes one: the same request with the same key runs once
 * and is given the same answer for 24 hours. A request that is answered from what was kept never reaches its handler,
 * so it renders, changes and costs nothing.
 */
export function idempotency(scope: FastifyInstance, options: IdempotencyOptions): void {
  const { keys, onLostJob = async () => {}, inMemory } = options;
  const named = new WeakMap<FastifyRequest, string>();
  const holds = new WeakMap<FastifyRequest, Hold>();
  const refusals = new WeakMap<FastifyRequest, ApiError>();
  const budget = new BodyBudget(inMemory);

  // Before the body is read: a key that is none costs no more than its refusal.
  scope.addHook('onRequest', async (request) => {
    const endpoint = endpointOf(request);
    if (!takesIdempotencyKey(endpoint)) return;
    const header = headerOfKey(endpoint, request.headers);
    // Requests that the service makes to itself have no list of all values.
    if (request.headers[header] === undefined) return;
    const key = readIdempotencyKey(request.raw.headersDistinct[header]);
    if (key !== undefined) named.set(request, key);
  });

  scope.addHook('preHandler', async (request, reply) => {
    const key = named.get(request);
    if (key === undefined) return;
    const caller = callerOf(request);
    const claim = await keys.claim({
      organisationId: caller.organisationId,
      mode: isTest(caller) ? 'test' : 'live',
      key,
      fingerprint: fingerprintOf(keys.secret, {
        method: request.method,
        url: request.raw.url ?? '',
        variant: endpointOf(request).variantOf?.(request),
        body: request.body as RequestBody | undefined,
      }),
    });
    switch (claim.kind) {
      case 'held':
        holds.set(request, claim.hold);
        rememberJob(request, jobOfRun(claim.hold.id));
        for (const id of claim.lost) {
          await onLostJob({ id: jobOfRun(id), organisationId: caller.organisationId });
        }
        // What looks for a client that leaves is set up by the handler, too late for one that has left already.
        if (reply.raw.destroyed) throw new EngineError('canceled', 'The client closed the connection.');
        return;
      case 'running':
        throw new ApiError('idempotency_in_progress');
      case 'other_request':
        throw new ApiError('idempotency_mismatch');
      case 'ended':
        return await replay(reply, claim.answer);
    }
  });

  scope.addHook('onError', (request, _reply, error, done) => {
    if (holds.has(request)) refusals.set(request, toApiError(error));
    done();
  });

  // Before the answer goes: a client that loses it on the way and asks again finds it.
  scope.addHook('onSend', async (request, reply, payload) => {
    const hold = holds.get(request);
    if (!hold) return;
    holds.delete(request);
    const refusal = refusals.get(request);
    const { statusCode: status } = reply;
    if (status >= 200 && status < 300) {
      await keepAs(hold, reply, endpointOf(request).answer.shownOnce ? undefined : (payload ?? ''));
    } else if (status === 422 && refusal?.entry.retryable !== true && mayKeep(request)) {
      await keepAs(hold, reply, payload);
    } else {
      // What may succeed next time, or did nothing and cannot be repeated.
      await keys.release(hold);
    }
  });

  /** Whether answers of this caller may be stored. */
  function mayKeep(request: FastifyRequest): boolean {
    return keys.keepAnswers && callerOf(request).hipaa !== true;
  }

  async function keepAs(hold: Hold, reply: FastifyReply, payload: unknown): Promise<void> {
    const body = mayKeep(reply.request) ? bytesOf(payload) : undefined;
    const share = budget.open(callerOf(reply.request).organisationId);
    try {
      const fits = body !== undefined && body.length <= LARGEST_KEPT && isTaken(share, body.length);
      const headers = describingHeaders(reply.getHeaders());
      await keys.keep(hold, reply.statusCode, fits ? packAnswer({ headers, body }) : undefined);
    } finally {
      share.close();
    }
  }

  async function replay(reply: FastifyReply, answer: EndedAnswer): Promise<FastifyReply> {
    const share = budget.open(callerOf(reply.request).organisationId);
    onExchangeEnd(reply.raw, share.close);
    share.take(answer.size);
    const bytes = await answer.read();
    if (!bytes) throw new ApiError('idempotency_result_gone');
    const { headers, body } = unpackAnswer(bytes);
    return reply.code(answer.status).headers(headers).header('idempotency-replayed', 'true').send(body);
  }
}

/** Whether there is room in memory for so many bytes more. */
function isTaken(share: BodyShare, bytes: number): boolean {
  try {
    share.take(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The bytes of an answer; undefined for one that has none, or is made while it is sent. */
function bytesOf(payload: unknown): Buffer | undefined {
  if (Buffer.isBuffer(payload)) return payload;
  return typeof payload === 'string' ? Buffer.from(payload) : undefined;
}
