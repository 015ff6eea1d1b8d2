import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { JobSignals } from './signals.ts';

/** Channels of `pg_notify` in migration 0011: a job waits; the job or batch of this id has changed. */
const ARRIVED = 'platen_jobs';
const CHANGED = 'platen_job';

/** Milliseconds between attempts to connect. */
const PAUSE = 2_000;

/** Hears what other processes do to jobs of the same PostgreSQL, by one connection of its own. */
export class JobListener {
  readonly #url: string;
  readonly #signals: JobSignals;
  readonly #end = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor({ url, signals }: { readonly url: string; readonly signals: JobSignals }) {
    this.#url = url;
    this.#signals = signals;
  }

  /** Begins to listen. While the database cannot be reached nothing is heard. */
  open(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#end.signal.aborted) {
      await this.#listen().catch(() => {});
      await sleep(PAUSE, undefined, { signal: this.#end.signal }).catch(() => {});
    }
  }

  /** Resolves when the connection has ended. */
  async #listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: PAUSE,
      application_name: 'platen jobs',
    });
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.once('error', () => resolve());
    });
    const leave = () => void client.end().catch(() => {});
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === ARRIVED) this.#signals.arrived();
      else this.#signals.changed(payload);
    });
    try {
      await client.connect();
      await client.query(`listen ${ARRIVED}; listen ${CHANGED}`);
      // What came while nobody listened.
      this.#signals.arrived();
      this.#end.signal.addEventListener('abort', leave, { once: true });
      if (this.#end.signal.aborted) leave();
      await ended;
    } finally {
      this.#end.signal.removeEventListener('abort', leave);
      await client.end().catch(() => {});
    }
  }
}
