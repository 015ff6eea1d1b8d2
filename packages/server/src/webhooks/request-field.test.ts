import { EngineError } from '@platen/engine';
import { beforeEach, expect, it } from 'vitest';
import { emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { type Received, startWebhookReceiver } from '../testing/webhook-receiver.ts';
import { startWebhookService } from '../testing/webhook-service.ts';

describeOnDatabase('the webhook of a request', (database) => {
  beforeEach(() => emptyDatabase(database()));

  it('tells the end of its job: 202 at once, then the result, signed, with the members of PDFShift', async () => {
    const service = await startWebhookService(database());
    const receiver = await startWebhookReceiver();
    const accepted = await service.convert({ webhook: receiver.url });
    expect(accepted).toMatchObject({ status: 202, body: { queued: true, status: 'queued' } });
    await service.ask('GET', `/v1/jobs/${accepted.body.id}?wait=30`);
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
    const service = await startWebhookService(database());
    const receiver = await startWebhookReceiver();
    const webhook = {
      url: receiver.url,
      method: 'PUT',
      headers: { 'X-Room': '7' },
      auth: { username: 'me', password: 'canary-password' },
      events: ['conversion.failed'],
    };
    await service.job({ webhook, async: undefined });
    service.work = async () => {
      throw new EngineError('template_error', 'Line 1: canary-in-detail', { pointer: '/source/html' });
    };
    await service.job({ webhook, async: undefined });
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
    const [row] = await service.deliveries();
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
    const service = await startWebhookService(database());
    const answer = await service.convert({ webhook });
    expect(answer.status).toBe(status);
    expect(answer.body.errors[0].pointer.startsWith(pointer)).toBe(true);
    expect((await service.ask('GET', '/v1/jobs')).body.data).toEqual([]);
  });

  it('contradicts "async": false', async () => {
    const service = await startWebhookService(database());
    const answer = await service.convert({ webhook: 'https://example.com/', async: false });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/async' }] } });
  });
});
