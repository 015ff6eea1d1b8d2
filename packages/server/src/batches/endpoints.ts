import type { OutputFormat } from '@platen/engine';
import { askerOf } from '../access/asker.ts';
import { type Caller, callerOf } from '../access/caller.ts';
import type { DenialRecord } from '../access/denial.ts';
import { GATE_ERRORS } from '../access/errors.ts';
import { CONVERSION_ERRORS } from '../conversions/errors.ts';
import { ApiError, type ApiErrorCode } from '../errors.ts';
import {
  type Beginning,
  endpointsOf,
  type HandledEndpoint,
  jsonAnswer,
  uncheckedBody,
} from '../http/define-endpoint.ts';
import type { Lifecycle } from '../http/lifecycle.ts';
import { page } from '../http/page.ts';
import { routeOf } from '../http/register.ts';
import { bodyOf } from '../http/request-body.ts';
import { validBody } from '../http/valid.ts';
import { jobOf } from '../idempotency/job.ts';
import { mayFetch, refuseForeign } from '../jobs/endpoints.ts';
import { sendOutput } from '../jobs/send-output.ts';
import { refuseBeyondScope } from './check.ts';
import { refuseTooMany } from './items.ts';
import { batchJson, wholeBatchJson } from './json.ts';
import type { BatchRow } from './reader.ts';
import {
  acceptedAnswer,
  BATCH_ID,
  batchAnswer,
  batchListAnswer,
  batchListQuery,
  batchParams,
  batchQuery,
  batchRequest,
  retryQuery,
} from './schema.ts';
import type { BatchService } from './service.ts';

/** `/v1/batches`: one template, many rows of data; a result for each, or one file of all. */

export interface BatchesParts {
  readonly batches: BatchService;
  readonly denials: DenialRecord;
  readonly lifecycle: Lifecycle;
}

const endpoint = endpointsOf<BatchesParts>();

const TAG = 'Batches';
const READ = {
  tag: TAG,
  access: { resource: 'jobs', action: 'read' },
  scope: ['jobs:read', 'jobs:write'],
} as const;
const WRITE = { tag: TAG, access: { resource: 'convert', action: 'write' }, scope: ['jobs:write'] } as const;
const ONE = { params: batchParams, find } as const;
const OF_ONE: readonly ApiErrorCode[] = ['invalid_request', 'unknown_field', 'not_found', ...GATE_ERRORS];
/** Seconds after which a client should look again. */
const LOOK_AGAIN = 2;

const EXAMPLE = {
  name: 'two_letters',
  summary: 'Two letters in one PDF',
  value: {
    source: { html: '<h1>Dear {{ name }}</h1>' },
    items: [{ data: { name: 'Ada' } }, { data: { name: 'Grace' } }],
    download_name: '{{ name }}',
    result: 'merged',
  },
};

const create = endpoint({
  ...WRITE,
  method: 'post',
  path: '/v1/batches',
  operation: 'create_batch',
  summary: 'Make many documents of one template',
  description:
    'Every item is checked before any is accepted; then the answer is 202. Items come as JSON, NDJSON or CSV, 10,000 at most in 100 MB. Each is a job, charged by itself; a key also needs the scope of its conversion.',
  request: uncheckedBody({
    name: 'BatchRequest',
    schema: batchRequest,
    required: [],
    multipart: true,
    examples: [EXAMPLE],
  }),
  answer: {
    ...jsonAnswer('The batch waits.', acceptedAnswer),
    status: 202,
    headers: [
      { name: 'Location', description: 'Address of the batch.' },
      { name: 'Retry-After', description: 'Seconds after which to look again. Not with a replay.', optional: true },
    ],
  },
  errors: [...CONVERSION_ERRORS, 'queue_full', 'database_unavailable'],
  handle: async ({ request, reply }, { batches, denials }) => {
    const { json, files } = bodyOf(request);
    const items: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'items') : undefined;
    if (Array.isArray(items)) refuseTooMany(items.length);
    const body = validBody(batchRequest, json);
    await refuseBeyondScope(callerOf(request), { format: body.format, denials, route: '/v1/batches' });
    const { id, total } = await batches.accept(askerOf(request), {
      request: body,
      files,
      requestId: request.id,
      id: jobOf(request)?.replace(/^job_/, 'bat_'),
    });
    const status_url = `/v1/batches/${id}`;
    reply.headers({ location: status_url, 'retry-after': String(LOOK_AGAIN) });
    return { success: true, queued: true, id, status: 'queued', status_url, total };
  },
});

const list = endpoint({
  ...READ,
  method: 'get',
  path: '/v1/batches',
  operation: 'list_batches',
  summary: 'List batches',
  description: 'Newest first. Failed items and files stand in the answer of one batch only.',
  query: batchListQuery,
  answer: jsonAnswer('The batches.', batchListAnswer),
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, query: { limit, cursor, status, tag } }, { batches }) => {
    const filter = { before: cursor, limit: limit + 1, state: status, tag };
    const rows = await batches.store.list(callerOf(request).organisationId, filter);
    return page(rows, limit, batchJson, ({ id }) => id);
  },
});

