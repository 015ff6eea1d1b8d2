import { BlockList } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../packages/server/src/data/database.ts';
import {
  type AccountsService,
  dumpDatabase,
  emptyDatabase,
  startAccountsService,
} from '../../packages/server/src/testing/accounts.ts';
import { Browser, PASSWORD, signUpFirst, signUpInvited } from '../../packages/server/src/testing/browser.ts';
import { describeOnDatabase, describeOnDatabases } from '../../packages/server/src/testing/database.ts';

/** S109: what a session is, and how it ends. */

const MINUTE = 60_000;
const ADA = { email: 'ada@example.com', password: PASSWORD };
/** A proxy with TLS on this machine. */
const HTTPS = { 'sec-fetch-site': 'same-origin', 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.7' };

function movableClock() {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  return clock;
}

describeOnDatabases('S109: a session', (opened) => {
  let database: Database;
  let service: AccountsService;
  let clock: ReturnType<typeof movableClock>;
  beforeEach(async () => {
    database = opened();
    clock = movableClock();
    service = await startAccountsService(database, { clock });
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(database);
  });

  const isIn = async (browser: Browser) => (await browser.get('/v1/auth/session')).status === 200;
  const cookieOf = (browser: Browser) => browser.cookies.get('platen_session') ?? '';

  it('over https is a __Host- cookie with all its flags, and no other counts', async () => {
    await signUpFirst(service);
    await service.close();
    const publicUrl = 'https://pdf.example';
    service = await startAccountsService(database, { clock, config: { publicUrl } });
    const browser = new Browser(service, HTTPS);
    const answer = await browser.post('/v1/auth/sign-in', ADA);
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    expect(cookies[0]).toMatch(/^__Host-platen_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(cookies[1]).toMatch(
      /^__Host-platen_device=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=15552000$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await isIn(browser)).toBe(true);
    const value = browser.cookies.get('__Host-platen_session') ?? '';
    const planted = await browser.send('GET', '/v1/auth/session', undefined, { cookie: `platen_session=${value}` });
    expect(planted.status).toBe(401);
    const twice = `__Host-platen_session=${value}; __Host-platen_session=${value}`;
    expect((await browser.send('GET', '/v1/auth/session', undefined, { cookie: twice })).status).toBe(401);
  });

  it('behind a trusted proxy is for https if people came by https', async () => {
    await signUpFirst(service);
    await service.close();
    const trustedProxies = new BlockList();
    trustedProxies.addAddress('127.0.0.1');
    service = await startAccountsService(database, { clock, config: { trustedProxies, allowHttp: false } });
    const browser = new Browser(service, HTTPS);
    await browser.post('/v1/auth/sign-in', ADA);
    expect([...browser.cookies.keys()]).toEqual(['__Host-platen_session', '__Host-platen_device']);
    expect(await isIn(browser)).toBe(true);
    const open = new Browser(service, { ...HTTPS, 'x-forwarded-proto': 'http' });
    expect((await open.post('/v1/auth/sign-in', ADA)).body.error_code).toBe('https_required');
    const claimed = new Browser(service, { ...HTTPS, 'x-forwarded-proto': 'https, http' });
    expect((await claimed.post('/v1/auth/sign-in', ADA)).body.error_code).toBe('https_required');
  });

  it('over plain http on this machine is without prefix and Secure, and has the other flags', async () => {
    const browser = new Browser(service);
    const setup_code = await service.setupCode();
    const answer = await browser.post('/v1/auth/sign-up', { ...ADA, name: 'Ada', setup_code });
    expect(answer.headers.getSetCookie()).toHaveLength(2);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^platen_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('cannot be fixed beforehand, and is another one after each sign-in', async () => {
    const browser = await signUpFirst(service);
    const first = cookieOf(browser);
    for (const planted of ['chosen-by-somebody', 'x'.repeat(32), `${'x'.repeat(32)}.${'A'.repeat(43)}=`, first]) {
      const victim = new Browser(service);
      victim.cookies.set('platen_session', planted);
      expect((await victim.post('/v1/auth/sign-in', ADA)).status).toBe(200);
      expect(cookieOf(victim)).not.toBe(planted);
      expect(await isIn(victim)).toBe(true);
      // The one that was there has ended, whoever may know it.
      const thief = new Browser(service);
      thief.cookies.set('platen_session', planted);
      expect(await isIn(thief)).toBe(false);
    }
  });

  it('ends here at sign-out, not only in the browser', async () => {
    const browser = await signUpFirst(service);
    const thief = new Browser(service);
    thief.cookies.set('platen_session', cookieOf(browser));
    expect(await isIn(thief)).toBe(true);
    const answer = await browser.post('/v1/auth/sign-out');
    expect(answer.headers.getSetCookie().join()).toContain(
      'platen_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    );
    expect(await isIn(thief)).toBe(false);
    expect(await database.system.selectFrom('sessions').select('id').execute()).toEqual([]);
    expect((await new Browser(service).post('/v1/auth/sign-out')).status).toBe(200);
  });

  it('ends after 30 minutes without a request', async () => {
    const browser = await signUpFirst(service);
    for (let at = 0; at < 3; at += 1) {
      clock.ahead += 29 * MINUTE;
      expect(await isIn(browser)).toBe(true);
    }
    clock.ahead += 31 * MINUTE;
    expect(await isIn(browser)).toBe(false);
    expect(await database.system.selectFrom('sessions').select('id').execute()).toEqual([]);
  });

  it('ends after 12 hours, however much it is used', async () => {
    const browser = await signUpFirst(service);
    for (let minutes = 25; minutes < 12 * 60; minutes += 25) {
      clock.ahead += 25 * MINUTE;
      expect(await isIn(browser)).toBe(true);
    }
    clock.ahead += 25 * MINUTE;
    expect(await isIn(browser)).toBe(false);
  });

  it('ends when the clock that it was begun by is set back (F24)', async () => {
    const browser = await signUpFirst(service);
    clock.ahead -= 5 * MINUTE;
    expect(await isIn(browser)).toBe(true);
    clock.ahead -= 40 * 24 * 60 * MINUTE;
    expect(await isIn(browser)).toBe(false);
  });

  it('ends when its person gets another role or is removed', async () => {
    const owner = await signUpFirst(service);
    const grace = await signUpInvited(service, { owner, role: 'admin', email: 'grace@example.com' });
    const member = (await owner.get('/v1/members')).body.data[1].id;
    expect((await owner.send('PATCH', `/v1/members/${member}`, { role: 'auditor' })).status).toBe(200);
    expect(await isIn(grace)).toBe(false);
    await grace.post('/v1/auth/sign-in', { ...ADA, email: 'grace@example.com' });
    expect((await grace.get('/v1/account')).body.person.role).toBe('auditor');
    expect((await owner.send('DELETE', `/v1/members/${member}`)).status).toBe(200);
    expect(await isIn(grace)).toBe(false);
  });

  it('is not to be had from the database', async () => {
    const browser = await signUpFirst(service);
    const dump = await dumpDatabase(database);
    const [token = '', signature = ''] = decodeURIComponent(cookieOf(browser)).split('.');
    expect(dump).toContain(token);
    expect(dump).not.toContain(signature);
    const thief = new Browser(service);
    for (const guess of [token, `${token}.`, `${token}.${'A'.repeat(43)}=`, `${token}.${signature.toLowerCase()}`]) {
      thief.cookies.set('platen_session', encodeURIComponent(guess));
      expect(await isIn(thief)).toBe(false);
    }
    expect(service.logged()).not.toContain(token);
  });

  it('that is none is no credential', async () => {
    await signUpFirst(service);
    for (const cookie of ['', '%', 'x', 'x.y', `${'x'.repeat(32)}.${'A'.repeat(43)}=`]) {
      const headers = { cookie: `platen_session=${cookie}` };
      const answer = await new Browser(service).send('GET', '/v1/keys', undefined, headers);
      expect([answer.status, answer.body.error_code]).toEqual([401, 'missing_key']);
    }
  });
});

// What is counted and locked is told by the tests of the stores, on both databases.
describeOnDatabase('guesses at sign-in', (opened) => {
  let database: Database;
  let service: AccountsService;
  let clock: ReturnType<typeof movableClock>;
  beforeEach(async () => {
    database = opened();
    clock = movableClock();
    service = await startAccountsService(database, { clock });
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(database);
  });

  it('are answered the same for unknown addresses and wrong passwords', async () => {
    await signUpFirst(service);
    const told = ({ body, status }: { body: Record<string, unknown>; status: number }) => {
      const { instance, request_id, ...rest } = body;
      return { status, rest };
    };
    const browser = new Browser(service);
    const wrong = await browser.post('/v1/auth/sign-in', { ...ADA, password: 'not the password' });
    const unknown = await browser.post('/v1/auth/sign-in', { ...ADA, email: 'eve@example.com' });
    expect(told(wrong)).toEqual(told(unknown));
    expect(wrong).toMatchObject({ status: 401, body: { error_code: 'invalid_credentials' } });
    expect(wrong.headers.getSetCookie()).toEqual([]);

    const again = await browser.post('/v1/auth/sign-up', { ...ADA, name: 'Eve' });
    const fresh = await browser.post('/v1/auth/sign-up', { ...ADA, name: 'Eve', email: 'new@example.com' });
    expect(told(again)).toEqual(told(fresh));
    expect(again.headers.getSetCookie()).toEqual(fresh.headers.getSetCookie());

    const known = await browser.post('/v1/auth/reset', { email: ADA.email });
    expect(told(known)).toEqual(told(await browser.post('/v1/auth/reset', { email: 'nobody@example.com' })));
  });

  it('lock the network that they come from, and are recorded once a minute', async () => {
    const owner = await signUpFirst(service);
    const browser = new Browser(service);
    for (let at = 0; at < 20; at += 1) {
      const answer = await browser.post('/v1/auth/sign-in', { ...ADA, password: `wrong password ${at}` });
      expect(answer.status).toBe(401);
    }
    const locked = await browser.post('/v1/auth/sign-in', ADA);
    expect([locked.status, locked.body.error_code]).toEqual([429, 'locked']);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
    // A lock stops guesses, not who is in.
    expect((await owner.get('/v1/account')).status).toBe(200);
    clock.ahead += 2 * MINUTE;
    expect((await browser.post('/v1/auth/sign-in', ADA)).status).toBe(200);
    const filter = { limit: 10, action: 'session.refused' };
    const rows = await service.accounts.audit.list(service.accounts.organisationId, filter);
    expect(rows).toMatchObject([{ detail: { reason: 'password' } }]);
    expect(service.logged()).toContain('source_locked');
    expect(service.logged()).not.toMatch(/ada@example|wrong password/);
  });

  it('with links and second factors count too', async () => {
    const browser = new Browser(service);
    const paths = ['/v1/auth/verify', '/v1/auth/reset/confirm', '/v1/auth/two-factor/verify'];
    for (let at = 0; at < 20; at += 1) {
      const path = paths[at % paths.length] ?? '';
      browser.cookies.set('platen_second_factor', ['x', '%', '2fa-x.y%', ''][at % 4] ?? '');
      const body = path.endsWith('verify') && path.includes('two') ? { code: '123456' } : { token: `guess-${at}` };
      const answer = await browser.post(path, path.endsWith('confirm') ? { ...body, password: PASSWORD } : body);
      expect([400, 401]).toContain(answer.status);
    }
    expect((await browser.post('/v1/auth/sign-in', ADA)).status).toBe(429);
  });

  it('and requests of one network are bounded', async () => {
    // Time would give back one request a second.
    const instant = clock.now();
    clock.now = () => instant;
    const browser = new Browser(service);
    const statuses: number[] = [];
    for (let at = 0; at < 61; at += 1) statuses.push((await browser.post('/v1/auth/sign-out')).status);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
    expect(statuses[60]).toBe(429);
  });
});
