import { EngineError } from '@platen/engine';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { emptyDatabase } from '../testing/accounts.ts';
import { signUpFirst } from '../testing/browser.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { startWebhookReceiver } from '../testing/webhook-receiver.ts';
import { startWebhookService, typesOf } from '../testing/webhook-service.ts';

describeOnDatabases('events', (database) => {
  beforeEach(() => emptyDatabase(database()));

  it('tell of jobs that were canceled, of batches, and of templates that are published', async () => {
    const service = await startWebhookService(database());
    const receiver = await startWebhookReceiver();
    await service.endpoint(receiver.url, { events: ['*'] });
    const template = { slug: 'invoice', name: 'Invoice', content: 'x' };
    await service.ask('POST', '/v1/templates', { body: template });
    await service.ask('POST', '/v1/templates/invoice/publish');
    await service.ask('PATCH', '/v1/templates/invoice', { body: { content: 'y' } });
    await service.ask('POST', '/v1/templates/invoice/publish');
    await service.webhooks.drain();
    const published = receiver.received.filter(({ body }) => body.type === 'template.published');
    expect(published.map(({ body }) => [body.data.slug, body.data.version])).toEqual([
      ['invoice', 1],
      ['invoice', 2],
    ]);

    const items = [{ data: { n: 1 } }, { data: { n: 2 } }];
    const batch = await service.ask('POST', '/v1/batches', {
      body: { source: { html: '{{ n }}' }, items, tag: 'march' },
    });
    await service.ask('GET', `/v1/batches/${batch.body.id}?wait=30`);
    await service.webhooks.drain();
    // Several are sent at once: which arrives last is not said.
    const completed = receiver.received.find(({ body }) => body.type === 'batch.completed');
    expect(completed?.body).toMatchObject({
      data: { batch_id: batch.body.id, status: 'completed', total: 2, succeeded: 2, failed: 0, tag: 'march' },
    });
    expect(typesOf(receiver.received).filter((type) => type === 'conversion.succeeded')).toHaveLength(2);

    service.work = (signal) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new EngineError('canceled', 'Canceled.'))),
      );
    const { id } = (await service.convert({ async: true })).body;
    await service.ask('DELETE', `/v1/jobs/${id}`);
    await service.ask('GET', `/v1/jobs/${id}?wait=30`);
    await service.webhooks.drain();
    const canceled = receiver.received.find(({ body }) => body.type === 'conversion.canceled');
    expect(canceled?.body).toMatchObject({ data: { job_id: id, credits: 0 } });
  });

  it('tell of credits that are used, once for each threshold, and of none that are left; owners get an email', async () => {
    const service = await startWebhookService(database());
    await signUpFirst(service);
    const receiver = await startWebhookReceiver();
    await service.endpoint(receiver.url, { events: ['credits.threshold_reached', 'credits.exhausted'] });
    const context = { organisationId: service.accounts.organisationId, actor: 'operator' };
    await service.credits.agreements.begin(context, { plan: 'starter', billing: 'month', trial: false });
    await service.ask('PATCH', '/v1/billing', { body: { overage_ceiling_cents: 0 } });
    await service.convert();
    const { rows } = await sql<{
      included: number;
    }>`select included from credit_balances where pool = 'credits'`.execute(database().system);
    const included = rows[0]?.included ?? 0;
    await sql`update credit_balances set used = ${Math.floor(included / 2) - 1} where pool = 'credits'`.execute(
      database().system,
    );
    await service.convert();
    await service.convert();
    await sql`update credit_balances set used = ${included} where pool = 'credits'`.execute(database().system);
    expect((await service.convert()).status).toBe(402);
    expect((await service.convert()).status).toBe(402);
    await service.webhooks.drain();
    expect(receiver.received.map(({ body }) => [body.type, body.data.pool, body.data.percent])).toEqual([
      ['credits.threshold_reached', 'credits', 50],
      ['credits.exhausted', 'credits', 100],
    ]);
    expect(receiver.received[1]?.body.data).toMatchObject({ used: included, included });
    expect(service.terminal().split('Your credits are used up')).toHaveLength(2);
  });

  it('tell whose keys are used from an address that is locked', async () => {
    const service = await startWebhookService(database());
    const receiver = await startWebhookReceiver();
    await service.endpoint(receiver.url, { events: ['key.locked'] });
    const { id, secret } = await service.makeKey();
    await service.ask('GET', '/v1/account', { key: secret });
    await service.accounts.locks.hasProofs('127.0.0.1');
    for (let guess = 0; guess < 20; guess += 1) await service.ask('GET', '/v1/account', { key: `plk_live_${guess}` });
    // Written a moment later.
    await expect
      .poll(
        async () => {
          await service.webhooks.drain();
          return receiver.received.map(({ body }) => body);
        },
        { timeout: 10_000 },
      )
      .toMatchObject([{ type: 'key.locked', data: { source: '127.0.0.1', key_ids: expect.arrayContaining([id]) } }]);
  });

  it('are written with what they report: what is given up leaves none', async () => {
    const service = await startWebhookService(database());
    const receiver = await startWebhookReceiver();
    await service.endpoint(receiver.url);
    const { id } = await service.job();
    await service.webhooks.drain();
    const { system } = database();
    const given = system.transaction().execute(async (queries) => {
      await sql`update jobs set state = 'queued', finished_at = null where id = ${id}`.execute(queries);
      await sql`update jobs set state = 'failed', finished_at = now() where id = ${id}`.execute(queries);
      throw new Error('given up');
    });
    await expect(given).rejects.toThrow('given up');
    await service.webhooks.drain();
    expect(typesOf(receiver.received)).toEqual(['conversion.succeeded']);
  });
});
