import { z } from 'zod';
import { chargeFields } from '../conversions/charged.ts';
import { laterFields } from '../conversions/later-fields.ts';
import { templateFields } from '../conversions/template-request.ts';
import { delivery } from '../destinations/report.ts';
import { destinationsField } from '../destinations/request-field.ts';
import { failure } from '../jobs/schema.ts';

/** What requests and answers about batches look like. */

export const BATCH_ID = /^bat_[0-9a-z]{26}$/;
const BATCH_FORMATS = ['pdf', 'png', 'jpeg', 'webp', 'text', 'markdown'] as const;
const BATCH_STATES = ['queued', 'processing', 'completed', 'canceled'] as const;
/** Failed items that the answer about a batch has. */
export const FAILURES_SHOWN = 100;
const LONGEST_WAIT = 60;

const data = z.record(z.string(), z.unknown());
const options = z.record(z.string(), z.unknown());
const text = z.string().min(1);

export const itemSchema = z
  .strictObject({
    data: data.optional().describe('Its variables; they stand over the shared `data`, name by name.'),
    download_name: z.string().min(1).max(10_000).optional().describe('Name of its result, as it is written.'),
    options: options.optional().describe('Options of its own, in place of the shared ones of the same name.'),
  })
  .meta({ id: 'BatchItem' });

export type BatchItem = z.output<typeof itemSchema>;

export const batchRequest = z.strictObject({
  ...templateFields,
  source: z.unknown().optional().describe('Shared by all items: as `source` of a conversion.'),
  data: data.optional().describe('Variables that all items share.'),
  format: z.enum(BATCH_FORMATS).default('pdf').describe('Of all results.'),
  options: options
    .optional()
    .describe('Options of the conversion that all items share, such as `margin`, `header` or `viewport`.'),
  items: z.array(itemSchema).optional().describe('The items, 10,000 at most.'),
  items_csv: text
    .optional()
    .describe(
      'The items as CSV: the first row names the fields, `a.b` is `b` in `a`; comma, semicolon and tab are recognized. Instead: a file `items.csv`.',
    ),
  items_ndjson: text
    .optional()
    .describe(
      'The items as lines of JSON, each as an entry of `items`. Instead: a file `items.ndjson` or `items.jsonl`.',
    ),
  download_name: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Name of each result: a Liquid template over its data, such as `{{ number }}.pdf`.'),
  result: z
    .enum(['separate', 'zip', 'merged'])
    .default('separate')
    .describe('A result for each item; or beside them one ZIP, or one PDF with an outline entry for each item.'),
  page_numbering: z
    .enum(['item', 'whole'])
    .optional()
    .describe(
      'Of `merged`: whether the page labels begin anew with each item (the default), or count through. `whole` is refused where header or footer print page numbers, which begin anew with each item.',
    ),
  destination: destinationsField
    .optional()
    .describe('Where the file of `zip` and `merged` is sent. Of each item: `options.destination`.'),
  ...chargeFields,
  expires_in: laterFields.expires_in,
});

export type BatchRequest = z.output<typeof batchRequest>;

export const batchParams = z.strictObject({ id: z.string().describe('Id of a batch, such as `bat_01j…`.') });

export const batchQuery = z.strictObject({
  wait: z.coerce
    .number()
    .min(0)
    .max(LONGEST_WAIT)
    .default(0)
    .describe('Seconds to wait for the end of the batch, 60 at most: the answer comes with it, or after them.'),
});

export const batchListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Entries in one answer.'),
  cursor: z
    .string()
    .regex(BATCH_ID, 'must be "next_cursor" of an answer')
    .optional()
    .describe('The last `next_cursor`.'),
  status: z.enum(BATCH_STATES).optional().describe('Only batches in this state.'),
  tag: z.string().max(100).optional().describe('Only batches with this tag.'),
});

const time = z.iso.datetime();

const failedItem = z
  .strictObject({
    position: z.int().min(0).describe('Its place in the batch, from 0.'),
    job: z.string().describe('Id of its job.'),
    ...failure.shape,
  })
  .meta({ id: 'BatchFailure' });

const batchFile = z
  .strictObject({
    url: z
      .string()
      .nullable()
      .describe('Opens the file without a key until it expires. Null for roles that may not fetch it.'),
    content_type: z.string(),
    filesize: z.int(),
    sha256: z.string().describe('Of the bytes, as hex.'),
    pdf_pages: z.int().nullable(),
    expires_at: time,
  })
  .meta({ id: 'BatchFile' });

export const batch = z
  .strictObject({
    id: z.string(),
    status: z
      .enum(BATCH_STATES)
      .describe('`completed` and `canceled` are final; `completed` also if items have failed: see the counters.'),
    format: z.string(),
    result: z.enum(['separate', 'zip', 'merged']),
    tag: z.string().nullable(),
    sandbox: z.boolean(),
    total: z.int().min(1),
    succeeded: z.int().min(0),
    failed: z.int().min(0),
    canceled: z.int().min(0),
    progress: z.number().min(0).max(1).describe('Part of the items that have ended.'),
    created_at: time,
    started_at: time.nullable(),
    finished_at: time.nullable(),
    expires_at: time.nullable().describe('When results are removed, and failed items can no longer be tried again.'),
    purged_at: time.nullable(),
    status_url: z.string(),
    error_code: z.string().nullable().describe('Why there is no file although items succeeded.'),
  })
  .meta({ id: 'Batch' });

export const wholeBatch = batch
  .extend({
    credits: z.int().min(0).describe('Taken so far: the sum of its items. The file costs nothing more.'),
    file: batchFile.nullable().describe('The ZIP or the merged PDF, while it is kept.'),
    deliveries: z.array(delivery).describe('Where the file is sent.'),
    failures: z.array(failedItem).max(FAILURES_SHOWN).describe('Failed items by position, 100 at most.'),
  })
  .meta({ id: 'BatchDetails' });

export type BatchJson = z.infer<typeof batch>;
export type WholeBatchJson = z.infer<typeof wholeBatch>;

export const retryQuery = z.strictObject({
  only: z.enum(['deliveries']).optional().describe('Make nothing: send the file again.'),
});

export const batchAnswer = z.strictObject({ success: z.literal(true), batch: wholeBatch });
export const acceptedAnswer = z.strictObject({
  success: z.literal(true),
  queued: z.literal(true),
  id: z.string(),
  status: z.literal('queued'),
  status_url: z.string(),
  total: z.int(),
});
export const batchListAnswer = z.strictObject({
  success: z.literal(true),
  data: z.array(batch),
  has_more: z.boolean(),
  next_cursor: z.string().nullable().describe('`cursor` of the next request; null at the end.'),
});
