import type { Schemas } from '@platen/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { platen } from './platen.ts';
import type { Returned } from './returned.ts';

/** The calls of `/v1/authorizations`, which are for the page Connections only: no document of the API has them. */

interface Kind {
  readonly kind: string;
  readonly title: string;
}

/** What is to be connected: something new, or a connection by its id. */
export type Wanted =
  | { readonly kind: string; readonly name: string; readonly settings: Readonly<Record<string, unknown>> }
  | { readonly connection: string };

const PATH = '/v1/authorizations';

/** Kinds whose accounts can be connected here. */
export const useAccountKinds = () =>
  useQuery({
    queryKey: [PATH],
    queryFn: async ({ signal }) => (await platen.json<{ kinds: readonly Kind[] }>(PATH, { signal })).kinds,
  });

/** Sends the person to the file host. They come back to the page Connections. */
export const useConnect = () =>
  useMutation({
    mutationFn: async (body: Wanted) => {
      const { url } = await platen.json<{ url: string }>(PATH, { method: 'POST', body });
      window.location.assign(url);
    },
  });

/** Makes a connection of what the person has come back with. */
export const complete = (body: Returned): Promise<Schemas['ConnectionTestAnswer']> =>
  platen.json(`${PATH}/complete`, { method: 'POST', body });
