import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { LogEvents } from '../log/log.ts';
import { LockedBucket } from '../objects/locked-bucket.ts';
import { addOrganisation, emptyDatabase, stoppedClock } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { startLockingS3 } from '../testing/locking-s3.ts';
import { startS3 } from '../testing/s3.ts';
import { Anchoring, writeAnchor } from './anchoring.ts';
import { anchorsOf, readAnchors } from './anchors.ts';
import { AuditLog } from './audit-log.ts';
import { exportLines } from './export-lines.ts';
import { exportKey, publicKeyOf } from './export-seal.ts';
import { Heads } from './heads.ts';
import { verifyAudit } from './verify.ts';
import { verifyExport } from './verify-export.ts';

const KEY = Buffer.alloc(32, 7);
const PUBLIC_KEY = publicKeyOf(exportKey(KEY));
const DAYS = 2_192;

describeOnDatabases('heads of the audit log, in a bucket with object lock', (database) => {
  let chain: string;
  let heads: Heads;
  let audit: AuditLog;
  const record = async (action: string) => await audit.record(chain, { actor: 'key_1', action });
  beforeEach(async () => {
    await emptyDatabase(database());
    await sql`delete from settings where name like 'audit_%'`.execute(database().system);
    const folder = mkdtempSync(path.join(tmpdir(), 'platen-anchors-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    heads = new Heads({ database: database(), folder, key: KEY });
    audit = new AuditLog({ database: database(), heads, clock: stoppedClock() });
    chain = await addOrganisation(database(), 'Anchored');
    for (const action of ['key.created', 'result.read', 'key.revoked']) await record(action);
    await heads.flush();
  });

  // What is written in the background is of this test.
  afterEach(() => heads.flush());

  async function anchored() {
    const s3 = await startLockingS3();
    onTestFinished(() => s3.close());
    const bucket = new LockedBucket(s3.place);
    const written = await writeAnchor({ database: database(), heads, auditKey: KEY, bucket, days: DAYS });
    expect(written).toBe(1);
    const read = async () => await readAnchors(anchorsOf(bucket), PUBLIC_KEY);
    return { s3, bucket, read };
  }
  const faultsOf = async (read: () => ReturnType<typeof readAnchors>) =>
    (await verifyAudit(database().system, heads, (await read()).heads)).flatMap(({ faults }) => faults);

  it('are kept for six years in compliance mode, and the chain fits them', async () => {
    const { s3, read } = await anchored();
    expect(s3.versions).toMatchObject([{ key: expect.stringMatching(/^platen\/20.*\.ndjson$/), mode: 'COMPLIANCE' }]);
    const days = (Date.parse(s3.versions[0]?.until ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(DAYS);
    await record('key.created');
    expect(await read()).toMatchObject({
      heads: [{ organisationId: chain, seq: 3 }],
      times: [expect.any(String)],
      broken: [],
    });
    expect(await faultsOf(read)).toEqual([]);
  });

  it('show a chain that was made anew, with all else that the instance has of it', async () => {
    const { read } = await anchored();
    // Whoever has the machine has database, data folder and key: only the bucket is out of reach.
    const { system } = database();
    await sql`alter table audit_log disable trigger user`.execute(system);
    await system.deleteFrom('audit_log').execute();
    await sql`alter table audit_log enable trigger user`.execute(system);
    await sql`delete from settings where name like 'audit_head:%'`.execute(system);
    const folder = mkdtempSync(path.join(tmpdir(), 'platen-anchors-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    heads = new Heads({ database: database(), folder, key: KEY });
    audit = new AuditLog({ database: database(), heads, clock: stoppedClock() });
    for (const action of ['key.created', 'key.created', 'key.revoked', 'key.revoked']) await record(action);
    await heads.flush();
    expect(await faultsOf(async () => ({ heads: [], times: [], broken: [] }))).toEqual([]);
    expect(await faultsOf(read)).toEqual([{ kind: 'anchor_differs', seq: 3 }]);
    const lines = exportLines({ queries: system, heads, auditKey: KEY, at: new Date() });
    const bytes = Buffer.from((await Array.fromAsync(lines)).join(''));
    const anchors = (await read()).heads;
    const { chains, fault } = await verifyExport(Readable.from([bytes]), { key: PUBLIC_KEY, anchors });
    expect([fault, chains.flatMap(({ faults }) => faults)]).toEqual([undefined, [{ kind: 'anchor_differs', seq: 3 }]]);
    // A chain that is gone altogether is known too.
    const other = [{ organisationId: 'org_gone', seq: 2, hash: 'a'.repeat(64), at: '2026-01-01T00:00:00.000Z' }];
    const gone = await verifyExport(Readable.from([bytes]), { key: PUBLIC_KEY, anchors: other });
    expect(gone.chains.at(-1)).toMatchObject({ organisationId: 'org_gone', rows: 0 });
    expect(gone.chains.at(-1)?.faults).toContainEqual({ kind: 'anchor_differs', seq: 2 });
  });

  it('say nothing of an export that was made before them', async () => {
    const { bucket, read } = await anchored();
    const lines = exportLines({ queries: database().system, heads, auditKey: KEY, at: new Date() });
    const bytes = Buffer.from((await Array.fromAsync(lines)).join(''));
    const { at } = JSON.parse(bytes.toString().split('\n')[0] ?? '');
    // The clocks of two anchors must differ.
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(at));
    await record('key.created');
    await heads.flush();
    await writeAnchor({ database: database(), heads, auditKey: KEY, bucket, days: DAYS });
    const { heads: anchors } = await read();
    expect(anchors.map(({ seq }) => seq).sort()).toEqual([3, 4]);
    const { chains } = await verifyExport(Readable.from([bytes]), { key: PUBLIC_KEY, anchors });
    expect(chains).toMatchObject([{ organisationId: chain, rows: 3, faults: [] }]);
  });

  it('count whatever is written over them; what is not sealed by the instance is named', async () => {
    const { s3, bucket, read } = await anchored();
    const [first] = s3.versions;
    const name = first?.key.slice('platen/'.length) ?? '';
    const forged = (first?.content.toString() ?? '').replace(/"seq":3/, '"seq":2');
    await bucket.put(name, Buffer.from(forged), new Date(Date.now() + 60_000));
    await bucket.put('other', Buffer.from('no head'), new Date(Date.now() + 60_000));
    expect(await read()).toMatchObject({
      heads: [{ seq: 3 }],
      times: [expect.any(String)],
      broken: [name, 'other'].sort(),
    });
    const gone = await fetch(`${s3.place.endpoint}/anchors/${first?.key}?versionId=${first?.id}`, { method: 'DELETE' });
    expect(gone.status).toBe(403);
    expect(await faultsOf(read)).toEqual([]);
  });

  it('are read to the end of a list of many pages, and not at all where the list breaks off', async () => {
    for (const says of [true, false]) {
      const s3 = await startLockingS3({ says });
      onTestFinished(() => s3.close());
      const bucket = new LockedBucket(s3.place);
      for (const name of ['1', '2', '3', '4', '5'])
        await bucket.put(name, Buffer.from('x'), new Date(Date.now() + 60_000));
      const names = Array.fromAsync(bucket.versions(), ({ name }) => name);
      if (says) expect(await names).toEqual(['1', '2', '3', '4', '5']);
      else await expect(names).rejects.toThrow(/does not say where the list goes on/);
    }
  });

  describe('that are not kept', () => {
    it('are no anchors: a bucket without object lock is refused', async () => {
      const s3 = await startLockingS3({ grants: false });
      const other = await startS3();
      onTestFinished(async () => void (await Promise.all([s3.close(), other.close()])));
      for (const place of [s3.place, other.place]) {
        const options = { database: database(), heads, auditKey: KEY, bucket: new LockedBucket(place), days: DAYS };
        await expect(writeAnchor(options)).rejects.toThrow(/Object Lock/);
      }
    });

    it('are written by another server where the one that began is gone', async () => {
      const s3 = await startLockingS3();
      const silent = createServer().listen(0, '127.0.0.1');
      onTestFinished(() => s3.close());
      await once(silent, 'listening');
      const log = { event: () => {} } as never;
      const open = (place: typeof s3.place) =>
        new Anchoring({ database: database(), heads, auditKey: KEY, bucket: new LockedBucket(place), days: DAYS, log });
      const asked = once(silent, 'connection');
      const { port } = silent.address() as AddressInfo;
      const gone = open({ ...s3.place, endpoint: `http://127.0.0.1:${port}` });
      const [socket] = await asked;
      await open(s3.place).close();
      expect(s3.versions).toHaveLength(0);
      const age = "update settings set updated_at = updated_at - interval '11 minutes' where name = 'audit_anchor'";
      await sql.raw(age).execute(database().system);
      await open(s3.place).close();
      expect(s3.versions).toHaveLength(1);
      socket.destroy();
      silent.close();
      await gone.close();
    });

    it('are logged, and tried again; of several servers one writes', async () => {
      const s3 = await startLockingS3();
      const down = await startLockingS3({ grants: false });
      onTestFinished(async () => void (await Promise.all([s3.close(), down.close()])));
      const events: (keyof LogEvents)[] = [];
      const log = { event: (name: keyof LogEvents) => void events.push(name) } as never;
      const open = (place: typeof s3.place) =>
        new Anchoring({ database: database(), heads, auditKey: KEY, bucket: new LockedBucket(place), days: DAYS, log });
      await open(down.place).close();
      // Another look in five minutes: a bucket that keeps nothing is not filled, and what it took is gone again.
      await open(down.place).close();
      expect([events, down.versions]).toEqual([['audit_anchor_unwritten'], []]);
      await sql`update settings set updated_at = updated_at - interval '1 hour' where name = 'audit_anchor'`.execute(
        database().system,
      );
      await Promise.all([open(s3.place).close(), open(s3.place).close(), open(s3.place).close()]);
      await open(s3.place).close();
      expect([events.length, s3.versions.length]).toEqual([1, 1]);
    });
  });
});
