import { z } from 'zod';
import { type Caller, callerOf } from '../access/caller.ts';
import type { DenialRecord } from '../access/denial.ts';
import { GATE_ERRORS, OPEN_ERRORS } from '../access/errors.ts';
import { ENGINE_FAILURES } from '../conversions/errors.ts';
import { ApiError, type ApiErrorCode } from '../errors.ts';
import { type Beginning, endpointsOf, type HandledEndpoint, jsonAnswer } from '../http/define-endpoint.ts';
import type { AnswerEntry } from '../http/endpoint.ts';
import type { Lifecycle } from '../http/lifecycle.ts';
import { page } from '../http/page.ts';
import { routeOf } from '../http/register.ts';
import { reachOf } from '../rights/roles.ts';
import { streamEvents } from './events.ts';
import { errorOfOutcome } from './outcome.ts';
import type { JobRow, JobWithResults } from './reader.ts';
import {
  JOB_ID,
  type JobJson,
  jobAnswer,
  jobJson,
  jobListAnswer,
  jobListQuery,
  jobParams,
  jobQuery,
  resultQuery,
} from './schema.ts';
import { sendOutput } from './send-output.ts';
import type { JobService } from './service.ts';
import { isFinal, isKept } from './states.ts';

/** `/v1/jobs`: conversions that outlive their request, and `/v1/results`: what they have made. */

export interface JobParts {
  readonly jobs: JobService;
  readonly denials: DenialRecord;
  readonly lifecycle: Lifecycle;
}

const endpoint = endpointsOf<JobParts>();

const TAG = 'Jobs';
const READ = {
  tag: TAG,
  access: { resource: 'jobs', action: 'read' },
  scope: ['jobs:read', 'jobs:write'],
} as const;
const ONE = { params: jobParams, find: findJob } as const;
const OF_ONE: readonly ApiErrorCode[] = ['invalid_request', 'unknown_field', 'not_found', ...GATE_ERRORS];

const BYTES: AnswerEntry = {
  description: 'The result as its format is.',
  binary: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'text/plain', 'text/markdown'],
  headers: [
    { name: 'Content-Disposition', description: 'Name of the result (RFC 6266).' },
    { name: 'Content-Digest', description: 'SHA-256 of the body (RFC 9530). Not with a part of it.', optional: true },
    { name: 'ETag', description: 'Changes with the bytes.' },
    { name: 'Accept-Ranges', description: '`bytes`: a part may be asked for by Range (RFC 9110).' },
  ],
};

const list = endpoint({
  ...READ,
  method: 'get',
  path: '/v1/jobs',
  operation: 'list_jobs',
  summary: 'List jobs',
  description: 'Newest first. Results, warnings and what exactly was wrong stand in the answer of one job only.',
  query: jobListQuery,
  answer: jsonAnswer('The jobs.', jobListAnswer),
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, query: { limit, cursor, status, batch, schedule, tag } }, { jobs }) => {
    const filter = { before: cursor, limit: limit + 1, state: status, batch, schedule, tag };
    const rows = await jobs.store.list(callerOf(request).organisationId, filter);
    return page(
      rows,
      limit,
      (row) => jobJson({ row, outputs: [], outcome: {}, deliveries: [] }, () => null),
      ({ id }) => id,
    );
  },
});

const get = endpoint({
  ...READ,
  ...ONE,
  method: 'get',
  path: '/v1/jobs/{id}',
  operation: 'get_job',
  summary: 'Look at a job',
  description:
    'With `wait` the answer comes when the job has ended, or after so many seconds. Whoever may not fetch its result is shown neither links to it, nor warnings, nor what exactly was wrong: they may quote the document.',
  query: jobQuery,
  answer: jsonAnswer('The job.', jobAnswer),
  errors: OF_ONE,
  handle: async ({ request, found, query: { wait } }, { jobs, lifecycle }) => {
    const waits = wait > 0 && !isFinal(found.state) && !lifecycle.draining;
    const row = waits ? await jobs.ended(found.organisation_id, found.id, wait * 1_000, leaving(request)) : found;
    if (!row) throw missing();
    return { success: true, job: await shown(callerOf(request), row, jobs) };
  },
});

