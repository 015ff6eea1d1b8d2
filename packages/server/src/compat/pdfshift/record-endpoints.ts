import { z } from 'zod';
import { callerOf } from '../../access/caller.ts';
import type { DenialRecord } from '../../access/denial.ts';
import { GATE_ERRORS } from '../../access/errors.ts';
import { logJson, logPage } from '../../audit/endpoints.ts';
import type { RequestLog } from '../../audit/request-log.ts';
import { logAnswer, logEntry, logQuery } from '../../audit/schema.ts';
import { accountCredits } from '../../credits/json.ts';
import type { Credits } from '../../credits/open.ts';
import { ApiError } from '../../errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer } from '../../http/define-endpoint.ts';
import { routeOf } from '../../http/register.ts';
import { invalidField } from '../../http/valid.ts';

/** What PDFShift tells of requests and credits, where `/v1` has nothing of that shape. */

export interface RecordParts {
  readonly requests: RequestLog;
  readonly denials: DenialRecord;
  readonly credits: Pick<Credits, 'metering' | 'records'>;
}

const endpoint = endpointsOf<RecordParts>();

const log = endpoint({
  method: 'get',
  path: '/v3/logs/{request_id}',
  layer: 'pdfshift',
  operation: 'pdfshift_log',
  tag: 'Records',
  summary: 'One request',
  description: 'By the `X-Request-Id` of its answer, for 30 days. Nothing of its content is in it.',
  access: { resource: 'logs', action: 'read' },
  scope: ['logs:read'],
  params: z.strictObject({
    request_id: z
      .string()
      .regex(/^[\w-]{1,100}$/, 'must be the id of a request')
      .describe('As the answer had it in X-Request-Id.'),
  }),
  answer: jsonAnswer('The request.', z.strictObject({ success: z.literal(true), data: logEntry })),
  errors: ['invalid_request', 'not_found', ...GATE_ERRORS],
  find: async ({ request, params: { request_id: id } }, { requests, denials }) => {
    const caller = callerOf(request);
    const row = await requests.find(caller.organisationId, id);
    if (row) return row;
    if (await requests.exists(id))
      await denials.record(caller, { reason: 'other_organisation', ...routeOf(request), target: id });
    throw new ApiError('not_found', { detail: 'There is no request of this id.' });
  },
  handle: ({ found }) => ({ success: true, data: logJson(found) }),
});

const { key_id: key, until: before } = logQuery.shape;

const logs = endpoint({
  method: 'get',
  path: '/v3/logs',
  layer: 'pdfshift',
  operation: 'pdfshift_list_logs',
  tag: 'Records',
  summary: 'List requests',
  description: 'As `GET /v1/logs`; `key` and `before` are `key_id` and `until` there.',
  access: { resource: 'logs', action: 'read' },
  scope: ['logs:read'],
  countsAs: '/v1/logs',
  query: z.strictObject({ ...logQuery.shape, key, before }),
  answer: jsonAnswer('The requests, newest first.', logAnswer),
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, query: { key: keyId, before: end, ...query } }, { requests }) => {
    if (keyId !== undefined && query.key_id !== undefined) throw twice('key', 'key_id');
    if (end !== undefined && query.until !== undefined) throw twice('before', 'until');
    const { key_id = keyId, until = end } = query;
    return await logPage(requests, callerOf(request).organisationId, { ...query, key_id, until });
  },
});

const twice = (theirs: string, ours: string) => invalidField(`/${theirs}`, `Give "${theirs}" or "${ours}", not both.`);

const credits = endpoint({
  method: 'get',
  path: '/v3/credits/',
  layer: 'pdfshift',
  operation: 'pdfshift_credits',
  tag: 'Credits',
  summary: 'What is left',
  description: 'As older clients of PDFShift ask for it.',
  access: { resource: 'usage', action: 'read' },
  scope: ['usage:read'],
  countsAs: '/v1/credits/usage',
  answer: jsonAnswer(
    'The credits of the period.',
    z.strictObject({
      success: z.literal(true),
      credits: z.strictObject({
        remaining: z.int().nullable().describe('null: no limit.'),
        total: z.int().nullable(),
        used: z.int(),
      }),
    }),
  ),
  errors: GATE_ERRORS,
  handle: async ({ request }, { credits: { metering, records } }) => {
    const { organisationId } = callerOf(request);
    const allowed = await metering.limitsOf(organisationId);
    const { credits: pool } = accountCredits(allowed, await records.now(organisationId, allowed));
    return { success: true, credits: { remaining: pool.remaining, total: pool.base, used: pool.used } };
  },
});

export const PDFSHIFT_RECORDS: readonly HandledEndpoint<RecordParts>[] = [logs, log, credits];
