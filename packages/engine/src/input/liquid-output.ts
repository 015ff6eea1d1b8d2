import type { Emitter } from 'liquidjs';
import { TemplateFault } from './liquid-fault.ts';
import { printValue } from './liquid-markup.ts';
import { LIMIT_FAULTS, TEMPLATE_LIMITS } from './template-protocol.ts';

/** Collects what is printed, up to the limit of the output. */
export class LimitedOutput implements Emitter {
  buffer = '';
  #bytes = 0;

  write(value: unknown): void {
    const text = typeof value === 'string' ? value : printValue(value);
    this.#bytes += Buffer.byteLength(text);
    if (this.#bytes > TEMPLATE_LIMITS.outputBytes) throw new TemplateFault(LIMIT_FAULTS.output);
    this.buffer += text;
  }
}
