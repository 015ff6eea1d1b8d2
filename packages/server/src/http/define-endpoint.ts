import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AnswerEntry, Endpoint, Example, RequestEntry } from './endpoint.ts';

/** One request to an endpoint, with its parts as the schemas of the endpoint have them. */
export interface Call<Params = unknown, Query = unknown, Body = unknown, Found = unknown> {
  readonly request: FastifyRequest;
  /** Its status is set already. */
  readonly reply: FastifyReply;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** What the path names. */
  readonly found: Found;
}

/** What is known of a request before its query and its body are checked. */
export type Beginning<Params> = Pick<Call<Params>, 'request' | 'params'>;

/** An endpoint and what answers it. */
export interface HandledEndpoint<Parts> extends Endpoint {
  find?(beginning: Beginning<unknown>, parts: Parts): Promise<unknown>;
  handle(call: Call, parts: Parts): unknown;
}

/** What a schema gives; undefined without one. */
type Checked<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

interface Definition<Parts, Params extends z.ZodObject | undefined, Query extends z.ZodObject | undefined, Body, Found>
  extends Endpoint {
  readonly params?: Params;
  readonly query?: Query;
  readonly request?: RequestEntry<Body>;
  /**
   * Finds what the path names. What is not there is told before any fault of query and body.
   * @throws ApiError `not_found`
   */
  find?(beginning: Beginning<Checked<Params>>, parts: Parts): Promise<Found>;
  /**
   * @param parts what the service has for it: stores, clocks, settings
   * @returns what is sent as JSON; or the reply, if that was sent
   */
  handle(call: Call<Checked<Params>, Checked<Query>, Body, Found>, parts: Parts): unknown;
}

/**
 * Makes endpoints whose handlers are given `Parts`. Everything else is known without a running service: routes,
 * rights, reference and tests are made of it.
 */
export function endpointsOf<Parts>() {
  return <
    Params extends z.ZodObject | undefined = undefined,
    Query extends z.ZodObject | undefined = undefined,
    Body = undefined,
    Found = undefined,
  >(
    endpoint: Definition<Parts, Params, Query, Body, Found>,
  ): HandledEndpoint<Parts> => endpoint as HandledEndpoint<Parts>;
}

/** A body that the handler checks: it is given what was sent. */
export const uncheckedBody = (entry: RequestEntry): RequestEntry => ({ ...entry, unchecked: true });

/** A JSON body. */
export const jsonBody = <Value>(
  name: string,
  schema: z.ZodType<Value>,
  examples: readonly Example[],
): RequestEntry<Value> => ({ name, schema, required: [], multipart: false, examples });

/** An answer in JSON. */
export const jsonAnswer = (description: string, json: z.ZodType, status: 200 | 201 = 200): AnswerEntry => ({
  status,
  description,
  json,
  headers: [],
});
