import type { Platen } from '@platen/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { platen } from './platen.ts';

export interface Part<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

export type Query = Readonly<Record<string, string | number | undefined>>;

interface RowsOptions {
  /** Milliseconds between looks at a list of one part. Default: it is not looked at again by itself. */
  readonly refetchInterval?: number;
  /** Whether it is read again when somebody comes back to the window. Default: yes. */
  readonly refetchOnWindowFocus?: boolean;
  /** Who asks. Default: who is signed in. */
  readonly client?: Platen;
  /** What the key of the query begins with. Default: nothing. */
  readonly of?: string;
}

/** A list of the API, part after part as it is wanted. */
export function useRows<Row>(
  path: string,
  query: Query = {},
  { refetchInterval, refetchOnWindowFocus = true, client = platen, of }: RowsOptions = {},
) {
  return useInfiniteQuery({
    queryKey: [...(of === undefined ? [] : [of]), path, query],
    queryFn: ({ pageParam, signal }) =>
      client.json<Part<Row>>(path, { query: { ...query, cursor: pageParam }, signal }),
    refetchOnWindowFocus,
    // What is not read again on focus is not read again when the page is opened again soon either.
    ...(refetchOnWindowFocus ? {} : { staleTime: 60_000 }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: cursor }) => cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    // All parts would be asked for, one after the other.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= 1 && refetchInterval) || false,
  });
}
