import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../errors.ts';

/** Milliseconds between tries. */
const PAUSE = 1_000;

/**
 * Writes what must not be lost, however long the database is away.
 * @throws any other error of the work; an `AbortError` once the signal is aborted
 */
export async function whenBack<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error)) throw error;
      await sleep(PAUSE, undefined, { signal });
    }
  }
}

export const isAway = (error: unknown): boolean => error instanceof ApiError && error.code === 'database_unavailable';
