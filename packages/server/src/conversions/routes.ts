import { type Engine, EngineError, validateRequest } from '@platen/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { onExchangeEnd } from '../http/exchange-end.ts';
import { readJsonBodies } from '../http/json-body.ts';
import type { HttpLimits } from '../http/limits.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { sendResult } from './answer.ts';
import { imageFormat } from './image-format.ts';

/** Milliseconds from the arrival of a request's headers to its answer. */
const SYNCHRONOUS_DEADLINE = 100_000;

export interface ConversionOptions {
  readonly engine: Engine;
  readonly lifecycle: Lifecycle;
  readonly limits: HttpLimits;
}

/** `POST /v1/convert/pdf` and `POST /v1/convert/image`: one document in, the bytes of the result out. */
export function conversionRoutes(scope: FastifyInstance, { engine, lifecycle, limits }: ConversionOptions): void {
  const arrivals = new WeakMap<FastifyRequest, number>();

  scope.addHook('onRequest', (request, _reply, done) => {
    arrivals.set(request, performance.now());
    done(refusalByLoad(engine, lifecycle));
  });
  readJsonBodies(scope, limits);

  const convert = async (request: FastifyRequest, reply: FastifyReply, kind: 'pdf' | 'image') => {
    const valid = validateRequest(request.body, kind);
    const format = kind === 'pdf' ? 'pdf' : imageFormat(valid.options.target_format, request.headers.accept);
    const controller = new AbortController();
    onExchangeEnd(reply.raw, (finished) => {
      if (!finished) controller.abort();
    });
    const leave = lifecycle.openConversion(controller);
    const elapsed = performance.now() - (arrivals.get(request) ?? performance.now());
    try {
      const deadline = Math.max(1, SYNCHRONOUS_DEADLINE - elapsed);
      return await engine.convert({ format, request: valid }, { signal: controller.signal, deadline });
    } catch (error) {
      throw refusedByShutdown(error, lifecycle) ?? error;
    } finally {
      leave();
    }
  };

  scope.post('/v1/convert/pdf', async (request, reply) => sendResult(reply, await convert(request, reply, 'pdf')));
  scope.post('/v1/convert/image', async (request, reply) => {
    reply.header('vary', 'accept');
    return sendResult(reply, await convert(request, reply, 'image'));
  });
}

/** Refuses before the body is read: a refusal should cost the service next to nothing. */
function refusalByLoad(engine: Engine, lifecycle: Lifecycle): ApiError | undefined {
  if (lifecycle.draining) return shuttingDown();
  return engine.hasRoom ? undefined : new ApiError('capacity');
}

/** A conversion that the shutdown canceled was not canceled by its client, who is still waiting for an answer. */
function refusedByShutdown(error: unknown, lifecycle: Lifecycle): ApiError | undefined {
  const canceled = error instanceof EngineError && error.code === 'canceled';
  return canceled && lifecycle.draining ? shuttingDown() : undefined;
}

function shuttingDown(): ApiError {
  return new ApiError('capacity', { detail: 'The service is restarting. Send the request again in a moment.' });
}
