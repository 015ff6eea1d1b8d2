import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** Measures what a request spends its time on, stage by stage, from the arrival of its headers. */
export class Stopwatch {
  /** Milliseconds of each stage, in the order in which they were reached. */
  readonly #spent = new Map<string, number>();
  #last = performance.now();

  /** Ends a stage: the time since the end of the one before is its own. A stage may come more than once. */
  lap(stage: string): void {
    this.split(stage, {});
  }

  /** Ends several stages whose times were measured elsewhere; `rest` has what is left of the time since the last one. */
  split(rest: string, stages: Readonly<Record<string, number>>): void {
    const now = performance.now();
    let left = now - this.#last;
    this.#last = now;
    for (const [stage, duration] of Object.entries(stages)) {
      this.#add(stage, duration);
      left -= duration;
    }
    this.#add(rest, Math.max(0, left));
  }

  /** The value of the header `Server-Timing` (W3C Server Timing). */
  toString(): string {
    return [...this.#spent].map(([stage, duration]) => `${stage};dur=${duration.toFixed(1)}`).join(', ');
  }

  #add(stage: string, duration: number): void {
    this.#spent.set(stage, (this.#spent.get(stage) ?? 0) + duration);
  }
}

const stopwatches = new WeakMap<IncomingMessage, Stopwatch>();

/** The stopwatch of a request; it runs since it was first asked for. */
export function stopwatchOf({ raw }: Pick<FastifyRequest, 'raw'>): Stopwatch {
  const known = stopwatches.get(raw) ?? new Stopwatch();
  stopwatches.set(raw, known);
  return known;
}
