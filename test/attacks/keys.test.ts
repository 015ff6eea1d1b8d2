import { createHash } from 'node:crypto';
import { BlockList } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeKey } from '../../packages/server/src/access/key-format.ts';
import type { Database } from '../../packages/server/src/data/database.ts';
import {
  type AccountsService,
  type Answer,
  dumpDatabase,
  emptyDatabase,
  startAccountsService,
  stoppedClock,
} from '../../packages/server/src/testing/accounts.ts';
import { describeOnDatabase } from '../../packages/server/src/testing/database.ts';
import { engineDouble } from '../../packages/server/src/testing/engine-double.ts';
import { RawClient } from '../../packages/server/src/testing/raw-client.ts';
import { HELLO, KEY } from '../../packages/server/src/testing/service.ts';

/** Keys that are guessed, stolen, used from elsewhere, or for more than they are for. */

const PDF = '/v1/convert/pdf';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let database: Database;
let service: AccountsService;

/** Queries for keys that the database was asked while something was done; neither those that watch for changes nor what notes later when a key was used. */
async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const executor = database.system.getExecutor();
  const { executeQuery } = executor;
  executor.executeQuery = (query, ...more) => {
    if (/^select/i.test(query.sql) && /api_keys|key_proofs/.test(query.sql)) count += 1;
    return executeQuery.call(executor, query, ...more) as never;
  };
  try {
    await work();
  } finally {
    executor.executeQuery = executeQuery;
  }
  return count;
}

const proxies = new BlockList();
proxies.addAddress('127.0.0.1');
const behindProxy = { config: { trustedProxies: proxies } };
const from = (address: string) => ({ 'x-forwarded-for': address, 'x-forwarded-proto': 'https' });
const convert = (key: string, headers: Record<string, string> = {}) =>
  service.ask('POST', PDF, { key, body: HELLO, headers });
const guess = (address: string) => convert('wrong', from(address));
async function guesses(address: string, count: number): Promise<Answer> {
  let last: Answer | undefined;
  for (let at = 0; at < count; at += 1) last = await guess(address);
  return last as Answer;
}
const codeOf = ({ body }: Answer) => body.error_code;
const withoutIds = ({ body }: Answer) => JSON.stringify({ ...body, request_id: '', instance: '' });

