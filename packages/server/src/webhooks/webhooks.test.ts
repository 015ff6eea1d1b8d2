import { EngineError } from '@platen/engine';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AccountsService, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { engineDouble, result } from '../testing/engine-double.ts';
import { type Received, startWebhookReceiver } from '../testing/webhook-receiver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const REQUEST = { source: { html: '<p>{{ word }}</p>' }, data: { word: 'canary-in-data' }, tag: 'march' };

describeOnDatabases('webhooks', (database) => {
  let service: AccountsService;
  let clock: { time: number; now: () => number };
  let work: () => Promise<ReturnType<typeof result>>;
  beforeEach(async () => {
    await emptyDatabase(database());
    work = async () => result();
    // Ahead of the database's, so that what happens meanwhile is due.
    clock = { time: Date.now() + MINUTE, now: () => clock.time };
    service = await startAccountsService(database(), {
      engine: engineDouble(() => work()),
      webhookOptions: {
        clock,
        // Loopback of tests; never what the service itself listens on.
        config: { egressAllow: ['127.0.0.1'] },
        random: () => 0.5,
      },
    });
  });
  afterEach(() => service.close());

  const convert = async (over: object = {}) =>
    await service.ask('POST', '/v1/convert/pdf', { body: { ...REQUEST, ...over } });
  const ended = async (id: string) => (await service.ask('GET', `/v1/jobs/${id}?wait=30`)).body.job;
  const addEndpoint = async (url: string, over: object = {}) => {
    const answer = await service.ask('POST', '/v1/webhooks', {
      body: { url, events: ['conversion.succeeded', 'conversion.failed', 'conversion.canceled'], ...over },
    });
    expect(answer).toMatchObject({ status: 201, body: { webhook: { enabled: true } } });
    return answer.body.webhook.id as string;
  };
  const look = async (id: string) => (await service.ask('GET', `/v1/webhooks/${id}`)).body.webhook;
  const deliveries = async (query = '') => (await service.ask('GET', `/v1/webhook-deliveries${query}`)).body.data;
  /** Moves the clock, and sends what is due then. */
  const pass = async (milliseconds: number) => {
    clock.time += milliseconds;
    await service.webhooks.drain();
  };

  describe('of a request', () => {
    it('tells the end of its job: 202 at once, then the result, signed, with the members of PDFShift', async () => {
      const receiver = await startWebhookReceiver();
      const accepted = await convert({ webhook: receiver.url });
      expect(accepted).toMatchObject({ status: 202, body: { queued: true, status: 'queued' } });
      await ended(accepted.body.id);
      await service.webhooks.drain();
      expect(receiver.received).toHaveLength(1);
      const [{ method, path, headers, text, body }] = receiver.received as [Received];
      expect([method, path, headers['content-type']]).toEqual(['POST', '/hook', 'application/json']);
      expect(body).toMatchObject({
        type: 'conversion.succeeded',
        data: {
          job_id: accepted.body.id,
          status: 'succeeded',
          format: 'pdf',
          tag: 'march',
          credits: 1,
          result: { filesize: 15, outputs: [{ format: 'pdf', filesize: 15 }] },
        },
        success: true,
        filesize: 15,
      });
      expect(Buffer.byteLength(text)).toBeLessThan(20_000);
      expect(text).not.toContain('canary');
      const opened = await fetch(body.url);
      expect([opened.status, await opened.text()]).toEqual([200, '%PDF-1.7 double']);
      expect(headers['webhook-id']).toMatch(/^evt_[0-9a-z]{26}$/);
    });

    it('is an object with method, headers and credentials, and wants to know of failures only', async () => {
      const receiver = await startWebhookReceiver();
      const webhook = {
        url: receiver.url,
        method: 'PUT',
        headers: { 'X-Room': '7' },
        auth: { username: 'me', password: 'canary-password' },
        events: ['conversion.failed'],
      };
      await ended((await convert({ webhook })).body.id);
      work = async () => {
        throw new EngineError('template_error', 'Line 1: canary-in-detail', { pointer: '/source/html' });
      };
      await ended((await convert({ webhook })).body.id);
      await service.webhooks.drain();
      expect(receiver.received).toMatchObject([
        {
          method: 'PUT',
          headers: { 'x-room': '7', authorization: `Basic ${btoa('me:canary-password')}` },
          body: {
            type: 'conversion.failed',
            data: { status: 'failed', error: { code: 'template_error' }, result: null },
            success: false,
            error: { code: 422, identifier: 'template_error', success: false },
          },
        },
      ]);
      expect(receiver.received[0]?.text).not.toContain('canary');
      const [row] = await deliveries();
      const { delivery } = (await service.ask('GET', `/v1/webhook-deliveries/${row.id}`)).body;
      expect(delivery.tries).toMatchObject([
        { number: 1, status: 204, headers: { 'x-room': '(hidden)', authorization: '(hidden)' }, answer: '' },
      ]);
      expect(JSON.stringify(delivery)).not.toContain('canary');
    });

    it.each<[unknown, number, string]>([
      ['ftp://example.com/', 400, '/webhook'],
      ['http://example.com/', 422, '/webhook/url'],
      ['https://localhost/', 422, '/webhook/url'],
      ['https://10.0.0.1/', 422, '/webhook/url'],
      ['https://[::1]/', 422, '/webhook/url'],
      ['https://169.254.169.254/latest/meta-data', 422, '/webhook/url'],
      ['https://me:secret@example.com/', 400, '/webhook'],
      [{ url: 'https://example.com/', headers: { 'X-A': 'a\r\nX-B: b' } }, 400, '/webhook'],
      [{ url: 'https://example.com/', headers: { 'X-A\r\nX-B': 'b' } }, 400, '/webhook'],
      [{ url: 'https://example.com/', headers: { 'Webhook-Id': 'mine' } }, 400, '/webhook'],
      [{ url: 'https://example.com/', headers: { 'Transfer-Encoding': 'chunked' } }, 400, '/webhook'],
      [{ url: 'https://example.com/', auth: { username: 'a\r\nb', password: 'c' } }, 400, '/webhook'],
      [{ url: 'https://example.com/', method: 'DELETE' }, 400, '/webhook'],
      [{ url: 'https://example.com/', events: ['credits.exhausted'] }, 400, '/webhook'],
    ])('is refused as %j', async (webhook, status, pointer) => {
      const answer = await convert({ webhook });
      expect(answer.status).toBe(status);
      expect(answer.body.errors[0].pointer.startsWith(pointer)).toBe(true);
      expect((await service.ask('GET', '/v1/jobs')).body.data).toEqual([]);
    });

    it('contradicts "async": false', async () => {
      const answer = await convert({ webhook: 'https://example.com/', async: false });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/async' }] } });
    });
  });

  describe('of an endpoint', () => {
    it('follow the schedule while it is down for an hour, and arrive once, with one id', async () => {
      const dead = await startWebhookReceiver();
      const well = await startWebhookReceiver();
      dead.answer = () => 503;
      const id = await addEndpoint(dead.url);
      await addEndpoint(well.url);
      await ended((await convert({ async: true })).body.id);
      await service.webhooks.drain();
      expect([dead.received.length, well.received.length]).toEqual([1, 1]);
      for (const [after, tries] of [
        [4_000, 1],
        [1_000, 2],
        [5 * MINUTE - 1_000, 2],
        [1_000, 3],
        [30 * MINUTE, 4],
        [25 * MINUTE, 4],
      ] as const) {
        await pass(after);
        expect(dead.received).toHaveLength(tries);
      }
      expect(await look(id)).toMatchObject({ delivered: 0, failed: 4, last_error: 'status', last_status: 503 });
      dead.answer = () => 200;
      await pass(2 * HOUR);
      await pass(100 * HOUR);
      expect(dead.received).toHaveLength(5);
      expect(new Set(dead.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(new Set(dead.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(5);
      expect(new Set(dead.received.map(({ text }) => text)).size).toBe(1);
      expect(await look(id)).toMatchObject({ delivered: 1, failing_since: null, last_status: 200, last_error: null });
      expect(well.received).toHaveLength(1);
    });
  });
});
