import type { Selectable } from 'kysely';
import type { KeyCaller } from '../access/caller.ts';
import { storedScopes } from '../access/scopes.ts';
import type { Tables } from '../data/schema.ts';
import { parseAllowlist } from '../network/allowlist.ts';

/** A key as the database has it. */
export type KeyRow = Selectable<Tables['api_keys']>;

/** Id of the key that the environment, or a data folder of an earlier version, brings. */
export const BOOTSTRAP_ID = 'bootstrap';

/** Columns that tell who a key is; neither what is shown of it, nor when it was used last. */
export const CALLER_COLUMNS = [
  'id',
  'organisation_id',
  'user_id',
  'name',
  'kind',
  'digest',
  'scopes',
  'allowlist',
  'expires_at',
  'overlap_until',
  'monthly_credit_cap',
  'rate_limit',
] as const satisfies readonly (keyof KeyRow)[];

/** The caller that a key stands for. */
export function callerFrom(row: Pick<KeyRow, (typeof CALLER_COLUMNS)[number]>): KeyCaller {
  const ends = [row.expires_at, row.overlap_until].flatMap((end) => (end === null ? [] : [end.getTime()]));
  return {
    kind: 'key',
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    mode: row.kind,
    scopeNames: row.scopes,
    scopes: storedScopes(row.scopes),
    allowlist: parseAllowlist(row.allowlist),
    ...(ends.length > 0 ? { endsAt: Math.min(...ends) } : {}),
    ...(row.rate_limit === null ? {} : { rateLimit: row.rate_limit }),
    ...(row.monthly_credit_cap === null ? {} : { monthlyCreditCap: row.monthly_credit_cap }),
    ...(row.user_id === null ? {} : { userId: row.user_id }),
  };
}
