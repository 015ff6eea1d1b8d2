import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { OPEN_ERRORS } from '../access/errors.ts';
import { ApiError } from '../errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer } from '../http/define-endpoint.ts';
import type { AnswerEntry, Layer } from '../http/endpoint.ts';
import { registerEndpoints } from '../http/register.ts';

/** What the layers answer without a key. */

const endpoint = endpointsOf<unknown>();

/** An answer of a layer that speaks in texts. */
export const TEXT_ANSWER: AnswerEntry = { description: 'A text.', binary: ['text/plain'], headers: [] };

interface Absent {
  readonly layer: Layer;
  readonly method?: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly params?: z.ZodObject;
  readonly operation: string;
  /** Default: JSON. */
  readonly answer?: AnswerEntry;
  /** What its caller calls it. Default: the path. */
  readonly name?: string;
  /** Why not, or what there is instead: a sentence without its end. */
  readonly why: string;
}

/** A path of another service that Platen has nothing for. */
export const absentEndpoint = ({
  method = 'post',
  answer = jsonAnswer('Nothing.', z.object({})),
  name,
  why,
  ...its
}: Absent): HandledEndpoint<unknown> =>
  endpoint({
    ...its,
    method,
    answer,
    tag: 'Service',
    access: 'open',
    summary: 'Not here',
    description: 'Answers 501.',
    errors: ['not_supported', ...OPEN_ERRORS],
    handle() {
      throw new ApiError('not_supported', { detail: `${name ?? its.path} is not supported: ${why}.` });
    },
  });

/** Serves endpoints that need no key. Whatever they are sent is not read. */
export function openRoutes(scope: FastifyInstance, endpoints: readonly HandledEndpoint<unknown>[]): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  registerEndpoints(scope, endpoints, {});
}
