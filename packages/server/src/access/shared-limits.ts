import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { type Quota, quotaOf, RATE_WINDOW } from './rate-limit.ts';
import type { Ask, Grant, SharedLimitStore } from './shared-limit-store.ts';

/** Milliseconds for which requests that were handed out may be used; then they are given back. */
const PIECE = 1_000;
/** Milliseconds that a request waits for the database, and for which nobody asks it again once that was too long. */
const TIMEOUT = 1_000;
const AWAY = 5_000;
/** Milliseconds after which a slot is asked for again: another server may just be giving one back; then it is refused. */
const AGAIN = 50;
/** Milliseconds for which others are refused a slot without asking. */
const FULL = 250;
/** Milliseconds between looks for callers that are gone. */
const SWEEP = 60_000;

export interface SharedLimitOptions {
  readonly store: Pick<SharedLimitStore, 'take' | 'sweep'>;
  readonly clock: Clock;
}

/** Limits of one caller; 0 sets none. */
export interface CallerLimit {
  readonly rate: number;
  readonly concurrency: number;
}

/** What was decided for one request, and what is left. */
export interface Admission {
  readonly refused?: 'rate' | 'concurrency';
  readonly rate: Quota;
  /** Requests that may begin now. */
  readonly free: number;
  /** Frees the slot. Absent when refused. */
  readonly release?: () => void;
}

/** What this process has of one caller. */
interface Own {
  limit: CallerLimit;
  /** Requests that may be used without asking; how many they were, and since when. */
  left: number;
  size: number;
  since: number;
  running: number;
  /** Slots that the database counts for this process. */
  held: number;
  /** The last answer, and when it came. */
  grant: Grant;
  asked: number;
  /** Until when a refusal stands without asking again. */
  emptyUntil: number;
  fullUntil: number;
  /** One asks at a time; who waits for that. */
  turn: Promise<unknown>;
  waiting: number;
}

/**
 * Limits that hold over all servers of one database. The database hands out requests in pieces: one to who asks rarely,
 * twice as many each time to who has used up the last ones within a second, and never more than an eighth of what is
 * left. What is not used within a second goes back. Slots are handed out one by one, and kept for a second while many
 * are free.
 */
export class SharedLimits {
  readonly #store: SharedLimitOptions['store'];
  readonly #clock: Clock;
  readonly #callers = new Map<string, Own>();
  #awayUntil = 0;
  #sweptAt: number;
  #timer: NodeJS.Timeout | undefined;

  constructor({ store, clock }: SharedLimitOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#sweptAt = clock.now();
  }

  /**
   * Counts a request. Undefined when the database does not answer in time: it is for the caller to decide then.
   */
  async take(caller: string, limit: CallerLimit): Promise<Admission | undefined> {
    const own = this.#own(caller, limit);
    return await this.#inTurn(own, () => this.#take(caller, own));
  }

