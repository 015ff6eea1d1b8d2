import type { HookContext, Json, WebhookAnswer, WebhookContext } from '../n8n.ts';
import { ask, jsonOf, request } from './ask.ts';
import { EVENTS } from './events.ts';
import { secretOf, verified } from './signature.ts';

/** The trigger: an endpoint of webhooks as long as its workflow is on. n8n finds the class by the name of its file. */
export class PlatenTrigger {
  readonly description = {
    displayName: 'Platen Trigger',
    name: 'platenTrigger',
    icon: 'fa:file-pdf',
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when a job has ended, a batch is complete, or something else has happened',
    defaults: { name: 'Platen Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'platenApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        default: ['conversion.succeeded'],
        required: true,
        options: EVENTS,
      },
    ],
  } as const;

  readonly webhookMethods = { default: { checkExists, create, delete: remove } };

  async webhook(this: WebhookContext): Promise<WebhookAnswer> {
    const { endpoint } = this.getWorkflowStaticData('node');
    const message = await messageOf(this);
    if (endpoint === undefined || !(await verified(message, (anew) => secretOf(this, endpoint, anew)))) {
      this.getResponseObject().status(401).send('The signature does not fit.');
      return { noWebhookResponse: true };
    }
    const body = JSON.parse(message.body.toString('utf8')) as Json;
    return { workflowData: [[{ json: { id: message.id, ...body } }]] };
  }
}

async function messageOf(context: WebhookContext) {
  const sent = context.getRequestObject();
  if (sent.rawBody === undefined) await sent.readRawBody?.();
  const header = (name: string) => String(sent.headers[name] ?? '');
  return {
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signature: header('webhook-signature'),
    body: sent.rawBody ?? Buffer.alloc(0),
  };
}

const pathOf = (endpoint: string) => `/v1/webhooks/${encodeURIComponent(endpoint)}`;

/** Whether the endpoint of the workflow is there and sends what it is to send. One that was disabled goes on. */
async function checkExists(this: HookContext): Promise<boolean> {
  const kept = this.getWorkflowStaticData('node');
  if (kept.endpoint === undefined) return false;
  try {
    const wanted = { url: urlOf(this), events: this.getNodeParameter('events'), enabled: true };
    await request(this, 0, 'PATCH', pathOf(kept.endpoint), wanted);
    return true;
  } catch (error) {
    if (!isGone(error)) throw error;
    delete kept.endpoint;
    return false;
  }
}

async function create(this: HookContext): Promise<boolean> {
  const body = { url: urlOf(this), events: this.getNodeParameter('events'), description: 'n8n' };
  const { webhook } = jsonOf(this, 0, await ask(this, 0, '/v1/webhooks', body)) as { webhook: { id: string } };
  this.getWorkflowStaticData('node').endpoint = webhook.id;
  return true;
}

async function remove(this: HookContext): Promise<boolean> {
  const kept = this.getWorkflowStaticData('node');
  if (kept.endpoint === undefined) return true;
  try {
    await request(this, 0, 'DELETE', pathOf(kept.endpoint));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  delete kept.endpoint;
  return true;
}

const urlOf = (context: HookContext) => context.getNodeWebhookUrl('default');
/** Somebody has removed it. */
const isGone = (error: unknown) => String((error as { httpCode?: unknown }).httpCode) === '404';
