/**
 * After this process itself stood still (a busy event loop, a suspended machine), timers fall due before answers that
 * have long arrived are read. They get this many milliseconds more.
 */
const LAST_LOOK = 200;

export interface Silence {
  /** Milliseconds without an answer that count as silence. */
  readonly after: number;
  /** Called once, if the answer has not come by then. */
  readonly act: () => void;
}

/** The answer, whenever it comes; `act` is called when it takes too long. */
export async function watchSilence<T>(answer: Promise<T>, { after, act }: Silence): Promise<T> {
  let timer = setTimeout(() => {
    timer = setTimeout(act, LAST_LOOK);
  }, after);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}
