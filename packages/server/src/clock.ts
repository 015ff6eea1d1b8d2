/** Milliseconds since the Unix epoch. */
export interface Clock {
  now(): number;
}

/** A clock that keeps its pace when someone sets the system's time: locks and deadlines must not jump with it. */
export const steadyClock: Clock = { now: () => performance.timeOrigin + performance.now() };

/** The time that the system shows, for what is compared with times that others wrote down. It may jump. */
export const wallClock: Clock = { now: Date.now };
