import type { Context } from 'liquidjs';
import { TemplateFault } from './liquid-fault.ts';
import { LIMIT_FAULTS, TEMPLATE_LIMITS } from './template-protocol.ts';

/** What liquidjs asks whether something may go on. */
export type Limiter = Context['renderLimit'];

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Ends a rendering by the processor time it has spent, not by the clock: on a busy machine a template takes long without
 * doing much. The processor's time is asked for only when the clock makes it possible that the limit is reached.
 */
class CpuLimit {
  readonly #start = cpuMs();
  #next = performance.now() + TEMPLATE_LIMITS.renderMs;

  use(): void {}

  check(): void {
    const now = performance.now();
    if (now < this.#next) return;
    const left = TEMPLATE_LIMITS.renderMs - (cpuMs() - this.#start);
    if (left <= 0) throw new TemplateFault(LIMIT_FAULTS.time);
    this.#next = now + Math.max(1, left);
  }
}

/** Counts the characters that pass a filter: up to two bytes each, in the filter's input and in its output. */
class MemoryLimit {
  #left = (TEMPLATE_LIMITS.memoryMb * 1_000_000) / 4;

  use(count: unknown): void {
    const characters = Number(count);
    if (!(characters > 0)) return;
    if (characters > this.#left) throw new TemplateFault(LIMIT_FAULTS.memory);
    this.#left -= characters;
  }

  check(count: unknown): void {
    if (Number(count) > this.#left) throw new TemplateFault(LIMIT_FAULTS.memory);
  }
}

/** Limits that all parts of one job share. */
export interface JobLimits {
  readonly renderLimit: Limiter;
  readonly memoryLimit: Limiter;
  readonly output: { bytes: number };
}

export function startLimits(): JobLimits {
  return {
    renderLimit: new CpuLimit() as unknown as Limiter,
    memoryLimit: new MemoryLimit() as unknown as Limiter,
    output: { bytes: 0 },
  };
}
