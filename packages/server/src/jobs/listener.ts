import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { JobSignals } from './signals.ts';

/** Channels of `pg_notify` in the migrations: a job waits; the job of this id is to be canceled. */
const ARRIVED = 'platen_jobs';
const CANCELED = 'platen_cancel';
/** The job or batch of this id has changed: each job does so three times or more. */
const CHANGED = 'platen_job';

/** Milliseconds between looks whether somebody still waits for a change. */
const LOOK = 5_000;

/** Milliseconds between attempts to connect. */
const PAUSE = 2_000;

/**
 * Hears what other processes do to jobs of the same PostgreSQL, by one connection of its own. Changes of jobs are heard only
 * while somebody in this process waits for one: in a fleet of workers nobody does.
 */
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
      else if (channel === CANCELED) this.#signals.canceled(payload);
      else this.#signals.changed(payload);
    });
    const stops: (() => void)[] = [];
    try {
      await client.connect();
      await client.query(`listen ${ARRIVED}; listen ${CANCELED}`);
      stops.push(this.#hearChanges(client));
      // What came while nobody listened.
      this.#signals.arrived();
      this.#end.signal.addEventListener('abort', leave, { once: true });
      if (this.#end.signal.aborted) leave();
      await ended;
    } finally {
      for (const stop of stops) stop();
      this.#end.signal.removeEventListener('abort', leave);
      await client.end().catch(() => {});
    }
  }

  /** Changes are heard from the first one who waits for any until a look finds nobody. @returns what ends the looks */
  #hearChanges(client: pg.Client): () => void {
    let heard = false;
    const listen = async () => {
      if (heard) return;
      heard = true;
      await client.query(`listen ${CHANGED}`);
      // What changed before it was heard.
      this.#signals.changedUnheard();
    };
    const look = () => {
      if (!heard || this.#signals.isAwaited) return;
      heard = false;
      // Queries of one connection are done one after the other.
      client.query(`unlisten ${CHANGED}`).catch(() => {});
    };
    // A connection that has ended is replaced, with what it listened to.
    const begin = () => void listen().catch(() => {});
    const stop = this.#signals.onAwaited(begin);
    const timer = setInterval(look, LOOK).unref();
    if (this.#signals.isAwaited) begin();
    return () => {
      stop();
      clearInterval(timer);
    };
  }
}
