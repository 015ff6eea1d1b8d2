import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import { toApiError } from '../errors.ts';
import type { Log } from '../log/log.ts';
import { nextTime } from './cron.ts';
import { ownerOf } from './owner.ts';
import { type ScheduleService, TurnLost } from './service.ts';
import type { PauseReason, ScheduleRow } from './store.ts';

/** Milliseconds between looks for runs whose time has come. */
const LOOK = 1_000;
/** Errors that have nothing to do with the request: the next run may go well. */
const SKIPPED = new Set(['credits_exhausted', 'payment_required', 'queue_full', 'rate_limited']);

export interface SchedulerOptions {
  readonly database: Database;
  readonly service: ScheduleService;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Makes runs when their time comes. Every process has one; a run is made by one of them, in one transaction with the
 * next time. What was missed while none was there is made up for once.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK).unref();
  }

  /** Begins no more runs. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Makes all runs whose time has come. */
  async look(): Promise<void> {
    this.#looking ??= this.#all().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async #all(): Promise<void> {
    const { service, clock, log } = this.#options;
    while (!this.#stopped) {
      const now = new Date(clock.now());
      // The database may be away; the next look comes soon.
      const row = await service.store.claim(now).catch(() => undefined);
      if (!row) return;
      await this.#one(row, now).catch(() => log.event('schedule_delayed', { schedule: row.id }));
    }
  }

  async #one(row: ScheduleRow & { readonly next_at: Date }, now: Date): Promise<void> {
    const { database, service } = this.#options;
    const owner = await ownerOf(database, row, now.getTime());
    if ('reason' in owner) return await this.#pause(row, owner.reason, now);
    const next = nextTime(row.cron, row.timezone, now.getTime());
    if (next === undefined) return await this.#pause(row, 'no_next_time', now);
    const turn = { id: row.id, due: row.next_at, next, now };
    try {
      await service.run(row, { turn });
    } catch (error) {
      if (error instanceof TurnLost) return;
      const { code, entry } = toApiError(error);
      if (SKIPPED.has(code)) return await service.store.skip(turn, code);
      if (entry.status >= 500) throw error;
      await this.#pause(row, 'request_refused', now, code);
    }
  }

  async #pause(row: ScheduleRow, reason: PauseReason, now: Date, code?: string): Promise<void> {
    const { service, log } = this.#options;
    await service.store.pause(row, { reason, code, now });
    log.event('schedule_paused', { schedule: row.id, reason });
  }
}
