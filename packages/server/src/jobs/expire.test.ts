import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import { FileStore } from '../objects/file-store.ts';
import { Objects } from '../objects/objects.ts';
import { addOrganisation, emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { openTestVault } from '../testing/vault.ts';
import { removeExpired } from './expire.ts';

/** More than two statements take. */
const MANY = 450;
const HOUR = 3_600_000;

describeOnDatabases('what has expired', (opened) => {
  let database: Database;
  let folder: string;
  let objects: Objects;
  let organisationId: string;
  beforeEach(async () => {
    database = opened();
    await emptyDatabase(database);
    folder = mkdtempSync(path.join(tmpdir(), 'platen-sweeper-'));
    objects = new Objects({ store: new FileStore(folder), vault: await openTestVault(database) });
    organisationId = await addOrganisation(database, 'Sweeper');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

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
    await removeExpired({ database, objects }, new AbortController().signal);
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
    await removeExpired({ database, objects }, new AbortController().signal);
    expect(await kept()).toMatchObject({ files: 1, outputs: 1 });
    objects.remove = remove;
    await removeExpired({ database, objects }, new AbortController().signal);
    expect(await kept()).toMatchObject({ files: 0, outputs: 0 });
  });
});
