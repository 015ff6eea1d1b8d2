import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Deliverer } from './deliver.ts';
import type { DeliveryStore } from './delivery-store.ts';

/** Seconds for which a process has a queue: longer than a try takes. Others take over when it is over. */
const LEASE = 30;
/** Milliseconds between looks for what is due. */
const LOOK = 1_000;
/** Milliseconds between removals of queues that nothing waits in. */
const SWEEP = 600_000;
/** Tries at the same time, and those of one organization: its dead receivers leave room for the others'. */
const SLOTS = 32;
const SLOTS_OF_ONE = 8;

export interface SenderOptions {
  readonly store: DeliveryStore;
  readonly deliverer: Deliverer;
  readonly clock: Clock;
  /** Seconds. Default 30. */
  readonly lease?: number;
}

/** Sends what is due. Every process does; of each queue, one at a time. */
export class Sender {
  readonly #options: SenderOptions;
  /** Names this process in the rows of its queues. */
  readonly #name = `${process.pid}-${randomUUID()}`;
  readonly #running = new Map<Promise<void>, string>();
  readonly #end = new AbortController();
  #timers: readonly NodeJS.Timeout[] = [];
  #filling: Promise<void> | undefined;
  #again = false;
  #stopping = false;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timers = [
      setInterval(() => this.wake(), LOOK).unref(),
      setInterval(() => void this.sweep().catch(() => {}), SWEEP).unref(),
    ];
    this.wake();
  }

  /** Looks for what is due, without waiting for the next look. */
  wake(): void {
    void this.#fill();
  }

  /** Sends everything that is due now, and what becomes due meanwhile; resolves when nothing is. */
  async drain(): Promise<void> {
    for (;;) {
      await this.#fill();
      if (this.#running.size === 0 && !this.#filling) return;
      await Promise.all(this.#running.keys());
    }
  }

  async sweep(): Promise<void> {
    await this.#options.store.sweep();
  }

  /** Begins nothing new, lets tries end within `grace` milliseconds, and gives up the rest: others take over. */
  async stop(grace: number): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    const timer = setTimeout(() => this.#end.abort(), grace);
    await this.#filling;
    await Promise.all(this.#running.keys());
    clearTimeout(timer);
  }

  /** One look at a time: what comes meanwhile is seen by another one right after it. */
  async #fill(): Promise<void> {
    // Whoever makes room looks again.
    if (this.#stopping || this.#running.size >= SLOTS) return;
    this.#again = true;
    this.#filling ??= this.#look();
    await this.#filling;
  }

  async #look(): Promise<void> {
    const { store, clock, lease = LEASE } = this.#options;
    try {
      while (this.#again) {
        this.#again = false;
        while (!this.#stopping && this.#running.size < SLOTS) {
          const row = await store.claim(this.#name, { lease, now: clock.now(), busy: this.#busy() });
          if (!row) break;
          const work: Promise<void> = this.#options.deliverer
            .deliver(row, this.#end.signal)
            // The lease ends, and somebody tries again.
            .catch(() => {})
            .finally(() => {
              this.#running.delete(work);
              this.wake();
            });
          this.#running.set(work, row.organisation_id);
        }
      }
    } catch {
      // The database is away: the next look comes soon.
    } finally {
      // In the same breath as the last question whether to look again: no wish for another look is lost.
      this.#filling = undefined;
    }
  }

  #busy(): string[] {
    const counts = new Map<string, number>();
    for (const id of this.#running.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= SLOTS_OF_ONE).map(([id]) => id);
  }
}
