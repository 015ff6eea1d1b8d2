import { callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import { ApiError, type ApiErrorCode } from '../errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import { page } from '../http/page.ts';
import { findDelivery, findEndpoint, onlyOf, seesSecrets, type WebhookParts } from './access.ts';
import type { AttemptRow, ListedDelivery } from './delivery-store.ts';
import { bodyInForm } from './forms.ts';
import type { Webhooks } from './open.ts';
import {
  attemptJson,
  deliveriesQuery,
  deliveryAnswer,
  deliveryJson,
  deliveryListAnswer,
  deliveryParams,
  endpointParams,
  queuedAnswer,
  replayAnswer,
  replayRequest,
} from './schema.ts';
import { type Exchange, eventBody, exchangeOf } from './sealed.ts';

/** What became of deliveries, and sending them again. */

const endpoint = endpointsOf<WebhookParts>();

const READ = {
  tag: 'Webhooks',
  access: { resource: 'webhooks', action: 'read' },
  scope: ['webhooks:manage'],
} as const;
const WRITE = { ...READ, access: { resource: 'webhooks', action: 'write' } } as const;
const DELIVERY = { params: deliveryParams, find: findDelivery } as const;
const ENDPOINT = { params: endpointParams, find: findEndpoint } as const;
const OF_ONE: readonly ApiErrorCode[] = [...GATE_ERRORS, 'not_found'];

const list = endpoint({
  ...READ,
  method: 'get',
  path: '/v1/webhook-deliveries',
  operation: 'list_webhook_deliveries',
  summary: 'List deliveries',
  description: 'Newest first, of the last 30 days; to endpoints, and to webhooks of requests.',
  query: deliveriesQuery,
  answer: jsonAnswer('The deliveries.', deliveryListAnswer),
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, query: { limit, cursor, endpoint: to, job, batch, event, status } }, { webhooks }) => {
    const caller = callerOf(request);
    const rows = await webhooks.deliveries.list(caller.organisationId, {
      before: cursor,
      limit: limit + 1,
      endpoint: to,
      job,
      batch,
      event,
      state: status,
      owner: onlyOf(caller),
    });
    return page(rows, limit, deliveryJson, ({ id }) => id);
  },
});

const get = endpoint({
  ...READ,
  ...DELIVERY,
  method: 'get',
  path: '/v1/webhook-deliveries/{id}',
  operation: 'get_webhook_delivery',
  summary: 'Look at a delivery',
  description: 'With what was sent and answered. Roles that are shown no secrets are not shown that.',
  answer: jsonAnswer('The delivery.', deliveryAnswer),
  errors: OF_ONE,
  handle: async ({ request, found }, { webhooks }) => {
    const shows = seesSecrets(callerOf(request));
    const rows = await webhooks.deliveries.attempts(found.organisation_id, found.id);
    const tries = await Promise.all(
      rows.map(async (row) => attemptJson(row, shows ? await exchange(webhooks, row) : undefined)),
    );
    const body = shows ? await bodyText(webhooks, found) : null;
    return { success: true, delivery: { ...deliveryJson(found), body, tries } };
  },
});

const replayOne = endpoint({
  ...WRITE,
  ...DELIVERY,
  method: 'post',
  path: '/v1/webhook-deliveries/{id}/replay',
  operation: 'replay_webhook_delivery',
  summary: 'Send a delivery again',
  description: 'At once, with the same id and body. It makes nothing anew, and costs nothing.',
  answer: jsonAnswer('The delivery as it is now.', queuedAnswer),
  errors: ['invalid_request', ...OF_ONE],
  handle: async ({ request, found }, { webhooks }) => {
    if (found.state === 'held') {
      throw new ApiError('invalid_request', {
        detail: 'Its endpoint is disabled. Enable it: what is held is sent then.',
      });
    }
    await webhooks.deliveries.replay(found.organisation_id, { id: found.id }, webhooks.clock.now());
    webhooks.wake();
    const row = await webhooks.deliveries.get(found.organisation_id, found.id, onlyOf(callerOf(request)));
    return { success: true, delivery: deliveryJson(row ?? found) };
  },
});

const replaySince = endpoint({
  ...WRITE,
  ...ENDPOINT,
  method: 'post',
  path: '/v1/webhooks/{id}/replay',
  operation: 'replay_webhook',
  summary: 'Send deliveries of an endpoint again',
  description: 'In the order of their events, with the same ids and bodies.',
  request: jsonBody('ReplayWebhookRequest', replayRequest, [
    { name: 'since', summary: 'What did not arrive since then', value: { since: '2030-01-31T12:00:00Z' } },
  ]),
  answer: jsonAnswer('How many.', replayAnswer),
  errors: [...BODY_ERRORS, ...OF_ONE],
  handle: async ({ found, body: { since, status } }, { webhooks }) => {
    const replayed = await webhooks.deliveries.replay(
      found.organisation_id,
      { endpoint: found.id, since: new Date(since), failedOnly: status === 'failed', held: found.state === 'disabled' },
      webhooks.clock.now(),
    );
    webhooks.wake();
    return { success: true, replayed };
  },
});

const test = endpoint({
  ...WRITE,
  ...ENDPOINT,
  method: 'post',
  path: '/v1/webhooks/{id}/test',
  operation: 'test_webhook',
  summary: 'Send a test event',
  description: '`webhook.test` is sent once, also to an endpoint that is disabled or has not asked for it.',
  answer: jsonAnswer('The delivery, which is about to be sent.', queuedAnswer),
  errors: OF_ONE,
  handle: async ({ found }, { webhooks }) => {
    const { organisation_id: organisationId, id } = found;
    const delivery = await webhooks.deliveries.test(organisationId, id, { endpoint_id: id });
    webhooks.wake();
    const row = await webhooks.deliveries.get(organisationId, delivery);
    if (!row) throw new ApiError('not_found');
    return { success: true, delivery: deliveryJson(row) };
  },
});

export const DELIVERY_ENDPOINTS: readonly HandledEndpoint<WebhookParts>[] = [list, get, replayOne, replaySince, test];

async function exchange({ vault }: Webhooks, row: AttemptRow): Promise<Exchange> {
  const object = exchangeOf({ organisation_id: row.organisation_id, id: row.delivery_id }, row.number);
  return JSON.parse((await vault.open(object, row.exchange)).toString('utf8')) as Exchange;
}

async function bodyText({ vault, deliveries, targets }: Webhooks, row: ListedDelivery): Promise<string | null> {
  const event = await deliveries.event(row.event_id);
  if (!event?.body) return null;
  const kept = await vault.open(eventBody(event), event.body);
  const form = row.target === null ? undefined : (await targets.of(row)).form;
  return (form ? bodyInForm(form, kept) : kept).toString('utf8');
}
