import type { Generated, JSONColumnType } from 'kysely';
import type { Moved, Written } from './columns.ts';

export type DeliveryState = 'waiting' | 'held' | 'delivered' | 'failed';

/** Endpoints, events, and what became of each delivery. */
export interface WebhooksTables {
  webhook_endpoints: WebhookEndpointsTable;
  webhook_secrets: WebhookSecretsTable;
  job_webhooks: JobWebhooksTable;
  webhook_events: WebhookEventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  webhook_queues: WebhookQueuesTable;
}

interface WebhookEndpointsTable {
  id: string;
  organisation_id: string;
  actor: string;
  owner: string | null;
  target: Buffer;
  events: string[];
  state: Generated<'active' | 'disabled'>;
  disabled_reason: Generated<'manual' | 'gone' | 'failing' | null>;
  disabled_at: Generated<Date | null>;
  delivered: Generated<number>;
  failed: Generated<number>;
  failing_since: Generated<Date | null>;
  last_tried_at: Generated<Date | null>;
  last_status: Generated<number | null>;
  last_error: Generated<string | null>;
  created_at: Written;
  updated_at: Moved;
}

interface WebhookSecretsTable {
  organisation_id: string;
  owner: string;
  version: number;
  secret: Buffer;
  created_at: Written;
  ends_at: Date | null;
}

interface JobWebhooksTable {
  job_id: string;
  organisation_id: string;
  target: Buffer;
  events: string[];
  queue: string;
}

interface WebhookEventsTable {
  id: string;
  organisation_id: string;
  type: string;
  job_id: string | null;
  facts: JSONColumnType<Record<string, unknown>>;
  body: Buffer | null;
  tells_owners: Generated<boolean>;
  telling_until: Date | null;
  created_at: Written;
}

interface WebhookDeliveriesTable {
  id: string;
  organisation_id: string;
  event_id: string;
  endpoint_id: string | null;
  job_id: string | null;
  target: Buffer | null;
  queue: string;
  state: DeliveryState;
  tries: Generated<number>;
  attempts: Generated<number>;
  ticket: string | null;
  next_at: Moved;
  last_status: number | null;
  last_error: string | null;
  created_at: Written;
  ended_at: Date | null;
}

interface WebhookAttemptsTable {
  delivery_id: string;
  number: number;
  organisation_id: string;
  at: Date;
  duration_ms: number;
  status: number | null;
  error: string | null;
  exchange: Buffer;
}

interface WebhookQueuesTable {
  id: string;
  organisation_id: string;
  holder: string | null;
  ticket: string;
  leased_until: Date | null;
}
