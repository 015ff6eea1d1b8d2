import { renderLiquid } from './liquid.ts';
import { TemplateFault } from './liquid-fault.ts';
import { LIMIT_FAULTS, type TemplateAnswer, type TemplateJob } from './template-protocol.ts';

/**
 * The entry of the child process that renders one template. It may read its own files only, and ends with its parent:
 * the channel between them is all that keeps it alive.
 */

function answer(message: TemplateAnswer): void {
  process.send?.(message);
}

process.once('message', ({ template, data }: TemplateJob) => {
  try {
    answer({ html: renderLiquid(template, data) });
  } catch (error) {
    // Anything but a fault comes from an engine that ran out of room while it described one.
    answer({ fault: error instanceof TemplateFault ? error.message : LIMIT_FAULTS.memory });
  }
});
answer({ ready: true });
