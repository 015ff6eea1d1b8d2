import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import { type AccountsService, dumpDatabase, emptyDatabase, startAccountsService } from '../testing/accounts.ts';
import { codeOf } from '../testing/authenticator.ts';
import { Browser, lastToken, linksWritten, PASSWORD, signUpFirst } from '../testing/browser.ts';
import { describeOnDatabase } from '../testing/database.ts';

const EMAIL = 'ada@example.com';
const ADA = { email: EMAIL, password: PASSWORD };

describeOnDatabase('an account', (opened) => {
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

  const actions = async () =>
    (await service.accounts.audit.list(service.accounts.organisationId, { limit: 100 })).map(({ action }) => action);

  describe('its password', () => {
    const signUp = async (password: string) =>
      new Browser(service).post('/v1/auth/sign-up', {
        name: 'Ada',
        email: 'ada.lovelace@example.com',
        password,
        setup_code: await service.setupCode(),
      });

    it.each([
      ['too short', 'x'.repeat(9)],
      ['too long', 'x'.repeat(129)],
      ['the address', 'Ada.Lovelace@example.com'],
      ['the name of the mailbox', 'ADA.lovelace'],
      ['one of the commonest', 'Password123'],
    ])('is refused: %s', async (_name, password) => {
      const answer = await signUp(password);
      expect([answer.status, answer.body.error_code]).toEqual([400, 'invalid_request']);
      expect(answer.body.errors).toMatchObject([{ pointer: '/password' }]);
      expect(JSON.stringify(answer.body)).not.toContain(password);
    });

    it.each([
      ['10 characters', 'abcdefgh j'],
      ['128 characters of any kind', '𝒳'.repeat(128)],
      ['without digits and capitals', 'only small letters'],
    ])('is taken: %s', async (_name, password) => {
      expect((await signUp(password)).body.status).toBe('signed_in');
      const body = { email: 'ada.lovelace@example.com', password };
      expect((await new Browser(service).post('/v1/auth/sign-in', body)).body.status).toBe('signed_in');
    });

    it('is reset by a link, once, and all sessions end', async () => {
      const ada = await signUpFirst(service);
      expect((await ada.post('/v1/auth/reset', { email: 'ADA@example.com' })).body).toEqual({ success: true });
      const token = await lastToken(service);
      expect(await dumpDatabase(database)).not.toContain(token);
      const confirm = (password: string) => ada.post('/v1/auth/reset/confirm', { token, password });
      expect((await confirm('password1234')).status).toBe(400);
      expect((await confirm('another long sentence')).status).toBe(200);
      expect((await ada.get('/v1/auth/session')).status).toBe(401);
      expect((await confirm('a third long sentence')).body.error_code).toBe('invalid_link');
      expect((await ada.post('/v1/auth/sign-in', ADA)).status).toBe(401);
      expect((await ada.post('/v1/auth/sign-in', { ...ADA, password: 'another long sentence' })).status).toBe(200);
      expect(await actions()).toContain('password.reset');
    });

    it('is not to be had from the database, nor is an address from the log', async () => {
      await signUpFirst(service);
      const dump = await dumpDatabase(database);
      expect(dump).toContain(EMAIL);
      expect(dump).not.toContain(PASSWORD);
      const rows = await service.accounts.audit.list(service.accounts.organisationId, { limit: 100 });
      expect(JSON.stringify(rows) + service.logged()).not.toMatch(/ada@example|a long sentence/i);
    });
  });

  it('is notified of another sign-up, which the one who signs up cannot see', async () => {
    await signUpFirst(service);
    const answer = await new Browser(service).post('/v1/auth/sign-up', { ...ADA, name: 'Eve' });
    expect(answer.body.status).toBe('verification_sent');
    await expect.poll(() => service.terminal()).toContain('You already have an account, for ada@example.com');
    expect(linksWritten(service)).toBe(0);
  });

  it('gets at most two emails a minute', async () => {
    const ada = await signUpFirst(service);
    for (let at = 0; at < 4; at += 1) await ada.post('/v1/auth/reset', { email: EMAIL });
    expect(linksWritten(service)).toBe(2);
  });

  describe('its second factor', () => {
    async function enabled() {
      const ada = await signUpFirst(service);
      const before = ada.cookies.get('platen_session');
      const prepared = await ada.post('/v1/auth/two-factor/enable', { password: PASSWORD });
      const { uri, backup_codes } = prepared.body as { uri: string; backup_codes: string[] };
      const confirmed = await ada.post('/v1/auth/two-factor/verify', { code: codeOf(uri) });
      expect(confirmed.body.session.person.two_factor).toBe(true);
      expect(ada.cookies.get('platen_session')).not.toBe(before);
      return { ada, uri, backup_codes };
    }

    it('is asked for at sign-in, and a wrong one is refused and recorded', async () => {
      const { uri } = await enabled();
      const browser = new Browser(service);
      const half = await browser.post('/v1/auth/sign-in', ADA);
      expect(half.body).toEqual({ success: true, status: 'second_factor_required', session: null });
      expect([...browser.cookies.keys()]).toEqual(['platen_second_factor']);
      expect((await browser.get('/v1/auth/session')).status).toBe(401);
      expect((await browser.get('/v1/account')).status).toBe(401);
      const wrong = await browser.post('/v1/auth/two-factor/verify', { code: '000000' });
      expect([wrong.status, wrong.body.error_code]).toEqual([401, 'invalid_credentials']);
      const right = await browser.post('/v1/auth/two-factor/verify', { code: codeOf(uri, 1) });
      expect(right.body).toMatchObject({ status: 'signed_in', session: { organisations: [{ active: true }] } });
      expect([...browser.cookies.keys()]).toEqual(['platen_session', 'platen_device']);
      await expect.poll(actions).toContain('session.refused');
      expect(await actions()).toEqual(expect.arrayContaining(['two_factor.prepared', 'two_factor.enabled']));
      const dump = await dumpDatabase(database);
      expect(dump).not.toContain(new URL(uri).searchParams.get('secret'));
    });

    it('is a code that cannot be used twice', async () => {
      const { uri } = await enabled();
      const code = codeOf(uri, 1);
      const use = async () => {
        const browser = new Browser(service);
        await browser.post('/v1/auth/sign-in', ADA);
        return (await browser.post('/v1/auth/two-factor/verify', { code })).status;
      };
      expect((await Promise.all([use(), use(), use()])).sort()).toEqual([200, 401, 401]);
      expect(await use()).toBe(401);
    });

    it('is replaced by a backup code, which works once', async () => {
      const { backup_codes } = await enabled();
      expect(backup_codes).toHaveLength(10);
      expect(await dumpDatabase(database)).not.toContain(backup_codes[0]);
      const use = async () => {
        const browser = new Browser(service);
        await browser.post('/v1/auth/sign-in', ADA);
        return await browser.post('/v1/auth/two-factor/verify', { code: backup_codes[0] });
      };
      expect((await use()).body.status).toBe('signed_in');
      expect((await use()).status).toBe(401);
    });

    it('survives a reset of the password', async () => {
      const { ada } = await enabled();
      await ada.post('/v1/auth/reset', { email: EMAIL });
      const token = await lastToken(service);
      await ada.post('/v1/auth/reset/confirm', { token, password: 'another long sentence' });
      const answer = await ada.post('/v1/auth/sign-in', { email: EMAIL, password: 'another long sentence' });
      expect(answer.body.status).toBe('second_factor_required');
    });

    it('is turned off with the password only, and not set up twice', async () => {
      const { ada } = await enabled();
      const twice = await ada.post('/v1/auth/two-factor/enable', { password: PASSWORD });
      expect([twice.status, twice.body.error_code]).toEqual([409, 'two_factor_enabled']);
      const wrong = await ada.post('/v1/auth/two-factor/disable', { password: 'not the password' });
      expect([wrong.status, wrong.body.error_code]).toEqual([401, 'invalid_credentials']);
      const off = await ada.post('/v1/auth/two-factor/disable', { password: PASSWORD });
      expect(off.body.session.person.two_factor).toBe(false);
      expect((await new Browser(service).post('/v1/auth/sign-in', ADA)).body.status).toBe('signed_in');
      expect(await actions()).toContain('two_factor.disabled');
    });

    it.each(['enable', 'disable', 'verify'])('needs somebody who is signed in to %s it', async (operation) => {
      const body = operation === 'verify' ? { code: '123456' } : { password: PASSWORD };
      const answer = await new Browser(service).post(`/v1/auth/two-factor/${operation}`, body);
      expect([answer.status, answer.body.error_code]).toEqual([401, 'session_required']);
    });
  });
});
