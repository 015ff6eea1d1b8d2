import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountsService,
  addOrganisation,
  emptyDatabase,
  startAccountsService,
  stoppedClock,
} from '../testing/accounts.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { HELLO } from '../testing/service.ts';

const PDF = '/v1/convert/pdf';
const HOUR = 3_600_000;
let clock: ReturnType<typeof stoppedClock>;
let service: AccountsService;
describeOnDatabase('keys', (database) => {
  beforeEach(async () => {
    clock = stoppedClock();
    service = await startAccountsService(database(), { clock });
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(database());
  });

  const create = (body: object, key?: string) => service.ask('POST', '/v1/keys', { body, ...(key ? { key } : {}) });
  const convert = (key: string) => service.ask('POST', PDF, { key, body: HELLO });

  describe('POST /v1/keys', () => {
    it('makes a key that works, and shows it once', async () => {
      const made = await create({
        name: 'Invoices',
        scopes: ['convert:pdf'],
        allowlist: ['127.0.0.1', '2001:db8::/32'],
        expires_at: '2031-01-01T00:00:00+01:00',
        monthly_credit_cap: 5,
        rate_limit: 30,
      });
      expect(made.status).toBe(201);
      expect(made.headers.get('cache-control')).toBe('no-store');
      const { secret, key } = made.body;
      expect(secret).toMatch(/^plk_live_\w{36}$/);
      expect(key).toMatchObject({
        id: expect.stringMatching(/^key_\w{26}$/),
        name: 'Invoices',
        mode: 'live',
        status: 'active',
        scopes: ['convert:pdf'],
        allowlist: ['127.0.0.1', '2001:db8::/32'],
        expires_at: '2030-12-31T23:00:00.000Z',
        monthly_credit_cap: 5,
        rate_limit: 30,
        created_at: '2030-01-01T00:00:00.000Z',
        last_used_at: null,
      });
      expect(secret.startsWith(key.prefix) && secret.endsWith(key.last4)).toBe(true);

      const answer = await convert(secret);
      expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([200, '30']);
      const listed = await service.ask('GET', '/v1/keys');
      expect(JSON.stringify(listed.body)).not.toContain(secret.slice(13, -4));
      expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([key.id, 'bootstrap']);
    });

    it('takes null for what a client does not have', async () => {
      const { status, body } = await create({ name: 'x', scopes: ['convert:pdf'], mode: null, allowlist: null });
      expect([status, body.key.mode, body.key.allowlist]).toEqual([201, 'live', []]);
    });

    it('leaves a key as it is whose scope is none any more: that lets nothing through', async () => {
      const { id, secret } = await service.makeKey({ scopes: ['convert:pdf', 'storage:manage', 'POST  /etc'] });
      expect((await convert(secret)).status).toBe(200);
      expect((await service.ask('GET', '/v1/keys', { key: secret })).status).toBe(403);
      const changed = await service.ask('PATCH', `/v1/keys/${id}`, { body: { name: 'y' } });
      expect([changed.status, changed.body.key.scopes]).toEqual([200, ['convert:pdf', 'storage:manage', 'POST  /etc']]);
      const again = await service.ask('PATCH', `/v1/keys/${id}`, { body: { scopes: ['storage:manage'] } });
      expect([again.status, again.body.errors[0].pointer]).toEqual([400, '/scopes/0']);
    });

    it('is not shown to another organisation, whatever is sent', async () => {
      const thief = await service.makeKey({ organisationId: await addOrganisation(database(), 'Other') });
      const { id } = await service.makeKey();
      const answer = await service.ask('PATCH', `/v1/keys/${id}`, { key: thief.secret, body: { rights: 'all' } });
      expect([answer.status, answer.body.error_code]).toEqual([404, 'not_found']);
    });

    it.each([
      ['no name', { scopes: ['*'] }, '/name'],
      ['no scopes', { name: 'x', scopes: [] }, '/scopes'],
      ['an unknown scope', { name: 'x', scopes: ['*', 'convert:pfd'] }, '/scopes/1'],
      ['a pattern that matches no endpoint', { name: 'x', scopes: ['*', 'POST  /etc'] }, '/scopes/1'],
      ['host bits', { name: 'x', scopes: ['*'], allowlist: ['::1', '10.0.0.1/8'] }, '/allowlist/1'],
      ['a prefix that is too long', { name: 'x', scopes: ['*'], allowlist: ['10.0.0.0/33'] }, '/allowlist/0'],
      ['a time that has passed', { name: 'x', scopes: ['*'], expires_at: '2029-12-31T23:59:59Z' }, '/expires_at'],
      ['no time', { name: 'x', scopes: ['*'], expires_at: 'tomorrow' }, '/expires_at'],
      ['a limit beyond that of the service', { name: 'x', scopes: ['*'], rate_limit: 251 }, '/rate_limit'],
      ['control characters', { name: 'a\u0000b', scopes: ['*'] }, '/name'],
      ['another kind', { name: 'x', scopes: ['*'], mode: 'prod' }, '/mode'],
    ])('refuses %s', async (_name, body, pointer) => {
      const { status, body: problem } = await create(body);
      expect([status, problem.error_code]).toEqual([400, 'invalid_request']);
      expect(problem.errors).toEqual([expect.objectContaining({ pointer })]);
    });

    it('suggests the nearest scope, and what to write instead of a range', async () => {
      const scope = await create({ name: 'x', scopes: ['convert:pfd'] });
      expect(scope.body.detail).toContain('the nearest name is "convert:pdf"');
      const range = await create({ name: 'x', scopes: ['*'], allowlist: ['10.0.0.1/8'] });
      expect(range.body.detail).toContain('must be 10.0.0.0/8 for the whole range, or 10.0.0.1 for the one address');
    });

    it.each([
      ['scopes', { scopes: ['convert:pdf', '*'] }, '/scopes/1'],
      ['addresses', { allowlist: [] }, '/allowlist'],
      ['time', { expires_at: null }, '/expires_at'],
      ['requests a minute', { rate_limit: 100 }, '/rate_limit'],
    ])('does not let a key give more %s than it has', async (_name, more, pointer) => {
      const giver = await service.makeKey({
        scopes: ['keys:manage', 'convert:pdf'],
        allowlist: ['127.0.0.0/8'],
        expires_at: new Date(clock.time + HOUR),
        rate_limit: 20,
      });
      const own = {
        name: 'x',
        scopes: ['convert:pdf'],
        allowlist: ['127.0.0.1'],
        expires_at: new Date(clock.time + HOUR / 2).toISOString(),
        rate_limit: 20,
      };
      expect((await create(own, giver.secret)).status).toBe(201);
      const { status, body } = await create({ ...own, ...more }, giver.secret);
      expect([status, body.error_code]).toEqual([403, 'insufficient_scope']);
      expect(body.errors).toEqual([expect.objectContaining({ pointer })]);
    });

    it('does not let a test key make, replace or end a live one', async () => {
      const { secret } = await service.makeKey({ mode: 'test' });
      expect((await create({ name: 'x', scopes: ['*'] }, secret)).status).toBe(403);
      const made = await create({ name: 'x', mode: 'test', scopes: ['*'] }, secret);
      expect(made.body.secret).toMatch(/^plk_test_/);
      const live = await service.makeKey();
      expect((await service.ask('DELETE', `/v1/keys/${live.id}`, { key: secret })).status).toBe(403);
      expect((await service.ask('POST', `/v1/keys/${live.id}/rotate`, { key: secret })).status).toBe(403);
      expect((await service.ask('DELETE', `/v1/keys/${made.body.key.id}`, { key: secret })).status).toBe(200);
    });
  });

  describe('GET /v1/keys', () => {
    it('gives pages until the end', async () => {
      for (let at = 0; at < 4; at += 1) await service.makeKey();
      const seen: string[] = [];
      let at = '/v1/keys?limit=2';
      for (let page = 0; page < 3; page += 1) {
        const { body } = await service.ask('GET', at);
        seen.push(...body.data.map(({ id }: { id: string }) => id));
        expect(body.has_more).toBe(page < 2);
        at = `/v1/keys?limit=2&cursor=${body.next_cursor}`;
      }
      expect(new Set(seen).size).toBe(5);
      expect(at).toContain('cursor=null');
    });

    it.each(['limit=0', 'limit=101', 'limit=x', 'limit=1&limit=2', 'limt=5', 'cursor=x%00', 'org_id=org_1'])(
      'refuses ?%s',
      async (query) => {
        expect((await service.ask('GET', `/v1/keys?${query}`)).status).toBe(400);
      },
    );
  });

  describe('PATCH /v1/keys/{id}', () => {
    it('changes the given fields immediately', async () => {
      const { id, secret } = await service.makeKey({ scopes: ['convert:pdf'] });
      expect((await convert(secret)).status).toBe(200);
      const changed = await service.ask('PATCH', `/v1/keys/${id}`, { body: { scopes: ['convert:text'], name: 'New' } });
      expect(changed.body.key).toMatchObject({ id, name: 'New', scopes: ['convert:text'], allowlist: [] });
      expect((await convert(secret)).status).toBe(403);
      await service.ask('PATCH', `/v1/keys/${id}`, { body: { scopes: ['convert:*'], allowlist: ['192.0.2.1'] } });
      expect((await convert(secret)).body.error_code).toBe('ip_not_allowed');
      expect((await service.ask('PATCH', `/v1/keys/${id}`, { body: {} })).body.key.name).toBe('New');
    });

    it('is not for keys that may do more', async () => {
      const { secret } = await service.makeKey({ scopes: ['keys:manage'] });
      const strong = await service.makeKey();
      for (const [method, suffix, body] of [
        ['PATCH', '', { name: 'Mine' }],
        ['PATCH', '', { scopes: ['keys:manage'] }],
        ['POST', '/rotate', {}],
        ['DELETE', '', undefined],
      ] as const) {
        const answer = await service.ask(method, `/v1/keys/${strong.id}${suffix}`, { key: secret, body });
        expect([answer.status, answer.body.error_code]).toEqual([403, 'insufficient_scope']);
      }
      expect((await convert(strong.secret)).status).toBe(200);
    });
  });

  describe('POST /v1/keys/{id}/rotate', () => {
    it('lets both keys work until the overlap is over', async () => {
      const { id, secret } = await service.makeKey({ scopes: ['convert:pdf'], allowlist: ['127.0.0.0/8'] });
      const { status, body } = await service.ask('POST', `/v1/keys/${id}/rotate`, { body: { overlap_hours: 2 } });
      expect(status).toBe(201);
      expect(body.key).toMatchObject({ scopes: ['convert:pdf'], allowlist: ['127.0.0.0/8'], status: 'active' });
      clock.time += 2 * HOUR - 1;
      expect((await convert(secret)).status).toBe(200);
      expect((await convert(body.secret)).status).toBe(200);
      clock.time += 1;
      const late = await convert(secret);
      expect([late.status, late.body.error_code]).toEqual([401, 'expired_key']);
      expect((await convert(body.secret)).status).toBe(200);
      const old = await service.ask('GET', `/v1/keys/${id}`);
      expect(old.body.key).toMatchObject({ status: 'expired', rotated_to: body.key.id });
      const again = await service.ask('POST', `/v1/keys/${id}/rotate`);
      expect([again.status, again.body.detail]).toEqual([400, expect.stringContaining(body.key.id)]);
    });

    it('needs no body, and without overlap the old key ends at once', async () => {
      const one = await service.makeKey();
      expect((await service.ask('POST', `/v1/keys/${one.id}/rotate`)).status).toBe(201);
      expect((await convert(one.secret)).status).toBe(200);
      const other = await service.makeKey();
      await service.ask('POST', `/v1/keys/${other.id}/rotate`, { body: { overlap_hours: 0 } });
      expect((await convert(other.secret)).body.error_code).toBe('expired_key');
    });
  });

  describe('DELETE /v1/keys/{id}', () => {
    it('ends a key at once and for good; it stays in the list', async () => {
      const { id, secret } = await service.makeKey();
      expect((await convert(secret)).status).toBe(200);
      const revoked = await service.ask('DELETE', `/v1/keys/${id}`);
      expect([revoked.status, revoked.body.key.status]).toEqual([200, 'revoked']);
      expect((await convert(secret)).body.error_code).toBe('invalid_key');
      expect((await service.ask('DELETE', `/v1/keys/${id}`)).body).toEqual(revoked.body);
      expect((await service.ask('PATCH', `/v1/keys/${id}`, { body: { name: 'x' } })).status).toBe(400);
      expect((await service.ask('POST', `/v1/keys/${id}/rotate`)).status).toBe(400);
      expect((await service.ask('GET', `/v1/keys/${id}`)).body.key.revoked_at).toBe('2030-01-01T00:00:00.000Z');
    });

    it.each(['key_00000000000000000000000000', 'key_1', '%00', 'bootstrapp', '__proto__'])(
      'knows no %s',
      async (id) => {
        expect((await service.ask('DELETE', `/v1/keys/${id}`)).status).toBe(404);
      },
    );
  });

  describe('what was done', () => {
    it('is in the audit log, in order, without secrets', async () => {
      const { body } = await create({ name: 'Invoices', scopes: ['convert:pdf'] });
      await service.ask('PATCH', `/v1/keys/${body.key.id}`, { body: { allowlist: ['10.0.0.0/8'] } });
      const rotated = await service.ask('POST', `/v1/keys/${body.key.id}/rotate`);
      await service.ask('DELETE', `/v1/keys/${body.key.id}`);
      const { data } = (await service.ask('GET', '/v1/audit')).body;
      expect(
        data.map(({ seq, actor, action, target }: Record<string, unknown>) => [seq, actor, action, target]),
      ).toEqual([
        [5, 'bootstrap', 'key.revoked', body.key.id],
        [4, 'bootstrap', 'key.rotated', rotated.body.key.id],
        [3, 'bootstrap', 'key.updated', body.key.id],
        [2, 'bootstrap', 'key.created', body.key.id],
        [1, 'system', 'key.imported', 'bootstrap'],
      ]);
      expect(data[1].detail).toMatchObject({ replaces: body.key.id });
      expect(data[2].detail).toMatchObject({ allowlist: '10.0.0.0/8', scopes: 'convert:pdf' });
      expect(JSON.stringify(data)).not.toContain(body.secret.slice(13, -4));
      expect(JSON.stringify(data)).not.toContain('Invoices');
    });

    it('records for an organisation who tried an id of another', async () => {
      const other = await addOrganisation(database(), 'Other');
      const theirs = await service.makeKey({ organisationId: other });
      const answers = await Promise.all([
        service.ask('GET', `/v1/keys/${theirs.id}`),
        service.ask('PATCH', `/v1/keys/${theirs.id}`, { body: { name: 'Mine' } }),
        service.ask('POST', `/v1/keys/${theirs.id}/rotate`),
        service.ask('DELETE', `/v1/keys/${theirs.id}`),
        service.ask('GET', '/v1/keys/key_00000000000000000000000000'),
      ]);
      expect(answers.map(({ status, body }) => [status, body.detail])).toEqual(
        Array(5).fill([404, 'There is no key with this id.']),
      );
      expect((await service.ask('GET', '/v1/keys', { key: theirs.secret })).body.data[0].name).toBe('Test');
      const { data } = (await service.ask('GET', '/v1/audit?action=access_denied')).body;
      expect(data).toHaveLength(4);
      expect(data[0]).toMatchObject({ target: theirs.id, detail: { reason: 'other_organisation' } });
    });
  });

  describe('GET /v1/account', () => {
    it('says who a key is, whatever it may do', async () => {
      const { id, secret } = await service.makeKey({
        scopes: ['convert:pdf'],
        rate_limit: 7,
        allowlist: ['127.0.0.1'],
      });
      expect((await service.ask('GET', '/v1/account', { key: secret })).body).toEqual({
        success: true,
        person: null,
        organisation: { id: service.accounts.organisationId, name: 'My organization' },
        key: {
          id,
          name: 'Test',
          mode: 'live',
          scopes: ['convert:pdf'],
          allowlist: ['127.0.0.1'],
          expires_at: null,
          monthly_credit_cap: null,
        },
        limits: { requests_per_minute: 7, concurrent_requests: 50 },
        plan: { name: null, title: null, status: 'self_hosted', billing: null, ends_at: null },
        credits: {
          base: null,
          used: 0,
          reserved: 0,
          remaining: null,
          period: { start: '2030-01-01T00:00:00.000Z', end: '2030-02-01T00:00:00.000Z' },
        },
        overage: { credits: 0, unit_price_micro_usd: 0, amount_cents: 0, ceiling_cents: 0 },
        pools: {
          ai_operations: { limit: 1e6, used: 0, remaining: 1e6, resets_at: '2030-02-01T00:00:00.000Z' },
          bank_pages: { limit: 5e6, used: 0, remaining: 5e6, resets_at: '2030-02-01T00:00:00.000Z' },
        },
      });
    });
  });
});
