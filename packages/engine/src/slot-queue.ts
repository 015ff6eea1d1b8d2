import { EngineError } from './errors.ts';

export interface QueueOptions {
  /** Holders at the same time. */
  readonly slots: number;
  /** Waiters beyond which another is refused. */
  readonly length: number;
  /** Longest wait in milliseconds. */
  readonly timeout: number;
}

interface Waiter {
  readonly grant: () => void;
  readonly refuse: (error: Error) => void;
}

/** Part of the queue that one group may fill. */
const SHARE_OF_QUEUE = 3 / 4;
/** How long a group counts as one that may come again, in milliseconds. */
const REMEMBERED = 10 * 60_000;
/** Groups that are remembered; beyond, the one that came longest ago is forgotten. */
const MOST_REMEMBERED = 1_000;
/** Jobs of a group that ran into their time-out within `REMEMBERED`, each of which halves what it may hold. */
const TIMEOUTS_FORGIVEN = 3;

/**
 * Slots with a bounded queue in front, shared fairly by groups (ADR 0017). A free slot goes to the waiting group that
 * holds the fewest; groups with as many take turns. While others have come lately, a group never holds the last slot.
 */
export class SlotQueue {
  readonly #options: QueueOptions;
  readonly #groups = new Map<string, Waiter[]>();
  readonly #held = new Map<string, number>();
  /** When each group came last, the longest ago first. */
  readonly #seen = new Map<string, number>();
  readonly #timeouts = new Map<string, readonly number[]>();
  /** The turn in which each group got its last slot. */
  readonly #served = new Map<string, number>();
  #turn = 0;
  #running = 0;
  #waiting = 0;
  #closed = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get hasCapacity(): boolean {
    return !this.#closed && (this.#running < this.#options.slots || this.#waiting < this.#options.length);
  }

  /** Whether somebody waits who is of another group than this. */
  othersWait(group: string): boolean {
    return this.#groups.size > (this.#groups.has(group) ? 1 : 0);
  }

  /**
   * Waits for a slot. The holder gives it back by calling the result, once.
   * @throws EngineError `capacity` at once when the queue is full, `queue_timeout`, or the signal's reason
   */
  async acquire(group: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    this.#remember(group);
    const { length, slots } = this.#options;
    const share = Math.ceil(length * SHARE_OF_QUEUE);
    const crowded = !this.#mayStart(group) && (this.#groups.get(group)?.length ?? 0) >= share;
    if (!this.hasCapacity || crowded) throw atCapacity(this.#waiting, slots);
    // Who waits has come before: a slot that is free for others only is none for them.
    if (this.#mayStart(group)) this.#take(group);
    else await this.#wait(group, signal);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#giveBack(group);
    };
  }

  /** Tells that a job of a group ran until its time was over: a group of many such jobs may hold fewer slots. */
  timedOut(group: string): void {
    const recent = (this.#timeouts.get(group) ?? []).filter(isRecent);
    this.#timeouts.set(group, [...recent, performance.now()]);
  }

  /** Refuses all who wait and all who come. */
  close(): void {
    this.#closed = true;
    const waiters = [...this.#groups.values()].flat();
    for (const { refuse } of waiters) refuse(atCapacity(0, this.#options.slots));
  }

  #wait(group: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        this.#remove(group, waiter);
      };
      const waiter: Waiter = {
        grant: () => {
          leave();
          resolve();
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const abort = () => waiter.refuse(signal.reason as Error);
      const timer = setTimeout(() => waiter.refuse(waitedTooLong()), this.#options.timeout);
      signal.addEventListener('abort', abort, { once: true });
      const waiters = this.#groups.get(group);
      if (waiters) waiters.push(waiter);
      else this.#groups.set(group, [waiter]);
      this.#waiting += 1;
    });
  }

  #remove(group: string, waiter: Waiter): void {
    const waiters = this.#groups.get(group);
    const index = waiters?.indexOf(waiter) ?? -1;
    if (!waiters || index < 0) return;
    waiters.splice(index, 1);
    this.#waiting -= 1;
    if (waiters.length === 0) this.#groups.delete(group);
  }

  #mayStart(group: string): boolean {
    return this.#running < this.#options.slots && (this.#held.get(group) ?? 0) < this.#most(group);
  }

  /** Slots that a group may hold at the same time. */
  #most(group: string): number {
    const { slots } = this.#options;
    if (slots === 1 || !this.#othersMayCome(group)) return slots;
    const timeouts = (this.#timeouts.get(group) ?? []).filter(isRecent).length;
    return Math.max(1, Math.min(slots - 1, slots >> Math.floor(timeouts / TIMEOUTS_FORGIVEN)));
  }

  #othersMayCome(group: string): boolean {
    const latest = [...this.#seen.keys()].slice(-2).find((name) => name !== group);
    return latest !== undefined && isRecent(this.#seen.get(latest) ?? Number.NEGATIVE_INFINITY);
  }

  #remember(group: string): void {
    this.#seen.delete(group);
    this.#seen.set(group, performance.now());
    const [oldest] = this.#seen.keys();
    if (oldest === undefined || this.#seen.size <= MOST_REMEMBERED) return;
    this.#seen.delete(oldest);
    this.#timeouts.delete(oldest);
    this.#served.delete(oldest);
  }

  #take(group: string): void {
    this.#running += 1;
    this.#held.set(group, (this.#held.get(group) ?? 0) + 1);
    this.#turn += 1;
    this.#served.set(group, this.#turn);
  }

  #giveBack(group: string): void {
    this.#running -= 1;
    const left = (this.#held.get(group) ?? 1) - 1;
    if (left === 0) this.#held.delete(group);
    else this.#held.set(group, left);
    this.#pass();
  }

  /** Whether a group holds fewer slots than another, or as many and got its last one before it. */
  #goesBefore(group: string, other: string): boolean {
    const fewer = (this.#held.get(group) ?? 0) - (this.#held.get(other) ?? 0);
    return fewer < 0 || (fewer === 0 && (this.#served.get(group) ?? 0) < (this.#served.get(other) ?? 0));
  }

  /** Gives free slots to the first waiters of the groups whose turn it is. */
  #pass(): void {
    for (;;) {
      const startable = [...this.#groups.keys()].filter((group) => this.#mayStart(group));
      const [first] = startable;
      if (first === undefined) return;
      const next = startable.reduce((best, group) => (this.#goesBefore(group, best) ? group : best), first);
      this.#take(next);
      this.#groups.get(next)?.[0]?.grant();
    }
  }
}

const isRecent = (at: number): boolean => performance.now() - at < REMEMBERED;

function atCapacity(waiting: number, slots: number): EngineError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waiting / slots / 4));
  return new EngineError('capacity', 'All slots are taken and the queue is full. Try again later.', {
    retryAfterSeconds,
  });
}

function waitedTooLong(): EngineError {
  return new EngineError('queue_timeout', 'No slot became free in time. Try again later.', { retryAfterSeconds: 5 });
}
