import { createEngine, type Engine, validateRequest } from '@platen/engine';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../data/database.ts';
import { type AccountsService, emptyDatabase, startAccountsService } from '../../testing/accounts.ts';
import { Browser, lastToken, linksWritten, PASSWORD, signUpFirst } from '../../testing/browser.ts';
import { describeOnDatabase } from '../../testing/database.ts';
import { ACCOUNT_PAGES } from './html.ts';

const NEW_PASSWORD = 'another sentence of my own';

describeOnDatabase('a page that an email links to', (opened) => {
  let database: Database;
  let service: AccountsService;
  let engine: Engine;

  beforeAll(async () => {
    engine = await createEngine({ egressAllow: ['127.0.0.1/32'], allowNoSandbox: true });
  });
  afterAll(() => engine.close());
  beforeEach(async () => {
    database = opened();
    service = await startAccountsService(database);
    await signUpFirst(service);
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(database);
  });

  /** What a person reads who has filled in the form that is seen and sent it. */
  async function fillIn(path: string, fields: Readonly<Record<string, string>>, form = 0): Promise<string> {
    const javascript = `
      const form = [...document.forms].filter((form) => !form.hidden)[${form}];
      for (const [name, value] of Object.entries(${JSON.stringify(fields)})) form.elements[name].value = value;
      form.requestSubmit();`;
    const request = {
      source: { url: `${service.url}${path}` },
      javascript,
      wait_for_selector: { selector: '[data-state]' },
      virtual_time: false,
      content: 'full',
    };
    const { bytes } = await engine.convert({ format: 'text', request: validateRequest(request, 'text') });
    return Buffer.from(bytes).toString();
  }

  it('sets a new password, once, and shows what is wrong', async () => {
    expect(await fillIn('/reset', { email: 'ada@example.com' })).toContain('we have sent an email');
    const link = `/reset#token=${await lastToken(service)}`;
    expect(await fillIn(link, { password: 'password123' })).toContain('one of the commonest');
    expect(await fillIn(link, { password: NEW_PASSWORD })).toContain('Your password is set');
    const signIn = { email: 'ada@example.com', password: NEW_PASSWORD };
    expect(await fillIn('/sign-in', signIn)).toContain('You are signed in');
    expect(await fillIn(link, { password: PASSWORD })).toContain('link');
    expect(await fillIn('/sign-in', { ...signIn, password: PASSWORD })).not.toContain('You are signed in');
  });

  it('asks whoever signs up first for the setup code', async () => {
    await emptyDatabase(database);
    await service.close();
    service = await startAccountsService(database);
    const ada = { name: 'Ada', email: 'ada@example.com', password: PASSWORD };
    expect(await fillIn('/sign-up', { ...ada, setupCode: 'wrong' })).toContain('not the setup code');
    expect(await fillIn('/sign-up', { ...ada, setupCode: await service.setupCode() })).toContain('You own the first');
    expect(await (await fetch(`${service.url}/sign-up`)).text()).not.toContain('Setup code');
  });

  it('lets a new person join, and one with an account', async () => {
    const ada = new Browser(service);
    await ada.post('/v1/auth/sign-in', { email: 'ada@example.com', password: PASSWORD });
    const { id } = (await ada.post('/v1/organisations', { name: 'Ada Ltd' })).body.organisation;
    const invite = async (role: string) => {
      const seen = linksWritten(service);
      await ada.post('/v1/invitations', { email: 'bob@example.com', role });
      return `/invitation#token=${await lastToken(service, seen)}`;
    };
    const bob = { name: 'Bob', email: 'bob@example.com', password: PASSWORD };
    expect(await fillIn(await invite('developer'), bob)).toContain('Your account is created');
    const { name: _name, ...known } = bob;
    await ada.post('/v1/auth/organisation', { organisation_id: service.accounts.organisationId });
    expect(await fillIn(await invite('auditor'), known, 1)).toContain('You have joined the organisation');
    const members = await database.system.selectFrom('members').select(['organisation_id', 'role']).execute();
    expect(members).toEqual(
      expect.arrayContaining([
        { organisation_id: id, role: 'developer' },
        { organisation_id: service.accounts.organisationId, role: 'auditor' },
      ]),
    );
  });

  it.each(ACCOUNT_PAGES.map(({ path }) => path))('%s runs nothing but its own script, in no frame', async (path) => {
    const { status, headers } = await fetch(`${service.url}${path}`);
    const policy = headers.get('content-security-policy') ?? '';
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(policy).toMatch(/script-src 'sha256-[^']+';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });
});
