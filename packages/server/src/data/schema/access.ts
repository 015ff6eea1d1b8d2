import type { Generated, JSONColumnType } from 'kysely';
import type { Moved, Written } from './columns.ts';

/** Keys, what protects them, records, and what the instance keeps. */
export interface AccessTables {
  api_keys: ApiKeysTable;
  key_locks: KeyLocksTable;
  key_proofs: KeyProofsTable;
  request_log: RequestLogTable;
  audit_log: AuditLogTable;
  vault_keys: VaultKeysTable;
  settings: SettingsTable;
}

interface ApiKeysTable {
  id: string;
  organisation_id: string;
  user_id: string | null;
  name: string;
  kind: 'live' | 'test';
  prefix: string;
  last4: string;
  digest: Buffer;
  scopes: JSONColumnType<string[], string | undefined>;
  allowlist: JSONColumnType<string[], string | undefined>;
  expires_at: Date | null;
  revoked_at: Date | null;
  rotated_to: string | null;
  first_id: string | null;
  /** Id of the key or person, or `system`. */
  made_by: string | null;
  overlap_until: Date | null;
  monthly_credit_cap: number | null;
  rate_limit: number | null;
  last_used_at: Date | null;
  last_used_address: string | null;
  created_at: Written;
}

interface KeyLocksTable {
  source: string;
  failures: Generated<Date[]>;
  locked_until: Date | null;
  /** Seconds. */
  last_lock: Generated<number>;
  last_failure: Date;
}

interface KeyProofsTable {
  source: string;
  key_id: string;
  proven_at: Date;
}

interface RequestLogTable {
  id: string;
  organisation_id: string | null;
  key_id: string | null;
  at: Written;
  method: string;
  route: string;
  status: number;
  duration_ms: number;
  bytes: Generated<number>;
  format: string | null;
  credits: Generated<number>;
  error_code: string | null;
  request_id: string;
}

interface AuditLogTable {
  organisation_id: string;
  /** 1, 2, 3 … for each organisation. */
  seq: number;
  id: string;
  at: Date;
  actor: string;
  action: string;
  target: string | null;
  detail: JSONColumnType<Record<string, string | number | boolean | null>, string | undefined, never>;
  prev_hash: Buffer;
  hash: Buffer;
}

interface VaultKeysTable {
  organisation_id: string;
  version: number;
  wrapped_key: Buffer;
  master_key_id: string;
  created_at: Written;
}

interface SettingsTable {
  name: string;
  value: JSONColumnType<object>;
  updated_at: Moved;
}
