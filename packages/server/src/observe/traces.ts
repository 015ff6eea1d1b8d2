import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { Timings } from '@platen/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TraceExportOptions } from '../config/traces.ts';
import { toApiError } from '../errors.ts';
import { onExchangeEnd } from '../http/exchange-end.ts';
import type { Log } from '../log/log.ts';
import type { ConversionObserver, FinishedConversion } from './conversion-observer.ts';
import { createTracerProvider } from './trace-export.ts';
import { readTraceparent } from './traceparent.ts';

/** Traces of conversions: one server span for each request, and below it one for each stage. */
export interface Traces extends ConversionObserver {
  /** Opens a span for every request that reaches this scope, and ends it with its answer. */
  follow(scope: FastifyInstance): void;
  /** Sends what waits, as far as the collector takes it within 2 s, and stops. Never rejects. */
  close(): Promise<void>;
}

/** Milliseconds for the last spans: a collector that is slow or gone must not hold up the end of the service. */
const LAST_SPANS = 2_000;

/** The span of a request that is not yet answered. */
interface OpenSpan {
  readonly span: Span;
  /** What `performance.now()` has to be moved by to be Unix time in milliseconds. */
  readonly epoch: number;
}

/**
 * Starts tracing. Attributes are figures and names from fixed sets; of what a client sends, only the two identifiers
 * and the flag of a valid `traceparent` are taken over.
 */
export function createTraces(options: TraceExportOptions, log: Log): Traces {
  const provider = createTracerProvider(options, log);
  const tracer = provider.getTracer('platen');
  const open = new WeakMap<object, OpenSpan>();
  let closed: Promise<void> | undefined;

  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    const begun = openSpan(tracer, request);
    open.set(request, begun);
    onExchangeEnd(reply.raw, (finished) => {
      open.delete(request);
      endSpan(begun, finished ? reply.raw.statusCode : undefined);
    });
  };

  return {
    follow(scope) {
      scope.addHook('onRequest', (request, reply, done) => {
        begin(request, reply);
        done();
      });
      scope.addHook('onError', (request, _reply, error, done) => {
        open.get(request)?.span.setAttribute('error.type', toApiError(error).code);
        done();
      });
    },
    finished(conversion) {
      const request = open.get(conversion.request);
      if (request) describe(tracer, request, conversion);
    },
    close() {
      closed ??= Promise.race([provider.shutdown().catch(() => {}), sleep(LAST_SPANS, undefined, { ref: false })]);
      return closed;
    },
  };
}

function openSpan(tracer: Tracer, request: FastifyRequest): OpenSpan {
  const now = performance.now();
  const epoch = Date.now() - now;
  const route = request.routeOptions.url ?? '(none)';
  const caller = readTraceparent(request.headers.traceparent);
  const span = tracer.startSpan(
    `${request.method} ${route}`,
    {
      kind: SpanKind.SERVER,
      startTime: now + epoch,
      attributes: { 'http.request.method': request.method, 'http.route': route },
    },
    caller ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT,
  );
  return { span, epoch };
}

/** @param status Absent if the client left before the end of the answer. */
function endSpan({ span, epoch }: OpenSpan, status: number | undefined): void {
  if (status === undefined) span.setAttribute('error.type', 'canceled');
  else span.setAttribute('http.response.status_code', status);
  if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(performance.now() + epoch);
}

function describe(tracer: Tracer, { span, epoch }: OpenSpan, conversion: FinishedConversion): void {
  const { format, results } = conversion;
  span.setAttribute('platen.format', format);
  if (!results) return;
  const { outputs, warnings, timings } = results;
  span.setAttributes({
    'platen.outputs': outputs.length,
    'platen.bytes': outputs.reduce((sum, { bytes }) => sum + bytes.byteLength, 0),
    'platen.pages': outputs.reduce((sum, { pages = 0 }) => sum + pages, 0),
    'platen.warnings': warnings.length,
  });
  const below = trace.setSpan(ROOT_CONTEXT, span);
  for (const { stage, start, end } of stagesOf(timings, conversion)) {
    tracer.startSpan(stage, { startTime: start + epoch }, below).end(end + epoch);
  }
}

/** When each stage ran: they follow one another to the answer of the engine. Attempts that were repeated only where there were any. */
function stagesOf(timings: Timings, { ended }: Pick<FinishedConversion, 'ended'>) {
  const { prepare, retry, queue, page, load, ready, render, finish } = timings;
  const stages = Object.entries({ prepare, ...(retry > 1 ? { retry } : {}), queue, page, load, ready, render, finish });
  let start = ended - stages.reduce((sum, [, duration]) => sum + duration, 0);
  return stages.map(([stage, duration]) => {
    const begun = start;
    start += duration;
    return { stage, start: begun, end: start };
  });
}
