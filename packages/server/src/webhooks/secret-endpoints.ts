import { callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import { findEndpoint, type WebhookParts } from './access.ts';
import type { Webhooks } from './open.ts';
import { endpointParams, rotateRequest, secretAnswer } from './schema.ts';
import { DEFAULT_SECRET } from './secrets.ts';

/** Secrets of webhooks: what receivers verify deliveries with. */

const endpoint = endpointsOf<WebhookParts>();

const SECRET = {
  tag: 'Webhooks',
  // Who may see it may sign with it.
  access: { resource: 'webhooks', action: 'write' },
  scope: ['webhooks:manage'],
} as const;
const OF_ONE = { params: endpointParams, find: findEndpoint } as const;
const ROTATE = {
  ...jsonBody('RotateWebhookSecretRequest', rotateRequest, [
    { name: 'overlap', summary: 'With an hour to change over', value: { overlap_hours: 1 } },
  ]),
  optional: true,
} as const;
const HOUR = 3_600;

const defaultSecret = endpoint({
  ...SECRET,
  method: 'get',
  path: '/v1/webhooks/secret',
  operation: 'get_webhook_secret',
  summary: 'Show the secret of webhooks of requests',
  description: 'It signs what is sent to the `webhook` of a request.',
  answer: jsonAnswer('The secret.', secretAnswer),
  errors: GATE_ERRORS,
  handle: ({ request }, { webhooks }) => shown(webhooks, callerOf(request).organisationId, DEFAULT_SECRET),
});

const rotateDefault = endpoint({
  ...SECRET,
  access: { ...SECRET.access, whole: true },
  method: 'post',
  path: '/v1/webhooks/secret/rotate',
  operation: 'rotate_webhook_secret',
  summary: 'Replace the secret of webhooks of requests',
  description: 'Deliveries carry signatures of both until the overlap is over.',
  request: ROTATE,
  answer: jsonAnswer('The new secret.', secretAnswer),
  errors: [...BODY_ERRORS, ...GATE_ERRORS],
  handle: async ({ request, body }, { webhooks }) => {
    const { organisationId, id } = callerOf(request);
    await webhooks.secrets.rotate(organisationId, DEFAULT_SECRET, { by: id, overlap: body.overlap_hours * HOUR });
    return await shown(webhooks, organisationId, DEFAULT_SECRET);
  },
});

const secret = endpoint({
  ...SECRET,
  ...OF_ONE,
  method: 'get',
  path: '/v1/webhooks/{id}/secret',
  operation: 'get_webhook_endpoint_secret',
  summary: 'Show the secret of a webhook endpoint',
  description: 'It signs what is sent there.',
  answer: jsonAnswer('The secret.', secretAnswer),
  errors: [...GATE_ERRORS, 'not_found'],
  handle: ({ found }, { webhooks }) => shown(webhooks, found.organisation_id, found.id),
});

const rotate = endpoint({
  ...SECRET,
  ...OF_ONE,
  method: 'post',
  path: '/v1/webhooks/{id}/secret/rotate',
  operation: 'rotate_webhook_endpoint_secret',
  summary: 'Replace the secret of a webhook endpoint',
  description: 'Deliveries carry signatures of both until the overlap is over.',
  request: ROTATE,
  answer: jsonAnswer('The new secret.', secretAnswer),
  errors: [...BODY_ERRORS, ...GATE_ERRORS, 'not_found'],
  handle: async ({ request, found, body }, { webhooks }) => {
    const by = callerOf(request).id;
    await webhooks.secrets.rotate(found.organisation_id, found.id, { by, overlap: body.overlap_hours * HOUR });
    return await shown(webhooks, found.organisation_id, found.id);
  },
});

export const SECRET_ENDPOINTS: readonly HandledEndpoint<WebhookParts>[] = [
  defaultSecret,
  rotateDefault,
  secret,
  rotate,
];

async function shown({ secrets }: Webhooks, organisationId: string, owner: string) {
  const state = await secrets.state(organisationId, owner);
  return {
    success: true,
    secret: state.secret,
    created_at: state.createdAt.toISOString(),
    previous_until: state.previous.map(({ endsAt }) => endsAt.toISOString()),
  };
}
