import { useInfiniteQuery } from '@tanstack/react-query';
import { platen } from './platen.ts';

interface Part<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

type Query = Readonly<Record<string, string | number | undefined>>;

/** A list of the API, part after part as it is wanted. */
export function useRows<Row>(path: string, query: Query = {}, options: { readonly refetchInterval?: number } = {}) {
  return useInfiniteQuery({
    queryKey: [path, query],
    queryFn: ({ pageParam, signal }) =>
      platen.json<Part<Row>>(path, { query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: cursor }) => cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    ...options,
  });
}
