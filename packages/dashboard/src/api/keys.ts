import type { Schemas } from '@platen/client';
import { platen } from './platen.ts';

export type Key = Schemas['Key'];

/** A key with what opens it, which is shown this once. */
export interface MadeKey {
  readonly key: Key;
  readonly secret: string;
}

type NewKey = Pick<Schemas['CreateKeyRequest'], 'name' | 'scopes'> & Partial<Schemas['CreateKeyRequest']>;

export const makeKey = (body: NewKey): Promise<MadeKey> => platen.json('/v1/keys', { method: 'POST', body });
export const rotateKey = (id: string): Promise<MadeKey> =>
  platen.json(`/v1/keys/${encodeURIComponent(id)}/rotate`, { method: 'POST', body: {} });
export const revokeKey = (id: string): Promise<unknown> =>
  platen.json(`/v1/keys/${encodeURIComponent(id)}`, { method: 'DELETE' });
