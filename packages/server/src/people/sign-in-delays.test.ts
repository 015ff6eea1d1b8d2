import { BlockList } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import {
  type AccountsService,
  dumpDatabase,
  emptyDatabase,
  startAccountsService,
  stoppedClock,
} from '../testing/accounts.ts';
import { Browser, lastToken, PASSWORD, signUpFirst } from '../testing/browser.ts';
import { describeOnDatabase, describeOnDatabases } from '../testing/database.ts';
import { SignInDelays, type TryOrigin } from './sign-in-delays.ts';

const wrong = async () => {
  throw new ApiError('invalid_credentials');
};
const right = async () => 'in';

describeOnDatabases('tries to sign in', (opened) => {
  let clock: ReturnType<typeof stoppedClock>;
  let delays: SignInDelays;
  beforeEach(() => {
    clock = stoppedClock();
    delays = new SignInDelays({ database: opened(), clock, secret: 'secret' });
  });
  afterEach(() => emptyDatabase(opened()));

  const ADA = 'ada@example.com';
  const HOME: TryOrigin = { network: '198.51.0.0/16' };
  /** How tries end: `in`, or the code of the refusal. */
  const outcome = async (origin: TryOrigin, work: () => Promise<string> = wrong, account = ADA) =>
    await delays.attempt(account, origin, work).catch((error: ApiError) => error.code);
  const many = async (count: number, origin: TryOrigin) => {
    const codes: string[] = [];
    for (let at = 0; at < count; at += 1) codes.push(await outcome(origin));
    return codes;
  };

  it('wait after twenty that were wrong, longer each time, and five minutes at most', async () => {
    expect(await many(20, HOME)).toEqual(Array(20).fill('invalid_credentials'));
    expect(await outcome(HOME, right)).toBe('locked');
    const waits: number[] = [];
    for (let at = 0; at < 12; at += 1) {
      const refused = await delays.attempt(ADA, HOME, wrong).catch((error: ApiError) => error);
      expect(refused).toMatchObject({ code: 'locked', message: expect.stringContaining('reset the password') });
      const seconds = (refused as ApiError).retryAfter ?? 0;
      waits.push(seconds);
      clock.time += seconds * 1_000 - 1;
      expect(await outcome(HOME)).toBe('locked');
      clock.time += 1;
      expect(await outcome(HOME)).toBe('invalid_credentials');
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300]);
    clock.time += 900_001;
    expect(await many(20, HOME)).toEqual(Array(20).fill('invalid_credentials'));
  });

  it('that were right do not count, nor do those that failed for another reason', async () => {
    await many(19, HOME);
    for (let at = 0; at < 5; at += 1) expect(await outcome(HOME, right)).toBe('in');
    const away = async () => {
      throw new ApiError('database_unavailable');
    };
    for (let at = 0; at < 5; at += 1) expect(await outcome(HOME, away)).toBe('database_unavailable');
    expect(await outcome(HOME)).toBe('invalid_credentials');
    expect(await outcome(HOME)).toBe('locked');
  });

  it('from other networks, of other accounts and in a known browser go on', async () => {
    await many(21, HOME);
    expect(await outcome(HOME, right)).toBe('locked');
    expect(await outcome({ network: '203.0.0.0/16' }, right)).toBe('in');
    expect(await outcome(HOME, right, 'grace@example.com')).toBe('in');
    expect(await outcome({ ...HOME, device: 'laptop' }, right)).toBe('in');
    // A browser that was stolen guesses no faster.
    await many(20, { ...HOME, device: 'stolen' });
    expect(await outcome({ ...HOME, device: 'stolen' }, right)).toBe('locked');
    expect(await outcome({ ...HOME, device: 'laptop' }, right)).toBe('in');
  });

  it('from very many networks wait too, half a minute at most, and never in a known browser', async () => {
    for (let at = 0; at < 100; at += 1) await outcome({ network: `net ${at}` });
    const waits: number[] = [];
    for (let at = 0; at < 7; at += 1) {
      const refused = await delays.attempt(ADA, { network: `late ${at}` }, wrong).catch((error: ApiError) => error);
      waits.push((refused as ApiError).retryAfter ?? 0);
      clock.time += (waits.at(-1) ?? 0) * 1_000;
      expect(await outcome({ network: `late ${at}` })).toBe('invalid_credentials');
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
    expect(await outcome({ network: 'net', device: 'laptop' }, right)).toBe('in');
  });

  it('at once are not all let through', async () => {
    const codes = await Promise.all(Array.from({ length: 40 }, () => outcome(HOME)));
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(20);
    clock.time += 2_000;
    const later = await Promise.all(Array.from({ length: 8 }, () => outcome(HOME)));
    expect(later.filter((code) => code === 'invalid_credentials')).toHaveLength(1);
  });

  it('are forgotten after a day, and hold no address in clear', async () => {
    await many(3, HOME);
    expect(await dumpDatabase(opened())).not.toContain(ADA);
    clock.time += 24 * 3_600_000 + 1;
    await delays.sweep();
    expect(await opened().system.selectFrom('sign_in_delays').selectAll().execute()).toEqual([]);
  });
});