const result = endpoint({
  ...READ,
  params: jobParams,
  find: findResults,
  access: { resource: 'results', action: 'read' },
  method: 'get',
  path: '/v1/jobs/{id}/result',
  operation: 'get_job_result',
  summary: 'Fetch the result of a job',
  description:
    'The bytes. A job that failed is answered with its error, as a synchronous call would be; one that runs still with 409. `Range` is understood.',
  query: resultQuery,
  answer: BYTES,
  errors: [
    ...new Set<ApiErrorCode>([
      ...OF_ONE,
      ...ENGINE_FAILURES,
      'payment_required',
      'credits_exhausted',
      'result_too_large',
      'job_unfinished',
      'job_without_result',
      'result_expired',
      'range_not_satisfiable',
    ]),
  ],
  handle: async ({ request, reply, found: { job, outputs, hipaa }, query }, { jobs }) => {
    refuseForeign(callerOf(request), job.owner);
    if (!isFinal(job.state)) throw new ApiError('job_unfinished');
    if (job.purged_at !== null) throw new ApiError('result_expired');
    if (job.state === 'canceled') throw new ApiError('job_without_result');
    const outcome = await jobs.outcome(job);
    if (job.state === 'failed') throw errorOfOutcome(outcome, job.error_code);
    const several = job.format === 'several';
    if (several && query.output === undefined) {
      throw new ApiError('invalid_request', {
        detail: 'The job has several results. Say which: ?output=0 is the first.',
        issues: [{ pointer: '/output', code: 'invalid_request', detail: 'Give the position of a result.' }],
      });
    }
    const output = outputs.find(({ position }) => position === (query.output ?? 0));
    if (!output && outputs.length > 0) throw new ApiError('not_found', { detail: 'The job has no such result.' });
    if (!output || !isKept(output)) throw new ApiError('result_expired');
    await jobs.noteRead(callerOf(request).id, output, hipaa);
    return sendOutput(request, reply, output, { objects: jobs.objects, name: outcome.name });
  },
});

const events = endpoint({
  ...READ,
  ...ONE,
  method: 'get',
  path: '/v1/jobs/{id}/events',
  operation: 'follow_job',
  summary: 'Follow a job',
  description:
    'Server-sent events: one for each change of state, from the beginning or after Last-Event-ID, until the final one.',
  answer: { description: 'The events.', binary: ['text/event-stream'], headers: [] },
  errors: OF_ONE,
  handle: ({ request, reply, found }, { jobs, lifecycle }) =>
    streamEvents({ request, reply }, found, { jobs, lifecycle }),
});

const remove = endpoint({
  ...ONE,
  tag: TAG,
  access: { resource: 'convert', action: 'write' },
  scope: ['jobs:write'],
  method: 'delete',
  path: '/v1/jobs/{id}',
  operation: 'delete_job',
  summary: 'Cancel a job, or remove its results',
  description:
    'A job that waits is canceled at once, one that runs within a second; both cost nothing. Of one that has ended, results, warnings and names are removed.',
  answer: jsonAnswer('The job as it is now.', jobAnswer),
  errors: [...OF_ONE, 'legal_hold'],
  handle: async ({ request, found }, { jobs }) => {
    await jobs.remove(found);
    const row = await jobs.store.get(found.organisation_id, found.id);
    if (!row) throw missing();
    return { success: true, job: await shown(callerOf(request), row, jobs) };
  },
});

const deliver = endpoint({
  ...ONE,
  tag: TAG,
  access: { resource: 'convert', action: 'write' },
  scope: ['jobs:write'],
  method: 'post',
  path: '/v1/jobs/{id}/deliver',
  operation: 'deliver_job',
  summary: 'Send results again',
  description:
    'Deliveries of the job that have failed are tried again, from the beginning of their schedule. Nothing is rendered or charged again.',
  answer: jsonAnswer('The job as it is now.', jobAnswer),
  errors: [...OF_ONE, 'result_expired', 'job_unfinished'],
  handle: async ({ request, found }, { jobs }) => {
    const { organisation_id: organisationId, id } = found;
    if (!isFinal(found.state)) throw new ApiError('job_unfinished');
    const outputs = await jobs.store.outputs(organisationId, id);
    if (!outputs.some(isKept)) throw new ApiError('result_expired');
    const { destinations } = jobs;
    await destinations?.deliveries.retry(organisationId, id, destinations.clock.now());
    destinations?.wake();
    return { success: true, job: await shown(callerOf(request), found, jobs) };
  },
});

