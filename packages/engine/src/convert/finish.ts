import { EngineError } from '../errors.ts';
import type { FinishOptions } from '../pdf/finish/finish.ts';
import { finishAnyPdf } from '../pdf/finisher.ts';
import type { ConversionRequest } from '../request/request.ts';
import type { Output } from '../request/several.ts';
import type { OutputResult, SeveralResults } from '../result.ts';
import type { Job } from './job.ts';
import { refuseWarnings } from './warnings.ts';

/** What is done to the results once the page is given back, so that nobody waits for it. */
export async function finishOutputs(job: Job, results: SeveralResults, signal: AbortSignal): Promise<SeveralResults> {
  const { options, outputs } = job.request;
  refuseWarnings(results.warnings, options);
  const start = performance.now();
  const finished: OutputResult[] = [];
  for (const [index, result] of results.outputs.entries()) {
    finished.push(await finishOutput(result, outputs[index] as Output, signal));
  }
  const finish = performance.now() - start;
  return { ...results, outputs: finished, timings: { ...results.timings, finish } };
}

async function finishOutput(result: OutputResult, { options }: Output, signal: AbortSignal): Promise<OutputResult> {
  if (result.format !== 'pdf') return result;
  try {
    return { ...result, bytes: await finishAnyPdf(result.bytes, finishOptions(options), signal) };
  } catch (error) {
    if (signal.aborted || error instanceof EngineError) throw error;
    throw new EngineError('render_crashed', 'The PDF could not be finished. Try again.', { cause: error });
  }
}

function finishOptions({ metadata, deterministic, protection, disable_links: disableLinks }: ConversionRequest) {
  return {
    deterministic,
    disableLinks,
    ...(metadata ? { metadata } : {}),
    ...(protection
      ? {
          protection: {
            userPassword: protection.user_password,
            ownerPassword: protection.owner_password,
            noPrint: protection.no_print,
            noCopy: protection.no_copy,
            noModify: protection.no_modify,
            noAnnotate: protection.no_annotate,
            noForms: protection.no_forms,
            noAssemble: protection.no_assemble,
          },
        }
      : {}),
  } satisfies Partial<Record<keyof FinishOptions, unknown>> as FinishOptions;
}
