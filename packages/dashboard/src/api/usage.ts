import type { Schemas } from '@platen/client';
import { useQuery } from '@tanstack/react-query';
import { platen } from './platen.ts';

/** What of `GET /v1/account` is shown. */
export interface Account {
  readonly limits: { readonly requests_per_minute: number | null; readonly concurrent_requests: number | null };
  readonly plan: { readonly title: string | null; readonly status: string };
  readonly credits: { readonly base: number | null; readonly used: number; readonly remaining: number | null };
}

export const useAccount = () =>
  useQuery({
    queryKey: ['/v1/account'],
    queryFn: ({ signal }) => platen.json<Account>('/v1/account', { signal }),
  });

/** Most rows of usage in one answer. */
const ROWS = 1_000;

export const useUsage = () =>
  useQuery({
    queryKey: ['/v1/credits/usage'],
    queryFn: async ({ signal }) => {
      const query = { limit: ROWS, format: 'json' };
      const { data } = await platen.json<{ data: readonly Schemas['UsageRow'][] }>('/v1/credits/usage', {
        query,
        signal,
      });
      return data;
    },
  });

/** Days that are shown, with today. */
const DAYS = 30;

/** The last days, each with its sum: also those on which nothing was made. `found` begins with the oldest. */
export function everyDay(
  found: readonly { readonly name: string; readonly jobs: number }[],
  now = Date.now(),
): { readonly name: string; readonly jobs: number }[] {
  const jobs = new Map(found.map((day) => [day.name, day.jobs]));
  return Array.from({ length: DAYS }, (_, index) => {
    const name = new Date(now - (DAYS - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    return { name, jobs: jobs.get(name) ?? 0 };
  });
}

/** The sum of what rows have, by a name of each; in the order of the names. */
export function sums(
  rows: readonly Schemas['UsageRow'][],
  nameOf: (row: Schemas['UsageRow']) => string,
): { readonly name: string; readonly jobs: number }[] {
  const found = new Map<string, number>();
  for (const row of rows) found.set(nameOf(row), (found.get(nameOf(row)) ?? 0) + row.jobs);
  return [...found].map(([name, jobs]) => ({ name, jobs })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
