import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/**
 * The tables as queries see them, the same on PGlite and PostgreSQL; migrations/ has their SQL and what each column
 * means. Instants are `Date`, bigint is a number (nothing here passes 2^53), bytea is a `Buffer`, and jsonb is read
 * as a value and written as JSON text: `JSON.stringify(value)`.
 */
export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  accounts: AccountsTable;
  verifications: VerificationsTable;
  two_factors: TwoFactorsTable;
  auth_rate_limits: AuthRateLimitsTable;
  organisations: OrganisationsTable;
  members: MembersTable;
  invitations: InvitationsTable;
  api_keys: ApiKeysTable;
  key_locks: KeyLocksTable;
  key_proofs: KeyProofsTable;
  request_log: RequestLogTable;
  audit_log: AuditLogTable;
  vault_keys: VaultKeysTable;
  settings: SettingsTable;
}

/** Set when the row is written, or by the database then. */
type Written = ColumnType<Date, Date | undefined, never>;
/** Moves with each change. */
type Moved = ColumnType<Date, Date | undefined, Date>;

interface UsersTable {
  id: string;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  two_factor_enabled: Generated<boolean | null>;
  created_at: Written;
  updated_at: Moved;
}

interface SessionsTable {
  id: string;
  token: string;
  user_id: string;
  active_organisation_id: string | null;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Written;
  updated_at: Moved;
}

interface AccountsTable {
  id: string;
  account_id: string;
  provider_id: string;
  user_id: string;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Date | null;
  refresh_token_expires_at: Date | null;
  scope: string | null;
  password: string | null;
  created_at: Written;
  updated_at: Moved;
}

interface VerificationsTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: Date;
  created_at: Written;
  updated_at: Moved;
}

interface TwoFactorsTable {
  id: string;
  user_id: string;
  secret: string;
  backup_codes: string;
  verified: Generated<boolean | null>;
  failed_verification_count: Generated<number | null>;
  locked_until: Date | null;
}

interface AuthRateLimitsTable {
  id: string;
  key: string;
  count: number;
  last_request: number;
}

interface OrganisationsTable {
  id: string;
  name: string;
  slug: string;
  logo: string | null;
  metadata: string | null;
  created_at: Written;
}

interface MembersTable {
  id: string;
  organisation_id: string;
  user_id: string;
  role: string;
  created_at: Written;
}

interface InvitationsTable {
  id: string;
  organisation_id: string;
  email: string;
  role: string | null;
  status: Generated<string>;
  expires_at: Date;
  inviter_id: string | null;
  digest: Buffer | null;
  created_at: Written;
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
