import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import { createLog } from '../log/log.ts';
import { type AccountsService, dumpDatabase, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { Browser, lastToken, linksWritten, PASSWORD, signUpFirst, signUpInvited } from '../testing/browser.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { openTestVault } from '../testing/vault.ts';
import { createMailer } from './mailer.ts';
import { personData } from './person-data.ts';
import { PersonErasure } from './person-erasure.ts';
import { INSTANCE_CHAIN } from './records.ts';
import { waitingEmails } from './waiting-emails.ts';

const GRACE = 'grace@example.com';
const NEW = 'grace.hopper@example.com';

describeOnDatabase('what is kept of a person', (opened) => {
  let database: Database;
  let service: AccountsService;
  let ada: Browser;
  let grace: Browser;
  beforeEach(async () => {
    database = opened();
    service = await startAccountsService(database);
    ada = await signUpFirst(service);
    grace = await signUpInvited(service, { owner: ada, role: 'developer', email: GRACE });
    await grace.send('PATCH', '/v1/auth/person', { name: 'Grace Brewster' });
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(database);
  });

  const idOf = async (browser: Browser): Promise<string> =>
    (await browser.get('/v1/auth/session')).body.session.person.id;
  const signIn = (email: string) => new Browser(service).post('/v1/auth/sign-in', { email, password: PASSWORD });
  const close = (browser: Browser) => browser.post('/v1/auth/person/close', { password: PASSWORD });
  const rows = async (action: string) =>
    (await service.accounts.audit.list(service.accounts.organisationId, { action, limit: 100 })).length;
  const memberId = async (email: string): Promise<string> => {
    const { data } = (await ada.get('/v1/members')).body;
    return data.find((member: { email: string }) => member.email === email).id;
  };

  it('is given to the person as a file: all of theirs, nothing that lets somebody in, nobody else', async () => {
    const key = (await grace.post('/v1/keys', { name: 'Invoices', scopes: ['convert:pdf'] })).body;
    await ada.post('/v1/auth/reset', { email: 'ada@example.com' });
    const answer = await grace.post('/v1/auth/person/export', { password: PASSWORD });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="platen-person.json"');
    const id = await idOf(grace);
    const { organisationId } = service.accounts;
    expect(answer.body).toMatchObject({
      format: 'platen-person',
      person: { id, name: 'Grace Brewster', email: GRACE, email_verified: true },
      sign_in: [{ kind: 'credential' }],
      sessions: [{ active_organisation_id: null }],
      memberships: [{ organisation_id: organisationId, role: 'developer' }],
      invitations: [{ which: 'received', status: 'accepted' }],
      keys: [{ id: key.key.id, owner: id, name: 'Invoices', revoked_at: null }],
      agreements: [],
      emails_waiting: [],
      made: [],
    });
    const actions = answer.body.audit.map(({ action }: { action: string }) => action);
    for (const action of [
      'invitation.accepted',
      'session.started',
      'person.changed',
      'key.created',
      'person.exported',
    ]) {
      expect(actions).toContain(action);
    }
    const text = JSON.stringify(answer.body);
    const [token = ''] = (grace.cookies.get('platen_session') ?? '').split('.');
    const { password } = await database.system
      .selectFrom('accounts')
      .select('password')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    for (const secret of [token, password, key.secret, 'ada@example.com']) expect(text).not.toContain(secret);
    expect(service.logged()).not.toMatch(/grace|hopper/i);
  });

  it('is nobody else’s: it is asked for without an id, with the session of a person and their password', async () => {
    const { body } = await grace.post('/v1/auth/person/export', { password: 'a long sentence of another' });
    expect(body.error_code).toBe('invalid_credentials');
    expect((await grace.post('/v1/auth/person/close', { password: '' })).body.error_code).toBe('invalid_credentials');
    const id = await idOf(ada);
    for (const field of ['id', 'user_id', 'email']) {
      for (const path of ['export', 'close']) {
        const answer = await grace.post(`/v1/auth/person/${path}`, { password: PASSWORD, [field]: id });
        expect(answer.body.error_code).toBe('unknown_field');
      }
    }
    const named = await grace.send('PATCH', '/v1/auth/person', { name: 'Eve', id });
    expect(named.body.error_code).toBe('unknown_field');
    const { secret } = await service.makeKey();
    for (const [method, path] of [
      ['POST', '/v1/auth/person/export'],
      ['POST', '/v1/auth/person/close'],
      ['PATCH', '/v1/auth/person'],
    ] as const) {
      const request = { key: secret, body: method === 'PATCH' ? { name: 'Eve' } : { password: PASSWORD } };
      expect((await service.ask(method, path, request)).body.error_code).toBe('session_required');
    }
    expect((await signIn(GRACE)).body.session.person.name).toBe('Grace Brewster');
  });

  describe('is corrected', () => {
    const ask = (email: string, password: string | undefined = PASSWORD) =>
      grace.send('PATCH', '/v1/auth/person', { email, ...(password === undefined ? {} : { password }) });

    it('with an address that counts once its mailbox has confirmed it', async () => {
      const seen = linksWritten(service);
      expect((await grace.send('PATCH', '/v1/auth/person', { email: NEW })).body.errors).toMatchObject([
        { pointer: '/password' },
      ]);
      expect((await ask(NEW)).body).toMatchObject({
        status: 'verification_sent',
        session: { person: { email: GRACE } },
      });
      const token = await lastToken(service, seen);
      expect(await dumpDatabase(database)).not.toContain(NEW);
      const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
      const verify = (sent: string) => new Browser(service).post('/v1/auth/verify', { token: sent });
      for (const wrong of [forged, 'chg_', `chg_${'x'.repeat(40)}.${'x'.repeat(43)}`]) {
        expect((await verify(wrong)).body.error_code).toBe('invalid_link');
      }
      const answers = await Promise.all([verify(token), verify(token)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect((await verify(token)).body.error_code).toBe('invalid_link');
      expect((await grace.get('/v1/auth/session')).status).toBe(401);
      expect((await signIn(GRACE)).status).toBe(401);
      expect((await signIn(NEW)).body.session.person).toMatchObject({ email: NEW, name: 'Grace Brewster' });
      await expect.poll(() => service.terminal()).toContain(`Your email address was changed, for ${GRACE}`);
    });

    it('by no link that is older than another change', async () => {
      const seen = linksWritten(service);
      await ask(NEW);
      const token = await lastToken(service, seen);
      await grace.send('PATCH', '/v1/auth/person', { name: 'Grace' });
      expect((await grace.post('/v1/auth/verify', { token })).body.error_code).toBe('invalid_link');
    });

    it('so that nothing that was sent to the old address lets anybody in', async () => {
      const seen = linksWritten(service);
      await new Browser(service).post('/v1/auth/reset', { email: GRACE });
      const old = await lastToken(service, seen);
      await ask(NEW);
      const token = await lastToken(service, seen + 1);
      expect((await new Browser(service).post('/v1/auth/verify', { token })).status).toBe(200);
      const reset = { token: old, password: 'another long sentence of mine' };
      const answer = await new Browser(service).post('/v1/auth/reset/confirm', reset);
      expect(answer.body.error_code).toBe('invalid_link');
    });

    it('without telling who has an account', async () => {
      const free = await ask('nobody@example.com');
      const taken = await ask('ada@example.com');
      expect([taken.status, taken.body.status]).toEqual([free.status, free.body.status]);
      await expect.poll(() => service.terminal()).toContain('You already have an account, for ada@example.com');
      expect((await signIn('ada@example.com')).body.session.person.name).toBe('Ada');
    });

    it('not with an address that was taken meanwhile', async () => {
      const seen = linksWritten(service);
      await ask(NEW);
      const token = await lastToken(service, seen);
      await signUpInvited(service, { owner: ada, role: 'billing', email: NEW });
      expect((await grace.post('/v1/auth/verify', { token })).body.error_code).toBe('address_taken');
    });
  });

  describe('is deleted', () => {
    it('but for the id in the audit log, with sessions and keys of the person', async () => {
      const id = await idOf(grace);
      const own = (await grace.post('/v1/keys', { name: 'Mine', scopes: ['convert:pdf'] })).body.secret;
      const answer = await close(grace);
      expect(answer.body).toEqual({ success: true, keys_left: [] });
      expect(answer.headers.getSetCookie()[0]).toMatch(/^platen_session=; .*Max-Age=0/);
      expect((await grace.get('/v1/auth/session')).status).toBe(401);
      expect((await signIn(GRACE)).status).toBe(401);
      const used = await service.ask('GET', '/v1/account', { key: own });
      expect(used.body.error_code).toBe('invalid_key');
      const dump = await dumpDatabase(database);
      expect(dump).not.toMatch(/grace/i);
      const kept = await database.system
        .selectFrom('audit_log')
        .select('id')
        .where(({ or, eb }) => or([eb('actor', '=', id), eb('target', '=', id)]))
        .execute();
      expect(kept.length).toBeGreaterThan(4);
      const left = { action: 'member.removed', limit: 1 };
      const [row] = await service.accounts.audit.list(service.accounts.organisationId, left);
      expect(row?.detail).toMatchObject({ role: 'developer', account_closed: true });
      // The address is free again.
      await signUpInvited(service, { owner: ada, role: 'developer', email: GRACE });
    });

    it('not while an organization would have no owner; then nothing is changed', async () => {
      const refused = await close(ada);
      expect([refused.status, refused.body.error_code]).toEqual([409, 'last_owner']);
      expect(refused.body.detail).toContain(service.accounts.organisationId);
      expect((await ada.get('/v1/auth/session')).status).toBe(200);
      expect(await rows('member.removed')).toBe(0);
      const own = await ada.post('/v1/organisations', { name: 'Second' });
      await ada.send('PATCH', `/v1/members/${await memberIdIn(ada)}`, { role: 'owner' });
      expect((await close(ada)).body.detail).toContain('Second');
      const { id } = own.body.organisation;
      await ada.post('/v1/auth/organisation', { organisation_id: id });
      expect((await ada.send('DELETE', `/v1/organisations/${id}`)).status).toBe(200);
      expect((await close(ada)).status).toBe(200);
    });

    /** Grace, in the first organisation, which Ada goes back to for it. */
    async function memberIdIn(owner: Browser): Promise<string> {
      await owner.post('/v1/auth/organisation', { organisation_id: service.accounts.organisationId });
      return await memberId(GRACE);
    }

    it('of two owners at once, one', async () => {
      await ada.send('PATCH', `/v1/members/${await memberId(GRACE)}`, { role: 'owner' });
      const other = await signIn(GRACE).then(async () => {
        const browser = new Browser(service);
        await browser.post('/v1/auth/sign-in', { email: GRACE, password: PASSWORD });
        return browser;
      });
      const answers = await Promise.all([close(ada), close(other)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const owners = database.system.selectFrom('members').select('id').where('role', '=', 'owner');
      expect(await owners.execute()).toHaveLength(1);
    });

    it('not under a legal hold', async () => {
      const path = `/v1/organisations/${service.accounts.organisationId}`;
      await ada.send('PATCH', path, { legal_hold: 'Case 7' });
      const refused = await close(grace);
      expect([refused.status, refused.body.error_code]).toEqual([409, 'legal_hold']);
      expect((await grace.get('/v1/auth/session')).status).toBe(200);
      await ada.send('PATCH', path, { legal_hold: null });
      expect((await close(grace)).status).toBe(200);
    });

    it('while a file of it is being made, which then ends whole', async () => {
      const userId = await idOf(grace);
      const vault = await openTestVault(database);
      const pieces = personData({ database, vault, userId, at: new Date() });
      let text = String((await pieces.next()).value);
      expect((await close(grace)).status).toBe(200);
      for await (const piece of pieces) text += piece;
      expect(JSON.parse(text)).toMatchObject({ person: { id: userId }, memberships: [], audit: expect.anything() });
    });

    it('with emails that wait for the mail server', async () => {
      const vault = await openTestVault(database);
      // Nobody listens there.
      const log = createLog('error', { write: () => {} });
      const mailer = createMailer({
        smtpUrl: 'smtp://127.0.0.1:1',
        host: 'pdf.example',
        database,
        vault,
        log,
        write: () => {},
      });
      const email = { kind: 'trouble', subject: 'S', text: 'T', link: 'L', lasts: 3_600_000 } as const;
      await mailer.keep({ ...email, to: GRACE });
      await mailer.keep({ ...email, to: 'ada@example.com' });
      await mailer.close();
      const waiting = async (address: string) => await Array.fromAsync(waitingEmails({ database, vault }, address));
      expect(await waiting(GRACE)).toMatchObject([{ kind: 'trouble', subject: 'S' }]);
      const { body } = await grace.post('/v1/auth/person/export', { password: PASSWORD });
      expect(body.emails_waiting).toMatchObject([{ kind: 'trouble' }]);
      // A process that is killed once the account is gone: nobody can ask for the rest any more.
      const audit = {
        act: async (chain: string, ...rest: [never, never]) => {
          const done = await service.accounts.audit.act(chain, ...rest);
          if (chain === INSTANCE_CHAIN) throw new Error('killed');
          return done;
        },
      } as never;
      const erasure = new PersonErasure({ database, audit, vault, onKeysEnded: () => {} });
      await expect(erasure.erase(await idOf(grace), 'operator')).rejects.toThrow('killed');
      expect(await waiting(GRACE)).toEqual([]);
      expect(await waiting('ada@example.com')).toHaveLength(1);
    });
  });
});
