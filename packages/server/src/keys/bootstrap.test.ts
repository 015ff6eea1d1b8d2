import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeKey } from '../access/key-format.ts';
import { emptyDatabase, openTestAccounts, type TestAccounts } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';

const secrets = { pepper: Buffer.alloc(32, 1), auditKey: Buffer.alloc(32, 2) };
const FIXED = 'the-key-that-the-operator-set';

describeOnDatabases('the first key', (database) => {
  let dataFolder: string;
  let opened: TestAccounts[];
  beforeEach(() => {
    dataFolder = mkdtempSync(path.join(tmpdir(), 'platen-first-'));
    opened = [];
  });
  afterEach(async () => {
    for (const accounts of opened) await accounts.close();
    rmSync(dataFolder, { recursive: true });
    await emptyDatabase(database());
  });

  const start = async (fixedKey?: string) => {
    const accounts = await openTestAccounts(database(), { secrets, dataFolder, fixedKey });
    opened.push(accounts);
    const find = async (key: string) => (await accounts.finder.find(Buffer.from(key)))?.id;
    return { ...accounts, find };
  };
  const rows = () => database().system.selectFrom('api_keys').selectAll().execute();

  it('is made on the very first start, with all rights, and known ever after', async () => {
    const first = await start();
    const key = first.freshKey ?? '';
    expect(await first.finder.find(Buffer.from(key))).toMatchObject({ scopeNames: ['*'], mode: 'live' });
    const second = await start();
    expect(second.freshKey).toBeUndefined();
    expect(await second.find(key)).toBe((await rows())[0]?.id);
    expect(await second.find(makeKey())).toBeUndefined();
    expect(await second.audit.list(second.organisationId, { limit: 9 })).toMatchObject([
      { actor: 'system', action: 'key.imported' },
    ]);
  });

  it('is made once by servers that start at once', async () => {
    const servers = await Promise.all([start(), start(), start()]);
    const [key, ...more] = servers.flatMap(({ freshKey }) => freshKey ?? []);
    expect(more).toEqual([]);
    for (const { find } of servers) expect(await find(key ?? '')).toBeDefined();
    expect(await database().system.selectFrom('organisations').selectAll().execute()).toHaveLength(1);
  });

  it('of the environment counts while it is there, whatever its form', async () => {
    const { find, finder, freshKey } = await start(FIXED);
    expect(freshKey).toBeUndefined();
    expect(await finder.find(Buffer.from(FIXED))).toMatchObject({ id: 'bootstrap', scopeNames: ['*'], rateLimit: 0 });
    expect(await find(`${FIXED}x`)).toBeUndefined();
    expect(await (await start(FIXED)).find(FIXED)).toBe('bootstrap');
    const formed = makeKey();
    expect(await (await start(formed)).find(formed)).toBe('bootstrap');
    expect(await (await start(formed)).find(FIXED)).toBeUndefined();
    const without = await start();
    expect([without.freshKey, await without.find(formed), await without.find(FIXED)]).toEqual(Array(3).fill(undefined));
    expect(await rows()).toHaveLength(1);
  });

  it('of the environment stays revoked until it is another', async () => {
    const first = await start(FIXED);
    await first.keys.revoke({ organisationId: first.organisationId, actor: 'system' }, 'bootstrap');
    expect(await first.find(FIXED)).toBeUndefined();
    expect(await (await start(FIXED)).find(FIXED)).toBeUndefined();
    expect(await (await start(`${FIXED}-2`)).find(`${FIXED}-2`)).toBe('bootstrap');
  });

  it('may be set in the environment as it was made', async () => {
    const { freshKey = '' } = await start();
    const id = (await rows())[0]?.id;
    expect(await (await start(freshKey)).find(freshKey)).toBe(id);
    expect(await rows()).toHaveLength(1);
  });

  it('of a version without a database is taken over', async () => {
    const key = makeKey();
    const pepper = Buffer.alloc(32, 5);
    const digest = createHmac('sha256', pepper).update(key).digest();
    const text = { version: 1, pepper: pepper.toString('base64'), digest: digest.toString('base64') };
    writeFileSync(path.join(dataFolder, 'bootstrap.json'), JSON.stringify(text));
    const { find, freshKey } = await start();
    expect([freshKey, await find(key)]).toEqual([undefined, 'bootstrap']);
    expect(await find(makeKey())).toBeUndefined();
  });

  it.each(['', '{}', '{"version":2}', '{"version":1,"pepper":"AA==","digest":"AA=="}', 'not json'])(
    'is not replaced when the file of such a version is damaged: %j',
    async (text) => {
      writeFileSync(path.join(dataFolder, 'bootstrap.json'), text);
      await expect(start()).rejects.toThrow(/^PLATEN_DATA: bootstrap\.json .* delete the file/);
    },
  );
});
