import { ApiError } from '../errors.ts';

/** Memory that one request's body holds. */
export interface BodyShare {
  /** Whether so many bytes would have room now. */
  fits(bytes: number): boolean;
  /** Adds bytes to the share. @throws ApiError `capacity` when all bodies together would become too large. */
  take(bytes: number): void;
  /** Gives everything back. */
  close(): void;
}

/**
 * Bounds the bytes of all bodies that are in memory at once: each alone may be within its limit and all of them
 * together still more than the machine has. A group holds at most half of what the others leave, so that none takes the
 * room of the next one.
 */
export class BodyBudget {
  readonly #limit: number;
  readonly #groups = new Map<string, number>();
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  /** @param group those who share one part: an organization, or a source whose key is not known yet */
  open(group: string): BodyShare {
    let held = 0;
    let closed = false;
    const ofGroup = () => this.#groups.get(group) ?? 0;
    const fits = (bytes: number) => {
      const left = this.#limit - (this.#used - ofGroup());
      return ofGroup() + bytes <= left / 2;
    };
    return {
      fits,
      take: (bytes) => {
        if (closed) return;
        if (!fits(bytes)) throw new ApiError('capacity');
        held += bytes;
        this.#used += bytes;
        this.#groups.set(group, ofGroup() + bytes);
      },
      close: () => {
        closed = true;
        this.#used -= held;
        const own = ofGroup() - held;
        if (own > 0) this.#groups.set(group, own);
        else this.#groups.delete(group);
        held = 0;
      },
    };
  }
}
