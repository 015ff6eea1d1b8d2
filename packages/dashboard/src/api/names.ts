import type { Schemas } from '@platen/client';
import { useQuery } from '@tanstack/react-query';
import type { Key } from './keys.ts';
import { platen } from './platen.ts';
import type { Part } from './rows.ts';

/** Most rows that names are looked up among; what is not there is shown by its id. */
const ROWS = 100;
const STALE = 60_000;

type Names = ReadonlyMap<string, string>;
const NONE: Names = new Map();

/** The names of templates by their ids. Where the role may not list them, ids are shown. */
export function useTemplateNames(): Names {
  const { data } = useQuery({
    queryKey: ['/v1/templates', 'names'],
    staleTime: STALE,
    queryFn: async ({ signal }): Promise<Names> => {
      const { templates } = await platen.json<{
        readonly templates: { readonly data: readonly Schemas['TemplateEntry'][] };
      }>('/v1/templates', { query: { limit: ROWS }, signal });
      return new Map(templates.data.map(({ id, name }) => [id, name]));
    },
  });
  return data ?? NONE;
}

/** The names of keys by their ids. */
export function useKeyNames(): Names {
  const { data } = useQuery({
    queryKey: ['/v1/keys', 'names'],
    staleTime: STALE,
    queryFn: async ({ signal }): Promise<Names> => {
      const { data: keys } = await platen.json<Part<Key>>('/v1/keys', { query: { limit: ROWS }, signal });
      return new Map(keys.map(({ id, name }) => [id, name]));
    },
  });
  return data ?? NONE;
}

/** The names of members by the ids of their accounts. */
export function usePeopleNames(): Names {
  const { data } = useQuery({
    queryKey: ['/v1/members', 'names'],
    staleTime: STALE,
    queryFn: async ({ signal }): Promise<Names> => {
      const { data: members } = await platen.json<Part<Schemas['Member']>>('/v1/members', {
        query: { limit: ROWS },
        signal,
      });
      return new Map(members.map(({ user_id: id, name }) => [id, name]));
    },
  });
  return data ?? NONE;
}
