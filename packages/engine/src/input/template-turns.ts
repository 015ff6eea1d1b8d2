import { availableParallelism } from 'node:os';
import { SlotQueue } from '../slot-queue.ts';

/**
 * Lets as many renders run at once as there are cores. More would only make each of them slower. Groups take turns: one
 * with a thousand templates does not hold up the others.
 */
const queue = new SlotQueue({ slots: availableParallelism(), length: 1_000, timeout: 40_000 });

/** The signal of a render that nobody can end. */
const NEVER = new AbortController().signal;

/** Renders that run or wait. */
let present = 0;

export interface TurnOptions {
  readonly signal: AbortSignal | undefined;
  readonly group: string | undefined;
  /** Is called when nobody is left. */
  readonly onIdle: () => void;
}

/**
 * Does `work` when it is its turn.
 * @throws EngineError `capacity` or `queue_timeout`, and the reason of the signal when that aborts before
 */
export async function inTurn<Result>(
  work: () => Promise<Result>,
  { signal = NEVER, group = '', onIdle }: TurnOptions,
): Promise<Result> {
  present++;
  try {
    const release = await queue.acquire(group, signal);
    try {
      return await work();
    } finally {
      release();
    }
  } finally {
    present--;
    if (present === 0) setImmediate(() => present === 0 && onIdle());
  }
}
