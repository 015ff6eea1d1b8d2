import type { Platen } from '@platen/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { platen } from './platen.ts';

interface Part<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

type Query = Readonly<Record<string, string | number | undefined>>;

interface RowsOptions {
  readonly refetchInterval?: number;
  /** Who asks. Default: who is signed in. */
  readonly client?: Platen;
  /** What the key of the query begins with. Default: nothing. */
  readonly of?: string;
}

/** A list of the API, part after part as it is wanted. */
export function useRows<Row>(path: string, query: Query = {}, options: RowsOptions = {}) {
  const { client = platen, of, ...others } = options;
  return useInfiniteQuery({
    queryKey: [...(of === undefined ? [] : [of]), path, query],
    queryFn: ({ pageParam, signal }) =>
      client.json<Part<Row>>(path, { query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: cursor }) => cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    ...others,
  });
}