  /** Gives back what is held, as far as the database answers. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const own of this.#callers.values()) own.since = Number.NEGATIVE_INFINITY;
    await Promise.all([...this.#callers].map(([caller, own]) => this.#inTurn(own, () => this.#settle(caller, own))));
  }

  async #take(caller: string, own: Own): Promise<Admission | undefined> {
    const { limit } = own;
    const needsSlot = () => limit.concurrency > 0 && own.running >= own.held;
    // What was just handed out counts, however long the answer took: its second may be over by then.
    const hasNone = () => limit.rate > 0 && own.left === 0;
    let rate = limit.rate > 0 && this.#left(own) === 0;
    let slot = needsSlot();
    const now = this.#clock.now();
    if (slot && now < own.fullUntil) return this.#refuse(own, 'concurrency');
    if (rate && now < own.emptyUntil) return this.#refuse(own, 'rate');
    if (rate || slot) {
      if (!(await this.#ask(caller, own, { rate, slot }))) return undefined;
      [rate, slot] = [hasNone(), needsSlot()];
      if (slot) {
        await sleep(AGAIN);
        if (!(await this.#ask(caller, own, { rate, slot }))) return undefined;
        [rate, slot] = [hasNone(), needsSlot()];
      }
    }
    if (slot) {
      own.fullUntil = this.#clock.now() + FULL;
      return this.#refuse(own, 'concurrency');
    }
    if (rate) {
      own.emptyUntil = this.#clock.now() + Math.min(this.#quota(own).nextIn, PIECE);
      this.#giveBackIfFew(caller, own);
      return this.#refuse(own, 'rate');
    }
    if (limit.rate > 0) own.left -= 1;
    own.running += 1;
    return { ...this.#look(own), release: this.#releaseOf(caller, own) };
  }

  /** Requests of the last piece that may still be used. */
  #left(own: Own): number {
    return this.#clock.now() - own.since < PIECE ? own.left : 0;
  }

  /** False when the database does not answer in time. */
  async #ask(caller: string, own: Own, need: { readonly rate: boolean; readonly slot: boolean }): Promise<boolean> {
    const now = this.#clock.now();
    const usedUp = own.left === 0 && now - own.since < PIECE;
    const wanted = need.rate ? (usedUp ? own.size * 2 : 1) : 0;
    const slots = own.limit.concurrency > 0 ? own.running + (need.slot ? 1 : 0) : 0;
    const unused = need.rate ? own.left : 0;
    const grant = await this.#asked({ caller, ...own.limit, wanted, unused, slots });
    if (!grant) return false;
    if (need.rate) Object.assign(own, { left: grant.granted, size: Math.max(1, grant.granted), since: now });
    Object.assign(own, { held: grant.slots, grant, asked: this.#clock.now() });
    return true;
  }

  /** Undefined when it does not answer in time: then nobody asks for a while. */
  async #asked(ask: Ask): Promise<Grant | undefined> {
    if (this.#clock.now() < this.#awayUntil) return undefined;
    const waiting = new AbortController();
    const late = sleep(TIMEOUT, undefined, { signal: waiting.signal }).catch(() => undefined);
    const grant = await Promise.race([this.#store.take(ask).catch(() => undefined), late]);
    waiting.abort();
    if (!grant) this.#awayUntil = this.#clock.now() + AWAY;
    return grant;
  }

  #refuse(own: Own, refused: 'rate' | 'concurrency'): Admission {
    return { ...this.#look(own), refused };
  }

  #look(own: Own): Omit<Admission, 'refused' | 'release'> {
    return { rate: this.#quota(own), free: Math.max(0, own.held - own.running) + own.grant.free };
  }

  /** What all servers have left, with what this one has of it. */
  #quota({ limit, left, grant, asked }: Own): Quota {
    if (limit.rate === 0) return { remaining: 0, nextIn: 0, wholeIn: 0 };
    const passed = this.#clock.now() - asked;
    return quotaOf(Math.max(0, grant.wholeIn - passed - (left * RATE_WINDOW) / limit.rate), limit.rate);
  }

  #releaseOf(caller: string, own: Own): () => void {
    let running = true;
    return () => {
      if (!running) return;
      running = false;
      own.running -= 1;
      this.#giveBackIfFew(caller, own);
    };
  }

  /** Others may wait for a slot when few are free. */
  #giveBackIfFew(caller: string, own: Own): void {
    if (own.limit.concurrency === 0 || own.grant.free >= own.limit.concurrency / 2) return;
    void this.#inTurn(own, () => this.#settle(caller, own));
  }

  /** Gives back slots that are not used, and requests whose time is over. */
  async #settle(caller: string, own: Own): Promise<void> {
    const over = this.#clock.now() - own.since >= PIECE;
    const unused = over ? own.left : 0;
    const idle = own.limit.concurrency > 0 && own.held > own.running;
    if (unused > 0 || idle) {
      const slots = own.limit.concurrency > 0 ? own.running : 0;
      const grant = await this.#asked({ caller, ...own.limit, wanted: 0, unused, slots });
      if (!grant) return;
      Object.assign(own, { held: grant.slots, grant, asked: this.#clock.now(), left: own.left - unused });
    }
    if (over && own.running === 0 && own.held === 0 && own.waiting === 1) this.#callers.delete(caller);
  }

  #settleAll(): void {
    for (const [caller, own] of this.#callers) {
      if (own.waiting === 0) void this.#inTurn(own, () => this.#settle(caller, own));
    }
    if (this.#clock.now() - this.#sweptAt < SWEEP) return;
    this.#sweptAt = this.#clock.now();
    // What is not swept now is swept later.
    void this.#store.sweep().catch(() => {});
  }

  async #inTurn<Value>(own: Own, work: () => Promise<Value>): Promise<Value> {
    own.waiting += 1;
    const done = own.turn.then(work).finally(() => {
      own.waiting -= 1;
    });
    own.turn = done.catch(() => {});
    return await done;
  }

  #own(caller: string, limit: CallerLimit): Own {
    this.#timer ??= setInterval(() => this.#settleAll(), PIECE).unref();
    const own = this.#callers.get(caller);
    if (own) {
      own.limit = limit;
      return own;
    }
    const grant = { granted: 0, remaining: 0, wholeIn: 0, slots: 0, free: 0 };
    const none = { left: 0, size: 1, since: -PIECE, running: 0, held: 0, asked: 0, emptyUntil: 0, fullUntil: 0 };
    const made: Own = { limit, grant, ...none, turn: Promise.resolve(), waiting: 0 };
    this.#callers.set(caller, made);
    return made;
  }
}
