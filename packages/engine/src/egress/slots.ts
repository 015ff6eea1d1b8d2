/** Gives a slot back. Calling it again does nothing. */
export type Release = () => void;

interface Waiter {
  readonly key: string;
  readonly grant: () => void;
}

/**
 * Bounds what runs at the same time, in total and per key. Who finds no room waits in order; a waiter whose key is
 * full does not hold up those behind it.
 */
export class Slots {
  readonly #total: number;
  readonly #perKey: number;
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();
  #active = 0;

  constructor(total: number, perKey = total) {
    this.#total = total;
    this.#perKey = perKey;
  }

  /** Resolves when the caller may go on. Rejects with the signal's reason when it is aborted before. */
  acquire(key: string, signal: AbortSignal): Promise<Release> {
    if (signal.aborted) return Promise.reject(signal.reason);
    // A waiter that fits was let in by the last release, so nobody who waits is overtaken here.
    if (this.#fits(key)) return Promise.resolve(this.#take(key));
    return new Promise((resolve, reject) => {
      const abandon = () => {
        this.#waiting.delete(waiter);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        key,
        grant: () => {
          signal.removeEventListener('abort', abandon);
          resolve(this.#take(key));
        },
      };
      this.#waiting.add(waiter);
      signal.addEventListener('abort', abandon, { once: true });
    });
  }

  #fits(key: string): boolean {
    return this.#active < this.#total && (this.#taken.get(key) ?? 0) < this.#perKey;
  }

  #take(key: string): Release {
    this.#active += 1;
    this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#give(key);
    };
  }

  #give(key: string): void {
    this.#active -= 1;
    const left = (this.#taken.get(key) ?? 1) - 1;
    if (left === 0) this.#taken.delete(key);
    else this.#taken.set(key, left);
    for (const waiter of this.#waiting) {
      if (this.#active >= this.#total) return;
      if (!this.#fits(waiter.key)) continue;
      this.#waiting.delete(waiter);
      waiter.grant();
    }
  }
}
