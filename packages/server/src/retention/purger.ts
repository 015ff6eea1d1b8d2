import type { AuditLog } from '../audit/audit-log.ts';
import type { Log } from '../log/log.ts';
import { LONG_LIVED, SHORT_LIVED } from './kinds.ts';
import { type PurgeParts, purge, purgeResults } from './purge.ts';
import { recordPurges } from './record.ts';

/** Milliseconds between looks at what lives for hours, and at what lives for days. */
const SHORT = 60_000;
const LONG = 600_000;

export interface PurgerOptions extends PurgeParts {
  readonly audit: AuditLog;
  readonly log: Log;
}

/** Removes what is over, and records it. Every process does; each step can be done twice. */
export class Purger {
  readonly #options: PurgerOptions;
  readonly #stopping = new AbortController();
  #timers: readonly NodeJS.Timeout[] = [];
  #working: Promise<void> = Promise.resolve();

  constructor(options: PurgerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timers = [
      setInterval(() => this.#soon(() => this.#short()), SHORT).unref(),
      setInterval(() => this.#soon(() => this.#long()), LONG).unref(),
    ];
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers) clearInterval(timer);
    await this.#working;
  }

  async #short(): Promise<void> {
    // A store of results that is away holds up nothing else.
    const [results] = await Promise.allSettled([purgeResults(this.#options, this.#stopping.signal)]);
    await purge(this.#options, SHORT_LIVED, this.#stopping.signal);
    if (results.status === 'rejected') throw results.reason;
  }

  async #long(): Promise<void> {
    await purge(this.#options, LONG_LIVED, this.#stopping.signal);
    if (!this.#stopping.signal.aborted) await recordPurges(this.#options);
  }

  /** One after the other. What fails is done at the next look. */
  #soon(work: () => Promise<void>): void {
    this.#working = this.#working
      .then(() => (this.#stopping.signal.aborted ? undefined : work()))
      .catch(() => this.#options.log.event('sweep_failed', { what: 'expired' }));
  }
}
