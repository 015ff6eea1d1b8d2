import type { Generated } from 'kysely';
import type { Moved, Written } from './columns.ts';

/** Whether an account lets the operator's app in. */
export type GrantState = 'granted' | 'revoked' | 'disconnected';
export type DestinationState = 'waiting' | 'delivered' | 'failed';

/** Where results are sent, and what became of it. */
export interface DestinationsTables {
  connections: ConnectionsTable;
  connection_authorizations: ConnectionAuthorizationsTable;
  destination_deliveries: DestinationDeliveriesTable;
}

interface ConnectionsTable {
  id: string;
  organisation_id: string;
  actor: string;
  owner: string | null;
  name: string;
  kind: string;
  place: string | null;
  settings: Buffer;
  version: Generated<number>;
  last_used_at: Date | null;
  last_error: string | null;
  delivered: Generated<number>;
  failed: Generated<number>;
  grant_state: GrantState | null;
  renewing: string | null;
  renewing_until: Date | null;
  created_at: Written;
  updated_at: Moved;
}

interface ConnectionAuthorizationsTable {
  id: string;
  organisation_id: string;
  actor: string;
  session_id: string;
  kind: string;
  connection_id: string | null;
  content: Buffer;
  expires_at: Date;
}

interface DestinationDeliveriesTable {
  id: string;
  organisation_id: string;
  job_id: string;
  position: number;
  output: number;
  kind: string;
  connection_id: string | null;
  target: Buffer;
  queue: string;
  state: Generated<DestinationState>;
  tries: Generated<number>;
  attempts: Generated<number>;
  claims: Generated<number>;
  left_behind: string | null;
  ticket: string | null;
  leased_until: Date | null;
  next_at: Generated<Date>;
  last_error: string | null;
  outcome: Buffer | null;
  created_at: Written;
  ended_at: Date | null;
}
