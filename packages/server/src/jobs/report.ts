import { API_ERRORS, type ApiErrorCode } from '../errors.ts';
import type { JobReport, ReportOf } from '../webhooks/body.ts';
import { keptResult } from './kept.ts';
import { warningsOf } from './outcome.ts';
import type { JobService, WholeJob } from './service.ts';
import { isKept } from './states.ts';

/**
 * What webhooks report of jobs. Never what quotes a document, or the data of a template: of an error its title, of
 * warnings their codes; the rest is in the answer about the job.
 */
export const jobReports =
  (jobs: JobService): ReportOf =>
  async (organisationId, jobId) => {
    const row = await jobs.store.get(organisationId, jobId);
    return row && reportOf(await jobs.whole(row), jobs);
  };

function reportOf(whole: WholeJob, jobs: JobService): JobReport {
  const { row, outcome } = whole;
  const ofBatch = row.kind === 'assemble';
  const error = row.state === 'failed' ? errorOf(row.error_code) : null;
  const data = {
    // The job that makes the file of a batch is none that anybody can ask for.
    job_id: ofBatch ? null : row.id,
    status: row.state,
    format: row.format,
    request_id: row.request_id,
    tag: row.tag,
    template: row.template,
    batch_id: row.batch_id,
    position: row.batch_position,
    sandbox: row.sandbox,
    credits: row.credits ?? 0,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    status_url: ofBatch ? `/v1/batches/${row.batch_id}` : `/v1/jobs/${row.id}`,
    result: row.state === 'succeeded' ? resultOf(whole, jobs) : null,
    destinations: whole.deliveries.map(
      ({ id, kind, connection, output, state, location, etag, attempts, error: fault }) => ({
        id,
        kind,
        connection,
        output,
        state,
        location,
        etag,
        attempts,
        error: fault && { code: fault.code, remedy: fault.remedy },
      }),
    ),
    warnings: warningsOf(outcome).map(({ code }) => code),
    error: error && { code: error.code, title: error.title },
  };
  return { data, flat: error ? failure(error) : row.state === 'succeeded' ? keptResult(whole, linksOf(jobs)) : {} };
}

const linksOf =
  (jobs: JobService): Parameters<typeof keptResult>[1] =>
  (output) =>
    jobs.linkTo(output);

function resultOf({ row, outputs, outcome }: WholeJob, jobs: JobService) {
  return {
    filesize: row.bytes,
    pdf_pages: row.pages,
    expires_at: row.result_expires_at?.toISOString() ?? null,
    outputs: outputs.filter(isKept).map((output) => ({
      position: output.position,
      format: output.format,
      content_type: output.content_type,
      filesize: output.bytes,
      sha256: output.sha256.toString('hex'),
      pdf_pages: outcome.outputs?.[output.position]?.pages ?? null,
      url: jobs.linkTo(output),
    })),
  };
}

function errorOf(code: string | null) {
  const known = (code !== null && Object.hasOwn(API_ERRORS, code) ? code : 'internal_error') as ApiErrorCode;
  return { code: known, ...API_ERRORS[known] };
}

/** As PDFShift's receivers expect it. */
const failure = ({ code, status, title }: ReturnType<typeof errorOf>) => ({
  success: false,
  error: { code: status, error: `${title}.`, identifier: code, success: false },
});
