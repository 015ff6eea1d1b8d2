import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from './platen.ts';
import { sessionQuery } from './session.ts';
import { sessionEnded } from './session-end.ts';

/** A session that ended while somebody works is asked for again on top of the page: what was typed stays. */
function onError(error: unknown): void {
  if (isSignedOut(error) && queries.getQueryData(sessionQuery.queryKey)) sessionEnded.set(true);
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // The client tries again by itself what may succeed then.
    queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
