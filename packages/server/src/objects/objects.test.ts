import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnDatabase, describeOnDatabases } from '../testing/database.ts';
import { startS3, type TestS3 } from '../testing/s3.ts';
import { openTestVault } from '../testing/vault.ts';
import { FRAME_BYTES, FRAMES_HEADER, SEALED_FRAME_BYTES } from '../vault/frames.ts';
import { DatabaseStore } from './database-store.ts';
import { FileStore } from './file-store.ts';
import { type ByteRange, ObjectMissing, type ObjectStore, ObjectTooLarge } from './object-store.ts';
import { Objects } from './objects.ts';
import { S3Store } from './s3-store.ts';

const ORGANISATION = 'org_a';
/** The last one is more than a part of an upload to S3. */
const SIZES = [0, 1, FRAME_BYTES - 1, FRAME_BYTES, FRAME_BYTES + 1, 3_500_000, 9_000_000];

async function text(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function namesOf(store: ObjectStore): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of store.list()) names.push(name);
  return names;
}

describeOnDatabases('objects', (database) => {
  let folder: string;
  let stores: readonly ObjectStore[];
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.close());
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'platen-objects-'));
    stores = [
      new FileStore(path.join(folder, 'synced')),
      new DatabaseStore(database()),
      new S3Store(s3.place),
      new FileStore(path.join(folder, 'unsynced'), { sync: false }),
    ];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Files and buckets are the same whatever the database: they are tried beside one of them. */
  const eachStore = async (work: (objects: Objects, store: ObjectStore) => Promise<void>) => {
    const tried = database().kind === 'pglite' ? stores.filter((store) => store instanceof DatabaseStore) : stores;
    for (const store of tried) await work(new Objects({ store, vault: await openTestVault(database()) }), store);
  };

  it('come back as they were, whole and in spans, and are gone when they are removed', async () => {
    await eachStore(async (objects) => {
      for (const size of SIZES) {
        const bytes = randomBytes(size);
        const object = await objects.put(ORGANISATION, [bytes.subarray(0, 10), bytes.subarray(10)]);
        expect(object).toMatchObject({ bytes: size, sha256: createHash('sha256').update(bytes).digest('hex') });
        expect(bytes.equals(await text(objects.read(object)))).toBe(true);
        for (const start of [0, 1, FRAME_BYTES - 1, FRAME_BYTES, size - 1]) {
          const end = Math.min(size - 1, start + FRAME_BYTES);
          if (start < 0 || start > end) continue;
          const span = await text(objects.read(object, { start, end }));
          expect(bytes.subarray(start, end + 1).equals(span)).toBe(true);
        }
        await objects.remove(object.name);
        await expect(text(objects.read(object))).rejects.toThrow(ObjectMissing);
      }
    });
  });

  it('of one organization do not open as those of another, and none is stored in the clear', async () => {
    await eachStore(async (objects, store) => {
      const secret = Buffer.from('canary '.repeat(20_000));
      const object = await objects.put(ORGANISATION, [secret]);
      const sealed = await text(store.read(object.name, { start: 0 }));
      expect(sealed.includes('canary')).toBe(false);
      await store.put(
        'org_b/obj_x',
        (async function* () {
          yield sealed;
        })(),
      );
      await expect(text(objects.read({ name: 'org_b/obj_x', bytes: secret.length }))).rejects.toThrow();
      for (const name of ['org_b/obj_x', object.name]) await store.remove(name);
    });
  });

  it('that were cut, changed, swapped or repeated are refused', async () => {
    const store = stores[0] as FileStore;
    const inOneTurn = new Objects({
      store: new FileStore(path.join(folder, 'synced'), { sync: false }),
      vault: await openTestVault(database()),
    });
    const objects = new Objects({ store, vault: await openTestVault(database()) });
    const object = await objects.put(ORGANISATION, [randomBytes(4 * FRAME_BYTES)]);
    const file = path.join(folder, 'synced', object.name);
    const good = readFileSync(file);
    const frame = (number: number) =>
      good.subarray(FRAMES_HEADER + number * SEALED_FRAME_BYTES, FRAMES_HEADER + (number + 1) * SEALED_FRAME_BYTES);
    const head = good.subarray(0, FRAMES_HEADER);
    const flipped = Buffer.from(good);
    flipped[FRAMES_HEADER + 5] = (flipped[FRAMES_HEADER + 5] as number) ^ 1;
    const faults = {
      cut: good.subarray(0, -1),
      'cut after a frame': Buffer.concat([head, frame(0), frame(1), frame(2)]),
      'cut to nothing': head,
      changed: flipped,
      swapped: Buffer.concat([head, frame(1), frame(0), frame(2), frame(3)]),
      repeated: Buffer.concat([head, frame(0), frame(0), frame(2), frame(3)]),
    };
    for (const [name, bytes] of Object.entries(faults)) {
      writeFileSync(file, bytes);
      for (const reader of [objects, inOneTurn]) await expect(text(reader.read(object)), name).rejects.toThrow();
    }
  });

  it('that cannot be written whole leave nothing behind', async () => {
    const broken = async function* () {
      yield randomBytes(3_000_000);
      throw new Error('The source broke.');
    };
    await eachStore(async (objects, store) => {
      await expect(objects.put(ORGANISATION, broken())).rejects.toThrow('The source broke.');
      expect(await namesOf(store)).toEqual([]);
    });
    if (database().kind !== 'postgresql') return;
    for (const name of ['synced', 'unsynced']) expect(readdirSync(path.join(folder, name, ORGANISATION))).toEqual([]);
  });

  it('are listed in the order of their names, with when they were written', async () => {
    const names = ['org_b/obj_1', 'org_a/obj_z', 'org_a1/obj_a', 'org_a/obj_0'];
    await eachStore(async (_objects, store) => {
      for (const name of names) await store.put(name, Readable.from([Buffer.from(name)]));
      expect(await namesOf(store)).toEqual([...names].sort());
      for await (const { writtenAt } of store.list())
        expect(Math.abs(Date.now() - writtenAt.getTime())).toBeLessThan(60_000);
      for (const name of names) await store.remove(name);
      // Once more: nothing is there, and that is no error.
      await store.remove('org_b/obj_1');
      expect(await namesOf(store)).toEqual([]);
    });
  });

  it('that their process did not finish are removed, and only they', async () => {
    const [files, inDatabase] = stores as [FileStore, DatabaseStore];
    const future = new Date(Date.now() + 60_000);
    for (const store of [files, inDatabase])
      await store.put('org_a/obj_whole', Readable.from([randomBytes(2_000_000)]));
    writeFileSync(path.join(folder, 'synced/org_a/.draft-x'), 'half');
    const half = { object: 'org_a/obj_half', part: 1, bytes: Buffer.from('half') };
    await database()
      .system.insertInto('object_parts')
      .values([half, { ...half, part: 2 }])
      .execute();
    for (const store of [files, inDatabase]) {
      expect(await store.removeUnfinished(new Date(Date.now() - 60_000))).toBe(0);
      expect(await store.removeUnfinished(future)).toBe(1);
      expect(await store.removeUnfinished(future)).toBe(0);
      expect(await namesOf(store)).toEqual(['org_a/obj_whole']);
      await store.remove('org_a/obj_whole');
    }
    expect(await database().system.selectFrom('object_parts').select('object').execute()).toEqual([]);
  });

  it('have names that lead nowhere else', async () => {
    const range: ByteRange = { start: 0 };
    for (const name of ['../x', 'org_a/../../etc_passwd', '/etc/passwd', 'org_a/x/y']) {
      await expect(text((stores[0] as FileStore).read(name, range)), name).rejects.toThrow('no name');
    }
  });
});

describeOnDatabase('objects', (database) => {
  it('too large for the database are refused with the limit', async () => {
    const many = async function* () {
      for (let part = 0; part < 65; part += 1) yield Buffer.alloc(1024 * 1024);
    };
    const objects = new Objects({ store: new DatabaseStore(database()), vault: await openTestVault(database()) });
    await expect(objects.put(ORGANISATION, many())).rejects.toThrow(ObjectTooLarge);
    // What is in memory already is refused before any of it is sealed.
    const unread = Object.defineProperty([new Uint8Array(65 * 1024 * 1024)], Symbol.iterator, {
      value: () => {
        throw new Error('it was read');
      },
    });
    await expect(objects.put(ORGANISATION, unread)).rejects.toThrow(ObjectTooLarge);
  });
});