describeOnDatabase('keys', (opened) => {
  beforeEach(() => {
    database = opened();
  });
  afterEach(async () => {
    await service.close();
    await emptyDatabase(database);
  });

  describe('S100: what is no key', () => {
    it('is refused', async () => {
      service = await startAccountsService(database);
      const sent: readonly (readonly [string, Record<string, string>, string])[] = [
        ['no header', {}, 'missing_key'],
        ['Bearer alone', { authorization: 'Bearer' }, 'missing_key'],
        ['Basic alone', { authorization: 'Basic' }, 'missing_key'],
        ['a short one', { authorization: 'Bearer x' }, 'invalid_key'],
        ['a cookie', { cookie: `key=${KEY}; session=${KEY}` }, 'missing_key'],
        ['another header', { 'x-auth-token': KEY, 'proxy-authorization': `Bearer ${KEY}` }, 'missing_key'],
      ];
      for (const [name, headers, code] of sent) {
        const answer = await service.ask('POST', `${PDF}?key=${KEY}&api_key=${KEY}`, {
          key: '',
          body: { ...HELLO, key: KEY },
          headers,
        });
        expect([answer.status, codeOf(answer)], name).toEqual([401, code]);
        expect(answer.headers.get('www-authenticate'), name).toMatch(/^Bearer/);
      }
    });

    it('two Authorization headers are refused, whatever they say', async () => {
      service = await startAccountsService(database);
      const client = await RawClient.open(service.port);
      const line = `Authorization: Bearer ${KEY}\r\n`;
      client.send(`GET /v1/keys HTTP/1.1\r\nHost: x\r\n${line}${line}\r\n`);
      expect(await client.untilReceived(/\}$/)).toContain('"error_code":"invalid_key"');
      client.close();
    });

    it('malformed, unknown and revoked keys get one body', async () => {
      service = await startAccountsService(database);
      const revoked = await service.makeKey();
      await service.ask('DELETE', `/v1/keys/${revoked.id}`);
      const sent = ['x', `plk_live_${'a'.repeat(36)}`, makeKey(), makeKey('test'), revoked.secret];
      const answers = await Promise.all(sent.map((key) => convert(key)));
      expect(answers.map(codeOf)).toEqual(Array(5).fill('invalid_key'));
      expect(new Set(answers.map(withoutIds)).size).toBe(1);
      expect(new Set(answers.map(({ headers }) => headers.get('www-authenticate'))).size).toBe(1);
    });

    it('what is compared is a digest under a secret pepper, of one length, for right and wrong keys alike', async () => {
      service = await startAccountsService(database);
      const { secret } = await service.makeKey();
      const sent = [secret, makeKey(), makeKey('test')];
      const parameters: unknown[][] = [];
      const executor = database.system.getExecutor();
      const { executeQuery } = executor;
      executor.executeQuery = (query, ...more) => {
        if (query.sql.includes('"digest"')) parameters.push([...query.parameters]);
        return executeQuery.call(executor, query, ...more) as never;
      };
      try {
        for (const key of sent) await convert(key);
      } finally {
        executor.executeQuery = executeQuery;
      }
      expect(parameters).toEqual(sent.map(() => [expect.any(Buffer)]));
      const digests = parameters.map(([digest]) => digest as Buffer);
      expect(digests.map(({ length }) => length)).toEqual([32, 32, 32]);
      const plain = sent.map((key) => createHash('sha256').update(key).digest('hex'));
      expect(digests.map((digest) => digest.toString('hex')).filter((digest) => plain.includes(digest))).toEqual([]);
    });

    it('a key has expired only for who has its secret', async () => {
      const clock = stoppedClock();
      service = await startAccountsService(database, { clock });
      const { secret } = await service.makeKey({ expires_at: new Date(clock.time + MINUTE) });
      expect((await convert(secret)).status).toBe(200);
      clock.time += MINUTE;
      const answer = await convert(secret);
      expect([answer.status, codeOf(answer)]).toEqual([401, 'expired_key']);
      expect(answer.headers.get('www-authenticate')).toContain('invalid_token');
      expect(codeOf(await convert(`${secret.slice(0, -7)}x${secret.slice(-6)}`))).toBe('invalid_key');
    });
  });

  describe('S101: a key with a wrong checksum', () => {
    it('costs no query, and counts as a guess', async () => {
      service = await startAccountsService(database, behindProxy);
      const wrong = `plk_live_${'a'.repeat(36)}`;
      const count = await queriesOf(async () => {
        for (let at = 0; at < 19; at += 1) {
          expect((await convert(wrong, from('198.51.100.1'))).status).toBe(401);
        }
      });
      expect(count).toBe(0);
      expect(await queriesOf(() => convert(makeKey(), from('198.51.100.2')))).toBe(1);
      await convert(wrong, from('198.51.100.1'));
      expect(codeOf(await convert(wrong, from('198.51.100.1')))).toBe('locked');
    });

    it('and a right one that is known costs none either', async () => {
      service = await startAccountsService(database);
      const { secret } = await service.makeKey({ scopes: ['convert:*'] });
      await convert(secret);
      // Where the machine is so busy that changes could not be looked for in time, a key is looked up anew.
      const counts: number[] = [];
      for (let at = 0; at < 5; at += 1) counts.push(await queriesOf(() => convert(secret)));
      expect(counts).toContain(0);
    });
  });

  describe('S102: a key for PDFs', () => {
    it('can do nothing else, and is told which scope it lacks', async () => {
      const engine = engineDouble();
      service = await startAccountsService(database, { engine });
      for (const [method, path, scope] of [
        ['POST', '/v1/convert/image', 'convert:image'],
        ['POST', '/v1/convert', 'convert:*'],
        ['GET', '/v1/keys', 'keys:manage'],
        ['POST', '/v1/keys', 'keys:manage'],
        ['DELETE', '/v1/keys/bootstrap', 'keys:manage'],
        ['GET', '/v1/audit', 'audit:read'],
        ['GET', '/v1/logs', 'logs:read'],
      ] as const) {
        const name = `${method} ${path}`;
        const { id, secret } = await service.makeKey({ scopes: ['convert:pdf'] });
        const body = method === 'POST' ? HELLO : undefined;
        const answer = await service.ask(method, path, { key: secret, body });
        expect([answer.status, codeOf(answer)], name).toEqual([403, 'insufficient_scope']);
        expect(answer.body.detail, name).toContain(`"${scope}"`);
        const asks = `error="insufficient_scope", scope="${scope}"`;
        expect(answer.headers.get('www-authenticate'), name).toContain(asks);
        const { data } = (await service.ask('GET', '/v1/audit?action=access_denied&limit=100')).body;
        const detail = expect.objectContaining({ reason: 'scope', method });
        expect(
          data.filter(({ actor }: { actor: string }) => actor === id),
          name,
        ).toEqual([expect.objectContaining({ target: scope, detail })]);
      }
      expect(engine.asked).toEqual([]);
    });

    it('fills no log by trying again and again', async () => {
      const clock = stoppedClock();
      service = await startAccountsService(database, { clock });
      const { secret } = await service.makeKey({ scopes: ['convert:pdf'] });
      for (let at = 0; at < 10; at += 1) await service.ask('GET', '/v1/keys', { key: secret });
      clock.time += MINUTE;
      await service.ask('GET', '/v1/keys', { key: secret });
      const { data } = (await service.ask('GET', '/v1/audit?action=access_denied')).body;
      expect(data.map(({ detail }: { detail: object }) => detail)).toEqual([
        expect.objectContaining({ repeated: 9 }),
        expect.not.objectContaining({ repeated: expect.anything() }),
      ]);
    });
  });

  describe('S103: an allowlist', () => {
    it('lets in whom it names', async () => {
      service = await startAccountsService(database, behindProxy);
      for (const [entry, address, status] of [
        ['203.0.113.0/24', '203.0.113.9', 200],
        ['203.0.113.0/24', '203.0.114.9', 403],
        ['203.0.113.0/24', '::ffff:203.0.113.9', 200],
        ['2001:db8:1:2::/64', '2001:db8:1:2:9::9', 200],
        ['2001:db8:1:2::/64', '2001:db8:1:3::9', 403],
        ['::/0', '203.0.113.9', 403],
      ] as const) {
        const { secret } = await service.makeKey({ allowlist: [entry] });
        const answer = await convert(secret, from(address));
        const code = status === 403 ? 'ip_not_allowed' : undefined;
        expect([answer.status, codeOf(answer)], `${entry} for ${address}`).toEqual([status, code]);
      }
    });

    it('that is empty lets everybody in', async () => {
      service = await startAccountsService(database, behindProxy);
      const { secret } = await service.makeKey();
      expect((await convert(secret, from('203.0.113.9'))).status).toBe(200);
      expect((await convert(secret, from('2001:db8::9'))).status).toBe(200);
    });

    it('has no entry that is no network', async () => {
      service = await startAccountsService(database);
      for (const entry of ['10.0.0.1/8', '10.0.0.0/33', '2001:db8::/129', '::ffff:10.0.0.0/8', '10.0.0.0/8 ; drop']) {
        const body = { name: 'x', scopes: ['*'], allowlist: [entry] };
        const answer = await service.ask('POST', '/v1/keys', { body });
        expect([answer.status, codeOf(answer)], entry).toEqual([400, 'invalid_request']);
      }
    });
  });

  describe('S104: an address that is only claimed', () => {
    const allowed = '203.0.113.9';

    it('does not count from an untrusted peer', async () => {
      service = await startAccountsService(database);
      const { secret } = await service.makeKey({ allowlist: [allowed] });
      const claims: readonly Record<string, string>[] = [
        { 'x-forwarded-for': allowed },
        { forwarded: `for=${allowed}` },
        { 'x-real-ip': allowed },
        { 'cf-connecting-ip': allowed },
        { 'true-client-ip': allowed },
        { 'x-client-ip': allowed },
        { 'x-forwarded-for': `${allowed}, 198.51.100.1` },
      ];
      for (const headers of claims) {
        expect(codeOf(await convert(secret, headers)), JSON.stringify(headers)).toBe('ip_not_allowed');
      }
    });

    it('behind a trusted proxy is the right-most hop that is not trusted', async () => {
      service = await startAccountsService(database, behindProxy);
      const { secret } = await service.makeKey({ allowlist: [allowed] });
      for (const [hops, status] of [
        [`198.51.100.1, ${allowed}`, 200],
        [`${allowed}, 198.51.100.1`, 403],
        [`${allowed}, 127.0.0.1`, 200],
        ['nonsense', 403],
        [`${allowed}, nonsense`, 403],
      ] as const) {
        expect((await convert(secret, from(hops))).status, hops).toBe(status);
      }
    });

    it('several headers are one list', async () => {
      service = await startAccountsService(database, behindProxy);
      const { secret } = await service.makeKey({ allowlist: [allowed], scopes: ['keys:manage'] });
      const client = await RawClient.open(service.port);
      const lines = [`X-Forwarded-For: ${allowed}`, 'X-Forwarded-For: 198.51.100.1', 'X-Forwarded-Proto: https'];
      client.send(`GET /v1/keys HTTP/1.1\r\nHost: x\r\nX-API-Key: ${secret}\r\n${lines.join('\r\n')}\r\n\r\n`);
      expect(await client.untilReceived(/\}$/)).toContain('"error_code":"ip_not_allowed"');
      client.close();
    });
  });

  describe('S105: 20 guesses', () => {
    it('lock their source, but not keys that were right from there before, nor anybody elsewhere', async () => {
      service = await startAccountsService(database, behindProxy);
      const good = await service.makeKey();
      const other = await service.makeKey();
      expect((await convert(good.secret, from('198.51.100.1'))).status).toBe(200);
      await guesses('198.51.100.1', 20);
      const locked = await convert(other.secret, from('198.51.100.1'));
      expect([locked.status, codeOf(locked)]).toEqual([429, 'locked']);
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThanOrEqual(60);
      expect((await convert(good.secret, from('198.51.100.1'))).status).toBe(200);
      expect((await convert(other.secret, from('198.51.100.2'))).status).toBe(200);
    });

    it('a key that was proven and then revoked is a guess again', async () => {
      service = await startAccountsService(database, behindProxy);
      const { id, secret } = await service.makeKey();
      await convert(secret, from('198.51.100.1'));
      await guesses('198.51.100.1', 20);
      expect((await convert(secret, from('198.51.100.1'))).status).toBe(200);
      await service.ask('DELETE', `/v1/keys/${id}`, { headers: from('192.0.2.1') });
      expect(codeOf(await convert(secret, from('198.51.100.1')))).toBe('locked');
    });

    it('guesses of a source that no key was ever right from cost no query while it is locked', async () => {
      service = await startAccountsService(database, behindProxy);
      await guesses('198.51.100.1', 21);
      const count = await queriesOf(async () => {
        for (let at = 0; at < 5; at += 1) expect(codeOf(await convert(makeKey(), from('198.51.100.1')))).toBe('locked');
      });
      expect(count).toBe(0);
    });

    it('are 20, also when they come all at once', async () => {
      service = await startAccountsService(database, behindProxy);
      const answers = await Promise.all(Array.from({ length: 60 }, () => convert(makeKey(), from('198.51.100.1'))));
      const codes = answers.map(codeOf);
      expect(codes.filter((code) => code === 'invalid_key')).toHaveLength(20);
      expect(codes.filter((code) => code === 'locked')).toHaveLength(40);
    });

    it('a wrong scope, a wrong address and no key at all are no guesses', async () => {
      service = await startAccountsService(database, behindProxy);
      const { secret } = await service.makeKey({ scopes: ['convert:text'], allowlist: ['198.51.100.1'] });
      for (let at = 0; at < 12; at += 1) {
        await convert('', from('198.51.100.2'));
        await convert(secret, from('198.51.100.2'));
        await convert(secret, from('198.51.100.1'));
      }
      expect((await convert(KEY, from('198.51.100.1'))).status).toBe(200);
      expect((await convert(KEY, from('198.51.100.2'))).status).toBe(200);
    });
  });

  describe('S106: locks', () => {
    it('double up to an hour, survive a restart, and begin anew after a day', async () => {
      const clock = stoppedClock();
      const start = async () => {
        service = await startAccountsService(database, { ...behindProxy, clock });
      };
      await start();
      const minutes: number[] = [];
      for (let lock = 0; lock < 8; lock += 1) {
        await guesses('198.51.100.1', 20);
        const { headers } = await guess('198.51.100.1');
        // Retry-After is up to half as much again, so that clients do not come back together.
        const seconds = Number(headers.get('retry-after'));
        minutes.push([1, 2, 4, 8, 16, 32, 60].findLast((least) => least * 60 <= seconds) ?? 0);
        // The first, and one that has doubled: what is read again is the same for all.
        if (lock === 0 || lock === 5) {
          await service.close();
          await start();
          expect(codeOf(await guess('198.51.100.1'))).toBe('locked');
        }
        clock.time += (minutes.at(-1) ?? 0) * MINUTE;
      }
      expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
      clock.time += DAY;
      await guesses('198.51.100.1', 20);
      clock.time += MINUTE;
      expect((await guess('198.51.100.1')).status).toBe(401);
    });

    it('remember after a restart which keys were right from where', async () => {
      const clock = stoppedClock();
      const secrets = { pepper: Buffer.alloc(32, 1), auditKey: Buffer.alloc(32, 2) };
      service = await startAccountsService(database, { ...behindProxy, clock, secrets });
      const { secret } = await service.makeKey();
      await convert(secret, from('198.51.100.1'));
      await service.close();
      clock.time += 29 * DAY;
      service = await startAccountsService(database, { ...behindProxy, clock, secrets });
      await guesses('198.51.100.1', 20);
      expect((await convert(secret, from('198.51.100.1'))).status).toBe(200);
      expect(codeOf(await convert(KEY, from('198.51.100.1')))).toBe('locked');
      await service.close();
      clock.time += 31 * DAY;
      service = await startAccountsService(database, { ...behindProxy, clock, secrets });
      await guesses('198.51.100.1', 20);
      expect(codeOf(await convert(secret, from('198.51.100.1')))).toBe('locked');
    });

    it('count an IPv6 /64 as one source', async () => {
      service = await startAccountsService(database, behindProxy);
      for (let at = 0; at < 20; at += 1) await guess(`2001:db8::${at}`);
      expect(codeOf(await convert(KEY, from('2001:db8::ffff')))).toBe('locked');
      expect((await convert(KEY, from('2001:db8:0:1::1'))).status).toBe(200);
    });
  });

  describe('S107: 50 users behind one address', () => {
    it('of whom 3 mistype lock out none of the 47', async () => {
      service = await startAccountsService(database, { config: { ...behindProxy.config, rateLimit: 0 } });
      const users: { readonly secret: string }[] = [];
      // One after the other: 47 at once wait longer for a connection than a busy machine lets them.
      while (users.length < 47) users.push(await service.makeKey({ scopes: ['convert:pdf'] }));
      for (const { secret } of users) await convert(secret, from('198.51.100.1'));
      await guesses('198.51.100.1', 3 * 8);
      expect(codeOf(await guess('198.51.100.1'))).toBe('locked');
      const statuses: number[] = [];
      for (const { secret } of users) statuses.push((await convert(secret, from('198.51.100.1'))).status);
      expect(statuses).toEqual(Array(47).fill(200));
    });
  });

  describe('S108: a key', () => {
    it('is shown once, and in no table, file or log', async () => {
      service = await startAccountsService(database);
      const { secret, key } = (await service.ask('POST', '/v1/keys', { body: { name: 'x', scopes: ['*'] } })).body;
      await convert(secret);
      await service.ask('GET', '/v1/keys', { key: secret });
      await Promise.all([service.accounts.requests.flush(), service.accounts.lastUse.flush()]);
      const text = await dumpDatabase(database);
      expect(text).toContain(key.last4);
      for (const told of [text, service.logged(), service.accounts.logged()]) {
        expect(told).not.toContain(secret);
        expect(told).not.toContain(secret.slice(13, -4));
        expect(told).not.toContain(KEY);
      }
    });
  });

  describe('S114: members that nobody may set', () => {
    const extra = [
      'org_id',
      'organisation_id',
      'role',
      'credits',
      'plan',
      'is_admin',
      'id',
      'user_id',
      'digest',
      'secret',
    ];
    it('are unknown fields everywhere', async () => {
      service = await startAccountsService(database);
      const { id } = await service.makeKey();
      for (const field of extra) await expectUnknown(field, id);
    });

    async function expectUnknown(field: string, id: string): Promise<void> {
      const answers = await Promise.all([
        service.ask('POST', '/v1/keys', { body: { name: 'x', scopes: ['*'], [field]: 'org_x' } }),
        service.ask('PATCH', `/v1/keys/${id}`, { body: { [field]: 1 } }),
        service.ask('POST', `/v1/keys/${id}/rotate`, { body: { [field]: 1 } }),
        service.ask('POST', PDF, { body: { ...HELLO, [field]: 1 } }),
        service.ask('POST', '/v1/convert', { body: { ...HELLO, outputs: [{ format: 'pdf' }], [field]: 1 } }),
      ]);
      for (const answer of answers) {
        expect([answer.status, codeOf(answer)], field).toEqual([400, 'unknown_field']);
        expect(answer.body.errors).toEqual([expect.objectContaining({ pointer: `/${field}` })]);
      }
    }

    it('nor in a query', async () => {
      service = await startAccountsService(database);
      for (const path of ['/v1/keys', '/v1/audit', '/v1/logs']) {
        expect(codeOf(await service.ask('GET', `${path}?organisation_id=org_x`))).toBe('unknown_field');
      }
    });
  });
});
