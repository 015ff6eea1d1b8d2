import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../data/ids.ts';
import { addOrganisation, emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { startS3, type TestS3 } from '../testing/s3.ts';
import { openTestVault } from '../testing/vault.ts';
import { DatabaseStore } from './database-store.ts';
import { FileStore } from './file-store.ts';
import { type MoveOutcome, moveObjects } from './move.ts';
import type { ObjectStore } from './object-store.ts';
import { Objects, type PutObject } from './objects.ts';
import { S3Store } from './s3-store.ts';

describeOnDatabases('results that move', (database) => {
  let folder: string;
  let organisationId: string;
  let files: FileStore;
  let inDatabase: DatabaseStore;
  let bucket: S3Store;
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.close());
  beforeEach(async () => {
    await emptyDatabase(database());
    folder = mkdtempSync(path.join(tmpdir(), 'platen-move-'));
    organisationId = await addOrganisation(database(), 'Move');
    files = new FileStore(folder);
    inDatabase = new DatabaseStore(database());
    bucket = new S3Store(s3.place);
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    for (const name of await namesOf(bucket)) await bucket.remove(name);
  });

  async function namesOf(store: ObjectStore): Promise<readonly string[]> {
    const names: string[] = [];
    for await (const { name } of store.list()) names.push(name);
    return names;
  }

  /** A result in files, with its job. */
  async function addResult({ size = 100_000, deleted = false } = {}): Promise<PutObject> {
    const objects = new Objects({ store: files, vault: await openTestVault(database()) });
    const object = await objects.put(organisationId, [randomBytes(size)]);
    const { system } = database();
    const id = newId('job');
    const now = new Date();
    const job = { id, organisation_id: organisationId, actor: 'key', format: 'pdf', sandbox: true, request_bytes: 0 };
    await system
      .insertInto('jobs')
      .values({
        ...job,
        kind: 'convert',
        state: 'succeeded',
        priority: 1,
        keep: 60,
        start_before: now,
        finished_at: now,
      })
      .execute();
    const output = { job_id: id, position: 0, organisation_id: organisationId, format: 'pdf', bytes: object.bytes };
    await system
      .insertInto('job_outputs')
      .values({
        ...output,
        content_type: 'application/pdf',
        object: object.name,
        sha256: Buffer.from(object.sha256, 'hex'),
        expires_at: now,
        deleted_at: deleted ? now : null,
      })
      .execute();
    return object;
  }

  async function move(from: ObjectStore, to: ObjectStore, keep = false) {
    const outcomes: MoveOutcome[] = [];
    const onResult = ({ outcome }: { readonly outcome: MoveOutcome }) => outcomes.push(outcome);
    const vault = await openTestVault(database());
    const left = await moveObjects({ database: database(), vault, from, to, keep, onResult });
    return { outcomes: outcomes.sort(), left };
  }

  it('are whole in the other store, and in the first one no more', async () => {
    const names = [(await addResult()).name, (await addResult({ size: 9_000_000 })).name].sort();
    for (const [from, to] of [
      [files, bucket],
      [bucket, inDatabase],
      [inDatabase, files],
    ] as const) {
      expect(await move(from, to)).toEqual({ outcomes: ['moved', 'moved'], left: 0 });
      expect([await namesOf(from), await namesOf(to)]).toEqual([[], names]);
    }
  });

  it('stay in the first store too if that was asked for, and are told apart the next time', async () => {
    const { name } = await addResult();
    expect(await move(files, bucket, true)).toEqual({ outcomes: ['moved'], left: 0 });
    expect([await namesOf(files), await namesOf(bucket)]).toEqual([[name], [name]]);
    await addResult();
    expect((await move(files, bucket)).outcomes).toEqual(['moved', 'there']);
    expect([(await namesOf(files)).length, (await namesOf(bucket)).length]).toEqual([0, 2]);
    expect((await move(files, bucket)).outcomes).toEqual(['there', 'there']);
  });

  it('go on where they were interrupted', async () => {
    for (let count = 0; count < 12; count += 1) await addResult({ size: 10 });
    let puts = 0;
    const failing: ObjectStore = {
      put: async (name, bytes) => {
        puts += 1;
        if (puts > 6) throw new Error('The store is away.');
        await bucket.put(name, bytes);
      },
      read: (name, range) => bucket.read(name, range),
      remove: (name) => bucket.remove(name),
      list: () => bucket.list(),
      removeUnfinished: (time) => bucket.removeUnfinished(time),
    };
    await expect(move(files, failing)).rejects.toThrow('The store is away.');
    const { outcomes } = await move(files, bucket);
    expect(outcomes.filter((outcome) => outcome === 'moved').length).toBeGreaterThanOrEqual(6);
    expect(outcomes).toHaveLength(12);
    expect([(await namesOf(files)).length, (await namesOf(bucket)).length]).toEqual([0, 12]);
  });

  it('that are damaged, missing or too large are told of, and stay', async () => {
    const [damaged, missing, large] = [
      await addResult(),
      await addResult(),
      await addResult({ size: 65 * 1024 * 1024 }),
    ];
    const file = path.join(folder, damaged.name);
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(1_000) ^ 1, 1_000);
    writeFileSync(file, bytes);
    await files.remove(missing.name);
    expect((await move(files, inDatabase)).outcomes).toEqual(['damaged', 'missing', 'too_large']);
    expect(await namesOf(inDatabase)).toEqual([]);
    expect(await namesOf(files)).toEqual([damaged.name, large.name].sort());
  });

  it('take the place of a copy that is damaged', async () => {
    const { name } = await addResult();
    await bucket.put(
      name,
      (async function* () {
        yield Buffer.alloc(500, 1);
      })(),
    );
    expect((await move(files, bucket)).outcomes).toEqual(['moved']);
  });

  it('are only those that are kept; what belongs to no result is counted', async () => {
    await addResult({ deleted: true });
    const objects = new Objects({ store: files, vault: await openTestVault(database()) });
    const { name } = await objects.put(organisationId, [Buffer.from('of nobody')]);
    expect(await move(files, bucket)).toEqual({ outcomes: [], left: 1 });
    expect([await namesOf(files), await namesOf(bucket)]).toEqual([[name], []]);
  });
});
