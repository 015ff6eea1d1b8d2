import type { Readable } from 'node:stream';

export interface DiscardLimits {
  /** Bytes that are read in a second, of all connections together. */
  readonly perSecond: number;
  /** Bytes that are read at once after a rest: a body or two of clients that only read an answer once they have sent all. */
  readonly atOnce: number;
}

const DISCARD: DiscardLimits = { perSecond: 16 * 1024 * 1024, atOnce: 32 * 1024 * 1024 };
/** Milliseconds between looks whether a body that was held up is read on. */
const PAUSE = 50;

/**
 * Reads what is left of refused bodies, for clients that send all before they look at the answer, and throws it away. No faster
 * than the limits: read without one, bodies that are sent again and again take the processor from everybody.
 */
export class Discards {
  readonly #limits: DiscardLimits;
  readonly #now: () => number;
  #left: number;
  #at: number;

  /** @param now milliseconds of a clock that is not set back */
  constructor(limits: DiscardLimits = DISCARD, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#left = limits.atOnce;
    this.#at = now();
  }

  read(body: Readable): void {
    body.on('data', (piece: Buffer) => {
      this.#left = this.#filled() - piece.length;
      if (this.#left > 0) return;
      body.pause();
      this.#later(body);
    });
  }

  /** Reads on when there is something left: each of many bodies after a pause of its own would be more than the limit. */
  #later(body: Readable): void {
    setTimeout(() => {
      if (body.destroyed) return;
      this.#left = this.#filled();
      if (this.#left > 0) body.resume();
      else this.#later(body);
    }, PAUSE).unref();
  }

  #filled(): number {
    const now = this.#now();
    const { perSecond, atOnce } = this.#limits;
    const left = Math.min(atOnce, this.#left + ((now - this.#at) / 1_000) * perSecond);
    this.#at = now;
    return left;
  }
}