/** What fetches the result of a job. */
export const JOB_RESULT: HandledEndpoint<JobParts> = result;

export const JOB_ENDPOINTS: readonly HandledEndpoint<JobParts>[] = [list, get, result, events, deliver, remove];

const openResult = endpoint({
  tag: TAG,
  access: 'open',
  method: 'get',
  path: '/v1/results/{token}',
  operation: 'open_result',
  summary: 'Open a result by its link',
  description: 'Whoever has the link may open it until it expires. `Range` is understood.',
  params: z.strictObject({ token: z.string().max(200).describe('From `url` of a result.') }),
  answer: BYTES,
  errors: [
    'invalid_request',
    'not_found',
    'result_expired',
    'https_required',
    'range_not_satisfiable',
    'database_unavailable',
    ...OPEN_ERRORS,
  ],
  handle: async ({ request, reply, params }, { jobs }) => {
    const link = jobs.links.read(params.token);
    if (!link) throw new ApiError('not_found');
    const output = await jobs.store.output(link.jobId, link.position);
    if (!output || !isKept(output)) throw new ApiError('result_expired');
    const row = await jobs.store.get(output.organisation_id, output.job_id);
    const name = row && (await jobs.outcome(row)).name;
    await jobs.noteRead('link', output);
    return sendOutput(request, reply, output, { objects: jobs.objects, name });
  },
});

/** Open to whoever has a link. */
export const RESULT_ENDPOINTS: readonly HandledEndpoint<JobParts>[] = [openResult];

/** The job that the path names. One of another organisation is not there, and that it was asked for is recorded. */
export async function findJob(beginning: Beginning<{ readonly id: string }>, parts: JobParts): Promise<JobRow> {
  return await found(beginning, parts, async (organisationId, id) => {
    const row = await parts.jobs.store.get(organisationId, id);
    return row && { kind: row.kind, value: row };
  });
}

/** The job that the path names, with its results. */
async function findResults(beginning: Beginning<{ readonly id: string }>, parts: JobParts): Promise<JobWithResults> {
  return await found(beginning, parts, async (organisationId, id) => {
    const value = await parts.jobs.store.withResults(organisationId, id);
    return value && { kind: value.job.kind, value };
  });
}

async function found<Value>(
  { request, params: { id } }: Beginning<{ readonly id: string }>,
  { jobs, denials }: JobParts,
  read: (
    organisationId: string,
    id: string,
  ) => Promise<{ readonly kind: JobRow['kind']; readonly value: Value } | undefined>,
): Promise<Value> {
  const caller = callerOf(request);
  const possible = JOB_ID.test(id);
  const row = possible ? await read(caller.organisationId, id) : undefined;
  if (row?.kind === 'convert') return row.value;
  if (!row && possible && (await jobs.store.exists(id))) {
    await denials.record(caller, { reason: 'other_organisation', ...routeOf(request), target: id });
  }
  throw missing();
}

const missing = () => new ApiError('not_found', { detail: 'There is no job with this id.' });

/** A job as this caller may see it. A link opens the result for everybody, and an outcome may quote the document. */
async function shown(caller: Caller, row: JobRow, jobs: JobService): Promise<JobJson> {
  const open = mayFetch(caller, row.owner);
  const whole = await jobs.whole(row, { open });
  return open ? jobJson(whole, (output) => jobs.linkTo(output)) : jobJson({ ...whole, outcome: {} }, () => null);
}

/** Whether somebody may have the result of a job: keys by their scope, people by their role. */
export function mayFetch(caller: Caller, owner: string | null): boolean {
  if (caller.kind === 'key') return true;
  const reach = reachOf(caller.role, 'results', 'read');
  return reach === 'all' || (reach === 'own' && owner === caller.id);
}

/** The gate has let the role in: it may fetch results, but some roles only those of their own jobs. */
export function refuseForeign(caller: Caller, owner: string | null): void {
  if (caller.kind === 'key' || mayFetch(caller, owner)) return;
  throw new ApiError('insufficient_scope', {
    detail: `Your role, ${caller.role}, may fetch results of its own jobs only.`,
  });
}

/** Set off when the client has gone. */
function leaving(request: { readonly raw: { once(name: 'close', listener: () => void): unknown } }): AbortSignal {
  const controller = new AbortController();
  request.raw.once('close', () => controller.abort());
  return controller.signal;
}
