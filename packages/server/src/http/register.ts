import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { ApiError } from '../errors.ts';
import type { HandledEndpoint } from './define-endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { bodyOf } from './request-body.ts';
import { valid, validBody } from './valid.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route answers. A page for people has none. */
    endpoint?: Endpoint;
  }
}

/**
 * Makes the routes of endpoints. A request is checked by their schemas, in the order of its path, query and body, and
 * its answer has their status.
 */
export function registerEndpoints<Parts>(
  scope: FastifyInstance,
  endpoints: readonly HandledEndpoint<Parts>[],
  parts: Parts,
): void {
  for (const endpoint of endpoints) {
    const { params, query, request: body, answer } = endpoint;
    scope.route({
      method: endpoint.method.toUpperCase() as HTTPMethods,
      url: patternOf(endpoint.path),
      config: { endpoint },
      handler: async (request, reply) => {
        reply.code(answer.status ?? 200);
        const beginning = { request, params: params && valid(params, request.params) };
        const found = await endpoint.find?.(beginning, parts);
        const call = {
          ...beginning,
          reply,
          found,
          query: query ? valid(query, request.query) : refuseParameters(endpoint, request.query),
          body: body && (body.unchecked ? bodyOf(request).json : validBody(body.schema, bodyOf(request).json)),
        };
        return await endpoint.handle(call, parts);
      },
    });
  }
}

/**
 * A parameter that does nothing is refused: else its caller believes that it does. Services whose API is answered too, and
 * pages that anybody may open, have habits of their own.
 */
function refuseParameters({ layer, request, access }: Endpoint, parameters: unknown): undefined {
  if (layer !== undefined || access === 'open') return;
  const [name] = Object.keys(parameters as object);
  if (name === undefined) return;
  const field = name.slice(0, 64);
  const detail = request
    ? `"${field}" has no effect after the question mark. Send it in the body.`
    : `"${field}" is unknown: nothing may stand after the question mark here. Leave it out.`;
  const pointer = `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  throw new ApiError('unknown_field', { detail, issues: [{ pointer, code: 'unknown_field', detail }] });
}

/** A path as the router has it: `/v1/keys/:id` for `/v1/keys/{id}`. */
const patternOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** The endpoint that a request is for. Behind the gate there is always one. */
export function endpointOf({ routeOptions }: FastifyRequest): Endpoint {
  const { endpoint } = routeOptions.config;
  if (!endpoint) throw new Error(`The route ${routeOptions.url} is of no endpoint.`);
  return endpoint;
}

/** How a request is named in records: by the pattern of its route, never by what was sent. */
export const routeOf = ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions.url ?? '(none)' });
