import type { ColumnType, Generated } from 'kysely';
import type { RetentionKind } from '../../config/retention.ts';
import type { Moved, Written } from './columns.ts';

/** People, how they sign in, their organisations, and emails to them. */
export interface PeopleTables {
  users: UsersTable;
  sessions: SessionsTable;
  accounts: AccountsTable;
  verifications: VerificationsTable;
  two_factors: TwoFactorsTable;
  used_codes: UsedCodesTable;
  sign_in_delays: SignInDelaysTable;
  outbox: OutboxTable;
  setup_codes: SetupCodesTable;
  auth_rate_limits: AuthRateLimitsTable;
  organisations: OrganisationsTable;
  members: MembersTable;
  invitations: InvitationsTable;
}

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

interface SignInDelaysTable {
  account: Buffer;
  origin: string;
  tries: number;
  last_at: Date;
}

interface OutboxTable {
  id: string;
  kind: string;
  letter: Buffer;
  tries: Generated<number>;
  next_at: Generated<Date>;
  holder: string | null;
  leased_until: Date | null;
  expires_at: Date;
  created_at: Written;
}

interface SetupCodesTable {
  organisation_id: string;
  sealed: Buffer;
  created_at: Written;
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
  /** Whether it has the HIPAA profile. */
  hipaa: Generated<boolean>;
  /** Days by kind, where they are shorter than those of the instance; written as JSON text. */
  retention: ColumnType<Readonly<Partial<Record<RetentionKind, number>>>, string | undefined, string>;
  /** Since when there is a legal hold, and why. */
  held_since: Date | null;
  hold_reason: string | null;
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
