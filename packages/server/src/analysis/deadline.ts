import type { FastifyReply } from 'fastify';
import { shuttingDown } from '../conversions/convert.ts';
import { ApiError } from '../errors.ts';
import { onExchangeEnd } from '../http/exchange-end.ts';
import type { Lifecycle } from '../http/lifecycle.ts';
import { DEADLINE } from './limits.ts';

/**
 * Runs an analysis with a signal that fires when its client leaves, when it has taken too long, and when the service
 * ends.
 * @throws ApiError `canceled`, `ai_unavailable` or `capacity` when the signal has fired; else what `work` throws
 */
export async function withDeadline<Value>(
  { reply, lifecycle }: { readonly reply: FastifyReply; readonly lifecycle: Lifecycle },
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  onExchangeEnd(reply.raw, (finished) => {
    if (!finished) controller.abort(new ApiError('canceled'));
  });
  const leave = lifecycle.openConversion(controller);
  const late = setTimeout(() => controller.abort(new ApiError('ai_unavailable')), DEADLINE);
  const { signal } = controller;
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted && lifecycle.draining) throw shuttingDown();
    throw signal.aborted && signal.reason instanceof ApiError ? signal.reason : error;
  } finally {
    clearTimeout(late);
    leave();
  }
}
