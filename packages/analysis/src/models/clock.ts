import { setTimeout } from 'node:timers/promises';

/** Time and chance, so that tests can do without waiting. */
export interface Clock {
  /** Milliseconds, never going back. */
  readonly now: () => number;
  /** Resolves after some milliseconds; rejects with the signal's reason when it is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to 1. */
  readonly random: () => number;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await setTimeout(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
  },
  random: () => Math.random(),
};
