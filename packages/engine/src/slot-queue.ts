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

/**
 * Slots with a bounded queue in front. Groups take turns: one group's thousand requests do not hold up another
 * group's first.
 */
export class SlotQueue {
  readonly #options: QueueOptions;
  readonly #groups = new Map<string, Waiter[]>();
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

  /**
   * Waits for a slot. The holder gives it back by calling the result, once.
   * @throws EngineError `capacity` at once when the queue is full, `queue_timeout`, or the signal's reason
   */
  async acquire(group: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (!this.hasCapacity) throw atCapacity(this.#waiting, this.#options.slots);
    if (this.#running < this.#options.slots) this.#running += 1;
    else await this.#wait(group, signal);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#pass();
    };
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

  /** Gives a slot to the first waiter of the group whose turn it is. */
  #pass(): void {
    const [group] = this.#groups.keys();
    if (group === undefined) {
      this.#running -= 1;
      return;
    }
    const waiters = this.#groups.get(group) as Waiter[];
    // The group goes to the end of the line, before its waiter leaves it.
    this.#groups.delete(group);
    this.#groups.set(group, waiters);
    (waiters[0] as Waiter).grant();
  }
}

function atCapacity(waiting: number, slots: number): EngineError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waiting / slots / 4));
  return new EngineError('capacity', 'All slots are taken and the queue is full. Try again later.', {
    retryAfterSeconds,
  });
}

function waitedTooLong(): EngineError {
  return new EngineError('queue_timeout', 'No slot became free in time. Try again later.', { retryAfterSeconds: 5 });
}
