import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeKey } from '../access/key-format.ts';
import { openDatabase } from '../data/database.ts';
import {
  emptyDatabase,
  openTestAccounts,
  startAccountsService,
  stoppedClock,
  type TestAccounts,
} from '../testing/accounts.ts';
import { describeOnDatabases, makeDatabase } from '../testing/database.ts';
import { startPostgres } from '../testing/postgres.ts';

const PROPERTIES = {
  name: 'Test',
  mode: 'live',
  scopes: ['*'],
  allowlist: [],
  expires_at: null,
  monthly_credit_cap: null,
  rate_limit: null,
} as const;
const secrets = { pepper: Buffer.alloc(32, 1), auditKey: Buffer.alloc(32, 2) };
const create = async (accounts: TestAccounts) => {
  const context = { organisationId: accounts.organisationId, actor: 'system' };
  const { row, key } = await accounts.keys.create(context, PROPERTIES);
  return { context, id: row.id, key: Buffer.from(key) };
};

describeOnDatabases('finding keys', (database) => {
  let accounts: TestAccounts;
  beforeEach(async () => {
    accounts = await openTestAccounts(database(), { secrets });
  });
  afterEach(async () => {
    await accounts.close();
    await emptyDatabase(database());
  });

  it('finds a key again without the database, and what was changed at once', async () => {
    const { context, id, key } = await create(accounts);
    const { finder, keys } = accounts;
    expect(await finder.find(key)).toMatchObject({ id, scopeNames: ['*'] });
    expect(finder.find(key)).toMatchObject({ id });
    await keys.update(context, id, { scopes: ['convert:pdf'] });
    expect(await finder.find(key)).toMatchObject({ scopeNames: ['convert:pdf'] });
    await keys.revoke(context, id);
    expect(await finder.find(key)).toBeUndefined();
    expect(finder.find(key)).toBeUndefined();
  });

  it('sees within half a minute what was changed past it', async () => {
    const clock = stoppedClock();
    const other = await openTestAccounts(database(), { secrets, clock });
    try {
      const { id, key } = await create(other);
      expect(await other.finder.find(key)).toMatchObject({ id });
      await database().system.deleteFrom('api_keys').where('id', '=', id).execute();
      clock.time += 29_999;
      expect(await other.finder.find(key)).toMatchObject({ id });
      clock.time += 1;
      expect(await other.finder.find(key)).toBeUndefined();
    } finally {
      await other.close();
    }
  });

  it('asks once for a key that many bring at once', async () => {
    const { key } = await create(accounts);
    const found = Array.from({ length: 5 }, () => accounts.finder.find(key));
    expect(new Set(found).size).toBe(1);
    expect(found[0]).toBeInstanceOf(Promise);
    await found[0];
  });

  it('knows keys under the pepper they were made with only', async () => {
    const { key } = await create(accounts);
    const other = await openTestAccounts(database(), { secrets: { ...secrets, pepper: Buffer.alloc(32, 9) } });
    expect(await other.finder.find(key)).toBeUndefined();
    await other.close();
  });

  it('writes when a key was used, and from where', async () => {
    const { context, id } = await create(accounts);
    accounts.lastUse.used(id, '192.0.2.1');
    accounts.lastUse.used(id, '192.0.2.2');
    accounts.lastUse.used('key_of_nobody', '192.0.2.3');
    await accounts.lastUse.flush();
    const row = await accounts.keys.get(context, id);
    expect(row?.last_used_address).toBe('192.0.2.2');
    expect(Date.now() - (row?.last_used_at?.getTime() ?? 0)).toBeLessThan(60_000);
  });
});

describe('several servers', () => {
  it('see within a second that another revoked a key, and its locks', async () => {
    const made = await makeDatabase('postgresql');
    const databases = [await openDatabase(made.config), await openDatabase(made.config)] as const;
    const [one, other] = [
      await openTestAccounts(databases[0], { secrets }),
      await openTestAccounts(databases[1], { secrets }),
    ];
    try {
      const { context, id, key } = await create(one);
      expect(await other.finder.find(key)).toMatchObject({ id });
      expect(other.finder.find(key)).toMatchObject({ id });
      await one.keys.revoke(context, id);
      const revokedAt = performance.now();
      while (await other.finder.find(key)) await sleep(20);
      expect(performance.now() - revokedAt).toBeLessThan(10_000);

      for (let at = 0; at < 20; at += 1) one.locks.fail('198.51.100.1');
      while (other.locks.lockedSeconds('198.51.100.1') === 0) await sleep(20);
      expect(other.locks.lockedSeconds('198.51.100.1')).toBeLessThanOrEqual(60);
    } finally {
      await Promise.all([one.close(), other.close()]);
      for (const database of databases) await database.close();
      await made.remove();
    }
  });
});

describe('a database that is down', () => {
  it('refuses every key, and accepts them again when the database is back', async () => {
    const server = await startPostgres();
    const database = await openDatabase({ dataFolder: '', databaseConnections: 3, databaseUrl: server.url });
    const service = await startAccountsService(database, { secrets });
    const { accounts } = service;
    try {
      const { id, key } = await create(accounts);
      expect(await accounts.finder.find(key)).toMatchObject({ id });
      await server.halt();
      // Nobody can tell whether these are guesses: they do not count.
      for (let at = 0; at < 21; at += 1) {
        const { status, body, headers } = await service.ask('GET', '/v1/account', { key: makeKey() });
        expect([status, body.error_code]).toEqual([503, 'database_unavailable']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(2);
      }
      const refused = { code: 'database_unavailable' };
      await expect((async () => await accounts.finder.find(Buffer.from(makeKey())))()).rejects.toMatchObject(refused);
      // What is remembered counts until the next look at the database has failed.
      let error: unknown;
      while (error === undefined) {
        error = await Promise.resolve(accounts.finder.find(key)).then(
          () => sleep(50),
          (reason: unknown) => reason,
        );
      }
      expect(error).toMatchObject(refused);
      expect(accounts.finder.find(Buffer.from('no key at all'))).toBeUndefined();
      await server.resume();
      expect((await service.ask('GET', '/v1/account', { key: key.toString() })).status).toBe(200);
      expect((await service.ask('GET', '/v1/account', { key: makeKey() })).status).toBe(401);
    } finally {
      await service.close();
      await database.close();
      await server.stop();
    }
  });
});
