import { busyTime } from './processes.ts';

/**
 * After this process itself stood still (a busy event loop, a suspended machine), timers fall due before answers that
 * have long arrived are read. They get this many milliseconds more.
 */
const LAST_LOOK = 200;
/** How long an excuse is accepted, in milliseconds. */
const LONGEST_EXCUSED = 30_000;

export interface HangWatch {
  /** Milliseconds without an answer that count as a hang. */
  readonly after: number;
  /** Called once, if the answer has not come by then. */
  readonly act: () => void;
  /** Whether there is a reason to take that long, such as work that is known to be long. Default: there is none. */
  readonly excused?: () => boolean;
}

/** The answer, whenever it comes; `act` is called when it takes too long. */
export async function watchForHang<T>(answer: Promise<T>, watch: HangWatch): Promise<T> {
  const { after, act, excused = () => false } = watch;
  const latest = performance.now() + LONGEST_EXCUSED;
  let timer: NodeJS.Timeout | undefined;
  const judge = () => {
    if (excused() && performance.now() < latest) timer = setTimeout(judge, LAST_LOOK);
    else act();
  };
  timer = setTimeout(() => {
    timer = setTimeout(judge, LAST_LOOK);
  }, after);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether the main thread of a process has had something to do since this was made, for at least a fifth of the time:
 * it is busy, or waits for a core of a busy machine, and answers when it comes to it. One that hangs does nothing.
 */
export function isBusySince(pid: number): () => boolean {
  const [start, before] = [performance.now(), busyTime(pid)];
  return () => busyTime(pid) - before > (performance.now() - start) / 5;
}
