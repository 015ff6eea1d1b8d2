import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEFAULT_RETENTION } from '../config/retention.ts';
import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import { FileStore } from '../objects/file-store.ts';
import { Objects } from '../objects/objects.ts';
import { addOrganisation, emptyDatabase, openTestAccounts, type TestAccounts } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { openTestVault } from '../testing/vault.ts';
import { LONG_LIVED, SHORT_LIVED } from './kinds.ts';
import { RetentionPolicy } from './policy.ts';
import { purge, purgeResults } from './purge.ts';
import { recordPurges } from './record.ts';

/** More than two statements take. */
const MANY = 450;
const HOUR = 3_600_000;

describeOnDatabases('what has expired', (opened) => {
  let database: Database;
  let folder: string;
  let objects: Objects;
  let organisationId: string;
  let accounts: TestAccounts;
  beforeEach(async () => {
    database = opened();
    await emptyDatabase(database);
    accounts = await openTestAccounts(database);
    folder = mkdtempSync(path.join(tmpdir(), 'platen-sweeper-'));
    objects = new Objects({ store: new FileStore(folder), vault: await openTestVault(database) });
    organisationId = await addOrganisation(database, 'Sweeper');
  });
  afterEach(async () => {
    await accounts.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Jobs that ended, each with a result. */
  async function ended(count: number, { expired }: { readonly expired: boolean }): Promise<void> {
    const finished_at = new Date(Date.now() - (expired ? 2 * HOUR : 0));
    const ids = Array.from({ length: count }, () => newId('job'));
    const jobs = ids.map((id) => ({
      id,
      organisation_id: organisationId,
      kind: 'convert' as const,
      state: 'succeeded' as const,
      priority: 2,
      actor: 'key_1',
      format: 'pdf',
      sandbox: false,
      request_bytes: 0,
      outcome: Buffer.from('sealed'),
      start_before: finished_at,
      keep: HOUR / 1_000,
      finished_at,
    }));
    await database.system.insertInto('jobs').values(jobs).execute();
    const outputs = [];
    for (const id of ids) {
      const { name, ...facts } = await objects.put(organisationId, [Buffer.from('a')]);
      outputs.push({
        job_id: id,
        position: 0,
        organisation_id: organisationId,
        format: 'pdf',
        content_type: 'application/pdf',
        bytes: facts.bytes,
        sha256: Buffer.from(facts.sha256, 'hex'),
        object: name,
        expires_at: new Date(finished_at.getTime() + HOUR),
      });
    }
    await database.system.insertInto('job_outputs').values(outputs).execute();
  }

  const parts = () => ({ database, objects, periods: DEFAULT_RETENTION });
  const purgeAll = async (signal?: AbortSignal) => {
    await purgeResults(parts(), signal);
    return await purge(parts(), [...SHORT_LIVED, ...LONG_LIVED], signal);
  };
  const counted = async () => {
    const { system } = database;
    const rows = await system.selectFrom('purges').select(['kind', 'count']).orderBy('kind').execute();
    return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
  };
  const policy = () => new RetentionPolicy({ audit: accounts.audit, periods: DEFAULT_RETENTION });
  /** Moves what is there into the past. */
  const age = async (days: number) => {
    const { system } = database;
    await sql`update jobs set finished_at = finished_at - make_interval(days => ${days})`.execute(system);
    await sql`update job_outputs set expires_at = expires_at - make_interval(days => ${days})`.execute(system);
  };

  const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const kept = async () => {
    const { system } = database;
    const outputs = await system.selectFrom('job_outputs').select('job_id').execute();
    const jobs = await system.selectFrom('jobs').select('id').where('outcome', 'is not', null).execute();
    return { files: files().length, outputs: outputs.length, jobs: jobs.length };
  };

  it('is removed at once, of a large batch too, and nothing that is still kept', async () => {
    await ended(MANY, { expired: true });
    await ended(2, { expired: false });
    expect(await kept()).toEqual({ files: MANY + 2, outputs: MANY + 2, jobs: MANY + 2 });
    await purgeAll();
    expect(await kept()).toEqual({ files: 2, outputs: 2, jobs: 2 });
    const { count } = await database.system
      .selectFrom('jobs')
      .select((row) => row.fn.countAll<string | number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(MANY + 2);
  });

  it('and cannot be removed is not forgotten, and holds up no others', async () => {
    await ended(3, { expired: true });
    const [stuck] = await database.system.selectFrom('job_outputs').select('object').execute();
    const remove = objects.remove.bind(objects);
    objects.remove = async (name) => {
      if (name === stuck?.object) throw new Error('The disk is read-only.');
      await remove(name);
    };
    await purgeAll();
    expect(await kept()).toMatchObject({ files: 1, outputs: 1 });
    objects.remove = remove;
    await purgeAll();
    expect(await kept()).toMatchObject({ files: 0, outputs: 0 });
  });

  it('is counted with what removed it, wherever that was ended, and recorded once when the day is over', async () => {
    await ended(MANY, { expired: true });
    const end = new AbortController();
    const remove = objects.remove.bind(objects);
    objects.remove = async (name) => {
      end.abort();
      await remove(name);
    };
    await purgeAll(end.signal);
    expect(await counted()).toEqual({ results: 200 });
    await Promise.all([purgeAll(), purgeAll()]);
    expect(await counted()).toEqual({ requests: MANY, results: MANY });
    await recordPurges({ database, audit: accounts.audit });
    expect(await accounts.audit.list(organisationId, { limit: 9 })).toEqual([]);
    await sql`update purges set day = day - 1`.execute(database.system);
    const recorded = { database, audit: accounts.audit };
    await Promise.all([recordPurges(recorded), recordPurges(recorded)]);
    const rows = await accounts.audit.list(organisationId, { limit: 9 });
    expect(rows.map(({ action, target, detail }) => ({ action, target, count: detail.count }))).toEqual([
      { action: 'retention.purged', target: 'results', count: MANY },
      { action: 'retention.purged', target: 'requests', count: MANY },
    ]);
    expect(rows.map(({ detail }) => detail.sha256)).toEqual(rows.map(() => expect.stringMatching(/^[0-9a-f]{64}$/)));
  });

  it('goes earlier where an organisation keeps it for a shorter time, and only there', async () => {
    await ended(2, { expired: false });
    await age(3);
    await database.system
      .updateTable('job_outputs')
      .set({ expires_at: new Date(Date.now() + HOUR) })
      .execute();
    await sql`update jobs set keep = 30 * 86400`.execute(database.system);
    await purgeAll();
    expect(await kept()).toEqual({ files: 2, outputs: 2, jobs: 2 });
    const other = await addOrganisation(database, 'Other');
    await policy().change(other, 'usr_1', { results: 1, jobs: 1 });
    await purgeAll();
    expect(await kept()).toEqual({ files: 2, outputs: 2, jobs: 2 });
    await policy().change(organisationId, 'usr_1', { results: 3 });
    await purgeAll();
    expect(await kept()).toEqual({ files: 0, outputs: 0, jobs: 0 });
    const records = () => database.system.selectFrom('jobs').select('id').execute();
    expect(await records()).toHaveLength(2);
    await policy().change(organisationId, 'usr_1', { results: null, jobs: 2 });
    await purgeAll();
    expect(await records()).toEqual([]);
  });

  it('stays while there is a legal hold, whoever wants to remove it, and goes when that is lifted', async () => {
    await ended(3, { expired: true });
    await age(60);
    await policy().hold(organisationId, 'usr_1', 'case 7');
    await purgeAll();
    expect(await kept()).toEqual({ files: 3, outputs: 3, jobs: 3 });
    const { system } = database;
    for (const table of ['job_outputs', 'jobs', 'organisations']) {
      await expect(sql`delete from ${sql.table(table)}`.execute(system)).rejects.toMatchObject({ code: 'PLH01' });
    }
    await policy().hold(organisationId, 'usr_1', null);
    await purgeAll();
    expect(await kept()).toEqual({ files: 0, outputs: 0, jobs: 0 });
    expect(await counted()).toEqual({ jobs: 3, requests: 3, results: 3 });
    const rows = await accounts.audit.list(organisationId, { limit: 9 });
    expect(rows.map(({ action, actor, detail }) => [action, actor, detail])).toEqual([
      ['organisation.hold_lifted', 'usr_1', {}],
      ['organisation.hold_set', 'usr_1', { reason: 'case 7' }],
    ]);
  });

  it('stays when the hold is being set while it is removed: one of the two waits for the other', async () => {
    await ended(3, { expired: true });
    let removing: Promise<number> | undefined;
    await database.inOrganisation(organisationId, async (queries) => {
      const held = { held_since: new Date(), hold_reason: 'case 7' };
      await queries.updateTable('organisations').set(held).where('id', '=', organisationId).execute();
      removing = purgeAll();
      // PGlite has one connection, which is taken.
      if (database.kind === 'pglite') return;
      const waits = sql<{ n: number }>`select count(*)::integer as n from pg_locks where not granted`;
      while ((await waits.execute(queries)).rows[0]?.n === 0) await new Promise(setImmediate);
    });
    expect(await removing).toBe(0);
    expect(await kept()).toEqual({ files: 3, outputs: 3, jobs: 3 });
  });
});
