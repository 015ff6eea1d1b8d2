/** A span of time, its end not included; milliseconds since the Unix epoch. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/**
 * The same day and time `months` later, UTC. A day that the month does not have becomes its last one. Counted from
 * the anchor each time, so that the 31st becomes the 28th and then the 31st again.
 */
export function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor);
  const first = new Date(anchor);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), days));
  return first.getTime();
}

/** The month, counted from the anchor, that `now` is in; before the anchor it is the first. */
export function periodAt(anchor: number, now: number, months = 1): Period & { readonly index: number } {
  const [from, to] = [new Date(anchor), new Date(now)];
  const apart = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  // The day of the month decides whether the last one has begun.
  let index = Math.max(0, Math.floor(apart / months));
  if (index > 0 && addMonths(anchor, index * months) > now) index -= 1;
  return { index, start: addMonths(anchor, index * months), end: addMonths(anchor, (index + 1) * months) };
}

/** The calendar month, UTC. */
export function monthAt(now: number): Period {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
}
