import { afterAll } from 'vitest';
import { readFault } from '../input/template-answer.ts';
import { runJob } from '../input/template-job.ts';
import { giveBack, type Lent, lend } from '../input/template-pool.ts';
import type { JobFault } from '../input/template-protocol.ts';

interface Refused {
  readonly template: string;
  readonly data: Record<string, unknown>;
  readonly snippets?: Readonly<Record<string, string>>;
}

/**
 * A child that goes on when it has refused a template, for tests of what is refused: the service ends it then, and to start
 * another one takes ten times what it takes to refuse. What it says is read as the service reads it.
 *
 * @returns why a template is refused; an error when it is rendered, or the child ends or says nothing that can be read
 */
export function useTemplateChild(): (refused: Refused) => Promise<JobFault> {
  let lent: Lent | undefined;
  const end = () => {
    if (lent) giveBack(lent, { isHealthy: false });
    lent = undefined;
  };
  afterAll(end);
  return async ({ template, data, snippets = {} }) => {
    lent ??= lend(undefined);
    const job = { task: 'render', parts: { content: template }, snippets, data } as const;
    const outcome = await runJob(lent.process, { ...job, escapeMode: 'html', strictVariables: false, files: {} });
    if (outcome.kind !== 'answer') end();
    // It was ended from outside, since it did not see its limit.
    if (outcome.kind === 'limit')
      return { code: 'template_error', problem: { part: 'content', message: outcome.message } };
    const fault = outcome.kind === 'answer' ? readFault(outcome.answer) : undefined;
    if (!fault) throw new Error(`The template was not refused: ${outcome.kind}.`);
    return fault;
  };
}
