import type { KeyRow } from './key-record.ts';
import type { KeyJson } from './schema.ts';

/** A key as answers show it. @param now milliseconds since the Unix epoch */
export function keyJson(row: KeyRow, now: number): KeyJson {
  const time = (date: Date | null) => date?.toISOString() ?? null;
  const ended = [row.expires_at, row.overlap_until].some((end) => end !== null && end.getTime() <= now);
  return {
    id: row.id,
    name: row.name,
    mode: row.kind,
    prefix: row.prefix,
    last4: row.last4,
    status: row.revoked_at !== null ? 'revoked' : ended ? 'expired' : 'active',
    scopes: row.scopes,
    allowlist: row.allowlist,
    expires_at: time(row.expires_at),
    monthly_credit_cap: row.monthly_credit_cap,
    rate_limit: row.rate_limit,
    created_at: row.created_at.toISOString(),
    last_used_at: time(row.last_used_at),
    revoked_at: time(row.revoked_at),
    rotated_to: row.rotated_to,
    overlap_until: time(row.overlap_until),
  };
}
