import { z } from 'zod';
import type { PauseReason, ScheduleRow } from './store.ts';

/** What requests and answers about schedules look like. */

export const SCHEDULE_ID = /^sch_[0-9a-z]{26}$/;

const FORMATS = ['pdf', 'image', 'text', 'markdown', 'several'] as const;
const REASONS = [
  'requested',
  'owner_ended',
  'owner_lacks_right',
  'request_refused',
  'no_next_time',
] as const satisfies readonly PauseReason[];

const fields = {
  name: z.string().min(1).max(100).describe('What people know it by.'),
  cron: z
    .string()
    .max(100)
    .describe('Minute, hour, day, month and weekday, such as `0 9 * * MON-FRI`; or `@daily` and the like.'),
  timezone: z.string().max(64).describe('Name of the IANA database, such as `Europe/Berlin`.'),
  format: z.enum(FORMATS).describe('As of `POST /v1/convert/{format}`; `several`: as of `POST /v1/convert`.'),
  request: z
    .record(z.string(), z.unknown())
    .describe(
      'The body of that request, without `async`, `on_timeout`, `response_type` and `encode`. It is not shown again.',
    ),
};

export const scheduleRequest = z.strictObject({
  ...fields,
  timezone: fields.timezone.default('UTC'),
  format: fields.format.default('pdf'),
});

export type ScheduleRequest = z.output<typeof scheduleRequest>;

export const scheduleChange = z.strictObject({
  name: fields.name.optional(),
  cron: fields.cron.optional(),
  timezone: fields.timezone.optional(),
  format: fields.format.optional(),
  request: fields.request.optional(),
  paused: z.boolean().optional().describe('`true` makes no more runs, `false` goes on with the next time.'),
});

export type ScheduleChange = z.output<typeof scheduleChange>;

export const scheduleParams = z.strictObject({ id: z.string().describe('Id of a schedule, such as `sch_01j…`.') });

export const scheduleListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Entries in one answer.'),
  cursor: z
    .string()
    .regex(SCHEDULE_ID, 'must be "next_cursor" of an answer')
    .optional()
    .describe('The last `next_cursor`.'),
});

const time = z.iso.datetime();

const schedule = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    cron: z.string(),
    timezone: z.string(),
    format: z.enum(FORMATS),
    template: z.string().nullable().describe('Id of the stored template.'),
    tag: z.string().nullable(),
    sandbox: z.boolean(),
    owner: z.string().describe('Id of the key or person that runs are made for.'),
    next_at: time.nullable().describe('Null while it is paused.'),
    paused: z
      .strictObject({
        reason: z
          .enum(REASONS)
          .describe(
            '`owner_ended`: the key was revoked or has expired, or the person has left. `owner_lacks_right`: their scopes or role do not allow the conversion. `request_refused`: see `error_code`.',
          ),
        error_code: z.string().nullable(),
        at: time,
      })
      .nullable(),
    last_run: z
      .strictObject({
        at: time,
        job: z.string().nullable().describe('Id of its job; null if there is none.'),
        error_code: z.string().nullable().describe('Why there is no job, such as `credits_exhausted`.'),
      })
      .nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Schedule' });

type ScheduleJson = z.infer<typeof schedule>;

export const scheduleAnswer = z.strictObject({ success: z.literal(true), schedule });

export const scheduleListAnswer = z.strictObject({
  success: z.literal(true),
  data: z.array(schedule),
  has_more: z.boolean(),
  next_cursor: z.string().nullable().describe('`cursor` of the next request; null at the end.'),
});

export const deletedAnswer = z.strictObject({ success: z.literal(true), id: z.string() });

export const runAnswer = z.strictObject({
  success: z.literal(true),
  queued: z.literal(true),
  id: z.string().describe('Id of the job.'),
  status: z.literal('queued'),
  status_url: z.string(),
});

export function scheduleJson(row: ScheduleRow): ScheduleJson {
  const { paused_at, paused_reason, last_at } = row;
  return {
    id: row.id,
    name: row.name,
    cron: row.cron,
    timezone: row.timezone,
    format: row.format as ScheduleJson['format'],
    template: row.template,
    tag: row.tag,
    sandbox: row.sandbox,
    owner: row.actor,
    next_at: row.next_at?.toISOString() ?? null,
    paused:
      paused_at === null || paused_reason === null
        ? null
        : { reason: paused_reason as PauseReason, error_code: row.paused_code, at: paused_at.toISOString() },
    last_run: last_at && { at: last_at.toISOString(), job: row.last_job, error_code: row.last_error },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
