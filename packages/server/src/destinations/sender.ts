import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { isAway, whenBack } from '../data/when-back.ts';
import type { Deliverer } from './deliver.ts';
import type { DeliveryRow, DeliveryStore } from './delivery-store.ts';

/** Seconds for which a process has a delivery unless it renews that; others take over when it is over. */
const LEASE = 60;
/** Milliseconds between looks for what is due. */
const LOOK = 1_000;
/** Uploads at the same time; of one organization; and to one host. Each has a part of its file in memory. */
const SLOTS = 8;
const SLOTS_OF_ONE = 4;
const SLOTS_OF_QUEUE = 2;

export interface SenderOptions {
  readonly store: DeliveryStore;
  readonly deliverer: Deliverer;
  readonly clock: Clock;
  /** Seconds. Default 60. */
  readonly lease?: number | undefined;
  /** Called when a delivery of a job has been tried. */
  readonly onChange: (jobId: string) => void;
}

/** Sends what is due. Every process does. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #lease: number;
  /** Names this process in the tickets of its deliveries. */
  readonly #name = `${process.pid}-${randomUUID()}-`;
  readonly #running = new Map<Promise<void>, DeliveryRow>();
  readonly #end = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #filling: Promise<void> | undefined;
  #again = false;
  #stopping = false;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#lease = options.lease ?? LEASE;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), LOOK).unref();
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

  /** Begins nothing new, lets uploads end within `grace` milliseconds, and gives the rest back. */
  async stop(grace: number): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    const timer = setTimeout(() => this.#end.abort(new Error('The service stops.')), grace);
    await this.#filling;
    await Promise.all(this.#running.keys());
    clearTimeout(timer);
  }

  /** One look at a time: what comes meanwhile is seen by another one right after it. */
  async #fill(): Promise<void> {
    if (this.#stopping || this.#running.size >= SLOTS) return;
    this.#again = true;
    this.#filling ??= this.#look();
    await this.#filling;
  }

  async #look(): Promise<void> {
    const { store, clock } = this.#options;
    try {
      while (this.#again) {
        this.#again = false;
        while (!this.#stopping && this.#running.size < SLOTS) {
          const rows = [...this.#running.values()];
          const busy = crowded(rows, (row) => row.organisation_id, SLOTS_OF_ONE);
          const busyQueues = crowded(rows, (row) => row.queue, SLOTS_OF_QUEUE);
          const row = await store.claim(this.#name, { lease: this.#lease, now: clock.now(), busy, busyQueues });
          if (!row) break;
          this.#begin(row);
        }
      }
    } catch {
      // The database is away: the next look comes soon.
    } finally {
      this.#filling = undefined;
    }
  }

  #begin(row: DeliveryRow): void {
    const { store, deliverer, onChange } = this.#options;
    const lost = new AbortController();
    // A database that is away for a moment does not end an upload: whoever takes over finds out by the ticket.
    const renew = () =>
      store.renew(row, this.#lease).then(
        (mine) => mine || lost.abort(new Error('Another process has this delivery.')),
        () => {},
      );
    const timer = setInterval(() => void renew(), (this.#lease * 1_000) / 3);
    const work: Promise<void> = deliverer
      .deliver(row, AbortSignal.any([this.#end.signal, lost.signal]))
      // Else its lease ends, and somebody tries again.
      .catch(async (error) => {
        const { signal } = this.#end;
        if (signal.aborted || isAway(error)) await whenBack(() => store.handBack(row), signal);
      })
      .catch(() => {})
      .finally(() => {
        clearInterval(timer);
        this.#running.delete(work);
        onChange(row.job_id);
        this.wake();
      });
    this.#running.set(work, row);
  }
}

/** What has as much under way as it may. */
function crowded(rows: readonly DeliveryRow[], of: (row: DeliveryRow) => string, most: number): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= most).map(([name]) => name);
}
