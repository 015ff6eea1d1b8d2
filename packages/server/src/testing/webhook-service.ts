import { onTestFinished } from 'vitest';
import type { Database } from '../data/database.ts';
import { type AccountsService, startAccountsService } from './accounts.ts';
import { engineDouble, result } from './engine-double.ts';
import type { Received } from './webhook-receiver.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const REQUEST = { source: { html: '<p>{{ word }}</p>' }, data: { word: 'canary-in-data' }, tag: 'march' };

export interface WebhookService extends AccountsService {
  /** How the double of the engine converts. */
  work: (signal: AbortSignal | undefined) => Promise<ReturnType<typeof result>>;
  /** How often it did. */
  readonly converted: () => number;
  /** A request for a PDF. */
  convert(over?: object): Promise<Awaited<ReturnType<AccountsService['ask']>>>;
  /** A job that has ended. */
  job(over?: object): Promise<{ readonly id: string; readonly status: string }>;
  /** Adds an endpoint for the ends of jobs. @returns its id */
  endpoint(url: string, over?: object): Promise<string>;
  look(id: string): Promise<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is what it asserts.
  deliveries(query?: string): Promise<any[]>;
  /** Moves the clock of the schedule, and sends what is due then. */
  pass(milliseconds: number): Promise<void>;
}

/** The service with a clock for its schedules that only the test moves. Receivers and destinations of loopback may be sent to. */
export async function startWebhookService(
  database: Database,
  options: Parameters<typeof startAccountsService>[1] = {},
): Promise<WebhookService> {
  // Ahead of the database's, so that what happens meanwhile is due.
  const clock = { time: Date.now() + MINUTE, now: () => clock.time };
  let conversions = 0;
  const service = await startAccountsService(database, {
    engine: engineDouble((_conversion, { signal }) => {
      conversions += 1;
      return made.work(signal);
    }),
    ...options,
    webhookOptions: {
      clock,
      config: { egressAllow: ['127.0.0.1'] },
      random: () => 0.5,
      ...options.webhookOptions,
    },
    destinationOptions: {
      clock,
      config: { egressAllow: ['127.0.0.1'] },
      random: () => 0.5,
      ...options.destinationOptions,
    },
  });
  onTestFinished(() => service.close());
  const convert = (over: object = {}) => service.ask('POST', '/v1/convert/pdf', { body: { ...REQUEST, ...over } });
  const made: WebhookService = {
    ...service,
    work: async () => result(),
    converted: () => conversions,
    convert,
    job: async (over = {}) => {
      const { id } = (await convert({ async: true, ...over })).body;
      return (await service.ask('GET', `/v1/jobs/${id}?wait=30`)).body.job;
    },
    endpoint: async (url, over = {}) => {
      const events = ['conversion.succeeded', 'conversion.failed', 'conversion.canceled'];
      const { status, body } = await service.ask('POST', '/v1/webhooks', { body: { url, events, ...over } });
      if (status !== 201) throw new Error(body.detail);
      return body.webhook.id;
    },
    look: async (id) => (await service.ask('GET', `/v1/webhooks/${id}`)).body.webhook,
    deliveries: async (query = '') => (await service.ask('GET', `/v1/webhook-deliveries${query}`)).body.data,
    pass: async (milliseconds) => {
      clock.time += milliseconds;
      await service.destinations.drain();
      await service.webhooks.drain();
    },
  };
  return made;
}

export const typesOf = (received: readonly Received[]): string[] => received.map(({ body }) => body.type);
export const idsOf = (received: readonly Received[]): number =>
  new Set(received.map(({ headers }) => headers['webhook-id'])).size;
