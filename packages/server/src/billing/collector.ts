import type { Log } from '../log/log.ts';
import { type AccountStore, TurnLost } from './account-store.ts';
import type { Steps } from './steps.ts';

/** Milliseconds between looks for what is due. */
const LOOK = 5_000;
/** Accounts of one look. */
const MOST = 50;
/** Seconds until an account is tried again for which something could not be done. */
const LATER = 60;

export interface CollectorOptions {
  readonly store: AccountStore;
  readonly steps: Steps;
  readonly log?: Log;
}

/** Does what is due: renewals, charges, reminders. Every process has one; an account is with one of them at a time. */
export class Collector {
  readonly #options: CollectorOptions;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK).unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Does all that is due now. */
  async look(): Promise<void> {
    this.#looking ??= this.#all().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async #all(): Promise<void> {
    const { store } = this.#options;
    while (!this.#stopped) {
      // The database may be away; the next look comes soon.
      const ids = await store.due(MOST).catch(() => []);
      for (const id of ids) await this.#one(id);
      if (ids.length < MOST) return;
    }
  }

  async #one(organisationId: string): Promise<void> {
    const { store, steps, log } = this.#options;
    const turn = await store.take(organisationId).catch(() => undefined);
    if (turn === undefined) return;
    try {
      await steps.settle(turn);
    } catch (error) {
      if (error instanceof TurnLost) return;
      log?.event('billing_delayed', { organisation: organisationId });
      await store.postpone(turn, LATER).catch(() => {});
    } finally {
      await store.giveBack(turn).catch(() => {});
    }
  }
}
