const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds before each try, from the one before it: eight tries over a day. */
const DELAYS = [0, 5, 30, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 15 * HOUR];
/** How far a delay is moved at random, so that what failed together does not come back together. */
const JITTER = 0.2;
/** Seconds that a server may ask for, at most. */
const LONGEST_WAIT = 6 * HOUR;

/**
 * When a delivery is tried again.
 * @param tries how many there were, all in vain
 * @param now milliseconds since the Unix epoch
 * @param options.retryAfter what the server answered (RFC 9110, section 10.2.3); it is not waited for less than that
 * @param options.random from 0 to 1
 * @param options.delays seconds before each try. Default: eight tries over a day
 * @returns undefined after the last try
 */
export function nextDelivery(
  tries: number,
  now: number,
  {
    retryAfter,
    random,
    delays = DELAYS,
  }: {
    readonly retryAfter?: string | undefined;
    readonly random: () => number;
    readonly delays?: readonly number[] | undefined;
  },
): number | undefined {
  const delay = delays[tries];
  if (delay === undefined) return undefined;
  const moved = delay * (1 + JITTER * (2 * random() - 1));
  return now + 1_000 * Math.max(moved, askedFor(retryAfter, now));
}

function askedFor(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_WAIT) : 0;
}
