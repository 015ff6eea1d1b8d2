import type { AccessTables } from './schema/access.ts';
import type { BillingTables } from './schema/billing.ts';
import type { CreditsTables } from './schema/credits.ts';
import type { DestinationsTables } from './schema/destinations.ts';
import type { JobsTables } from './schema/jobs.ts';
import type { PeopleTables } from './schema/people.ts';
import type { RequestsTables } from './schema/requests.ts';
import type { RetentionTables } from './schema/retention.ts';
import type { SchedulesTables } from './schema/schedules.ts';
import type { TemplatesTables } from './schema/templates.ts';
import type { WebhooksTables } from './schema/webhooks.ts';

/**
 * The tables as queries see them, the same on PGlite and PostgreSQL; migrations/ has their SQL and what each column
 * means. Instants are `Date`, bigint is a number (nothing here passes 2^53), bytea is a `Buffer`, and jsonb is read
 * as a value and written as JSON text: `JSON.stringify(value)`.
 */
export interface Tables
  extends PeopleTables,
    AccessTables,
    TemplatesTables,
    CreditsTables,
    BillingTables,
    JobsTables,
    DestinationsTables,
    SchedulesTables,
    RequestsTables,
    RetentionTables,
    WebhooksTables {}
