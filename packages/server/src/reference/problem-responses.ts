import type { ApiErrorCode } from '../errors.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { CLASSES, errorsText, type StatusClass } from './error-groups.ts';
import { headerOf, type Response } from './openapi-types.ts';

/**
 * The errors of an operation: one answer for each class of statuses, the same for all operations but for its words, which
 * say what may happen. OpenAPI 3.1, section 4.8.16: a range of statuses stands for each that has no answer of its own.
 */
export function problemResponses({ errors, path }: Endpoint): Record<string, Response> {
  return Object.fromEntries(CLASSES.map((of) => [of, responseOf(errors, of, path.startsWith('/api/'))]));
}

function responseOf(codes: readonly ApiErrorCode[], of: StatusClass, ofAnalysis: boolean): Response {
  const [type, schema] = ofAnalysis ? ['application/json', 'AnalysisProblem'] : ['application/problem+json', 'Problem'];
  return {
    description: errorsText(codes, of),
    headers: { 'Retry-After': RETRY_AFTER },
    content: { [type]: { schema: { $ref: `#/components/schemas/${schema}` } } },
  };
}

const RETRY_AFTER = headerOf({
  name: 'Retry-After',
  description: 'Seconds to wait before the next try, where waiting helps.',
  optional: true,
});
