import { randomUUID } from 'node:crypto';

/** Milliseconds between looks for what is due. */
const LOOK = 1_000;

export interface DueWorkOptions<Row> {
  /** Rows that are worked on at the same time. */
  readonly slots: number;
  /**
   * Takes the next row that is due, for this process alone; undefined if there is none.
   * @param process names this process in the row
   * @param running what this process has already
   */
  claim(process: string, running: readonly Row[]): Promise<Row | undefined>;
  /**
   * Does what is due of a row. Where it throws, the row is tried again when its lease is over.
   * @param signal aborted when the process stops, and may wait no longer
   */
  work(row: Row, signal: AbortSignal): Promise<void>;
}

/** Works off rows of the database that become due. Every process does; a row is one process's until its lease is over. */
export class DueWork<Row> {
  readonly #options: DueWorkOptions<Row>;
  readonly #process = `${process.pid}-${randomUUID()}`;
  readonly #running = new Map<Promise<void>, Row>();
  readonly #end = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #filling: Promise<void> | undefined;
  #again = false;
  #stopping = false;

  constructor(options: DueWorkOptions<Row>) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), LOOK).unref();
    this.wake();
  }

  /** Looks for what is due, without waiting for the next look. */
  wake(): void {
    void this.#fill();
  }

  /** Does everything that is due now, and what becomes due meanwhile; resolves when nothing is. */
  async drain(): Promise<void> {
    for (;;) {
      await this.#fill();
      if (this.#running.size === 0 && !this.#filling) return;
      await Promise.all(this.#running.keys());
    }
  }

  /** Begins nothing new, lets what runs end within `grace` milliseconds, and gives up the rest: others take over. */
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
    // Whoever makes room looks again.
    if (this.#stopping || this.#running.size >= this.#options.slots) return;
    this.#again = true;
    this.#filling ??= this.#look();
    await this.#filling;
  }

  async #look(): Promise<void> {
    const { slots, claim } = this.#options;
    try {
      while (this.#again) {
        this.#again = false;
        while (!this.#stopping && this.#running.size < slots) {
          const row = await claim(this.#process, [...this.#running.values()]);
          if (row === undefined) break;
          this.#begin(row);
        }
      }
    } catch {
      // The database is away: the next look comes soon.
    } finally {
      // In the same breath as the last question whether to look again: no wish for another look is lost.
      this.#filling = undefined;
    }
  }

  #begin(row: Row): void {
    const work: Promise<void> = this.#options
      .work(row, this.#end.signal)
      // The lease ends, and somebody tries again.
      .catch(() => {})
      .finally(() => {
        this.#running.delete(work);
        this.wake();
      });
    this.#running.set(work, row);
  }
}

/** What has as much under way as it may: an organization, or a queue. */
export function crowded<Row>(rows: readonly Row[], of: (row: Row) => string, most: number): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= most).map(([name]) => name);
}
