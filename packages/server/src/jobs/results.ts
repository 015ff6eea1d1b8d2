import type { OutputFormat, OutputResult, SeveralResults, Timings } from '@platen/engine';
import type { JobService, WholeJob } from './service.ts';

/** Stages that were not measured, such as those of a job that an older version ended. */
const UNKNOWN: Timings = { prepare: 0, retry: 0, queue: 0, page: 0, load: 0, ready: 0, render: 0, finish: 0 };

/** What a job has made, with its bytes, as its conversion gave it. */
export async function resultsOf(
  { outputs, outcome }: Pick<WholeJob, 'outputs' | 'outcome'>,
  { objects }: Pick<JobService, 'objects'>,
): Promise<SeveralResults> {
  const whole: OutputResult[] = [];
  for (const row of outputs) {
    const chunks: Buffer[] = [];
    for await (const chunk of objects.read({ name: row.object, bytes: row.bytes })) chunks.push(chunk);
    const facts = outcome.outputs?.[row.position];
    whole.push({
      ...(facts as Partial<OutputResult>),
      format: row.format as OutputFormat,
      contentType: row.content_type,
      bytes: Buffer.concat(chunks),
    } as OutputResult);
  }
  return {
    outputs: whole,
    warnings: outcome.warnings ?? [],
    timings: { ...UNKNOWN, ...outcome.timings },
    sourceStatus: outcome.sourceStatus,
  };
}
