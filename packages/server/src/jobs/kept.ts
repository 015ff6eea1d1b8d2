import type { JobOutputRow } from './reader.ts';
import type { WholeJob } from './service.ts';

/**
 * What PDFShift answers to `filename`, and sends to a webhook.
 * @param linkTo the address that opens a result
 */
export function keptResult({ row, outputs, outcome }: WholeJob, linkTo: (output: JobOutputRow) => string) {
  const [first] = outputs;
  const { load = 0, ready = 0, render = 0, finish = 0 } = outcome.timings ?? {};
  return {
    success: true,
    url: first && linkTo(first),
    filesize: row.bytes,
    duration: Math.round(load + ready + render + finish),
    response: {
      duration: Math.round(load),
      ...(outcome.sourceStatus === undefined ? {} : { 'status-code': outcome.sourceStatus }),
    },
    executed: row.finished_at?.toISOString(),
    expires_at: row.result_expires_at?.toISOString(),
    ...(row.pages === null ? {} : { pdf_pages: row.pages }),
  };
}
