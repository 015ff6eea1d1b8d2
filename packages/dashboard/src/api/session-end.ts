import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let ended = false;

/** Whether the session of this page has ended. */
export const sessionEnded = {
  set(value: boolean): void {
    ended = value;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => ended,
};

export const useSessionEnded = (): boolean => useSyncExternalStore(sessionEnded.subscribe, sessionEnded.get);
