import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 20;
const WINDOW_MS = 30_000;

/** How late the event loop runs its timers: the service's own measure of being overloaded. */
export class LoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #timer: NodeJS.Timeout;
  #lastWindow = 0;

  constructor() {
    this.#histogram.enable();
    this.#timer = setInterval(() => {
      this.#lastWindow = this.#current();
      this.#histogram.reset();
    }, WINDOW_MS).unref();
  }

  /** 99th percentile in milliseconds, of the last 30 to 60 s. */
  p99(): number {
    return Math.max(this.#lastWindow, this.#current());
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  #current(): number {
    if (this.#histogram.count === 0) return 0;
    // The histogram holds times between two ticks, of which the interval itself is no delay.
    return Math.max(0, Math.round(this.#histogram.percentile(99) / 1e6 - RESOLUTION_MS));
  }
}
