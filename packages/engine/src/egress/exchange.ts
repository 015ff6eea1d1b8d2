import type { Release } from './slots.ts';

/** Made once: a new error for each of thousands of exchanges would spend its time on stack traces nobody reads. */
const OVER = new Error('The exchange is over.');

/** One request or tunnel of a job, from its arrival until both of its sides are done. */
export class Exchange {
  readonly #controller = new AbortController();
  readonly #owner: ExchangeOwner;
  #release: Release | undefined;

  constructor(owner: ExchangeOwner) {
    this.#owner = owner;
  }

  /** Aborted when the exchange is over, however it ended: whatever still belongs to it is torn down. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Waits for its turn to use a connection to the host. */
  async takeSlot(host: string): Promise<void> {
    const release = await this.#owner.slot(host, this.signal);
    if (this.signal.aborted) release();
    this.signal.throwIfAborted();
    this.#release = release;
  }

  /** Counts bytes of one direction or of both. Past `responseBytes` the exchange is cut. */
  meter(): (bytes: number) => void {
    let total = 0;
    return (bytes) => {
      total += bytes;
      this.#owner.count(bytes);
      if (total > this.#owner.responseBytes && !this.signal.aborted) {
        this.#owner.countCut();
        this.close();
      }
    };
  }

  close(): void {
    if (this.signal.aborted) return;
    this.#controller.abort(OVER);
    this.#release?.();
    this.#owner.closed(this);
  }
}

/** What an exchange needs of its job. */
export interface ExchangeOwner {
  readonly responseBytes: number;
  slot(host: string, signal: AbortSignal): Promise<Release>;
  count(bytes: number): void;
  countCut(): void;
  closed(exchange: Exchange): void;
}
