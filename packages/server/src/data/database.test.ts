import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../testing/database.ts';
import type { Database } from './database.ts';
import { newId } from './ids.ts';

async function addOrganisation(database: Database): Promise<string> {
  const id = newId('org');
  await database.system.insertInto('organisations').values({ id, name: 'Ada Ltd', slug: id }).execute();
  return id;
}

const keyOf = (organisationId: string) => ({
  id: newId('key'),
  organisation_id: organisationId,
  name: 'invoices',
  kind: 'live' as const,
  prefix: 'plk_live_ab',
  last4: 'wxyz',
  digest: randomBytes(32),
});

const auditRow = (organisationId: string) => ({
  organisation_id: organisationId,
  seq: 1,
  id: newId('aud'),
  at: new Date(),
  actor: 'usr_1',
  action: 'key.created',
  target: null,
  prev_hash: Buffer.alloc(32),
  hash: randomBytes(32),
});

describeOnDatabases('a database', (database) => {
  it('gives values as they were written', async () => {
    const { system } = database();
    const id = await addOrganisation(database());
    const at = new Date('2028-02-29T23:59:59.123Z');
    const written = {
      ...keyOf(id),
      scopes: ['convert:pdf', 'a "quoted" one'],
      allowlist: [],
      expires_at: at,
      monthly_credit_cap: 9_007_199_254_740_991,
    };
    const { scopes, allowlist } = written;
    await system
      .insertInto('api_keys')
      .values({ ...written, scopes: JSON.stringify(scopes), allowlist: JSON.stringify(allowlist) })
      .execute();
    const read = await system.selectFrom('api_keys').selectAll().where('id', '=', written.id).executeTakeFirstOrThrow();
    expect(read).toMatchObject({ ...written, user_id: null, rate_limit: null });
    expect(Buffer.isBuffer(read.digest)).toBe(true);
    expect(read.created_at).toBeInstanceOf(Date);
    await system
      .insertInto('key_locks')
      .values({ source: id, failures: [at, at], last_failure: at })
      .execute();
    const lock = await system.selectFrom('key_locks').selectAll().where('source', '=', id).executeTakeFirst();
    expect(lock).toMatchObject({ failures: [at, at], last_lock: 0, locked_until: null });
  });

  it('counts the rows that a change reached', async () => {
    const { system } = database();
    const id = await addOrganisation(database());
    const change = () => system.updateTable('organisations').set({ name: 'B' }).where('id', '=', id);
    expect((await change().executeTakeFirst()).numUpdatedRows).toBe(1n);
    expect((await change().where('name', '=', 'A').executeTakeFirst()).numUpdatedRows).toBe(0n);
  });

  it('keeps transactions apart under load', async () => {
    const { system } = database();
    const name = newId('lim');
    await system.insertInto('auth_rate_limits').values({ id: name, key: name, count: 0, last_request: 0 }).execute();
    const read = (queries: Pick<typeof system, 'selectFrom'>) =>
      queries.selectFrom('auth_rate_limits').select(['count', 'last_request']).where('id', '=', name);
    // Each adds one in two steps, with the row in a state between that nobody else may see.
    const add = () =>
      system.transaction().execute(async (queries) => {
        const { count } = await read(queries).forUpdate().executeTakeFirstOrThrow();
        await queries.updateTable('auth_rate_limits').set({ last_request: -1 }).where('id', '=', name).execute();
        await new Promise(setImmediate);
        await queries
          .updateTable('auth_rate_limits')
          .set({ count: count + 1, last_request: count + 1 })
          .where('id', '=', name)
          .execute();
      });
    const look = () => read(system).executeTakeFirstOrThrow();
    const results = await Promise.all(Array.from({ length: 40 }, () => [add(), look()]).flat());
    for (const seen of results) if (seen) expect(seen.last_request).toBe(seen.count);
    expect(await look()).toEqual({ count: 40, last_request: 40 });
  });

  it('rolls back all of a transaction that fails, also with others waiting', async () => {
    const { system } = database();
    const id = newId('org');
    const failing = system.transaction().execute(async (queries) => {
      await queries.insertInto('organisations').values({ id, name: 'A', slug: id }).execute();
      await queries.insertInto('organisations').values({ id, name: 'A', slug: id }).execute();
    });
    const behind = system.selectFrom('organisations').select('id').where('id', '=', id).execute();
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await behind).toEqual([]);
    expect(await system.selectFrom('organisations').select('id').where('id', '=', id).execute()).toEqual([]);
  });

  it('refuses any change of the audit log', async () => {
    const { system } = database();
    const row = auditRow(newId('org'));
    await system.insertInto('audit_log').values(row).execute();
    const changes = [
      sql`update audit_log set actor = 'nobody' where id = ${row.id}`,
      sql`delete from audit_log where id = ${row.id}`,
      sql`truncate audit_log`,
      sql`truncate audit_log cascade`,
    ];
    for (const change of changes) await expect(change.execute(system)).rejects.toThrow('its rows are never changed');
    const kept = await system.selectFrom('audit_log').select('actor').where('id', '=', row.id).execute();
    expect(kept).toEqual([{ actor: 'usr_1' }]);
  });

  it('gives an organisation the settings of its transaction, and only there', async () => {
    const id = await addOrganisation(database());
    const setting = sql<{ name: string }>`select current_setting('app.organisation_id', true) as name`;
    const inside = await database().inOrganisation(id, (queries) => setting.execute(queries));
    expect(inside.rows).toEqual([{ name: id }]);
    expect((await setting.execute(database().system)).rows[0]?.name ?? '').toBe('');
  });

  it('has no counters that a restore would have to set', async () => {
    const counters = await sql`select relname from pg_class where relkind = 'S'`.execute(database().system);
    expect(counters.rows).toEqual([]);
  });

  describe('between organisations', () => {
    /** Tables that say whose a row is. */
    const owned = sql<{ name: string }>`
      select attrelid::regclass::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where attname = 'organisation_id' and relkind = 'r' and relnamespace = current_schema()::regnamespace`;
    const walled = sql<{ name: string }>`
      select relname as name from pg_class where relrowsecurity and relforcerowsecurity`;

    it('has a wall around every table with an organisation', async () => {
      const names = (await walled.execute(database().system)).rows.map(({ name }) => name);
      const tables = (await owned.execute(database().system)).rows.map(({ name }) => name);
      expect(tables).toContain('api_keys');
      expect(names).toEqual(expect.arrayContaining(tables));
    });

    it('lets no query of one reach rows of another, although it does not name any', async () => {
      // PGlite has one user, a superuser, which no policy binds.
      const bound = database().kind === 'postgresql';
      const mine = await addOrganisation(database());
      const theirs = await addOrganisation(database());
      await database()
        .system.insertInto('api_keys')
        .values([keyOf(mine), keyOf(theirs)])
        .execute();
      await database().inOrganisation(mine, async (queries) => {
        const keys = await queries.selectFrom('api_keys').select('organisation_id').execute();
        const others = keys.filter((key) => key.organisation_id !== mine);
        expect(others.length > 0).toBe(!bound);
        if (!bound) return;
        const change = queries.updateTable('api_keys').set({ name: 'taken' });
        expect((await change.executeTakeFirst()).numUpdatedRows).toBe(1n);
      });
      const seen = await database().read(mine, (queries) =>
        queries.selectFrom('api_keys').select('organisation_id').execute(),
      );
      expect(seen.some((key) => key.organisation_id === theirs)).toBe(!bound);
      if (!bound) return;
      const write = database().inOrganisation(mine, (queries) =>
        queries.insertInto('api_keys').values(keyOf(theirs)).execute(),
      );
      await expect(write).rejects.toMatchObject({ code: '42501' });
      const nobody = database()
        .system.transaction()
        .execute(async (queries) => {
          await sql`set local app.bypass = off`.execute(queries);
          return await queries.selectFrom('api_keys').select('id').execute();
        });
      expect(await nobody).toEqual([]);
    });
  });
});
