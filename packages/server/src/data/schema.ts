import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Plan, Pool } from '../credits/plans.ts';

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
  used_codes: UsedCodesTable;
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
  templates: TemplatesTable;
  template_versions: TemplateVersionsTable;
  template_assets: TemplateAssetsTable;
  snippets: SnippetsTable;
  subscriptions: SubscriptionsTable;
  credit_settings: CreditSettingsTable;
  credit_balances: CreditBalancesTable;
  credit_key_balances: CreditKeyBalancesTable;
  credit_holders: CreditHoldersTable;
  credit_reservations: CreditReservationsTable;
  credit_ledger: CreditLedgerTable;
  credit_events: CreditEventsTable;
  idempotency_keys: IdempotencyKeysTable;
  idempotency_parts: IdempotencyPartsTable;
  analysis_access: AnalysisAccessTable;
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

interface UsedCodesTable {
  user_id: string;
  digest: Buffer;
  used_at: Date;
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

interface TemplatesTable {
  id: string;
  organisation_id: string;
  slug: string;
  name: string;
  draft: Buffer;
  revision: number;
  version: Generated<number>;
  published_version: number | null;
  draft_version: number | null;
  created_at: Written;
  updated_at: Moved;
}

interface TemplateVersionsTable {
  template_id: string;
  version: number;
  organisation_id: string;
  actor: string;
  body: Buffer;
  created_at: Written;
}

interface TemplateAssetsTable {
  id: string;
  organisation_id: string;
  template_id: string;
  published: Generated<boolean>;
  bytes: Buffer;
  created_at: Written;
}

interface SnippetsTable {
  id: string;
  organisation_id: string;
  name: string;
  content: Buffer;
  version: number;
  created_at: Written;
  updated_at: Moved;
}

/** The plan of an organisation from an instant on. */
interface SubscriptionsTable {
  id: string;
  organisation_id: string;
  plan: string;
  /** The plan as the catalogue had it then. */
  terms: JSONColumnType<Plan, string, never>;
  billing: 'month' | 'year';
  starts_at: Date;
  trial_ends_at: Date | null;
  ends_at: Date | null;
  created_at: Written;
}

interface CreditSettingsTable {
  organisation_id: string;
  /** Micro-USD a period; null: the monthly price of the plan. */
  overage_ceiling: number | null;
  updated_at: Moved;
}

interface AnalysisAccessTable {
  organisation_id: string;
  status: 'waiting' | 'granted';
  asked_at: Date | null;
  granted_at: Date | null;
}

interface CreditBalancesTable {
  organisation_id: string;
  pool: Pool;
  period_start: Date;
  period_end: Date;
  included: number | null;
  used: Generated<number>;
  reserved: Generated<number>;
}

interface CreditKeyBalancesTable {
  organisation_id: string;
  key_id: string;
  period_start: Date;
  used: Generated<number>;
  reserved: Generated<number>;
}

interface CreditHoldersTable {
  id: string;
  expires_at: Date;
}

interface CreditReservationsTable {
  id: string;
  organisation_id: string;
  pool: Pool;
  period_start: Date;
  units: number;
  key_id: string | null;
  holder: string;
  created_at: Written;
}

interface CreditLedgerTable {
  organisation_id: string;
  pool: Pool;
  cause: string;
  kind: 'grant' | 'capture' | 'void';
  /** Signed: what is used is negative. */
  amount: number;
  overage: Generated<number>;
  /** Micro-USD. */
  unit_price: Generated<number>;
  period_start: Date;
  at: Date;
  key_id: string | null;
  format: string | null;
  template: string | null;
  tag: string | null;
  bytes: Generated<number>;
}

interface CreditEventsTable {
  organisation_id: string;
  pool: Pool;
  period_start: Date;
  kind: 'threshold_reached' | 'exhausted';
  percent: number;
  at: Date;
}

interface IdempotencyKeysTable {
  organisation_id: string;
  digest: Buffer;
  id: string;
  before: Generated<string[]>;
  fingerprint: Buffer;
  leased_until: Date | null;
  status: number | null;
  size: number | null;
  answer: Buffer | null;
  expires_at: Date;
}

interface IdempotencyPartsTable {
  organisation_id: string;
  id: string;
  part: number;
  bytes: Buffer;
}
