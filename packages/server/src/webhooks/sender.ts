import type { Clock } from '../clock.ts';
import { crowded, DueWork } from '../data/due-work.ts';
import type { Deliverer } from './deliver.ts';
import type { DeliveryRow, DeliveryStore } from './delivery-store.ts';

/** Seconds for which a process has a queue: longer than a try takes. Others take over when it is over. */
const LEASE = 30;
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
  readonly #store: DeliveryStore;
  readonly #work: DueWork<DeliveryRow>;
  #sweeping: NodeJS.Timeout | undefined;

  constructor({ store, deliverer, clock, lease = LEASE }: SenderOptions) {
    this.#store = store;
    this.#work = new DueWork({
      slots: SLOTS,
      claim: async (name, running) => {
        const busy = crowded(running, (row) => row.organisation_id, SLOTS_OF_ONE);
        return await store.claim(name, { lease, now: clock.now(), busy });
      },
      work: async (row, signal) => await deliverer.deliver(row, signal),
    });
  }

  start(): void {
    this.#sweeping = setInterval(() => void this.sweep().catch(() => {}), SWEEP).unref();
    this.#work.start();
  }

  /** Looks for what is due, without waiting for the next look. */
  wake(): void {
    this.#work.wake();
  }

  /** Sends everything that is due now, and what becomes due meanwhile; resolves when nothing is. */
  async drain(): Promise<void> {
    await this.#work.drain();
  }

  async sweep(): Promise<void> {
    await this.#store.sweep();
  }

  /** Begins nothing new, lets tries end within `grace` milliseconds, and gives up the rest: others take over. */
  async stop(grace: number): Promise<void> {
    clearInterval(this.#sweeping);
    await this.#work.stop(grace);
  }
}
