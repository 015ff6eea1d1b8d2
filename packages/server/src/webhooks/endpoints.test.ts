import { beforeEach, expect, it } from 'vitest';
import { addOrganisation, emptyDatabase } from '../testing/accounts.ts';
import { signUpFirst, signUpInvited } from '../testing/browser.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { type Received, startWebhookReceiver } from '../testing/webhook-receiver.ts';
import { DAY, HOUR, idsOf, MINUTE, startWebhookService, typesOf } from '../testing/webhook-service.ts';

describeOnDatabase('webhook endpoints', (database) => {
  beforeEach(() => emptyDatabase(database()));

  it('F12: down for an hour, are tried by the schedule, and get each event once by its id; others do not wait', async () => {
    const service = await startWebhookService(database());
    const [dead, well] = [await startWebhookReceiver(), await startWebhookReceiver()];
    dead.answer = () => 503;
    const id = await service.endpoint(dead.url);
    await service.endpoint(well.url);
    await service.job();
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
      await service.pass(after);
      expect(dead.received).toHaveLength(tries);
    }
    expect(await service.look(id)).toMatchObject({ delivered: 0, failed: 4, last_error: 'status', last_status: 503 });
    dead.answer = () => 200;
    await service.pass(2 * HOUR);
    await service.pass(100 * HOUR);
    expect(dead.received).toHaveLength(5);
    expect(idsOf(dead.received)).toBe(1);
    expect(new Set(dead.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(5);
    expect(new Set(dead.received.map(({ text }) => text)).size).toBe(1);
    expect(await service.look(id)).toMatchObject({
      delivered: 1,
      failing_since: null,
      last_status: 200,
      last_error: null,
    });
    expect(well.received).toHaveLength(1);
    // Nothing of it was made or charged again.
    expect(service.converted()).toBe(1);
    expect((await service.ask('GET', '/v1/credits/usage')).body.data).toMatchObject([{ credits: 1 }]);
  });

  it('get events in their order, one after the other', async () => {
    const service = await startWebhookService(database());
    const receiver = await startWebhookReceiver();
    await service.endpoint(receiver.url);
    const jobs = [await service.job(), await service.job(), await service.job()];
    await service.webhooks.drain();
    expect(receiver.received.map(({ body }) => body.data.job_id)).toEqual(jobs.map(({ id }) => id));
  });

  it('F13: take 2xx only; a redirect is not followed, Retry-After is waited for, 410 ends it', async () => {
    const service = await startWebhookService(database());
    const [receiver, elsewhere] = [await startWebhookReceiver(), await startWebhookReceiver()];
    const id = await service.endpoint(receiver.url);
    receiver.answer = () => ({ status: 307, headers: { location: elsewhere.url }, body: 'x'.repeat(9_000) });
    const { id: job } = await service.job();
    await service.webhooks.drain();
    expect(elsewhere.received).toEqual([]);
    const [delivery] = await service.deliveries(`?endpoint=${id}&job=${job}`);
    expect(delivery).toMatchObject({ status: 'waiting', attempts: 1, last_status: 307, last_error: 'redirect' });
    const shown = (await service.ask('GET', `/v1/webhook-deliveries/${delivery.id}`)).body.delivery;
    expect(shown.tries[0].answer).toHaveLength(4_096);
    expect(JSON.parse(shown.body)).toMatchObject({ data: { job_id: job } });

    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '120' } });
    await service.pass(5_000);
    await service.pass(5 * MINUTE);
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': String(3 * 3_600) } });
    await service.pass(30 * MINUTE);
    expect(receiver.received).toHaveLength(4);
    await service.pass(2 * HOUR);
    expect(receiver.received).toHaveLength(4);

    receiver.answer = () => 410;
    await service.pass(HOUR);
    expect(await service.look(id)).toMatchObject({ enabled: false, disabled_reason: 'gone', last_error: 'gone' });
    await service.job();
    await service.pass(DAY);
    expect(receiver.received).toHaveLength(5);
    expect((await service.deliveries()).map(({ status }) => status)).toEqual(['held', 'held']);
  });

  it('F14: are disabled after five days without one that arrived; owners hear of it; enabled, get what was held, in order', async () => {
    const service = await startWebhookService(database());
    await signUpFirst(service);
    const [dead, other] = [await startWebhookReceiver(), await startWebhookReceiver()];
    dead.answer = () => 500;
    const id = await service.endpoint(dead.url);
    await service.endpoint(other.url, { events: ['webhook_endpoint.disabled'] });
    await service.job();
    await service.webhooks.drain();
    await service.pass(4 * DAY);
    expect(await service.look(id)).toMatchObject({ enabled: true });
    await service.pass(DAY);
    const second = await service.job();
    await service.webhooks.drain();
    expect(await service.look(id)).toMatchObject({ enabled: false, disabled_reason: 'failing' });
    const third = await service.job();
    await service.pass(HOUR);
    expect(other.received.map(({ body }) => [body.type, body.data.endpoint_id])).toEqual([
      ['webhook_endpoint.disabled', id],
    ]);
    expect(service.terminal()).toContain('A webhook endpoint was disabled, for ');
    const tries = dead.received.length;
    dead.answer = () => 200;
    await service.ask('PATCH', `/v1/webhooks/${id}`, { body: { enabled: true } });
    await service.webhooks.drain();
    const after = dead.received.slice(tries).map(({ body }) => body.data.job_id);
    expect(after.slice(-2)).toEqual([second.id, third.id]);
    // The owners get one email, whoever looks again.
    await service.pass(MINUTE);
    expect(service.terminal().split('A webhook endpoint was disabled')).toHaveLength(2);
  });

  it('are signed by two secrets while one replaces the other, then by one', async () => {
    const service = await startWebhookService(database());
    const receiver = await startWebhookReceiver();
    const id = await service.endpoint(receiver.url);
    const before = (await service.ask('GET', `/v1/webhooks/${id}/secret`)).body.secret;
    const rotated = (await service.ask('POST', `/v1/webhooks/${id}/secret/rotate`, { body: {} })).body;
    expect(rotated.secret).not.toBe(before);
    expect(rotated.previous_until).toHaveLength(1);
    const signatures = async (milliseconds: number) => {
      await service.job();
      await service.pass(milliseconds);
      const { headers } = receiver.received.at(-1) as Received;
      const own = String(headers['x-service-signature']).split(',').slice(1);
      return [String(headers['webhook-signature']).split(' ').length, own.length];
    };
    expect(await signatures(23 * HOUR)).toEqual([2, 2]);
    expect(await signatures(HOUR)).toEqual([1, 1]);
    // One that leaked ends at once.
    await service.ask('POST', `/v1/webhooks/${id}/secret/rotate`, { body: { overlap_hours: 0 } });
    expect(await signatures(0)).toEqual([1, 1]);
    const text = JSON.stringify(await database().system.selectFrom('webhook_secrets').selectAll().execute());
    expect(Buffer.from(text).includes(before.slice(6))).toBe(false);
  });

  it('replay what has failed, or all, with the id and the body of the first time, for nothing', async () => {
    const service = await startWebhookService(database());
    const receiver = await startWebhookReceiver();
    const id = await service.endpoint(receiver.url);
    const since = new Date(Date.now() - HOUR).toISOString();
    await service.job();
    await service.webhooks.drain();
    receiver.answer = () => 500;
    await service.job();
    for (const hours of [0, 1, 1, 2, 5, 10, 14, 20, 24, 100]) await service.pass(hours * HOUR);
    expect((await service.deliveries()).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['failed', 10],
      ['delivered', 1],
    ]);
    receiver.answer = () => 200;
    // What is replayed waits until its endpoint is enabled.
    await service.ask('PATCH', `/v1/webhooks/${id}`, { body: { enabled: false } });
    const replay = async (body: object) =>
      (await service.ask('POST', `/v1/webhooks/${id}/replay`, { body })).body.replayed;
    expect(await replay({ since })).toBe(1);
    await service.ask('PATCH', `/v1/webhooks/${id}`, { body: { enabled: true } });
    await service.webhooks.drain();
    expect((await service.deliveries('?status=delivered')).length).toBe(2);
    expect(await replay({ since, status: 'all' })).toBe(2);
    await service.webhooks.drain();
    const [first] = await service.deliveries();
    await service.ask('POST', `/v1/webhook-deliveries/${first.id}/replay`);
    await service.webhooks.drain();
    expect(receiver.received).toHaveLength(1 + 10 + 1 + 2 + 1);
    expect([idsOf(receiver.received), service.converted()]).toEqual([2, 2]);
  });

  it('are tested by one try, also when they are disabled', async () => {
    const service = await startWebhookService(database());
    const receiver = await startWebhookReceiver();
    receiver.answer = () => 500;
    const id = await service.endpoint(receiver.url);
    await service.ask('PATCH', `/v1/webhooks/${id}`, { body: { enabled: false } });
    const { delivery } = (await service.ask('POST', `/v1/webhooks/${id}/test`)).body;
    await service.pass(HOUR);
    expect(typesOf(receiver.received)).toEqual(['webhook.test']);
    expect((await service.ask('GET', `/v1/webhook-deliveries/${delivery.id}`)).body.delivery).toMatchObject({
      status: 'failed',
      last_error: 'status',
    });
  });

  it('belong to who made them: developers see their own, auditors no secrets, and a key sends away only what it may read', async () => {
    const service = await startWebhookService(database());
    const owner = await signUpFirst(service);
    const join = (role: string) => signUpInvited(service, { owner, role, email: `${role}@example.com` });
    const [developer, auditor] = [await join('developer'), await join('auditor')];
    const receiver = await startWebhookReceiver();
    const id = await service.endpoint(`${receiver.url}?token=canary`);
    const body = { url: receiver.url, events: ['*'] };
    const own = (await developer.post('/v1/webhooks', body)).body.webhook.id;
    await service.job();
    await service.webhooks.drain();
    expect((await developer.get('/v1/webhooks')).body.data).toMatchObject([{ id: own }]);
    expect((await developer.get(`/v1/webhooks/${id}`)).status).toBe(404);
    expect((await developer.get('/v1/webhook-deliveries')).body.data).toMatchObject([{ endpoint: own }]);
    expect((await auditor.get(`/v1/webhooks/${id}/secret`)).status).toBe(403);
    const [delivery] = await service.deliveries(`?endpoint=${id}`);
    const seen = [
      (await auditor.get('/v1/webhooks')).body,
      (await auditor.get(`/v1/webhook-deliveries/${delivery.id}`)).body,
    ];
    expect(JSON.stringify(seen)).not.toMatch(/canary|\/v1\/results\//);
    expect(seen[1].delivery).toMatchObject({ status: 'delivered', body: null, tries: [{ status: 204, url: null }] });

    const narrow = await service.makeKey({ scopes: ['webhooks:manage'] });
    expect(await service.ask('POST', '/v1/webhooks', { key: narrow.secret, body })).toMatchObject({ status: 403 });
    const allowed = { ...body, events: ['credits.exhausted'] };
    expect(await service.ask('POST', '/v1/webhooks', { key: narrow.secret, body: allowed })).toMatchObject({
      status: 201,
    });
    const moved = await service.ask('PATCH', `/v1/webhooks/${id}`, { key: narrow.secret, body: { url: receiver.url } });
    expect(moved.status).toBe(403);
  });

  it('of one organization get nothing of another, and nothing of them is in the clear', async () => {
    const service = await startWebhookService(database());
    const receiver = await startWebhookReceiver();
    const other = await service.makeKey({ organisationId: await addOrganisation(database(), 'Other') });
    const body = {
      url: `${receiver.url}?token=canary`,
      events: ['*'],
      headers: { 'X-Canary': 'canary' },
      auth: { username: 'canary', password: 'canary' },
      description: 'canary',
    };
    await service.ask('POST', '/v1/webhooks', { key: other.secret, body });
    await service.job({ webhook: { url: `${receiver.url}?token=canary`, headers: { 'X-Other': 'canary' } } });
    await service.webhooks.drain();
    expect(receiver.received).toHaveLength(1);
    const { system } = database();
    const tables = [
      'webhook_endpoints',
      'job_webhooks',
      'webhook_events',
      'webhook_deliveries',
      'webhook_attempts',
    ] as const;
    const rows = await Promise.all(tables.map((table) => system.selectFrom(table).selectAll().execute()));
    const text = JSON.stringify(rows, (_name, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    expect(rows.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
    expect(text).not.toMatch(/canary|127\.0\.0\.1/);
    expect(service.logged()).not.toContain('canary');
  });
});
