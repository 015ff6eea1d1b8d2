import type { Schemas } from '@platen/client';
import { useQuery } from '@tanstack/react-query';
import type { Key } from './keys.ts';
import { platen } from './platen.ts';
import type { Part } from './rows.ts';
import { OVERSEERS, READERS, type Role, useOrganisation } from './session.ts';

/** Most rows that names are looked up among; what is not there is shown by its id. */
const ROWS = 100;
const STALE = 60_000;

type Names = ReadonlyMap<string, string>;
const NONE: Names = new Map();

/**
 * Names by ids, of a list that some roles have.
 * @param roles Others are not asked for: the service would refuse them
 */
function useNames(path: string, roles: readonly Role[], read: (signal: AbortSignal) => Promise<Names>): Names {
  const role = useOrganisation()?.role;
  const { data } = useQuery({
    queryKey: [path, 'names'],
    staleTime: STALE,
    enabled: role !== undefined && roles.includes(role),
    queryFn: ({ signal }) => read(signal),
  });
  return data ?? NONE;
}

interface Templates {
  readonly templates: { readonly data: readonly Schemas['TemplateEntry'][] };
}

/** The names of templates by their ids. Where the role may not list them, ids are shown. */
export const useTemplateNames = (): Names =>
  useNames('/v1/templates', READERS, async (signal) => {
    const { templates } = await platen.json<Templates>('/v1/templates', { query: { limit: ROWS }, signal });
    return new Map(templates.data.map(({ id, name }) => [id, name]));
  });

/** The names of keys by their ids. */
export const useKeyNames = (): Names =>
  useNames('/v1/keys', READERS, async (signal) => {
    const { data } = await platen.json<Part<Key>>('/v1/keys', { query: { limit: ROWS }, signal });
    return new Map(data.map(({ id, name }) => [id, name]));
  });

/** The names of members by the ids of their accounts. */
export const usePeopleNames = (): Names =>
  useNames('/v1/members', OVERSEERS, async (signal) => {
    const { data } = await platen.json<Part<Schemas['Member']>>('/v1/members', { query: { limit: ROWS }, signal });
    return new Map(data.map(({ user_id: id, name }) => [id, name]));
  });
