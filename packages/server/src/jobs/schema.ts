import { z } from 'zod';
import { delivery } from '../destinations/report.ts';
import { errorOfOutcome, warningsOf } from './outcome.ts';
import type { JobOutputRow } from './reader.ts';
import type { WholeJob } from './service.ts';
import { isFinal, isKept, JOB_STATES } from './states.ts';

/** What requests and answers about jobs look like. */

export const JOB_ID = /^job_[0-9a-z]{26}$/;

/** Seconds that a look at a job waits for its end, at most. */
const LONGEST_WAIT = 60;

export const jobParams = z.strictObject({ id: z.string().describe('Id of a job, such as `job_01j…`.') });

export const jobQuery = z.strictObject({
  wait: z.coerce
    .number()
    .min(0)
    .max(LONGEST_WAIT)
    .default(0)
    .describe('Seconds to wait for the end of the job, 60 at most: the answer comes with it, or after them.'),
});

export const resultQuery = z.strictObject({
  output: z.coerce
    .number()
    .int()
    .min(0)
    .max(99)
    .optional()
    .describe('Which of several results, from 0. It may be left out where there is one.'),
});

export const jobListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Entries in one answer.'),
  cursor: z.string().regex(JOB_ID, 'must be "next_cursor" of an answer').optional().describe('The last `next_cursor`.'),
  status: z.enum(JOB_STATES).optional().describe('Only jobs in this state.'),
  batch: z.string().max(100).optional().describe('Only items of the batch of this id.'),
  schedule: z.string().max(100).optional().describe('Only runs of the schedule of this id.'),
  tag: z.string().max(100).optional().describe('Only jobs with this tag.'),
});

const time = z.iso.datetime();

const output = z
  .strictObject({
    position: z.int().min(0),
    format: z.string().describe('pdf, png, jpeg, webp, text or markdown.'),
    content_type: z.string(),
    filesize: z.int().describe('Bytes.'),
    sha256: z.string().describe('Of the bytes, as hex.'),
    pdf_pages: z.int().optional(),
    url: z
      .string()
      .nullable()
      .describe('Opens the result without a key until it expires. Null for whoever may not fetch the result.'),
    expires_at: time,
  })
  .meta({ id: 'JobOutput' });

export const failure = z
  .strictObject({
    code: z.string().describe('As `error_code` of the errors of a synchronous call.'),
    detail: z.string(),
    errors: z.array(z.strictObject({ pointer: z.string(), code: z.string(), detail: z.string() })),
  })
  .meta({ id: 'JobError' });

const warning = z.strictObject({
  code: z.string(),
  message: z.string(),
  detail: z.record(z.string(), z.unknown()).optional(),
});

export const job = z
  .strictObject({
    id: z.string(),
    status: z
      .enum(JOB_STATES)
      .describe(
        '`succeeded`, `failed` and `canceled` are final. `succeeded`: the result is kept, the credits are taken.',
      ),
    format: z.string().describe('Of the result, or `several`.'),
    tag: z.string().nullable(),
    template: z.string().nullable().describe('Id of the stored template that it is made from.'),
    batch: z.string().nullable().describe('Id of the batch that it belongs to.'),
    position: z.int().nullable().describe('Its place in the batch, from 0.'),
    schedule: z.string().nullable().describe('Id of the schedule that it is a run of.'),
    sandbox: z.boolean(),
    attempts: z.int().min(0).describe('How often it was begun: again if the process that had it died.'),
    request_id: z.string().nullable().describe('Of the request that it was accepted with.'),
    credits: z.int().min(0).nullable().describe('Credits that were taken; null before its end.'),
    pdf_pages: z.int().nullable(),
    filesize: z.int().nullable().describe('Bytes of all results.'),
    created_at: time,
    started_at: time.nullable(),
    finished_at: time.nullable(),
    result_expires_at: time.nullable(),
    purged_at: time.nullable().describe('When its results were removed.'),
    status_url: z.string(),
    outputs: z.array(output).describe('Its results, while they are kept.'),
    deliveries: z.array(delivery).describe('Where its results were sent.'),
    warnings: z.array(warning),
    error: failure.nullable(),
  })
  .meta({ id: 'Job' });

export type JobJson = z.infer<typeof job>;

export const jobAnswer = z.strictObject({ success: z.literal(true), job });

export const jobListAnswer = z.strictObject({
  success: z.literal(true),
  data: z.array(job),
  has_more: z.boolean(),
  next_cursor: z.string().nullable().describe('`cursor` of the next request; null at the end.'),
});

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** @param linkTo the address that opens a result, if the caller may have it */
export function jobJson(
  { row, outputs, outcome, deliveries }: WholeJob,
  linkTo: (output: JobOutputRow) => string | null,
): JobJson {
  return {
    id: row.id,
    status: row.state,
    format: row.format,
    tag: row.tag,
    template: row.template,
    batch: row.batch_id,
    position: row.batch_position,
    schedule: row.schedule_id,
    sandbox: row.sandbox,
    attempts: row.attempts,
    request_id: row.request_id,
    credits: isFinal(row.state) ? (row.credits ?? 0) : null,
    pdf_pages: row.pages,
    filesize: row.bytes,
    created_at: row.created_at.toISOString(),
    started_at: iso(row.started_at),
    finished_at: iso(row.finished_at),
    result_expires_at: iso(row.result_expires_at),
    purged_at: iso(row.purged_at),
    status_url: `/v1/jobs/${row.id}`,
    outputs: outputs.filter(isKept).map((each) => {
      const pages = outcome.outputs?.[each.position]?.pages;
      return {
        position: each.position,
        format: each.format,
        content_type: each.content_type,
        filesize: each.bytes,
        sha256: each.sha256.toString('hex'),
        ...(pages === undefined ? {} : { pdf_pages: pages }),
        url: linkTo(each),
        expires_at: each.expires_at.toISOString(),
      };
    }),
    deliveries: [...deliveries],
    warnings: warningsOf(outcome),
    error:
      row.error_code === null
        ? null
        : {
            code: row.error_code,
            detail: errorOfOutcome(outcome, row.error_code).message,
            errors: (outcome.error?.issues ?? []).map(({ pointer, code, detail }) => ({ pointer, code, detail })),
          },
  };
}
