import { availableParallelism } from 'node:os';

/**
 * Lets as many renders run at once as there are cores, first come, first served. More would only make each of them
 * slower, until children are killed for a limit of time that they did not use themselves.
 */
const turns = { free: availableParallelism(), waiting: new Set<() => void>() };

/** Renders that run or wait. */
let present = 0;

function giveTurn(): void {
  const [next] = turns.waiting;
  if (!next) {
    turns.free++;
    return;
  }
  turns.waiting.delete(next);
  next();
}

/** Resolves when it is this caller's turn; rejects with the reason of the signal when that aborts before. */
function waitForTurn(signal: AbortSignal | undefined): Promise<void> {
  if (turns.free > 0) {
    turns.free--;
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const leave = () => {
      turns.waiting.delete(enter);
      reject(signal?.reason);
    };
    const enter = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    turns.waiting.add(enter);
    signal?.addEventListener('abort', leave, { once: true });
  });
}

/** Does `work` when it is its turn. `onIdle` is called when nobody is left. */
export async function inTurn<Result>(
  work: () => Promise<Result>,
  { signal, onIdle }: { readonly signal: AbortSignal | undefined; readonly onIdle: () => void },
): Promise<Result> {
  present++;
  try {
    await waitForTurn(signal);
    try {
      return await work();
    } finally {
      giveTurn();
    }
  } finally {
    present--;
    if (present === 0) setImmediate(() => present === 0 && onIdle());
  }
}
