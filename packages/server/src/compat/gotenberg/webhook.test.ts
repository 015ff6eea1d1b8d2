import { beforeEach, expect, it } from 'vitest';
import { ApiError } from '../../errors.ts';
import { dumpDatabase, emptyDatabase } from '../../testing/accounts.ts';
import { describeOnDatabases } from '../../testing/database.ts';
import { startPutReceiver } from '../../testing/put-receiver.ts';
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts';
import { startWebhookService, type WebhookService } from '../../testing/webhook-service.ts';

/** Seconds between tries. */
const WAITS = [1, 2, 4, 8];

describeOnDatabases('the webhook of a request of Gotenberg', (database) => {
  beforeEach(() => emptyDatabase(database()));

  /** @returns the id of the job */
  async function send(service: WebhookService, headers: Record<string, string>): Promise<string> {
    const form = new FormData();
    form.append('files', new Blob(['<p>canary-in-document']), 'index.html');
    const answer = await service.ask('POST', '/forms/chromium/convert/html', {
      body: form,
      headers: {
        'gotenberg-webhook-extra-http-headers': '{"Authorization":"canary-in-header"}',
        'gotenberg-trace': 'trace-9',
        ...headers,
      },
    });
    expect([answer.status, answer.body]).toEqual([204, '']);
    const id = answer.headers.get('x-job-id') ?? '';
    await service.ask('GET', `/v1/jobs/${id}?wait=30`);
    return id;
  }

  it('is tried five times, then its failure is told five times; nothing of it stands in the database', async () => {
    const service = await startWebhookService(database());
    const receiver = await startPutReceiver();
    const hook = await startWebhookReceiver();
    let tries = 0;
    receiver.instead = (_request, response) => {
      tries += 1;
      response.writeHead(503).end();
      return true;
    };
    hook.answer = () => 503;
    const id = await send(service, {
      'gotenberg-webhook-url': receiver.url,
      'gotenberg-webhook-error-url': `${hook.url}?signature=canary`,
    });
    await service.pass(0);
    for (const [index, wait] of WAITS.entries()) {
      expect(tries).toBe(index + 1);
      await service.pass(wait * 1_000);
    }
    expect([tries, hook.received.length]).toEqual([5, 1]);
    expect((await service.ask('GET', `/v1/jobs/${id}`)).body.job).toMatchObject({
      status: 'succeeded',
      deliveries: [{ kind: 'gotenberg_webhook', state: 'failed', attempts: 5, error: { code: 'server_error' } }],
    });
    for (const wait of WAITS) await service.pass(wait * 1_000);
    await service.pass(3_600_000);
    const told = { status: 500, message: expect.stringContaining('server_error. Send it again: ') };
    expect(hook.received.map(({ body }) => body)).toEqual(Array(5).fill(told));
    expect(hook.received[0]?.headers).toMatchObject({
      authorization: 'canary-in-header',
      'gotenberg-trace': 'trace-9',
    });
    const [delivery] = await service.deliveries(`?job=${id}`);
    expect(delivery).toMatchObject({ type: 'delivery.failed', status: 'failed', attempts: 5 });
    const { body } = await service.ask('GET', `/v1/webhook-deliveries/${delivery.id}`);
    expect(JSON.parse(body.delivery.body)).toEqual(told);
    expect(body.delivery.tries[0].headers).toMatchObject({ authorization: '(hidden)' });
    expect(await dumpDatabase(database())).not.toContain('canary');
  });

  it('tells of a failure once where every answer would be the same', async () => {
    const service = await startWebhookService(database());
    service.work = async () => {
      throw new ApiError('render_timeout');
    };
    const hooks = await Promise.all(
      [404, 501, 429].map(async (status) => {
        const hook = await startWebhookReceiver();
        hook.answer = () => status;
        return hook;
      }),
    );
    for (const { url } of hooks)
      await send(service, { 'gotenberg-webhook-url': url, 'gotenberg-webhook-error-url': url });
    await service.pass(0);
    await service.pass(1_000);
    expect(hooks.map(({ received }) => received.length)).toEqual([1, 1, 2]);
    const states = (await service.deliveries()).map(({ status }) => status);
    expect(states.sort()).toEqual(['failed', 'failed', 'waiting']);
  });

  it('reads headers as the UTF-8 that clients write', async () => {
    const service = await startWebhookService(database());
    const receiver = await startPutReceiver();
    const asSent = (text: string) => Buffer.from(text).toString('latin1');
    await send(service, {
      'gotenberg-webhook-url': asSent(receiver.url.replace('/put', '/grüße')),
      'gotenberg-webhook-error-url': receiver.url,
      'gotenberg-output-filename': asSent('Größe 日本'),
    });
    await service.pass(0);
    const [file] = receiver.files;
    expect(file?.path).toMatch(/^\/gr%C3%BC%C3%9Fe\?/);
    expect(file?.headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent('Größe 日本.pdf')}`);
  });

  it('tells that a job failed, in words that quote nothing', async () => {
    const service = await startWebhookService(database());
    const hook = await startWebhookReceiver();
    service.work = async () => {
      throw new ApiError('render_timeout', { detail: 'canary' });
    };
    const url = { 'gotenberg-webhook-url': hook.url };
    await send(service, { ...url, 'gotenberg-webhook-error-url': hook.url, 'gotenberg-webhook-error-method': 'PUT' });
    await send(service, { ...url, 'gotenberg-webhook-events-url': hook.url });
    await service.pass(0);
    const error = { status: 503, message: expect.stringMatching(/\(render_timeout\)\.$/) };
    const event = { event: 'webhook.error', correlationId: 'trace-9', timestamp: expect.any(String), error };
    expect(hook.received.map(({ method }) => method).sort()).toEqual(['POST', 'PUT']);
    const bodies = hook.received.map(({ body }) => body);
    expect(bodies).toContainEqual(error);
    expect(bodies).toContainEqual(event);
    expect(JSON.stringify(bodies)).not.toContain('canary');
  });
});
