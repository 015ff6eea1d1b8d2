import type { Emitter } from 'liquidjs';
import { TemplateFault } from './liquid-fault.ts';
import type { Print } from './liquid-print.ts';
import { LIMIT_FAULTS, TEMPLATE_LIMITS } from './template-protocol.ts';

/** Collects what is printed, up to the limit of the output. */
export class LimitedOutput implements Emitter {
  buffer = '';
  readonly #print: Print;
  readonly #total: { bytes: number };

  /** @param total bytes of all that is collected under the same limit */
  constructor(print: Print, total: { bytes: number } = { bytes: 0 }) {
    this.#print = print;
    this.#total = total;
  }

  write(value: unknown): void {
    const text = typeof value === 'string' ? value : this.#print(value);
    this.#total.bytes += Buffer.byteLength(text);
    if (this.#total.bytes > TEMPLATE_LIMITS.outputBytes) throw new TemplateFault(LIMIT_FAULTS.output);
    this.buffer += text;
  }
}
