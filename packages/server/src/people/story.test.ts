import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import { type AccountsService, dumpDatabase, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { Browser, lastToken, linksWritten, PASSWORD, signUpFirst, signUpInvited } from '../testing/browser.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { HELLO } from '../testing/service.ts';

describeOnDatabase('people', (opened) => {
  let database: Database;
  let service: AccountsService;
  beforeEach(async () => {
    database = opened();
    service = await startAccountsService(database);
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(database);
  });

  const actions = async (organisationId: string) =>
    (await service.accounts.audit.list(organisationId, { limit: 100 })).map(({ action }) => action).reverse();

  it('sign up, make an organisation and a narrow key, convert, and revoke it', async () => {
    await signUpFirst(service, 'operator@example.com');
    const seen = linksWritten(service);
    const ada = new Browser(service);
    const asked = await ada.post('/v1/auth/sign-up', { name: 'Ada', email: 'Ada@Example.com', password: PASSWORD });
    expect(asked.body).toEqual({ success: true, status: 'verification_sent', session: null });
    const early = await ada.post('/v1/auth/sign-in', { email: 'ada@example.com', password: PASSWORD });
    expect([early.status, early.body.error_code]).toEqual([403, 'email_not_verified']);
    expect((await ada.post('/v1/auth/verify', { token: await lastToken(service, seen) })).status).toBe(200);
    const session = await ada.post('/v1/auth/sign-in', { email: 'ADA@example.com', password: PASSWORD });
    expect(session.body).toMatchObject({ status: 'signed_in', session: { organisations: [] } });

    expect((await ada.get('/v1/keys')).body.detail).toContain('not a member of any organisation');
    const made = await ada.post('/v1/organisations', { name: 'Ada Ltd' });
    expect(made.status).toBe(201);
    const { id } = made.body.organisation;
    const account = await ada.get('/v1/account');
    expect(account.body).toMatchObject({
      organisation: { id, name: 'Ada Ltd' },
      key: null,
      person: { email: 'ada@example.com', role: 'owner' },
    });

    const narrow = { name: 'PDF', scopes: ['convert:pdf'], allowlist: ['127.0.0.0/8'] };
    const created = await ada.post('/v1/keys', narrow);
    const key: string = created.body.secret;
    expect((await service.ask('POST', '/v1/convert/pdf', { key, body: HELLO })).status).toBe(200);
    const image = await service.ask('POST', '/v1/convert/image', { key, body: HELLO });
    expect([image.status, image.body.error_code]).toEqual([403, 'insufficient_scope']);
    const elsewhere = await ada.post('/v1/keys', { ...narrow, allowlist: ['192.0.2.0/24'] });
    const outside = await service.ask('POST', '/v1/convert/pdf', { key: elsewhere.body.secret, body: HELLO });
    expect([outside.status, outside.body.error_code]).toEqual([403, 'ip_not_allowed']);
    expect((await service.ask('GET', '/v1/account', { key })).body).toMatchObject({
      person: null,
      key: { name: 'PDF' },
    });

    expect((await ada.send('DELETE', `/v1/keys/${created.body.key.id}`)).status).toBe(200);
    const after = await service.ask('POST', '/v1/convert/pdf', { key, body: HELLO });
    expect([after.status, after.body.error_code]).toEqual([401, 'invalid_key']);
    expect(await actions(id)).toEqual(
      expect.arrayContaining(['organisation.created', 'key.created', 'access_denied', 'key.revoked']),
    );
    expect(service.logged()).not.toMatch(/ada@example|operator@example|Ada Ltd|a long sentence/i);
  });

  const person = { name: 'Eve', email: 'eve@example.com', password: PASSWORD };
  const signUp = (body: object = {}) => new Browser(service).post('/v1/auth/sign-up', { ...person, ...body });

  it('the first person owns the first organisation, by a key with all rights; coming from this machine is not enough', async () => {
    await service.close();
    service = await startAccountsService(database, { peopleConfig: { signUp: 'first' } });
    const refused = await signUp();
    expect([refused.status, refused.body.error_code]).toEqual([403, 'sign_up_closed']);
    expect(refused.body.detail).toContain('setup_code');
    const narrow = await service.makeKey({ scopes: ['keys:manage'] });
    const send = (key: string) =>
      new Browser(service).send('POST', '/v1/auth/sign-up', person, { authorization: `Bearer ${key}` });
    expect((await send(narrow.secret)).status).toBe(403);
    expect((await send('wrong')).body.error_code).toBe('invalid_key');
    const full = await service.makeKey();
    const answer = await send(full.secret);
    expect(answer.body.session.organisations).toMatchObject([{ id: service.accounts.organisationId, role: 'owner' }]);
    expect((await signUp({ email: 'x@example.com' })).status).toBe(403);
  });

  it.each(['first', 'invited'] as const)(
    'the first person signs up by the setup code, once, where sign-up is "%s"',
    async (policy) => {
      await service.close();
      service = await startAccountsService(database, { peopleConfig: { signUp: policy } });
      const code = await service.setupCode();
      expect(code).toMatch(/^([0-9A-Z]{5}-){3}[0-9A-Z]{5}$/);
      expect(await service.setupCode()).toBe(code);
      expect(await dumpDatabase(database)).not.toContain(code);
      const wrong = await signUp({ setup_code: '00000-00000-00000-00000' });
      expect([wrong.status, wrong.body.error_code]).toEqual([401, 'invalid_credentials']);
      const answer = await signUp({ setup_code: code.toLowerCase().replaceAll('-', ' ') });
      expect(answer.body.session.organisations).toMatchObject([{ id: service.accounts.organisationId, role: 'owner' }]);
      const again = await signUp({ email: 'x@example.com', setup_code: code });
      expect([again.status, again.body.error_code]).toEqual([403, 'sign_up_closed']);
      expect(service.logged()).not.toContain(code);
    },
  );

  it('guesses at the setup code lock their source', async () => {
    await service.close();
    service = await startAccountsService(database, { peopleConfig: { signUp: 'first' } });
    for (let guess = 0; guess < 20; guess++) await signUp({ setup_code: `guess ${guess}` });
    expect((await signUp({ setup_code: await service.setupCode() })).status).toBe(429);
  });

  it('a stranger who signs up first where everybody may does not take the place of the owner', async () => {
    expect((await signUp()).body.status).toBe('verification_sent');
    const owner = await signUp({ email: 'ada@example.com', setup_code: await service.setupCode() });
    expect(owner.body.session.organisations).toMatchObject([{ id: service.accounts.organisationId, role: 'owner' }]);
  });

  it('only one of two who sign up first at once owns the first organisation', async () => {
    const code = await service.setupCode();
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) => signUp({ email: `${name}@example.com`, setup_code: code })),
    );
    const owners = answers.filter(({ body }) => body.session?.organisations?.length === 1);
    expect(owners).toHaveLength(1);
    const members = await database.system.selectFrom('members').select('id').execute();
    expect(members).toHaveLength(1);
  });

  it('one address is one account, also when several sign up with it at once', async () => {
    await signUpFirst(service, 'operator@example.com');
    const answers = await Promise.all(
      ['one long password', 'two long password', 'three long password'].map((password) =>
        new Browser(service).post('/v1/auth/sign-up', { name: 'Ada', email: 'ada@example.com', password }),
      ),
    );
    expect(answers.map(({ body }) => body)).toEqual(
      Array(3).fill({ success: true, status: 'verification_sent', session: null }),
    );
    const users = await database.system
      .selectFrom('users')
      .select('email_verified')
      .where('email', '=', 'ada@example.com')
      .execute();
    expect(users).toEqual([{ email_verified: false }]);
  });

  it('an invitation does not verify another person who takes its address at the same moment', async () => {
    const owner = await signUpFirst(service);
    const email = 'grace@example.com';
    const seen = linksWritten(service);
    await owner.post('/v1/invitations', { email, role: 'admin' });
    const invitation = await lastToken(service, seen);
    const [thief, grace] = await Promise.all([
      new Browser(service).post('/v1/auth/sign-up', { name: 'Eve', email, password: 'the password of a thief' }),
      new Browser(service).post('/v1/auth/sign-up', { name: 'Grace', email, password: PASSWORD, invitation }),
    ]);
    expect(thief.body.status).toBe('verification_sent');
    expect([200, 409]).toContain(grace.status);
    const stolen = await new Browser(service).post('/v1/auth/sign-in', { email, password: 'the password of a thief' });
    expect([401, 403]).toContain(stolen.status);
  });

  describe('an invitation', () => {
    it('makes a member with the role, once, of the person that it is for', async () => {
      const owner = await signUpFirst(service);
      const seen = linksWritten(service);
      const invited = await owner.post('/v1/invitations', { email: 'Grace@example.com', role: 'developer' });
      expect(invited.body.invitation).toMatchObject({ email: 'grace@example.com', role: 'developer' });
      const token = await lastToken(service, seen);
      expect(JSON.stringify(invited.body)).not.toContain(token);
      expect((await owner.get('/v1/invitations')).body.data).toMatchObject([{ id: invited.body.invitation.id }]);

      const grace = { name: 'Grace', email: 'grace@example.com', password: PASSWORD, invitation: token };
      const other = await new Browser(service).post('/v1/auth/sign-up', { ...grace, email: 'eve@example.com' });
      expect([other.status, other.body.error_code]).toEqual([400, 'invalid_link']);
      const browser = new Browser(service);
      const joined = await browser.post('/v1/auth/sign-up', grace);
      expect(joined.body.session.organisations).toMatchObject([{ role: 'developer', active: true }]);
      const again = await new Browser(service).post('/v1/auth/sign-up', grace);
      expect([again.status, again.body.error_code]).toEqual([400, 'invalid_link']);
      expect((await owner.get('/v1/invitations')).body.data).toEqual([]);
      expect((await owner.get('/v1/members')).body.data).toMatchObject([
        { role: 'owner' },
        { email: 'grace@example.com' },
      ]);
      expect((await browser.get('/v1/members')).status).toBe(403);
      expect((await browser.post('/v1/organisations', { name: 'x' })).status).toBe(201);
      const twice = await owner.post('/v1/invitations', { email: 'grace@example.com', role: 'admin' });
      expect([twice.status, twice.body.error_code]).toEqual([409, 'already_member']);
      expect(await actions(service.accounts.organisationId)).toEqual(
        expect.arrayContaining([
          'organisation.claimed',
          'invitation.created',
          'invitation.accepted',
          'session.started',
        ]),
      );
    });

    it('is accepted by a person with an account, signed in with its address', async () => {
      const owner = await signUpFirst(service);
      const grace = await signUpInvited(service, { owner, role: 'auditor', email: 'grace@example.com' });
      const made = await owner.post('/v1/organisations', { name: 'Second' });
      const seen = linksWritten(service);
      await owner.post('/v1/invitations', { email: 'grace@example.com', role: 'billing' });
      const token = await lastToken(service, seen);
      const taken = await new Browser(service).post('/v1/auth/sign-up', {
        name: 'x',
        email: 'grace@example.com',
        password: PASSWORD,
        invitation: token,
      });
      expect([taken.status, taken.body.error_code]).toEqual([409, 'address_taken']);
      expect((await owner.post('/v1/invitations/accept', { token })).body.error_code).toBe('invalid_link');
      const accepted = await grace.post('/v1/invitations/accept', { token });
      const organisations = accepted.body.session.organisations;
      expect(organisations.find((one: { active: boolean }) => one.active)).toMatchObject({
        id: made.body.organisation.id,
        role: 'billing',
      });
      const first = service.accounts.organisationId;
      expect((await grace.post('/v1/auth/organisation', { organisation_id: first })).status).toBe(200);
      expect((await grace.get('/v1/account')).body).toMatchObject({
        organisation: { id: first },
        person: { role: 'auditor' },
      });
      expect((await grace.post('/v1/auth/organisation', { organisation_id: 'org_0' })).status).toBe(404);
    });

    it('that was taken back or replaced works no more', async () => {
      const owner = await signUpFirst(service);
      const person = { name: 'x', email: 'x@example.com', password: PASSWORD };
      const invite = async () => {
        const seen = linksWritten(service);
        const answer = await owner.post('/v1/invitations', { email: person.email, role: 'admin' });
        return { id: answer.body.invitation.id, invitation: await lastToken(service, seen) };
      };
      const first = await invite();
      const second = await invite();
      const use = async (invitation: string) =>
        (await new Browser(service).post('/v1/auth/sign-up', { ...person, invitation })).body.error_code;
      expect(await use(first.invitation)).toBe('invalid_link');
      expect((await owner.send('DELETE', `/v1/invitations/${second.id}`)).status).toBe(200);
      expect(await use(second.invitation)).toBe('invalid_link');
      expect((await owner.send('DELETE', `/v1/invitations/${second.id}`)).status).toBe(404);
    });

    it('works for a week', async () => {
      const owner = await signUpFirst(service);
      const person = { name: 'x', email: 'x@example.com', password: PASSWORD };
      const invited = await owner.post('/v1/invitations', { email: person.email, role: 'admin' });
      const { created_at, expires_at } = invited.body.invitation;
      const days = (Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000;
      expect(days).toBeCloseTo(7, 3);
      const invitation = await lastToken(service);
      const expires = (at: number) =>
        database.system
          .updateTable('invitations')
          .set({ expires_at: new Date(at) })
          .execute();
      await expires(Date.now() - 1_000);
      const use = () => new Browser(service).post('/v1/auth/sign-up', { ...person, invitation });
      expect((await use()).body.error_code).toBe('invalid_link');
      expect((await owner.get('/v1/invitations')).body.data).toEqual([]);
      await expires(Date.now() + 60_000);
      expect((await use()).status).toBe(200);
    });
  });
});
