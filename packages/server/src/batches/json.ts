import type { DeliveryJson } from '../destinations/report.ts';
import { errorOfOutcome } from '../jobs/outcome.ts';
import type { JobService } from '../jobs/service.ts';
import { type BatchRow, fileJobOf } from './reader.ts';
import type { BatchJson, WholeBatchJson } from './schema.ts';
import type { BatchService, WholeBatch } from './service.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export function batchJson(row: BatchRow): BatchJson {
  const { total, succeeded, failed, canceled } = row;
  return {
    id: row.id,
    status: row.state,
    format: row.format,
    result: row.result,
    tag: row.tag,
    sandbox: row.sandbox,
    total,
    succeeded,
    failed,
    canceled,
    progress: Math.floor((1_000 * (succeeded + failed + canceled)) / total) / 1_000,
    created_at: row.created_at.toISOString(),
    started_at: iso(row.started_at),
    finished_at: iso(row.finished_at),
    expires_at: iso(row.expires_at),
    purged_at: iso(row.purged_at),
    status_url: `/v1/batches/${row.id}`,
    error_code: row.error_code,
  };
}

/** Where the one file is sent. */
async function deliveriesOf(row: BatchRow, { destinations }: JobService, open: boolean): Promise<DeliveryJson[]> {
  if (row.result === 'separate') return [];
  return [...((await destinations?.ofJob(row.organisation_id, fileJobOf(row.id), open)) ?? [])];
}

/**
 * @param options.mayFetch whether the caller may have the results: a link opens the file for everybody, and the detail
 * of a failure may quote the document
 */
export async function wholeBatchJson(
  { row, credits, file, failures }: WholeBatch,
  { batches: { jobs }, mayFetch }: { readonly batches: BatchService; readonly mayFetch: boolean },
): Promise<WholeBatchJson> {
  const failed = await Promise.all(
    failures.map(async (job) => {
      const outcome = mayFetch ? await jobs.outcome(job) : {};
      const { code, message, issues } = errorOfOutcome(outcome, job.error_code);
      return {
        position: job.batch_position ?? 0,
        job: job.id,
        code,
        detail: message,
        errors: issues.map(({ pointer, code: each, detail }) => ({ pointer, code: each, detail })),
      };
    }),
  );
  return {
    ...batchJson(row),
    deliveries: await deliveriesOf(row, jobs, mayFetch),
    credits,
    file: file
      ? {
          url: mayFetch ? jobs.linkTo(file) : null,
          content_type: file.content_type,
          filesize: file.bytes,
          sha256: file.sha256.toString('hex'),
          pdf_pages: row.pages,
          expires_at: file.expires_at.toISOString(),
        }
      : null,
    failures: failed,
  };
}
