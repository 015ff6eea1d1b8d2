import type { Generated, JSONColumnType } from 'kysely';
import type { Moved, Written } from './columns.ts';
import type { Plan, Pool } from './plan.ts';

/** Plans, credits and the ledger. */
export interface CreditsTables {
  subscriptions: SubscriptionsTable;
  credit_settings: CreditSettingsTable;
  credit_balances: CreditBalancesTable;
  credit_key_balances: CreditKeyBalancesTable;
  credit_holders: CreditHoldersTable;
  credit_reservations: CreditReservationsTable;
  credit_ledger: CreditLedgerTable;
  credit_events: CreditEventsTable;
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
  /** Whether a trial goes on as the plan when it is over. */
  continues: Generated<boolean>;
  ends_at: Date | null;
  over_at: Date | null;
  created_at: Written;
}

interface CreditSettingsTable {
  organisation_id: string;
  /** Micro-USD a period; null: the monthly price of the plan. */
  overage_ceiling: number | null;
  /** Milliseconds that its clock is ahead. */
  clock_shift: Generated<number>;
  updated_at: Moved;
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
  /** What the process tells of itself. */
  facts: unknown;
}

interface CreditReservationsTable {
  id: string;
  organisation_id: string;
  pool: Pool;
  period_start: Date;
  units: number;
  /** Keys whose caps it counts for too. */
  key_ids: Generated<string[]>;
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
