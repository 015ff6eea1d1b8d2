import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { Tables } from '../data/schema.ts';
import type { Log } from '../log/log.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { type MasterKey, masterKey } from './master-key.ts';
import { isMasterKeyChanged } from './master-key-changed.ts';
import { openVault, type Vault } from './vault.ts';

const TEXT = Buffer.from('4111 1111 1111 1111');
/** More than one batch. */
const ORGANISATIONS = 130;

describeOnDatabases('the master key of a database', (database) => {
  let first: MasterKey;
  let second: MasterKey;
  let sealed: { organisationId: string; bytes: Buffer }[];
  let sealedFirst: typeof sealed;
  let pepper: Buffer;
  const open = (current: MasterKey, previous?: MasterKey, given = database(), log?: Log) =>
    openVault({ database: given, masters: { current, previous, variable: 'PLATEN_MASTER_KEY' }, log });
  // Secrets of webhooks, or credentials of connections.
  const objectOf = (organisationId: string) => ({
    organisationId,
    kind: /[a-k]$/.test(organisationId) ? 'webhook_secret' : 'connection',
    id: 'whk_1',
  });
  const wrappedUnder = async () => {
    const rows = await database()
      .system.selectFrom('vault_keys')
      .select(['master_key_id', ({ fn }) => fn.countAll<number>().as('keys')])
      .groupBy('master_key_id')
      .execute();
    return new Map(rows.map((row) => [row.master_key_id, row.keys]));
  };
  const opensAll = async (vault: Vault) => {
    for (const { organisationId, bytes } of sealed) {
      expect(await vault.open(objectOf(organisationId), bytes)).toEqual(TEXT);
    }
    expect(vault.secret('api key pepper')).toEqual(pepper);
  };

  /** Sealed once: each test begins with the same rows. */
  let rows: { readonly keys: Insertable<Tables['vault_keys']>[]; readonly settings: Insertable<Tables['settings']>[] };
  beforeAll(async () => {
    const { system } = database();
    first = masterKey(randomBytes(32));
    const vault = await open(first);
    pepper = vault.secret('api key pepper');
    sealed = [];
    for (let count = 0; count < ORGANISATIONS; count += 1) {
      const organisationId = newId('org');
      sealed.push({ organisationId, bytes: await vault.seal(objectOf(organisationId), TEXT) });
    }
    sealedFirst = sealed;
    rows = {
      keys: await system.selectFrom('vault_keys').selectAll().execute(),
      settings: (await system.selectFrom('settings').selectAll().execute()).map((row) => ({
        ...row,
        value: JSON.stringify(row.value),
      })),
    };
  });
  beforeEach(async () => {
    const { system } = database();
    await system.deleteFrom('vault_keys').execute();
    await system.deleteFrom('settings').execute();
    await system.insertInto('vault_keys').values(rows.keys).execute();
    await system.insertInto('settings').values(rows.settings).execute();
    second = masterKey(randomBytes(32));
    sealed = [...sealedFirst];
  });

  it('is the one it was first opened with; another is refused, and changes nothing', async () => {
    await expect(open(second)).rejects.toThrow(
      /^PLATEN_MASTER_KEY: this is not the master key that the database is sealed under/,
    );
    await expect(open(second, masterKey(randomBytes(32)))).rejects.toThrow(/^PLATEN_MASTER_KEY: this is not/);
    await opensAll(await open(first));
  });

  it('can be changed, and the one before is needed no longer', async () => {
    await opensAll(await open(second, first));
    expect([...(await wrappedUnder()).keys()]).toEqual([second.id]);
    await opensAll(await open(second));
    await expect(open(first)).rejects.toThrow('this is not the master key');
  });

  it('can be changed by two servers at once, and back', async () => {
    const [one, other] = await Promise.all([open(second, first), open(second, first)]);
    await opensAll(one);
    await opensAll(other);
    await opensAll(await open(first, second));
  });

  it('is changed to one of two that are given at once, and the other is refused', async () => {
    const third = masterKey(randomBytes(32));
    const outcomes = await Promise.allSettled([open(second, first), open(third, first)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const isSecond = outcomes[0].status === 'fulfilled';
    expect([...(await wrappedUnder()).keys()]).toEqual([isSecond ? second.id : third.id]);
    await opensAll(await open(isSecond ? second : third));
    await expect(open(isSecond ? third : second, first)).rejects.toThrow(/^PLATEN_MASTER_KEY: this is not/);
  });

  it('can be changed to and fro at once: both have both, and all opens', async () => {
    for (const vault of await Promise.all([open(second, first), open(first, second)])) await opensAll(vault);
    await opensAll(await open(second, first));
    expect([...(await wrappedUnder()).keys()]).toEqual([second.id]);
  });

  it('can be changed back right after another server has changed it', async () => {
    let back: Promise<Vault> | undefined;
    const changes = new WeakSet<object>();
    const system = database().system.withPlugin({
      transformQuery: ({ node, queryId }) => {
        if (node.kind === 'RawNode') changes.add(queryId);
        return node;
      },
      transformResult: async ({ result, queryId }) => {
        if (changes.has(queryId)) back ??= open(first, second);
        await back;
        return result;
      },
    });
    await opensAll(await open(second, first, { ...database(), system }));
    if (back === undefined) throw new Error('nobody has changed it back');
    await opensAll(await back);
    expect([...(await wrappedUnder()).keys()]).toEqual([first.id]);
  });

  it('is changed to the end, or back, after the change was cut off', async () => {
    await expect(open(second, first, failingAfter(database(), 1))).rejects.toThrow('cut off');
    const between = await wrappedUnder();
    expect([between.get(second.id), between.get(first.id)]).toEqual([100, ORGANISATIONS + 1 - 100]);
    await expect(open(second)).rejects.toThrow(/^PLATEN_MASTER_KEY_PREVIOUS: some keys in the database/);
    await expect(open(first)).rejects.toThrow('this is not the master key');
    await opensAll(await open(second, first));
    expect([...(await wrappedUnder()).keys()]).toEqual([second.id]);
    await expect(open(first, second, failingAfter(database(), 1))).rejects.toThrow('cut off');
    await opensAll(await open(second, first));
    expect([...(await wrappedUnder()).keys()]).toEqual([second.id]);
  });

  it('leaves no key behind that a server with the one before makes: that is refused, told, and done elsewhere', async () => {
    const events: string[] = [];
    const late = await open(first, undefined, database(), { event: (name) => void events.push(name), close: () => {} });
    const [known] = sealed;
    await late.open(objectOf(known?.organisationId ?? ''), known?.bytes ?? Buffer.alloc(0));
    const vault = await open(second, first);
    const organisationId = newId('org');
    for (const owner of [organisationId, newId('org')]) {
      const error = await late.seal(objectOf(owner), TEXT).catch((fault: unknown) => fault);
      expect(error).toMatchObject({ code: 'database_unavailable', retryAfter: 2 });
      expect(isMasterKeyChanged(error)).toBe(true);
    }
    expect(events).toEqual(['master_key_changed']);
    // What it had in hand before goes on.
    expect(await late.open(objectOf(known?.organisationId ?? ''), known?.bytes ?? Buffer.alloc(0))).toEqual(TEXT);
    expect(await wrappedUnder()).toEqual(new Map([[second.id, ORGANISATIONS + 1]]));
    const bytes = await vault.seal(objectOf(organisationId), TEXT);
    expect(await (await open(second)).open(objectOf(organisationId), bytes)).toEqual(TEXT);
  });

  it('is changed without a refusal while servers that have both seal and open', async () => {
    // Half of them were started before, with the new one as the other that they know.
    const servers = [await open(first, second), await open(first, second)];
    const made: typeof sealed = [];
    const work = async (vault: Vault) => {
      for (let count = 0; count < 40; count += 1) {
        const organisationId = newId('org');
        made.push({ organisationId, bytes: await vault.seal(objectOf(organisationId), TEXT) });
        const old = sealed[count * 3];
        if (old) expect(await vault.open(objectOf(old.organisationId), old.bytes)).toEqual(TEXT);
      }
    };
    await Promise.all([...servers.map(work), open(second, first).then(work)]);
    sealed.push(...made);
    expect(made).toHaveLength(120);
    await opensAll(await open(second));
  });

  describe('in a dump', () => {
    it('leaves no key that opens what is sealed', async () => {
      const rows = await database().system.selectFrom('vault_keys').selectAll().execute();
      const settings = await database().system.selectFrom('settings').selectAll().execute();
      const text = JSON.stringify([rows, settings]);
      for (const secret of [pepper, first.wrapping.export()]) {
        expect(text).not.toContain(secret.toString('hex'));
        expect(text).not.toContain(secret.toString('base64'));
      }
    });
  });
});

/** The database, until so many transactions have ended. */
function failingAfter(database: Database, transactions: number): Database {
  let left = transactions;
  const system = new Proxy(database.system, {
    get: (target, name) => {
      if (name === 'transaction') {
        if (left === 0) throw new Error('cut off');
        left -= 1;
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...database, system };
}
