import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../packages/server/src/data/database.ts';
import {
  type AccountsService,
  emptyDatabase,
  startAccountsService,
} from '../../packages/server/src/testing/accounts.ts';
import { Browser, PASSWORD, signUpFirst } from '../../packages/server/src/testing/browser.ts';
import { describeOnDatabase } from '../../packages/server/src/testing/database.ts';
import { codeOf, PEOPLE_ROUTES, ROUTES } from './operations.ts';

/** What other sites make a browser send (S110), and fields that nobody may set (S114). */

const CHANGING = [...ROUTES, ...PEOPLE_ROUTES].filter(({ method }) => method !== 'GET');
/** Those under /api ignore what they do not know. */
const WITH_BODY = CHANGING.filter(({ example, path }) => example !== undefined && path.startsWith('/v1/'));

const OTHER_SITES: readonly Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  // This service by name, as only a page of it may be.
  { origin: 'OWN', 'sec-fetch-site': 'cross-site' },
  { origin: 'OWN.evil.example', 'sec-fetch-site': 'same-origin' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
];

/**
 * Where a request comes from is judged without regard to its path, by two guards: that of keys and that of people. One
 * operation of each method under each of them, and one that takes a form, is tried with all signs of another site; every
 * other with two, in turn.
 */
function signsFor({ name }: (typeof CHANGING)[number], at: number): readonly Record<string, string>[] {
  if (WITH_ALL_SIGNS.has(name)) return OTHER_SITES;
  return [0, 1].map((more) => OTHER_SITES[(2 * at + more) % OTHER_SITES.length] ?? {});
}

const ofThisService = (sign: Record<string, string>, { url }: AccountsService): Record<string, string> =>
  Object.fromEntries(Object.entries(sign).map(([name, value]) => [name, value.replace('OWN', url)]));

const KINDS_OF_ROUTES = [ROUTES, PEOPLE_ROUTES].flatMap((routes) =>
  ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => routes.filter((route) => route.method === method)),
);
const FORMS = ROUTES.filter(({ example }) => example instanceof FormData);
const WITH_ALL_SIGNS: ReadonlySet<string> = new Set(
  [...KINDS_OF_ROUTES, FORMS].flatMap(([first]) => first?.name ?? []),
);

describeOnDatabase('a session', (opened) => {
  let database: Database;
  let service: AccountsService;
  beforeEach(async () => {
    database = opened();
    // Each operation of the service, one after the other, is more than a minute has place for.
    service = await startAccountsService(database, { config: { rateLimit: 0 } });
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(database);
  });

  it('S110: does nothing that a page of another site asks for', async () => {
    const owner = await signUpFirst(service);
    const before = await service.accounts.audit.list(service.accounts.organisationId, { limit: 100 });
    const evil = new Browser(service, {});
    for (const [name, value] of owner.cookies) evil.cookies.set(name, value);
    expect(CHANGING.length).toBeGreaterThan(25);
    expect(WITH_ALL_SIGNS.size).toBeGreaterThan(4);
    for (const [place, route] of CHANGING.entries()) {
      const { method, path, example, name } = route;
      for (const sign of signsFor(route, place)) {
        const headers = ofThisService(sign, service);
        const at = path.replace(/\{\w+\}/, service.accounts.organisationId);
        const answer = await evil.send(method, at, example ?? {}, headers);
        expect([answer.status, codeOf(answer.body)], `${name} ${JSON.stringify(headers)}`).toEqual([403, 'cross_site']);
        expect(answer.headers.getSetCookie()).toEqual([]);
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      }
    }
    expect(await service.accounts.audit.list(service.accounts.organisationId, { limit: 100 })).toEqual(before);
    expect((await owner.get('/v1/auth/session')).status).toBe(200);
    // Each changing operation of the service, one after the other.
  }, 240_000);

  it('S110: cannot be begun from another site either', async () => {
    await signUpFirst(service);
    for (const sign of OTHER_SITES) {
      const browser = new Browser(service, ofThisService(sign, service));
      const answer = await browser.post('/v1/auth/sign-in', { email: 'ada@example.com', password: PASSWORD });
      expect([answer.status, answer.body.error_code]).toEqual([403, 'cross_site']);
      expect(browser.cookies.size).toBe(0);
    }
  });

  it('S110: is used by a page of the public address, also when a proxy has changed the host', async () => {
    await signUpFirst(service);
    await service.close();
    const publicUrl = 'https://pdf.example';
    service = await startAccountsService(database, { config: { publicUrl } });
    const page = new Browser(service, { origin: publicUrl, 'sec-fetch-site': 'same-origin' });
    const answer = await page.post('/v1/auth/sign-in', { email: 'ada@example.com', password: PASSWORD });
    expect(answer.status).toBe(200);
    expect((await page.post('/v1/keys', { name: 'x', scopes: ['convert:pdf'] })).status).toBe(201);
  });

  it('S110: is used by a program that says nothing of where it comes from', async () => {
    const owner = await signUpFirst(service);
    const created = await owner.post('/v1/keys', { name: 'x', scopes: ['convert:pdf'] });
    const curl = new Browser(service, {});
    for (const [name, value] of owner.cookies) curl.cookies.set(name, value);
    expect((await curl.send('DELETE', `/v1/keys/${created.body.key.id}`)).status).toBe(200);
    const form = await curl.send('POST', '/v1/auth/sign-out');
    expect([form.status, form.body.error_code]).toEqual([403, 'cross_site']);
  });

  it('over https is for https only, from then on', async () => {
    const plain = await fetch(`${service.url}/livez`);
    expect(plain.headers.get('strict-transport-security')).toBeNull();
    await service.close();
    service = await startAccountsService(database, { config: { publicUrl: 'https://pdf.example' } });
    const { headers } = await fetch(`${service.url}/livez`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  describe('S114: a field that nobody may set', () => {
    const FORBIDDEN: Readonly<Record<string, unknown>> = {
      org_id: 'org_01jc0000000000000000000000',
      organisation: 'org_01jc0000000000000000000000',
      user_id: 'usr_01jc0000000000000000000000',
      role: 'owner',
      credits: 1_000_000,
      plan: 'scale',
      is_admin: true,
      emailVerified: true,
      twoFactorEnabled: false,
      callbackURL: 'https://evil.example',
    };

    it('is refused by name, by every operation with a body', async () => {
      const owner = await signUpFirst(service);
      expect(WITH_BODY.length).toBeGreaterThan(20);
      const before = await service.accounts.audit.list(service.accounts.organisationId, { limit: 100 });
      for (const { method, path, example, name } of WITH_BODY) {
        const fields = Object.entries(FORBIDDEN).filter(([field]) => !Object.hasOwn(example as object, field));
        const at = path.replace(/\{\w+\}/, service.accounts.organisationId);
        const answer = await owner.send(method, at, { ...(example as object), ...Object.fromEntries(fields) });
        // What the path names is not there, and that is answered before anything is said of the body.
        if (path.includes('{') && answer.status === 404) continue;
        expect([answer.status, answer.body.error_code], name).toEqual([400, 'unknown_field']);
        const pointers = answer.body.errors.map(({ pointer }: { pointer: string }) => pointer);
        expect(pointers, name).toEqual(expect.arrayContaining(fields.map(([field]) => `/${field}`)));
      }
      expect(await service.accounts.audit.list(service.accounts.organisationId, { limit: 100 })).toEqual(before);
    });
  });
});
