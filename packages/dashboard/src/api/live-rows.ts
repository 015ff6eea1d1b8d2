import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { platen } from './platen.ts';
import { type Part, type Query, useRows } from './rows.ts';

/** Milliseconds between looks. */
const LOOK = 3_000;
/** Rows of one call: all of them are looked at again. */
const ROWS = 100;

/** A list, newest first, that renews itself: the newest hundred rows, however many are shown. */
export function useLiveRows<Row extends { readonly id: string }>(path: string, query: Query = {}) {
  const whole = { limit: ROWS, ...query };
  const rows = useRows<Row>(path, whole, { refetchInterval: LOOK });
  const { data, refetch } = rows;
  const isLong = data !== undefined && data.length > ROWS;
  const newest = useQuery({
    queryKey: [path, whole, 'newest'],
    queryFn: ({ signal }) => platen.json<Part<Row>>(path, { query: whole, signal }),
    enabled: isLong,
    refetchInterval: LOOK,
  });
  const fresh = isLong ? newest.data?.data : undefined;
  const renewed = useMemo(() => data && fresh && renew(data, fresh), [data, fresh]);
  const isApart = fresh !== undefined && renewed === undefined;
  useEffect(() => {
    if (isApart) void refetch();
  }, [isApart, refetch]);
  return { ...rows, data: renewed ?? data };
}

/** The rows with a newer beginning; undefined if there may be others between that and them. */
function renew<Row extends { readonly id: string }>(rows: readonly Row[], fresh: readonly Row[]): Row[] | undefined {
  const ids = new Set(fresh.map(({ id }) => id));
  const last = rows.findLastIndex(({ id }) => ids.has(id));
  return last < 0 ? undefined : [...fresh, ...rows.slice(last + 1)];
}
