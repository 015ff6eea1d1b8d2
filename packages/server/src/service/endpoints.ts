import { z } from 'zod';
import { ANALYSIS_ENDPOINTS } from '../analysis/endpoints.ts';
import { RECORD_ENDPOINTS } from '../audit/endpoints.ts';
import { CONVERSION_ENDPOINTS } from '../conversions/endpoints.ts';
import { TEMPLATE_CONVERSION_ENDPOINTS } from '../conversions/template-endpoints.ts';
import { CREDIT_ENDPOINTS, PLAN_ENDPOINTS } from '../credits/endpoints.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { withIdempotencyKey } from '../idempotency/endpoints.ts';
import { ACCOUNT_ENDPOINTS } from '../keys/account-endpoint.ts';
import { KEY_ENDPOINTS } from '../keys/endpoints.ts';
import { AUTH_ENDPOINTS } from '../people/auth-endpoints.ts';
import { MEMBER_ENDPOINTS } from '../people/member-endpoints.ts';
import { ORGANISATION_ENDPOINTS } from '../people/organisation-endpoints.ts';
import { TEMPLATE_ENDPOINTS } from '../templates/endpoints.ts';
import { SNIPPET_ENDPOINTS } from '../templates/snippet-endpoints.ts';

const status = z.object({ status: z.string() });

const health = (path: string, summary: string, description: string, json: z.ZodType): Endpoint => ({
  method: 'get',
  path,
  operation: path.slice(1),
  tag: 'Service',
  summary,
  description,
  access: 'open',
  answer: { description: 'It is.', json, headers: [] },
  errors: [],
});

const OPERATIONS: readonly Endpoint[] = [
  ...CONVERSION_ENDPOINTS,
  ...TEMPLATE_ENDPOINTS,
  ...TEMPLATE_CONVERSION_ENDPOINTS,
  ...SNIPPET_ENDPOINTS,
  ...KEY_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...ANALYSIS_ENDPOINTS,
  ...PLAN_ENDPOINTS,
  ...CREDIT_ENDPOINTS,
  ...RECORD_ENDPOINTS,
  ...AUTH_ENDPOINTS,
  ...ORGANISATION_ENDPOINTS,
  ...MEMBER_ENDPOINTS,
  health('/livez', 'Does the process live?', 'No answer means: restart it.', status),
  health('/readyz', 'Does it take requests?', '503 while the browser is not there or the service is stopping.', status),
  health(
    '/health',
    'How is it?',
    '503 while it is unavailable.',
    z.object({
      status: z.enum(['ok', 'degraded', 'unavailable']),
      browser: z.string(),
      isolation: z.enum(['full', 'degraded', 'none']),
      virtual_time: z.boolean(),
      running: z.int(),
      queued: z.int(),
      concurrency: z.int(),
      event_loop_delay_p99_ms: z.number(),
    }),
  ),
  {
    method: 'get',
    path: '/openapi.json',
    operation: 'openapi',
    tag: 'Service',
    summary: 'This description',
    description: 'OpenAPI 3.1, made from the schemas that requests are checked by.',
    access: 'open',
    answer: { description: 'The document.', json: z.object({ openapi: z.string() }), headers: [] },
    errors: [],
  },
];

/** Every operation that the service answers, in the order of the reference. */
export const ENDPOINTS: readonly Endpoint[] = OPERATIONS.map(withIdempotencyKey);

/** Patterns of the routes that answer with a secret. */
export const SHOWN_ONCE_ROUTES: ReadonlySet<string> = new Set(
  ENDPOINTS.filter(({ answer }) => answer.shownOnce).map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
);
