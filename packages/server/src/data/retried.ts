import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 3;
/** Milliseconds before another try, at most for the first. */
const PAUSE = 20;
/** States of PostgreSQL: a deadlock, a transaction that cannot be put in a row, and an entry that came in between. */
const ENTANGLED = new Set(['40001', '40P01', '23505']);

/** Tries again what the database refused only because somebody else was at it. */
export async function retried<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (attempt === TRIES || !ENTANGLED.has(code)) throw error;
      await sleep(PAUSE * attempt * Math.random());
    }
  }
}
