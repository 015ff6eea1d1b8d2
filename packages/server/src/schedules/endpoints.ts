import { askerOf } from '../access/asker.ts';
import { type Caller, callerOf } from '../access/caller.ts';
import type { DenialRecord } from '../access/denial.ts';
import { GATE_ERRORS } from '../access/errors.ts';
import { allows, lackedScope } from '../access/scopes.ts';
import { CONVERSION_ERRORS } from '../conversions/errors.ts';
import type { ConversionKind } from '../conversions/service.ts';
import { ApiError, type ApiErrorCode } from '../errors.ts';
import { type Beginning, endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import { page } from '../http/page.ts';
import { routeOf } from '../http/register.ts';
import { jobOf } from '../idempotency/job.ts';
import { endpointOf } from './owner.ts';
import {
  deletedAnswer,
  runAnswer,
  SCHEDULE_ID,
  scheduleAnswer,
  scheduleChange,
  scheduleJson,
  scheduleListAnswer,
  scheduleListQuery,
  scheduleParams,
  scheduleRequest,
} from './schema.ts';
import { changesOwner, type ScheduleService } from './service.ts';
import type { ScheduleRow } from './store.ts';

/** `/v1/schedules`: conversions that are made again and again. */

export interface ScheduleParts {
  readonly schedules: ScheduleService;
  readonly denials: DenialRecord;
}

const endpoint = endpointsOf<ScheduleParts>();

const TAG = 'Schedules';
const READ = { tag: TAG, access: { resource: 'jobs', action: 'read' }, scope: ['jobs:read', 'jobs:write'] } as const;
const WRITE = { tag: TAG, access: { resource: 'convert', action: 'write' }, scope: ['jobs:write'] } as const;
const ONE = { params: scheduleParams, find } as const;
const OF_ONE: readonly ApiErrorCode[] = ['invalid_request', 'unknown_field', 'not_found', ...GATE_ERRORS];

const create = endpoint({
  ...WRITE,
  method: 'post',
  path: '/v1/schedules',
  operation: 'create_schedule',
  summary: 'Make a schedule',
  description:
    'At each time that `cron` names a job is made, in the name of whoever asks. A key also needs the scope of the conversion. An organisation may have 100.',
  request: jsonBody('ScheduleRequest', scheduleRequest, [
    {
      name: 'morning',
      summary: 'A report, each weekday at nine',
      value: {
        name: 'Morning report',
        cron: '0 9 * * MON-FRI',
        timezone: 'Europe/Berlin',
        request: { source: { html: '<h1>Report</h1>' }, filename: 'report' },
      },
    },
  ]),
  answer: jsonAnswer('The schedule.', scheduleAnswer, 201),
  errors: [...CONVERSION_ERRORS, 'schedule_limit', 'database_unavailable'],
  handle: async ({ request, body }, { schedules, denials }) => {
    const caller = callerOf(request);
    await refuseBeyondScope(caller, { format: body.format, denials, route: '/v1/schedules' });
    const id = jobOf(request)?.replace(/^job_/, 'sch_');
    const row = await schedules.create({ ...askerOf(request), caller }, body, id);
    return { success: true, schedule: scheduleJson(row) };
  },
});

const list = endpoint({
  ...READ,
  method: 'get',
  path: '/v1/schedules',
  operation: 'list_schedules',
  summary: 'List schedules',
  description: 'Newest first. Runs are jobs: `GET /v1/jobs?schedule=…` lists them.',
  query: scheduleListQuery,
  answer: jsonAnswer('The schedules.', scheduleListAnswer),
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, query: { limit, cursor } }, { schedules }) => {
    const rows = await schedules.store.list(callerOf(request).organisationId, { before: cursor, limit: limit + 1 });
    return page(rows, limit, scheduleJson, ({ id }) => id);
  },
});

const get = endpoint({
  ...READ,
  ...ONE,
  method: 'get',
  path: '/v1/schedules/{id}',
  operation: 'get_schedule',
  summary: 'Look at a schedule',
  description: 'With its next time, its last run, and why it is paused.',
  answer: jsonAnswer('The schedule.', scheduleAnswer),
  errors: OF_ONE,
  handle: ({ found }) => ({ success: true, schedule: scheduleJson(found) }),
});

