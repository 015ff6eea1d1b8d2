import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type AccountsService,
  addOrganisation,
  emptyDatabase,
  startAccountsService,
  stoppedClock,
} from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { openTestIdempotencyKeys } from '../testing/idempotency.ts';
import { HELLO } from '../testing/service.ts';

describeOnDatabases('the request log', (database) => {
  let service: AccountsService;
  let clock: ReturnType<typeof stoppedClock>;
  beforeEach(async () => {
    clock = stoppedClock();
    service = await startAccountsService(database(), { clock });
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(database());
  });

  const convert = (body: object, key?: string) =>
    service.ask('POST', '/v1/convert/pdf', { body, ...(key ? { key } : {}) });
  const logs = async (query = '') => (await service.ask('GET', `/v1/logs${query}`)).body;

  it('has a row for each request of a known caller, newest first, and nothing of its content', async () => {
    const canary = 'CaNaRy5512';
    const good = await convert({ source: { html: `<p>${canary}` } });
    clock.time += 1_000;
    const bad = await convert({ ...HELLO, [canary]: canary });
    clock.time += 1_000;
    await service.ask('GET', `/v1/keys/${canary}?${canary}=1`);
    await convert(HELLO, 'wrong');
    const { data } = await logs();
    expect(data).toMatchObject([
      { method: 'GET', route: '/v1/keys/:id', status: 404 },
      {
        request_id: bad.headers.get('x-request-id'),
        key_id: 'bootstrap',
        status: 400,
        error_code: 'unknown_field',
      },
      {
        request_id: good.headers.get('x-request-id'),
        at: '2030-01-01T00:00:00.000Z',
        method: 'POST',
        route: '/v1/convert/pdf',
        status: 200,
        error_code: null,
        bytes: Number(good.headers.get('content-length')),
      },
    ]);
    expect(JSON.stringify(data)).not.toContain(canary);
  });

  it('has the credits that were charged, and the format', async () => {
    await convert(HELLO);
    await convert({ ...HELLO, sandbox: true });
    await convert({ ...HELLO, format: 'A99' });
    await service.ask('POST', '/v1/convert', { body: { ...HELLO, outputs: [{ format: 'pdf' }, { format: 'text' }] } });
    await service.ask('GET', '/v1/keys');
    const { data } = await logs();
    const charges = data.map(({ format, credits }: { format: string; credits: number }) => [format, credits]);
    expect(charges.reverse()).toEqual([
      ['pdf', 1],
      ['pdf', 0],
      [null, 0],
      ['several', 2],
      [null, 0],
    ]);
    // What is answered from what is kept is charged once.
    await service.close();
    const idempotencyKeys = await openTestIdempotencyKeys(database());
    service = await startAccountsService(database(), { clock, idempotencyKeys });
    const again = { body: HELLO, headers: { 'idempotency-key': 'once' } };
    for (let at = 0; at < 2; at += 1) await service.ask('POST', '/v1/convert/pdf', again);
    const [second, first] = (await logs('?limit=2')).data;
    expect([first.credits, second.credits, second.status]).toEqual([1, 0, 200]);
    await idempotencyKeys.close();
  });

  it('has what a known caller was refused at the gate, up to twenty a minute', async () => {
    const { id, secret } = await service.makeKey({ scopes: ['convert:pdf'], rate_limit: 2 });
    const elsewhere = await service.makeKey({ scopes: ['convert:pdf'], allowlist: ['192.0.2.1'] });
    const old = await service.makeKey({ expires_at: new Date(clock.time + 1_000) });
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await convert(HELLO, secret)).status);
    statuses.push((await service.ask('GET', '/v1/keys', { key: secret })).status);
    expect(statuses).toEqual([200, 200, 429, 429, 403]);
    const rows = async (key: string) =>
      (await logs(`?limit=100&key_id=${key}`)).data.map(
        ({ status, error_code }: { status: number; error_code: string | null }) => `${status} ${error_code}`,
      );
    expect(await rows(id)).toEqual([
      '403 insufficient_scope',
      '429 rate_limited',
      '429 rate_limited',
      '200 null',
      '200 null',
    ]);
    await convert(HELLO, elsewhere.secret);
    expect(await rows(elsewhere.id)).toEqual(['403 ip_not_allowed']);
    for (let at = 0; at < 40; at += 1) await service.ask('GET', '/v1/keys', { key: secret });
    expect((await rows(id)).length).toBe(2 + 20);
    clock.time += 60_000;
    await convert(HELLO, old.secret);
    expect(await rows(old.id)).toEqual(['401 expired_key']);
    await service.ask('GET', '/v1/keys', { key: secret });
    expect((await rows(id)).length).toBe(2 + 20 + 1);
  });

  it('has no row for an unknown key', async () => {
    for (let at = 0; at < 5; at += 1) await convert(HELLO, `plk_live_${'a'.repeat(36)}`);
    await convert(HELLO, 'wrong');
    await service.ask('POST', '/v1/convert/pdf', { body: HELLO, key: '' });
    await logs();
    const rows = await database().system.selectFrom('request_log').select('status').execute();
    expect(rows.map(({ status }) => status)).toEqual([]);
  });

  it('is filtered by outcome, key and time', async () => {
    const { id, secret } = await service.makeKey({ scopes: ['convert:pdf'] });
    await convert(HELLO, secret);
    clock.time += 60_000;
    await service.ask('GET', '/v1/keys', { key: secret });
    await convert(HELLO);
    const statuses = async (query: string) => (await logs(query)).data.map(({ status }: { status: number }) => status);
    expect(await statuses(`?key_id=${id}`)).toEqual([403, 200]);
    expect(await statuses('?status=error')).toEqual([403]);
    await database().system.updateTable('request_log').set({ key_id: null }).where('status', '=', 403).execute();
    expect(await statuses('?key_id=*&until=2030-01-01T00:00:30Z')).toEqual([200]);
    expect(await statuses('?key_id=*&status=error')).toEqual([]);
    expect(await statuses('?status=success&until=2030-01-01T00:00:30Z')).toEqual([200]);
    expect(await statuses('?since=2030-01-01T00:00:30Z&key_id=key_x')).toEqual([]);
    for (const query of ['?status=x', '?since=yesterday', '?cursor=x', '?key_id=%00', '?until=0000-01-01T00:00:00Z']) {
      expect((await service.ask('GET', `/v1/logs${query}`)).status).toBe(400);
    }
  });

  it('is read to its end by cursors, although many rows have one time', async () => {
    for (let at = 0; at < 7; at += 1) await convert(HELLO);
    const seen: string[] = [];
    let query = '?limit=3&until=2030-01-01T00:00:00.001Z';
    for (let page = 0; page < 3; page += 1) {
      const { data, has_more, next_cursor } = await logs(query);
      clock.time += 1_000;
      seen.push(...data.map(({ id }: { id: string }) => id));
      expect(has_more).toBe(page < 2);
      query = `?limit=3&until=2030-01-01T00:00:00.001Z&cursor=${next_cursor}`;
    }
    expect(new Set(seen).size).toBe(7);
  });

  it('is not the audit log, which has a row for each read of itself: one for all pages of a list', async () => {
    const { id, secret } = await service.makeKey({ scopes: ['audit:read'] });
    const read = async (query: string, key?: string) =>
      (await service.ask('GET', `/v1/audit${query}`, key ? { key } : {})).body;
    const readers = async () => {
      const rows = await database().system.selectFrom('audit_log').selectAll().orderBy('seq').execute();
      return rows.filter(({ action }) => action === 'audit.read').map(({ actor, detail }) => [actor, detail]);
    };
    await service.makeKey({});
    await service.makeKey({});
    let next = (await read('?limit=1&action=key.created')).next_cursor;
    for (; next !== null; clock.time += 10 * 60_000) {
      next = (await read(`?limit=1&action=key.created&cursor=${next}`)).next_cursor;
    }
    expect(await readers()).toEqual([['bootstrap', { action: 'key.created' }]]);
    // A list that begins in the midst, one that is gone on with much later, and one that shows more than the one before.
    await read('?cursor=2', secret);
    await read('?cursor=2', secret);
    clock.time += 15 * 60_000;
    await read('?cursor=2', secret);
    await read('?limit=1&action=key.created', secret);
    await read('?cursor=3&actor=bootstrap', secret);
    expect((await readers()).slice(1)).toEqual([
      [id, {}],
      [id, {}],
      [id, { action: 'key.created' }],
      [id, { actor: 'bootstrap' }],
    ]);
    // No row, no answer; and what is refused is no read.
    expect((await service.ask('GET', '/v1/audit?limit=0')).status).toBe(400);
    await sql
      .raw('alter table audit_log add constraint full_disk check (seq < 9) not valid')
      .execute(database().system);
    const refused = await service.ask('GET', '/v1/audit');
    await sql.raw('alter table audit_log drop constraint full_disk').execute(database().system);
    expect([refused.status, refused.body.data]).toEqual([500, undefined]);
  });

  it('shows an organisation its own requests only', async () => {
    await convert(HELLO);
    const theirs = await service.makeKey({ organisationId: await addOrganisation(database(), 'Other') });
    expect((await service.ask('GET', '/v1/logs', { key: theirs.secret })).body.data).toEqual([]);
    expect((await service.ask('GET', '/v1/audit', { key: theirs.secret })).body.data).toMatchObject([
      { action: 'key.created', target: theirs.id },
    ]);
  });
});
