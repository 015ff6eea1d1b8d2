import { z } from 'zod';

/** What can be reported, and when. */
export const EVENT_TYPES = {
  'conversion.succeeded': 'A job has its result.',
  'conversion.failed': 'A job came to nothing, and cost nothing.',
  'conversion.canceled': 'A job was canceled before it had a result.',
  'delivery.succeeded': 'A result of a job has arrived at its destination.',
  'delivery.failed': 'A result of a job could not be sent to its destination; it is kept until it expires.',
  'batch.completed': 'All items of a batch have ended, or it was canceled.',
  'template.published': 'Another version of a template is used from now on.',
  'credits.threshold_reached': '50, 80, 90 or 100 % of what the period includes is used.',
  'credits.exhausted': 'Work was refused for the first time in the period, because nothing is left.',
  'key.locked': 'Guesses are refused from an address that keys of the organisation are used from.',
  'webhook_endpoint.disabled': 'Nothing more is sent to an endpoint: it answered 410, or nothing arrived for 5 days.',
  'connection.revoked':
    'An account does not let the service in any more: nothing is sent there until it is connected again.',
  'webhook.test': 'Somebody asked for it, to see whether it arrives.',
} as const;
export type EventType = keyof typeof EVENT_TYPES;

const NAMES = Object.keys(EVENT_TYPES) as EventType[];
/** What the webhook of a request can be told. */
export const JOB_EVENTS = [
  'conversion.succeeded',
  'conversion.failed',
  'conversion.canceled',
  'delivery.succeeded',
  'delivery.failed',
] as const;
/** What it is told unless it says otherwise. */
export const USUAL_JOB_EVENTS = JOB_EVENTS.filter((event) => event !== 'delivery.succeeded');

export const eventType = z.enum(NAMES as [EventType, ...EventType[]]);

/** What an endpoint asks for. */
export const wantedEvents = z
  .array(z.enum(['*', ...NAMES]))
  .min(1)
  .max(NAMES.length + 1)
  .describe('Names of events; `*` is all of them, those that will be added too.');
