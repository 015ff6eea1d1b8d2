/**
 * Runs before any script of a page or worker, in its own world. While the page's clock is held, it stands still for as
 * long as a task runs: a loop that waits for it, as schedulers with a time slice have it, would never end. So a clock
 * that is read again and again at one and the same instant moves a little with each reading, as it does for a task that
 * takes its time. It depends on the number of readings only: the same page sees the same clock twice.
 */
export function keepClockMoving(): void {
  /** Readings of one instant after which the clock counts as held. In real time there are a few hundred. */
  const FREE = 4_000;
  /** Milliseconds that a reading takes: the shortest first, so that a slice of 5 ms is not missed, and the longest. */
  const STEP = 0.005;
  const LONGEST_STEP = 0.1;
  /** Readings after which a step becomes twice as long. */
  const GROWS_AFTER = 1_000;
  const nativeNow = performance.now.bind(performance);
  const nativeDate = Date;
  const nativeDateNow = Date.now.bind(Date);
  let instant = -1;
  let readings = 0;
  /** Milliseconds that the clock of the page is ahead of the held one; it never goes back. */
  let ahead = 0;
  const read = (): number => {
    const now = nativeNow();
    if (now !== instant) {
      instant = now;
      readings = 0;
    } else {
      readings += 1;
      if (readings > FREE) ahead += Math.min(LONGEST_STEP, STEP * 2 ** Math.floor((readings - FREE) / GROWS_AFTER));
    }
    return now;
  };
  const date = (): number => {
    read();
    return Math.floor(nativeDateNow() + ahead);
  };
  const define = (target: object, name: string, value: unknown): void => {
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
  };
  define(performance, 'now', function now() {
    return read() + ahead;
  });
  define(nativeDate, 'now', function now() {
    return date();
  });
  const moving = new Proxy(nativeDate, {
    apply: () => new nativeDate(date()).toString(),
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [date()] : given, made),
  });
  define(nativeDate.prototype, 'constructor', moving);
  define(globalThis, 'Date', moving);
}