const get = endpoint({
  ...READ,
  ...ONE,
  method: 'get',
  path: '/v1/batches/{id}',
  operation: 'get_batch',
  summary: 'Look at a batch',
  description: 'With `wait` the answer comes when the batch has ended, or after so many seconds.',
  query: batchQuery,
  answer: jsonAnswer('The batch.', batchAnswer),
  errors: OF_ONE,
  handle: async ({ request, found, query: { wait } }, { batches, lifecycle }) => {
    const waits = wait > 0 && found.finished_at === null && !lifecycle.draining;
    const controller = new AbortController();
    request.raw.once('close', () => controller.abort());
    const row = waits ? await batches.ended(found, wait * 1_000, controller.signal) : found;
    return await answerOf(callerOf(request), batches, row);
  },
});

const result = endpoint({
  ...READ,
  ...ONE,
  access: { resource: 'results', action: 'read' },
  method: 'get',
  path: '/v1/batches/{id}/result',
  operation: 'get_batch_result',
  summary: 'Fetch the file of a batch',
  description: 'The ZIP, or the merged PDF. `Range` is understood.',
  answer: {
    description: 'The file.',
    binary: ['application/zip', 'application/pdf'],
    headers: [
      { name: 'Content-Disposition', description: 'Name of the file (RFC 6266).' },
      { name: 'Content-Digest', description: 'SHA-256 of the body (RFC 9530). Not with a part of it.', optional: true },
      { name: 'ETag', description: 'Changes with the bytes.' },
      { name: 'Accept-Ranges', description: '`bytes`: a part may be asked for by Range (RFC 9110).' },
    ],
  },
  errors: [
    ...OF_ONE,
    'job_unfinished',
    'batch_without_result',
    'result_expired',
    'range_not_satisfiable',
    'merge_failed',
    'result_too_large',
    'storage_unavailable',
    'render_crashed',
    'queue_timeout',
  ],
  handle: async ({ request, reply, found }, { batches }) => {
    refuseForeign(callerOf(request), found.owner);
    if (found.finished_at === null) {
      throw new ApiError('job_unfinished', {
        detail: 'The batch has not ended; GET /v1/batches/{id}?wait=30 waits for its end.',
      });
    }
    if (found.purged_at !== null) throw new ApiError('result_expired');
    const { file } = await batches.whole(found);
    if (!file) throw await batches.whyNoFile(found);
    await batches.jobs.noteRead(callerOf(request).id, file);
    return sendOutput(request, reply, file, { objects: batches.jobs.objects, name: found.tag ?? 'batch' });
  },
});

const retry = endpoint({
  ...WRITE,
  ...ONE,
  method: 'post',
  path: '/v1/batches/{id}/retry',
  query: retryQuery,
  operation: 'retry_batch',
  summary: 'Try the failed items of a batch again',
  description:
    'Of a completed batch: each failed item becomes a new job at its place, and the file is made anew. If only the file was not made, or did not arrive, that is tried again.',
  answer: jsonAnswer('The batch as it is now.', batchAnswer),
  errors: [
    ...OF_ONE,
    'job_unfinished',
    'nothing_failed',
    'result_expired',
    'payment_required',
    'credits_exhausted',
    'queue_full',
  ],
  handle: async ({ request, found, query: { only } }, { batches, denials }) => {
    const format = found.format as OutputFormat;
    await refuseBeyondScope(callerOf(request), { format, denials, route: '/v1/batches/{id}/retry' });
    await batches.retry(found, { deliveriesOnly: only === 'deliveries' });
    return await answerOf(callerOf(request), batches, await batches.store.get(found.organisation_id, found.id));
  },
});

const remove = endpoint({
  ...WRITE,
  ...ONE,
  method: 'delete',
  path: '/v1/batches/{id}',
  operation: 'delete_batch',
  summary: 'Cancel a batch, or remove its results',
  description:
    'Items that wait are canceled at once, those that run within a second; both cost nothing. Of a batch that has ended, its file and the results of all items are removed at once.',
  answer: jsonAnswer('The batch as it is now.', batchAnswer),
  errors: [...OF_ONE, 'legal_hold'],
  handle: async ({ request, found }, { batches }) => {
    await batches.remove(found);
    return await answerOf(callerOf(request), batches, await batches.store.get(found.organisation_id, found.id));
  },
});

export const BATCH_ENDPOINTS: readonly HandledEndpoint<BatchesParts>[] = [create, list, get, result, retry, remove];

async function answerOf(caller: Caller, batches: BatchService, row: BatchRow | undefined) {
  if (!row) throw missing();
  const may = mayFetch(caller, row.owner);
  return { success: true, batch: await wholeBatchJson(await batches.whole(row), { batches, mayFetch: may }) };
}

/** The batch that the path names. One of another organisation is not there, and that it was asked for is recorded. */
async function find(
  { request, params: { id } }: Beginning<{ readonly id: string }>,
  { batches, denials }: BatchesParts,
): Promise<BatchRow> {
  const caller = callerOf(request);
  const possible = BATCH_ID.test(id);
  const row = possible ? await batches.store.get(caller.organisationId, id) : undefined;
  if (row) return row;
  if (possible && (await batches.store.exists(id))) {
    await denials.record(caller, { reason: 'other_organisation', ...routeOf(request), target: id });
  }
  throw missing();
}

const missing = () => new ApiError('not_found', { detail: 'There is no batch with this id.' });
