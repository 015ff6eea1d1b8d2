import { EngineError } from '../errors.ts';
import type { Navigation } from '../page/navigation.ts';
import type { ReadyReport } from '../page/ready.ts';
import { WARNINGS, type Warning } from '../warnings.ts';
import { hasOutput, type Job } from './job.ts';
import { mediumOf } from './set-up.ts';

/** What the way to the ready page tells about the result. */
export function documentWarnings(job: Job, navigation: Navigation, report: ReadyReport): Warning[] {
  const warnings: Warning[] = [];
  if (job.input.kind === 'url' && (navigation.redirects > 0 || navigation.commits > 1)) {
    const message = 'The source redirected; the result shows the page it led to.';
    warnings.push({ code: 'source_redirected', message });
  }
  if (report.pending) {
    const message = 'Something of the page was still loading when waiting ended.';
    warnings.push({ code: 'ready_timeout', message });
  }
  if (report.printStyles && hasOutput(job, 'pdf') && mediumOf(job.request.options) === 'screen') {
    const message = 'The page has styles for print that were not used. Set "media" to "print" to use them.';
    warnings.push({ code: 'print_styles_ignored', message });
  }
  return warnings;
}

export const ignoredOption = (option: string): Warning => ({
  code: 'option_ignored',
  message: `The option "${option}" has no effect here.`,
  detail: { option },
});

/** @throws EngineError `warning_refused` when something of the page is missing */
export function refuseWarnings(warnings: readonly Warning[]): void {
  const refused = warnings.filter(({ code }) => WARNINGS[code].strict);
  if (refused.length === 0) return;
  const messages = refused.map(({ message }) => message).join(' ');
  throw new EngineError('warning_refused', `${messages} Mend the page, or leave out "strict".`, {
    pointer: '/strict',
    issues: refused.map(({ code, message }) => ({ pointer: '/strict', code, detail: message })),
  });
}
