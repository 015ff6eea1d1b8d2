import { z } from 'zod';
import { timeField } from '../http/time-field.ts';
import type { DeliveryError } from './deliver.ts';
import type { AttemptRow, ListedDelivery } from './delivery-store.ts';
import type { EndpointRow } from './endpoint-store.ts';
import { eventType, wantedEvents } from './event-types.ts';
import type { Exchange } from './sealed.ts';
import { targetFields, targetParts } from './target.ts';

/** What requests and answers about webhooks look like. */

export const ENDPOINT_ID = /^whe_[0-9a-z]{26}$/;
export const DELIVERY_ID = /^whd_[0-9a-z]{26}$/;

const description = z
  .string()
  .max(200)
  .refine((text) => !/\p{Cc}/u.test(text), 'must be without control characters')
  .describe('What it is for.');

export const createRequest = z.strictObject({
  ...targetFields,
  events: wantedEvents,
  description: description.default(''),
});

export const updateRequest = z.strictObject({
  url: targetParts.url.optional(),
  method: targetParts.method.optional(),
  headers: targetParts.headers.optional(),
  auth: targetParts.auth.optional(),
  events: wantedEvents.optional(),
  description: description.optional(),
  enabled: z
    .boolean()
    .optional()
    .describe('`false`: nothing is sent, events are held for 30 days. `true`: what was held is sent, in its order.'),
});

export const rotateRequest = z.strictObject({
  overlap_hours: z
    .number()
    .min(0)
    .max(24 * 30)
    .default(24)
    .describe('Hours in which the old secret signs beside the new one.'),
});

export const replayRequest = z.strictObject({
  since: timeField.describe('Events from then on, 30 days back at most.'),
  status: z.enum(['failed', 'all']).default('failed').describe('Only what did not arrive, or what did as well.'),
});

export const endpointParams = z.strictObject({ id: z.string().describe('Id of an endpoint, such as `whe_01j…`.') });
export const deliveryParams = z.strictObject({ id: z.string().describe('Id of a delivery, such as `whd_06…`.') });

const limit = z.coerce.number().int().min(1).max(100).default(20).describe('Entries in one answer.');
const cursorOf = (id: RegExp) =>
  z.string().regex(id, 'must be "next_cursor" of an answer').optional().describe('The last `next_cursor`.');

export const listQuery = z.strictObject({ limit, cursor: cursorOf(ENDPOINT_ID) });
const DELIVERY_STATES = ['waiting', 'held', 'delivered', 'failed'] as const;
export const deliveriesQuery = z.strictObject({
  limit,
  cursor: cursorOf(DELIVERY_ID),
  endpoint: z.string().max(100).optional().describe('Only to this endpoint.'),
  job: z.string().max(100).optional().describe('Only about this job.'),
  batch: z.string().max(100).optional().describe('Only about this batch and its items.'),
  event: z.string().max(100).optional().describe('Only of this event.'),
  status: z.enum(DELIVERY_STATES).optional().describe('Only in this state.'),
});

const time = z.iso.datetime();

const endpoint = z
  .strictObject({
    id: z.string(),
    url: z.string().describe('Its origin only, for roles that are shown no secrets.'),
    method: targetParts.method,
    description: z.string(),
    events: z.array(z.string()),
    header_names: z.array(z.string()),
    auth_username: z.string().nullable(),
    enabled: z.boolean(),
    disabled_reason: z
      .enum(['manual', 'gone', 'failing'])
      .nullable()
      .describe('By somebody; it answered 410; nothing arrived for 5 days.'),
    disabled_at: time.nullable(),
    delivered: z.int().describe('Tries that went well.'),
    failed: z.int().describe('Tries that did not.'),
    failing_since: time.nullable(),
    last_tried_at: time.nullable(),
    last_status: z.int().nullable(),
    last_error: z.string().nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'WebhookEndpoint' });

export const endpointAnswer = z.strictObject({ success: z.literal(true), webhook: endpoint });
const pageOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.strictObject({
    success: z.literal(true),
    data: z.array(entry),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  });
export const endpointListAnswer = pageOf(endpoint);

export const secretAnswer = z
  .strictObject({
    success: z.literal(true),
    secret: z.string().describe('`whsec_…`'),
    created_at: time,
    previous_until: z.array(time).describe('Until when secrets before it sign too.'),
  })
  .meta({ id: 'WebhookSecret' });

const delivery = z
  .strictObject({
    id: z.string(),
    event: z.string().describe('Its id, `webhook-id` of each try.'),
    type: eventType,
    endpoint: z.string().nullable().describe('Null for the webhook of a request.'),
    job: z.string().nullable(),
    status: z
      .enum(DELIVERY_STATES)
      .describe('`held`: until its endpoint is enabled; `failed`: it is not tried any more, unless it is replayed.'),
    attempts: z.int(),
    next_attempt_at: time.nullable(),
    last_status: z.int().nullable(),
    last_error: z.string().nullable(),
    created_at: time,
    ended_at: time.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

const attempt = z.strictObject({
  number: z.int(),
  at: time,
  duration_ms: z.int(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  method: z.string().nullable(),
  url: z.string().nullable(),
  headers: z.record(z.string(), z.string()).nullable(),
  answer: z.string().nullable().describe('Its first 4 kB.'),
});

export const deliveryAnswer = z.strictObject({
  success: z.literal(true),
  delivery: delivery.extend({
    body: z.string().nullable().describe('What is sent; null before the first try.'),
    tries: z.array(attempt).describe('Newest first, 50 at most.'),
  }),
});
export const deliveryListAnswer = pageOf(delivery);
export const queuedAnswer = z.strictObject({ success: z.literal(true), delivery });
export const replayAnswer = z.strictObject({
  success: z.literal(true),
  replayed: z.int().describe('Deliveries that are sent again.'),
});

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** @param whole whether what opens something may be shown: an address may hold a secret */
export function endpointJson({ opened, ...row }: EndpointRow, whole: boolean): z.infer<typeof endpoint> {
  return {
    id: row.id,
    url: whole ? opened.url : new URL(opened.url).origin,
    method: opened.method,
    description: opened.description,
    events: row.events,
    header_names: Object.keys(opened.headers),
    auth_username: opened.auth?.username ?? null,
    enabled: row.state === 'active',
    disabled_reason: row.disabled_reason,
    disabled_at: iso(row.disabled_at),
    delivered: row.delivered,
    failed: row.failed,
    failing_since: iso(row.failing_since),
    last_tried_at: iso(row.last_tried_at),
    last_status: row.last_status,
    last_error: row.last_error,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function deliveryJson(row: ListedDelivery): z.infer<typeof delivery> {
  return {
    id: row.id,
    event: row.event_id,
    type: eventType.parse(row.type),
    endpoint: row.endpoint_id,
    job: row.job_id,
    status: row.state,
    attempts: row.attempts,
    next_attempt_at: row.state === 'waiting' ? iso(row.next_at) : null,
    last_status: row.last_status,
    last_error: row.last_error,
    created_at: row.created_at.toISOString(),
    ended_at: iso(row.ended_at),
  };
}

/** @param exchange undefined where it may not be shown */
export function attemptJson(row: AttemptRow, exchange: Exchange | undefined): z.infer<typeof attempt> {
  return {
    number: row.number,
    at: row.at.toISOString(),
    duration_ms: row.duration_ms,
    status: row.status,
    error: row.error as DeliveryError | null,
    method: exchange?.request?.method ?? null,
    url: exchange?.request?.url ?? null,
    headers: exchange?.request?.headers ?? null,
    answer: exchange?.answer ?? null,
  };
}
