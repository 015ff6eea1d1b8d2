import { Platen, PlatenError } from '@platen/client';

/** Calls go to the service that this page came from, with the cookie of its session: no script ever sees a key. */
export const platen = new Platen({ url: window.location.origin, retries: 1 });

/** What may be told to people: the service's own sentence, or that it cannot be reached. */
export function messageOf(error: unknown, unreachable: string): string {
  if (error instanceof PlatenError) return error.issues[0]?.detail ?? error.message;
  return error instanceof TypeError ? unreachable : error instanceof Error ? error.message : String(error);
}

/** Whether a call was refused because nobody is signed in any more. */
export const isSignedOut = (error: unknown): boolean => error instanceof PlatenError && error.status === 401;
