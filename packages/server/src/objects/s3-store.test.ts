import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FaultyS3, type S3Fault, startFaultyS3, startS3 } from '../testing/s3.ts';
import { ObjectMissing } from './object-store.ts';
import { faultOfBucket } from './s3-fault.ts';
import { S3Store } from './s3-store.ts';

const NAME = 'org_a/obj_1';
const KEY = `platen/${NAME}`;
/** Two parts and a bit. */
const LARGE = randomBytes(17_000_000);
const SMALL = randomBytes(200_000);

async function whole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('a bucket whose service has faults (F15)', () => {
  let s3: FaultyS3;
  let store: S3Store;
  beforeEach(async () => {
    s3 = await startFaultyS3();
    store = new S3Store(s3.place);
  });
  afterEach(() => s3.close());

  /** Where a service is silent, its store waits less long: else a busy machine could be taken for a silent one. */
  const waitFor = (fault: S3Fault) => {
    if (fault.startsWith('silence')) store = new S3Store(s3.place, { patience: 1_000 });
  };
  const put = (bytes: Buffer) => store.put(NAME, Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]));

  it.each<S3Fault>(['reset', 'slow down', 'silence'])('is asked again after "%s"', async (fault) => {
    waitFor(fault);
    s3.faults.put = [fault, fault];
    await put(SMALL);
    expect(s3.objects.get(KEY)?.equals(SMALL)).toBe(true);
    s3.faults.get = [fault, fault];
    expect((await whole(store.read(NAME, { start: 0 }))).equals(SMALL)).toBe(true);
    s3.faults.delete = [fault];
    await store.remove(NAME);
    expect(s3.objects.size).toBe(0);
  });

  it.each<S3Fault>(['reset', 'slow down', 'silence'])('that goes on with "%s" gives up, and tells', async (fault) => {
    waitFor(fault);
    s3.faults.put = [fault, fault, fault];
    await expect(put(SMALL)).rejects.toThrow();
    expect(s3.calls.put).toBe(3);
    expect(s3.objects.size).toBe(0);
  });

  it.each<S3Fault>(['reset in the middle', 'silence in the middle'])('goes on reading after "%s"', async (fault) => {
    waitFor(fault);
    s3.objects.set(KEY, LARGE);
    s3.faults.get = [fault, fault];
    expect((await whole(store.read(NAME, { start: 7, length: 9_000_000 }))).equals(LARGE.subarray(7, 9_000_007))).toBe(
      true,
    );
    expect(s3.calls.get).toBe(3);
    s3.faults.get = [fault, fault, fault];
    await expect(whole(store.read(NAME, { start: 0 }))).rejects.toThrow();
  });

  it('keeps large objects by parts, each in memory alone', async () => {
    s3.faults.part = ['reset', 'slow down'];
    await put(LARGE);
    expect(s3.objects.get(KEY)?.equals(LARGE)).toBe(true);
    expect([s3.uploads.size, s3.calls.part]).toEqual([0, 5]);
  });

  it.each<readonly [call: 'part' | 'complete', fault: S3Fault]>([
    ['part', 'reset'],
    ['part', 'silence'],
    ['complete', 'slow down'],
    ['complete', 'error in 200'],
  ])('gives an upload up whose "%s" ends by "%s"', async (call, fault) => {
    waitFor(fault);
    s3.faults[call] = [fault, fault, fault];
    await expect(put(LARGE)).rejects.toThrow();
    expect([s3.uploads.size, s3.objects.size, s3.calls.abort]).toEqual([0, 0, 1]);
  });

  it('gives an upload up whose bytes end by an error', async () => {
    const broken = async function* () {
      yield LARGE;
      throw new Error('The source broke.');
    };
    await expect(store.put(NAME, broken())).rejects.toThrow('The source broke.');
    expect([s3.uploads.size, s3.objects.size]).toEqual([0, 0]);
  });

  it('is rid of uploads that a dead process began', async () => {
    s3.faults.part = ['reset', 'reset', 'reset'];
    s3.faults.abort = ['reset', 'reset', 'reset'];
    await expect(put(LARGE)).rejects.toThrow();
    expect(s3.uploads.size).toBe(1);
    expect(await store.removeUnfinished(new Date(0))).toBe(0);
    expect(await store.removeUnfinished(new Date())).toBe(1);
    expect(s3.uploads.size).toBe(0);
  });

  it('says of what is not there that it is missing', async () => {
    await expect(whole(store.read(NAME, { start: 0 }))).rejects.toThrow(ObjectMissing);
  });

  it('is left when its answer is not read to the end', async () => {
    s3.objects.set(KEY, LARGE);
    for await (const chunk of store.read(NAME, { start: 0 })) {
      expect(LARGE.subarray(0, chunk.length).equals(chunk)).toBe(true);
      break;
    }
    expect(s3.calls.get).toBe(1);
  });
});

describe('a bucket that cannot be used', () => {
  it('is told of in words', async () => {
    const s3 = await startS3();
    const strict = await startS3({ signatures: true });
    const { place } = s3;
    const { credentials } = place;
    expect(await faultOfBucket(place)).toBeUndefined();
    expect(await faultOfBucket({ ...place, bucket: 'elsewhere' })).toMatch(/^there is no bucket "elsewhere" at http/);
    const wrong = { ...strict.place, credentials: { ...credentials, secretAccessKey: 'wrong' } };
    expect(await faultOfBucket(wrong)).toBe('AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID');
    const unknown = { ...strict.place, credentials: { ...credentials, accessKeyId: 'UNKNOWN' } };
    expect(await faultOfBucket(unknown)).toMatch(/does not know AWS_ACCESS_KEY_ID$/);
    await Promise.all([s3.close(), strict.close()]);
    expect(await faultOfBucket(place)).toMatch(/cannot be reached \(ECONNREFUSED\)$/);
  });

  it('is written and read with signatures that its service finds right', async () => {
    const s3 = await startS3({ signatures: true });
    const store = new S3Store(s3.place);
    await store.put(NAME, Readable.from([LARGE]));
    expect((await whole(store.read(NAME, { start: 0 }))).equals(LARGE)).toBe(true);
    await s3.close();
  });
});
