import { renderCompiled, TemplateFailure } from './liquid.ts';
import { compiledFor } from './liquid-cache.ts';
import { checkJob } from './liquid-check.ts';
import { startLimits } from './liquid-limits.ts';
import { checkData } from './liquid-schema.ts';
import { checkSchema } from './liquid-schema-check.ts';
import { LIMIT_FAULTS, type RenderJob, type TemplateAnswer, type TemplateJob } from './template-protocol.ts';

/**
 * The entry of the child process that renders templates, one after the other. It may read its own files only, and ends
 * with its parent: the channel between them is all that keeps it alive.
 */

function answer(message: TemplateAnswer): void {
  process.send?.(message);
}

function render(job: RenderJob): TemplateAnswer {
  const limits = startLimits();
  if (job.schema !== undefined) checkData(job.data, job.schema);
  return { rendered: renderCompiled(compiledFor(job), { ...job, limits }) };
}

function work(job: TemplateJob): TemplateAnswer {
  try {
    if (job.task === 'schema') return { schema: checkSchema(job.schema) };
    return job.task === 'render' ? render(job) : { checked: checkJob(job) };
  } catch (error) {
    if (error instanceof TemplateFailure) return { fault: error.fault };
    // Anything else comes from an engine that ran out of room.
    return { fault: { code: 'template_error', problem: { part: 'content', message: LIMIT_FAULTS.memory } } };
  }
}

process.on('message', (job: TemplateJob) => {
  answer({ started: true });
  answer(work(job));
});
answer({ ready: true });