describeOnDatabase('an account that is guessed at', (opened) => {
  let database: Database;
  let service: AccountsService;
  beforeEach(async () => {
    database = opened();
    // It stands still, as sign-ins take their time and delays are short.
    const clock = stoppedClock(Date.now());
    service = await startAccountsService(database, { clock, config: { allowHttp: true, trustedProxies: loopback() } });
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(database);
  });

  const EMAIL = 'ada@example.com';
  const from = (address: string) =>
    new Browser(service, { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address });
  const signIn = (browser: Browser, password: string, email = EMAIL) =>
    browser.post('/v1/auth/sign-in', { email, password });
  /** Wrong passwords from one network, each from an address of its own; most of them only counted. */
  const guess = async (email = EMAIL) => {
    const statuses: number[] = [];
    for (let at = 1; at <= 3; at += 1) {
      statuses.push((await signIn(from(`198.51.100.${at}`), 'a wrong long sentence', email)).status);
      await database.system
        .updateTable('sign_in_delays')
        .set({ tries: 18 + at })
        .where('origin', '!=', '*')
        .execute();
    }
    return statuses;
  };

  it('is slowed down for the network, not for the browser that the person has', async () => {
    const ada = await signUpFirst(service);
    expect(ada.cookies.get('platen_device')).toMatch(/^[\w-]{22}\.\d+\.[\w-]{43}$/);
    expect(await guess()).toEqual([401, 401, 429]);
    // The right password does not tell itself from a wrong one.
    const late = await signIn(from('198.51.7.7'), PASSWORD);
    expect([late.status, late.body.error_code]).toEqual([429, 'locked']);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn(from('203.0.113.9'), PASSWORD)).status).toBe(200);
    const own = from('198.51.7.7');
    own.cookies.set('platen_device', ada.cookies.get('platen_device') ?? '');
    expect((await signIn(own, PASSWORD)).status).toBe(200);
    const planted = from('198.51.7.7');
    planted.cookies.set('platen_device', `${'a'.repeat(22)}.1.${'b'.repeat(43)}`);
    expect((await signIn(planted, PASSWORD)).status).toBe(429);
  });

  it('is open to the browser that the person has, also when its source is locked, which counts by itself', async () => {
    const ada = await signUpFirst(service);
    const wrong = { source: '198.51.7.7', key: `plk_live_${'x'.repeat(43)}` };
    const locked = async () => (await signIn(from(wrong.source), PASSWORD)).body.error_code === 'locked';
    for (let at = 0; at < 25 && !(await locked()); at += 1) {
      await service.ask('GET', '/v1/account', { key: wrong.key, headers: { 'x-forwarded-for': wrong.source } });
    }
    const own = from(wrong.source);
    own.cookies.set('platen_device', ada.cookies.get('platen_device') ?? '');
    expect(await locked()).toBe(true);
    expect((await signIn(own, PASSWORD)).status).toBe(200);
    // Its wrong tries lock it alone.
    const tries = [];
    for (let at = 0; at < 21; at += 1) tries.push((await signIn(own, 'a wrong long sentence')).body.error_code);
    expect(tries.slice(-1)).toEqual(['locked']);
    expect((await signIn(from('203.0.113.9'), PASSWORD)).status).toBe(200);
  });

  it('does not have to be one', async () => {
    await signUpFirst(service);
    expect(await guess('nobody@example.com')).toEqual([401, 401, 429]);
  });

  it('is open again to who resets the password', async () => {
    await signUpFirst(service);
    await guess();
    const browser = from('198.51.7.7');
    await browser.post('/v1/auth/reset', { email: EMAIL });
    const token = await lastToken(service);
    const password = 'another long sentence';
    expect((await browser.post('/v1/auth/reset/confirm', { token, password })).status).toBe(200);
    expect((await signIn(from('198.51.7.8'), password)).status).toBe(429);
    expect((await signIn(browser, password)).status).toBe(200);
  });

  it('knows a browser for the account only that was used in it', async () => {
    const ada = await signUpFirst(service);
    const other = from('198.51.7.7');
    other.cookies.set('platen_device', ada.cookies.get('platen_device') ?? '');
    await guess('grace@example.com');
    expect((await signIn(other, PASSWORD, 'grace@example.com')).status).toBe(429);
  });
});

function loopback(): BlockList {
  const list = new BlockList();
  list.addAddress('127.0.0.1');
  return list;
}
