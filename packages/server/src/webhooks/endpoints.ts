import { callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import type { ApiErrorCode } from '../errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import { page } from '../http/page.ts';
import { contextOf, findEndpoint, refuseResults, seesSecrets, type WebhookParts } from './access.ts';
import { DELIVERY_ENDPOINTS } from './delivery-endpoints.ts';
import {
  createRequest,
  endpointAnswer,
  endpointJson,
  endpointListAnswer,
  endpointParams,
  listQuery,
  updateRequest,
} from './schema.ts';
import { SECRET_ENDPOINTS } from './secret-endpoints.ts';
import { refuseAddress } from './target.ts';

/** `/v1/webhooks`: where events of an organization are sent. */

const endpoint = endpointsOf<WebhookParts>();

const READ = {
  tag: 'Webhooks',
  access: { resource: 'webhooks', action: 'read' },
  scope: ['webhooks:manage'],
} as const;
const WRITE = { ...READ, access: { resource: 'webhooks', action: 'write' } } as const;
const ONE = { path: '/v1/webhooks/{id}', params: endpointParams, find: findEndpoint } as const;
const WITH_BODY: readonly ApiErrorCode[] = [...BODY_ERRORS, 'url_not_allowed', ...GATE_ERRORS];

const list = endpoint({
  ...READ,
  method: 'get',
  path: '/v1/webhooks',
  operation: 'list_webhooks',
  summary: 'List webhook endpoints',
  description: 'Newest first.',
  query: listQuery,
  answer: jsonAnswer('The endpoints.', endpointListAnswer),
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, query: { limit, cursor } }, { webhooks }) => {
    const caller = callerOf(request);
    const rows = await webhooks.endpoints.list(contextOf(caller), { before: cursor, limit: limit + 1 });
    return page(
      rows,
      limit,
      (row) => endpointJson(row, seesSecrets(caller)),
      ({ id }) => id,
    );
  },
});

const create = endpoint({
  ...WRITE,
  method: 'post',
  path: '/v1/webhooks',
  operation: 'create_webhook',
  summary: 'Add a webhook endpoint',
  description: 'Events are sent there, signed with a secret of its own. A key needs the rights of what it has sent.',
  request: jsonBody('CreateWebhookRequest', createRequest, [
    {
      name: 'jobs',
      summary: 'The ends of jobs',
      value: { url: 'https://hooks.example.com/platen', events: ['conversion.succeeded', 'conversion.failed'] },
    },
  ]),
  answer: jsonAnswer('The endpoint.', endpointAnswer, 201),
  errors: [...WITH_BODY, 'limit_reached'],
  handle: async ({ request, body: { events, ...target } }, parts) => {
    const caller = callerOf(request);
    refuseResults(caller, events, parts);
    const { webhooks } = parts;
    await refuseAddress(webhooks.guard, target.url, { pointer: '/url', resolve: true });
    const row = await webhooks.endpoints.create(contextOf(caller), target, events);
    return { success: true, webhook: endpointJson(row, true) };
  },
});

const get = endpoint({
  ...READ,
  ...ONE,
  method: 'get',
  operation: 'get_webhook',
  summary: 'Look at a webhook endpoint',
  description: 'What it asked for, and how deliveries went.',
  answer: jsonAnswer('The endpoint.', endpointAnswer),
  errors: [...GATE_ERRORS, 'not_found'],
  handle: ({ request, found }) => ({ success: true, webhook: endpointJson(found, seesSecrets(callerOf(request))) }),
});

const update = endpoint({
  ...WRITE,
  ...ONE,
  method: 'patch',
  operation: 'update_webhook',
  summary: 'Change, disable or enable a webhook endpoint',
  description: 'What is not named stays.',
  request: jsonBody('UpdateWebhookRequest', updateRequest, [
    { name: 'enable', summary: 'Send what was held', value: { enabled: true } },
  ]),
  answer: jsonAnswer('The endpoint.', endpointAnswer),
  errors: [...WITH_BODY, 'not_found'],
  handle: async ({ request, found, body: { events, enabled, ...given } }, parts) => {
    const caller = callerOf(request);
    // Also without new events: another address is another receiver.
    refuseResults(caller, events ?? found.events, parts);
    const { webhooks } = parts;
    if (given.url !== undefined) await refuseAddress(webhooks.guard, given.url, { pointer: '/url', resolve: true });
    const target = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const row = await webhooks.endpoints.update(contextOf(caller), found, { target, events, enabled });
    webhooks.wake();
    return { success: true, webhook: endpointJson(row, true) };
  },
});

const remove = endpoint({
  ...WRITE,
  ...ONE,
  method: 'delete',
  operation: 'delete_webhook',
  summary: 'Remove a webhook endpoint',
  description: 'What waits for it, and the record of its deliveries, goes with it.',
  answer: jsonAnswer('The endpoint as it was.', endpointAnswer),
  errors: [...GATE_ERRORS, 'not_found', 'legal_hold'],
  handle: async ({ request, found }, { webhooks }) => {
    await webhooks.endpoints.remove(contextOf(callerOf(request)), found.id);
    return { success: true, webhook: endpointJson(found, true) };
  },
});

export const WEBHOOK_ENDPOINTS: readonly HandledEndpoint<WebhookParts>[] = [
  list,
  create,
  ...SECRET_ENDPOINTS,
  ...DELIVERY_ENDPOINTS,
  get,
  update,
  remove,
];
