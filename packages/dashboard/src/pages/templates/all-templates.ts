import type { Schemas } from '@platen/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { platen } from '../../api/platen.ts';

export type Entry = Schemas['TemplateEntry'];

interface Part {
  readonly templates: { readonly data: readonly Entry[]; readonly has_more: boolean; readonly page: number };
}

/** All templates, part after part: which folders there are, and what a search finds, is known of all only. */
export function useAllTemplates() {
  const list = useInfiniteQuery({
    queryKey: ['/v1/templates', 'list'],
    queryFn: ({ pageParam: page, signal }) =>
      platen.json<Part>('/v1/templates', { query: { page, limit: 100 }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ templates: { has_more: hasMore, page } }) => (hasMore ? page + 1 : undefined),
    select: ({ pages }) => pages.flatMap(({ templates }) => templates.data),
  });
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return list;
}