const change = endpoint({
  ...WRITE,
  ...ONE,
  method: 'patch',
  path: '/v1/schedules/{id}',
  operation: 'update_schedule',
  summary: 'Change, pause or resume a schedule',
  description:
    'What is not named stays. Runs are made for whoever changed it last: all but its name, or pausing it, counts as that.',
  request: jsonBody('ScheduleChange', scheduleChange, [
    { name: 'pause', summary: 'No runs for now', value: { paused: true } },
  ]),
  answer: jsonAnswer('The schedule as it is now.', scheduleAnswer),
  errors: [...CONVERSION_ERRORS, 'database_unavailable'],
  handle: async ({ request, found, body }, { schedules, denials }) => {
    const caller = callerOf(request);
    if (changesOwner(body)) {
      const format = body.format ?? (found.format as ConversionKind);
      await refuseBeyondScope(caller, { format, denials, route: '/v1/schedules/{id}' });
    }
    const row = await schedules.change({ ...askerOf(request), caller }, found, body);
    if (!row) throw missing();
    return { success: true, schedule: scheduleJson(row) };
  },
});

const run = endpoint({
  ...WRITE,
  ...ONE,
  method: 'post',
  path: '/v1/schedules/{id}/run',
  operation: 'run_schedule',
  summary: 'Make a run now',
  description: 'Beside its times, which stay as they are; also of one that is paused. It is made for its owner.',
  answer: {
    ...jsonAnswer('The job waits.', runAnswer),
    status: 202,
    headers: [{ name: 'Location', description: 'Address of the job.' }],
  },
  errors: [...CONVERSION_ERRORS, 'schedule_without_owner', 'database_unavailable'],
  handle: async ({ request, reply, found }, { schedules, denials }) => {
    const format = found.format as ConversionKind;
    await refuseBeyondScope(callerOf(request), { format, denials, route: '/v1/schedules/{id}/run' });
    const id = await schedules.run(found, { id: jobOf(request), requestId: request.id });
    const status_url = `/v1/jobs/${id}`;
    reply.header('location', status_url);
    return { success: true, queued: true, id, status: 'queued', status_url };
  },
});

const remove = endpoint({
  ...WRITE,
  ...ONE,
  method: 'delete',
  path: '/v1/schedules/{id}',
  operation: 'delete_schedule',
  summary: 'Delete a schedule',
  description: 'Runs that were made stay.',
  answer: jsonAnswer('It is deleted.', deletedAnswer),
  errors: OF_ONE,
  handle: async ({ found }, { schedules }) => {
    if (!(await schedules.store.remove(found.organisation_id, found.id))) throw missing();
    return { success: true, id: found.id };
  },
});

export const SCHEDULE_ENDPOINTS: readonly HandledEndpoint<ScheduleParts>[] = [create, list, get, change, run, remove];

/** A key also needs the scope of the conversion. */
async function refuseBeyondScope(
  caller: Caller,
  {
    format,
    denials,
    route,
  }: { readonly format: ConversionKind; readonly denials: DenialRecord; readonly route: string },
): Promise<void> {
  const conversion = endpointOf(format);
  if (caller.kind !== 'key' || !conversion || allows(caller.scopes, conversion)) return;
  const scope = lackedScope(conversion);
  await denials.record(caller, { reason: 'scope', method: 'POST', route, target: scope });
  throw new ApiError('insufficient_scope', { detail: `The key lacks the scope "${scope}", which the runs need.` });
}

/** The schedule that the path names. One of another organisation is not there, and that it was asked for is recorded. */
async function find(
  { request, params: { id } }: Beginning<{ readonly id: string }>,
  { schedules, denials }: ScheduleParts,
): Promise<ScheduleRow> {
  const caller = callerOf(request);
  const possible = SCHEDULE_ID.test(id);
  const row = possible ? await schedules.store.get(caller.organisationId, id) : undefined;
  if (row) return row;
  if (possible && (await schedules.store.exists(id))) {
    await denials.record(caller, { reason: 'other_organisation', ...routeOf(request), target: id });
  }
  throw missing();
}

const missing = () => new ApiError('not_found', { detail: 'There is no schedule with this id.' });
