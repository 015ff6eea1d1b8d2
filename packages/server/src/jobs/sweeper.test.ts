import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '../data/ids.ts';
import { createLog } from '../log/log.ts';
import { FileStore } from '../objects/file-store.ts';
import { Objects, type PutObject } from '../objects/objects.ts';
import { addOrganisation, emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { openTestVault } from '../testing/vault.ts';
import { JobSignals } from './signals.ts';
import { JobStore } from './store.ts';
import { Sweeper } from './sweeper.ts';

const HOURS_AGO = new Date(Date.now() - 7_200_000);

describeOnDatabases('rows and objects', (database) => {
  let folder: string;
  let organisationId: string;
  let objects: Objects;
  let sweeper: Sweeper;
  let lines: string[];
  beforeEach(async () => {
    await emptyDatabase(database());
    folder = mkdtempSync(path.join(tmpdir(), 'platen-sweeper-'));
    organisationId = await addOrganisation(database(), 'Sweeper');
    objects = new Objects({ store: new FileStore(folder), vault: await openTestVault(database()) });
    lines = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    const store = new JobStore({ database: database(), signals: new JobSignals() });
    sweeper = new Sweeper({ database: database(), store, objects, log });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const put = async () => await objects.put(organisationId, [Buffer.from('result')]);
  const makeOld = (name: string) => utimesSync(path.join(folder, name), HOURS_AGO, HOURS_AGO);
  const told = () => lines.map((line) => JSON.parse(line)).map(({ event, count, job }) => ({ event, count, job }));

  /** A job that succeeded, whose result is this object. */
  async function addJob({ name, bytes, sha256 }: PutObject, finished: Date): Promise<string> {
    const { system } = database();
    const id = newId('job');
    const times = { start_before: finished, created_at: finished, finished_at: finished };
    const row = { id, organisation_id: organisationId, actor: 'key', format: 'pdf', sandbox: true, request_bytes: 0 };
    await system
      .insertInto('jobs')
      .values({ ...row, ...times, kind: 'convert', state: 'succeeded', priority: 1, keep: 90_000 })
      .execute();
    const output = { job_id: id, position: 0, organisation_id: organisationId, format: 'pdf', object: name, bytes };
    await system
      .insertInto('job_outputs')
      .values({
        ...output,
        content_type: 'application/pdf',
        sha256: Buffer.from(sha256, 'hex'),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    return id;
  }

  it('that belong together are left alone, and old objects without a row are removed', async () => {
    const [kept, fresh, old] = [await put(), await put(), await put()];
    await addJob(kept, HOURS_AGO);
    for (const { name } of [kept, old]) makeOld(name);
    writeFileSync(path.join(folder, organisationId, '.draft-x'), 'half');
    makeOld(`${organisationId}/.draft-x`);
    await sweeper.compare();
    const left = readdirSync(path.join(folder, organisationId)).map((file) => `${organisationId}/${file}`);
    expect(left.sort()).toEqual([kept.name, fresh.name].sort());
    expect(told()).toEqual([{ event: 'objects_swept', count: 2 }]);
  });

  it('whose objects are gone are told of, unless they are new or about to go', async () => {
    const [gone, kept, alsoGone, fresh] = [await put(), await put(), await put(), await put()];
    const ids = [await addJob(gone, HOURS_AGO), await addJob(alsoGone, HOURS_AGO)];
    await addJob(kept, HOURS_AGO);
    await addJob(fresh, new Date());
    for (const { name } of [gone, alsoGone, fresh]) await objects.remove(name);
    await sweeper.compare();
    expect(told()).toEqual([{ event: 'objects_missing', count: 2, job: ids[0] }]);
    lines = [];
    await database().system.updateTable('job_outputs').set({ deleted_at: new Date() }).execute();
    await sweeper.compare();
    expect(told()).toEqual([]);
  });
});
