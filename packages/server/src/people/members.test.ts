import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import { SCOPE_NAMES } from '../rights/scope-names.ts';
import { type AccountsService, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { Browser, PASSWORD, signUpFirst, signUpInvited } from '../testing/browser.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { HELLO } from '../testing/service.ts';

describeOnDatabase('members', (opened) => {
  let database: Database;
  let service: AccountsService;
  let owner: Browser;
  beforeEach(async () => {
    database = opened();
    service = await startAccountsService(database);
    owner = await signUpFirst(service);
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(database);
  });

  const join = (role: string) => signUpInvited(service, { owner, role, email: `${role}@example.com` });
  const idOf = async (email: string): Promise<string> =>
    (await owner.get('/v1/members')).body.data.find((member: { email: string }) => member.email === email).id;
  const change = (browser: Browser, id: string, role: string) => browser.send('PATCH', `/v1/members/${id}`, { role });
  const outcome = ({ status, body }: { status: number; body: { error_code?: string } }) => [status, body.error_code];

  describe('an admin', () => {
    it('manages members, and leaves owners to owners', async () => {
      const admin = await join('admin');
      await join('developer');
      const [first, own, developer] = [
        await idOf('ada@example.com'),
        await idOf('admin@example.com'),
        await idOf('developer@example.com'),
      ];
      expect(outcome(await change(admin, first, 'developer'))).toEqual([403, 'insufficient_scope']);
      expect(outcome(await admin.send('DELETE', `/v1/members/${first}`))).toEqual([403, 'insufficient_scope']);
      expect(outcome(await change(admin, own, 'owner'))).toEqual([403, 'insufficient_scope']);
      expect(outcome(await change(admin, developer, 'owner'))).toEqual([403, 'insufficient_scope']);
      const invited = await admin.post('/v1/invitations', { email: 'x@example.com', role: 'owner' });
      expect(outcome(invited)).toEqual([403, 'insufficient_scope']);
      expect((await change(admin, developer, 'billing')).body.member.role).toBe('billing');
      expect((await admin.send('DELETE', `/v1/members/${developer}`)).status).toBe(200);
    });

    it('cannot take back the invitation of an owner', async () => {
      const admin = await join('admin');
      const invited = await owner.post('/v1/invitations', { email: 'x@example.com', role: 'owner' });
      const path = `/v1/invitations/${invited.body.invitation.id}`;
      expect(outcome(await admin.send('DELETE', path))).toEqual([403, 'insufficient_scope']);
      expect((await owner.send('DELETE', path)).status).toBe(200);
    });
  });

  it('of an organisation are never without an owner, also when owners remove each other at once', async () => {
    const first = await idOf('ada@example.com');
    expect(outcome(await owner.send('DELETE', `/v1/members/${first}`))).toEqual([409, 'last_owner']);
    expect(outcome(await change(owner, first, 'admin'))).toEqual([403, 'insufficient_scope']);
    const second = await join('owner');
    const other = await idOf('owner@example.com');
    const answers = await Promise.all([change(owner, other, 'admin'), change(second, first, 'admin')]);
    const owners = await database.system.selectFrom('members').select('id').where('role', '=', 'owner').execute();
    expect(owners).toHaveLength(1);
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
  });

  it('may leave if they may remove members', async () => {
    const auditor = await join('auditor');
    const id = await idOf('auditor@example.com');
    expect((await auditor.send('DELETE', `/v1/members/${id}`)).status).toBe(403);
    const second = await join('owner');
    expect((await second.send('DELETE', `/v1/members/${await idOf('owner@example.com')}`)).status).toBe(200);
    const left = await new Browser(service).post('/v1/auth/sign-in', {
      email: 'owner@example.com',
      password: PASSWORD,
    });
    expect(left.body.session.organisations).toEqual([]);
  });

  it('lose keys that go beyond their new role, and all of them when they are removed', async () => {
    const developer = await join('developer');
    const make = async (scopes: string[]) =>
      (await developer.post('/v1/keys', { name: 'x', scopes })).body.secret as string;
    const [converting, reading] = [await make(['convert:pdf']), await make(['usage:read'])];
    const uses = async (key: string) => (await service.ask('GET', '/v1/account', { key })).status;
    expect((await service.ask('POST', '/v1/convert/pdf', { key: converting, body: HELLO })).status).toBe(200);
    expect(await uses(reading)).toBe(200);
    const id = await idOf('developer@example.com');
    expect((await change(owner, id, 'billing')).status).toBe(200);
    expect([await uses(converting), await uses(reading)]).toEqual([401, 200]);
    expect((await owner.send('DELETE', `/v1/members/${id}`)).status).toBe(200);
    expect(await uses(reading)).toBe(401);
    const rows = await service.accounts.audit.list(service.accounts.organisationId, { limit: 2 });
    expect(rows).toMatchObject([
      { action: 'member.removed', detail: { keys_revoked: 1 } },
      { action: 'member.changed', detail: { before: 'developer', role: 'billing', keys_revoked: 1 } },
    ]);
  });

  it('leave the keys that they made for the organisation, which are listed when they are removed', async () => {
    const admin = await join('admin');
    const make = async (name: string) => (await admin.post('/v1/keys', { name, scopes: ['keys:manage'] })).body;
    const [kept, revoked] = [await make('Kept'), await make('Revoked')];
    const body = { name: 'Made with it', scopes: ['keys:manage'] };
    const child = (await service.ask('POST', '/v1/keys', { key: kept.secret, body })).body;
    await owner.send('DELETE', `/v1/keys/${revoked.key.id}`);
    await owner.post('/v1/keys', { name: 'Of another', scopes: ['*'] });
    const removed = await owner.send('DELETE', `/v1/members/${await idOf('admin@example.com')}`);
    expect(removed.body.keys_left).toEqual([
      { id: kept.key.id, name: 'Kept' },
      { id: child.key.id, name: 'Made with it' },
    ]);
    const [row] = await service.accounts.audit.list(service.accounts.organisationId, { limit: 1 });
    expect(row).toMatchObject({ action: 'member.removed', detail: { keys_left: 2 } });
  });

  it('are listed page by page', async () => {
    await join('auditor');
    const one = await owner.get('/v1/members?limit=1');
    expect(one.body).toMatchObject({ data: [{ role: 'owner' }], has_more: true });
    const two = await owner.get(`/v1/members?limit=1&cursor=${one.body.next_cursor}`);
    expect(two.body).toMatchObject({ data: [{ role: 'auditor' }], has_more: false, next_cursor: null });
    expect((await owner.get('/v1/members?cursor=x')).status).toBe(400);
  });

  describe('a key', () => {
    it('manages members only as an admin does, unless it may do everything', async () => {
      await join('developer');
      const id = await idOf('developer@example.com');
      const { secret } = await service.makeKey({ scopes: ['members:manage'] });
      const send = (key: string, role: string) => service.ask('PATCH', `/v1/members/${id}`, { key, body: { role } });
      expect(outcome(await send(secret, 'owner'))).toEqual([403, 'insufficient_scope']);
      const everything = { scopes: ['*'] };
      const limited = await service.makeKey({ ...everything, monthly_credit_cap: 1 });
      expect(outcome(await send(limited.secret, 'owner'))).toEqual([403, 'insufficient_scope']);
      expect((await send(limited.secret, 'auditor')).status).toBe(200);
      expect((await send((await service.makeKey()).secret, 'owner')).status).toBe(200);
    });

    it('gives only roles that it covers, by change and by invitation, and takes back what it may not give', async () => {
      await join('billing');
      const id = await idOf('billing@example.com');
      const every = SCOPE_NAMES.filter((name) => name !== '*');
      const all = every.filter((name) => !/^(?:convert:|ai:|templates:write|jobs:write)/.test(name));
      const ask = async (scopes: readonly string[], role: string, more: object = {}) => {
        const { secret: key } = await service.makeKey({ scopes: [...scopes], ...more });
        const invited = await service.ask('POST', '/v1/invitations', { key, body: { email: 'x@example.com', role } });
        const changed = await service.ask('PATCH', `/v1/members/${id}`, { key, body: { role } });
        expect(changed.status).toBe(invited.status === 201 ? 200 : 403);
        return invited.status === 201 ? 'given' : (invited.body.detail as string);
      };
      expect(await ask(['members:manage'], 'admin')).toMatch(/role admin: .*lacks the scope "/);
      expect(await ask(['members:manage'], 'auditor')).toMatch(/lacks the scope "/);
      expect(await ask(without(all, 'audit:read'), 'auditor')).toMatch(/lacks the scope "audit:read"/);
      expect(await ask(all, 'auditor')).toBe('given');
      expect(await ask(all, 'developer')).toMatch(/lacks the scope "/);
      const developer = every;
      expect(await ask(developer, 'developer', { monthly_credit_cap: 1 })).toContain('a cap of credits');
      expect(await ask(developer, 'developer', { allowlist: ['127.0.0.1'] })).toContain('an allowlist');
      expect(await ask(developer, 'developer', { expires_at: new Date('2090-01-01') })).toContain('an end');
      expect(await ask(['*'], 'billing', { mode: 'test' })).toContain('a test key');
      expect(await ask(developer, 'developer')).toBe('given');
      const { secret: key } = await service.makeKey({ scopes: ['members:manage'] });
      const [open] = (await service.ask('GET', '/v1/invitations', { key })).body.data;
      expect((await service.ask('DELETE', `/v1/invitations/${open.id}`, { key })).status).toBe(200);
    });
  });

  describe('an organisation', () => {
    it('is renamed by an owner, and deleted with its keys by one who has signed in', async () => {
      const made = await owner.post('/v1/organisations', { name: 'Second' });
      const { id } = made.body.organisation;
      const path = `/v1/organisations/${id}`;
      expect((await owner.send('PATCH', path, { name: 'Renamed' })).body.organisation.name).toBe('Renamed');
      const created = await owner.post('/v1/keys', { name: 'x', scopes: ['*'] });
      const key = created.body.secret;
      expect(outcome(await service.ask('DELETE', path, { key }))).toEqual([403, 'insufficient_scope']);
      expect((await service.ask('GET', path, { key })).status).toBe(200);
      expect((await owner.send('DELETE', path)).status).toBe(200);
      expect((await service.ask('GET', '/v1/account', { key })).status).toBe(401);
      // The session goes on in the organisation that is left.
      const first = service.accounts.organisationId;
      expect((await owner.get('/v1/account')).body.organisation.id).toBe(first);
      expect(outcome(await owner.send('DELETE', `/v1/organisations/${first}`))).toEqual([403, 'insufficient_scope']);
      const chain = await service.accounts.audit.list(id, { limit: 10 });
      expect(chain.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['organisation.deleted', 'organisation.renamed', 'organisation.created']),
      );
    });

    it('is not made by a guest where not everybody can sign up, nor more than ten by anybody', async () => {
      const made = [];
      for (let at = 0; at < 10; at += 1) made.push((await owner.post('/v1/organisations', { name: `${at}` })).status);
      expect(made).toEqual([...Array(9).fill(201), 403]);
      await service.close();
      service = await startAccountsService(database, { peopleConfig: { signUp: 'invited' } });
      owner = new Browser(service);
      await owner.post('/v1/auth/sign-in', { email: 'ada@example.com', password: PASSWORD });
      const guest = await join('developer');
      expect(outcome(await guest.post('/v1/organisations', { name: 'x' }))).toEqual([403, 'insufficient_scope']);
    });
  });
});

const without = (scopes: readonly string[], one: string) => scopes.filter((scope) => scope !== one);
