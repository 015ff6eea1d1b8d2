import { ApiError } from '../errors.ts';

/** Memory that one request's body holds. */
export interface BodyShare {
  /** Adds bytes to the share. @throws ApiError `capacity` when all bodies together would become too large. */
  take(bytes: number): void;
  /** Gives everything back. */
  close(): void;
}

/**
 * Bounds the bytes of all bodies that are in memory at once: each alone may be within its limit and all of them
 * together still more than the machine has.
 */
export class BodyBudget {
  readonly #limit: number;
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  open(): BodyShare {
    let held = 0;
    let closed = false;
    return {
      take: (bytes) => {
        if (closed) return;
        if (this.#used + bytes > this.#limit) throw new ApiError('capacity');
        held += bytes;
        this.#used += bytes;
      },
      close: () => {
        closed = true;
        this.#used -= held;
        held = 0;
      },
    };
  }
}
