import type { Engine } from '@platen/engine';
import type { FastifyInstance, onSendAsyncHookHandler } from 'fastify';
import { ApiError } from '../errors.ts';
import type { HandledEndpoint } from '../http/define-endpoint.ts';
import type { Lifecycle } from '../http/lifecycle.ts';
import type { HttpLimits } from '../http/limits.ts';
import { registerEndpoints } from '../http/register.ts';
import { type BodyOptions, readRequestBodies } from '../http/request-body.ts';
import { stopwatchOf } from '../http/stopwatch.ts';
import type { TemplateResolver } from '../templates/resolve.ts';
import { type ConversionParts, shuttingDown } from './convert.ts';
import { CONVERSION_ENDPOINTS } from './endpoints.ts';
import { TEMPLATE_CONVERSION_ENDPOINTS, type TemplateConversionParts } from './template-endpoints.ts';

export interface ConversionOptions extends Omit<ConversionParts, 'arrivals'> {
  readonly limits: HttpLimits;
  /** Finds stored templates. Default: there are none. */
  readonly resolver?: TemplateResolver;
  /** Reads the form that each request is. Default: requests are JSON, or a form with JSON in it. */
  readonly form?: BodyOptions['form'];
  /** Whether forms of texts are taken too. Default false. */
  readonly encoded?: boolean;
  /** Default: those of `/v1`. */
  readonly endpoints?: {
    readonly conversions: readonly HandledEndpoint<ConversionParts>[];
    readonly templates: readonly HandledEndpoint<TemplateConversionParts>[];
  };
}

const ENDPOINTS = { conversions: CONVERSION_ENDPOINTS, templates: TEMPLATE_CONVERSION_ENDPOINTS };

/** The routes of conversions, and those by the path of a template where there are stored ones. */
export function conversionRoutes(
  scope: FastifyInstance,
  { endpoints = ENDPOINTS, ...options }: ConversionOptions,
): void {
  const { resolver } = options;
  const parts = conversionScope(scope, options);
  registerEndpoints(scope, endpoints.conversions, parts);
  if (resolver) registerEndpoints(scope, endpoints.templates, { ...parts, resolver });
}

/** Readies a scope for conversions. @returns what their endpoints are given */
export function conversionScope(
  scope: FastifyInstance,
  { limits, form, encoded, endpoints: _endpoints, ...options }: ConversionOptions,
): ConversionParts {
  const { conversions, lifecycle } = options;
  const parts: ConversionParts = { ...options, arrivals: new WeakMap() };
  scope.addHook('onRequest', (request, _reply, done) => {
    parts.arrivals.set(request, performance.now());
    stopwatchOf(request).lap('gate');
    done(refusalByLoad(conversions.engine, lifecycle));
  });
  tellStages(scope);
  readRequestBodies(scope, limits, { form, encoded });
  return parts;
}

/** Tells at the end of a result what the time went into. Not before what is kept for a repeated request, whose time is its own. */
function tellStages(scope: FastifyInstance): void {
  const tell: onSendAsyncHookHandler = async (request, reply, payload) => {
    const stopwatch = stopwatchOf(request);
    stopwatch.lap('answer');
    if (reply.statusCode === 200) reply.header('server-timing', String(stopwatch));
    return payload;
  };
  scope.addHook('onRoute', (route) => {
    route.onSend = [...[route.onSend ?? []].flat(), tell];
  });
}

/** Refuses before the body is read: a refusal should cost the service next to nothing. */
function refusalByLoad(engine: Engine, lifecycle: Lifecycle): ApiError | undefined {
  if (lifecycle.draining) return shuttingDown();
  return engine.hasCapacity ? undefined : new ApiError('capacity');
}
