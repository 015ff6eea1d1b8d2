import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { AuditLog } from '../audit/audit-log.ts';
import { exportLines } from '../audit/export-lines.ts';
import { exportKey, publicKeyOf } from '../audit/export-seal.ts';
import { Heads } from '../audit/heads.ts';
import { readConfig } from '../config/config.ts';
import { addOrganisation, emptyDatabase, stoppedClock } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { addMember } from '../testing/rows.ts';
import { type EvidenceFile, evidenceArchive } from './archive.ts';
import { evidence } from './evidence.ts';
import { readTar } from './tar.ts';
import { type EvidenceVerification, verifyEvidence } from './verify.ts';

const KEY = Buffer.alloc(32, 7);
const PUBLIC_KEY = publicKeyOf(exportKey(KEY));
/** The day of `stoppedClock`. */
const AT = new Date('2030-01-01T12:00:00Z');

const check = (bytes: Buffer, key?: string): Promise<EvidenceVerification> =>
  // In pieces that fit no block.
  verifyEvidence(Readable.from(bytes.length === 0 ? [] : [bytes.subarray(0, 700), bytes.subarray(700)]), { key });

async function filesOf(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for await (const { name, content } of readTar(Readable.from([bytes]))) {
    files.set(name, Buffer.concat(await Array.fromAsync(content)).toString());
  }
  return files;
}

const rowsOf = (files: ReadonlyMap<string, string>, table: string): readonly object[] =>
  (files.get(`${table}/000001.ndjson`) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as object);

describeOnDatabases('evidence', (database) => {
  let organisationId: string;
  let archive: (period?: { readonly from?: string; readonly to?: string }) => Promise<Buffer>;
  beforeEach(async () => {
    await emptyDatabase(database());
    const folder = mkdtempSync(path.join(tmpdir(), 'platen-evidence-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const heads = new Heads({ database: database(), folder, key: KEY });
    const audit = new AuditLog({ database: database(), heads, clock: stoppedClock() });
    organisationId = await addOrganisation(database(), 'Audited');
    await addMember(database(), organisationId, 'auditor');
    const { system } = database();
    const key = { id: 'key_1', organisation_id: organisationId, name: 'Invoices', kind: 'live' as const };
    const shown = { prefix: 'plk_live', last4: 'last', digest: Buffer.from('digest'), scopes: '["convert:pdf"]' };
    await system
      .insertInto('api_keys')
      .values({ ...key, ...shown, allowlist: '[]' })
      .execute();
    await sql`insert into purges (organisation_id, kind, day, count, digest)
      values (${organisationId}, 'jobs', '2030-01-01', 3, ${Buffer.alloc(32, 1)}),
             (${organisationId}, 'jobs', '2030-01-03', 4, ${Buffer.alloc(32, 1)})`.execute(system);
    for (const action of ['key.created', 'job.canceled', 'member.changed', 'analysis.granted']) {
      await audit.record(organisationId, { actor: 'operator', action, target: 'key_1' });
    }
    await heads.flush();
    archive = async (period = {}) => {
      const auditLines = exportLines({ queries: system, heads, auditKey: KEY, at: AT });
      const config = readConfig({ HOST: '127.0.0.1', PLATEN_METRICS_TOKEN: 'a token of 24 characters' });
      const tests = { name: 'tests.txt', content: Buffer.from('7 passed, 0 failed\n') };
      const given = { ...period, database: database(), config, auditKey: KEY, version: '1.2.3', auditLines, at: AT };
      return Buffer.concat(await Array.fromAsync(evidence({ ...given, tests })));
    };
  });

  it('holds who has access, what was changed and removed in the period, and no secret', async () => {
    const files = await filesOf(await archive({ from: '2030-01-01', to: '2030-01-02' }));
    expect(rowsOf(files, 'organisations')).toMatchObject([{ id: organisationId, name: 'Audited', hipaa: false }]);
    expect(rowsOf(files, 'members')).toMatchObject([{ role: 'auditor', two_factor_enabled: false }]);
    expect(rowsOf(files, 'keys')).toMatchObject([{ id: 'key_1', scopes: ['convert:pdf'], last_used_at: null }]);
    expect(rowsOf(files, 'changes')).toMatchObject([
      { action: 'key.created', seq: 1 },
      { action: 'member.changed' },
      {},
    ]);
    expect(rowsOf(files, 'removals')).toMatchObject([{ kind: 'jobs', day: '2030-01-01', count: 3 }]);
    expect(JSON.parse(files.get('roles.json') ?? '')).toMatchObject({ auditor: { audit: { read: 'all' } } });
    expect(JSON.parse(files.get('versions.json') ?? '')).toMatchObject({
      platen: '1.2.3',
      node: process.versions.node,
      database: expect.stringContaining('PostgreSQL'),
      browser: expect.stringMatching(/\d+\.\d+/),
    });
    const settings = JSON.parse(files.get('settings.json') ?? '');
    expect(settings).toContainEqual({ name: 'PLATEN_METRICS_TOKEN', set: true, value: null });
    expect(settings).toContainEqual({ name: 'PLATEN_MASTER_KEY_FILE', set: false, value: null });
    expect(settings).toContainEqual({ name: 'PLATEN_RATE_LIMIT', set: true, value: '250' });
    const { components, ...bill } = JSON.parse(files.get('bill-of-materials.cdx.json') ?? '');
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    expect(components).toContainEqual(
      expect.objectContaining({ name: 'fastify', licenses: [{ expression: 'MIT' }], hashes: [expect.anything()] }),
    );
    expect(components.map(({ name }: { name: string }) => name)).not.toContain('vitest');
    const scopes = new Set(components.map(({ scope }: { scope: string }) => scope));
    expect([...scopes].sort()).toEqual(['optional', 'required']);
    expect(components.find(({ name }: { name: string }) => name === 'fastify')).toMatchObject({ scope: 'required' });
    // Of every system, whichever this one is.
    const oxide = expect.objectContaining({ name: '@tailwindcss/oxide-darwin-arm64', scope: 'optional' });
    expect(components).toContainEqual(oxide);
    expect(files.get('maps/soc2.md')).toContain('CC6.1');
    expect(files.get('tests/tests.txt')).toBe('7 passed, 0 failed\n');
    expect([...files.values()].join('')).not.toMatch(/token of 24|"digest"|ZGlnZXN0/);
    // Of a period in which nothing happened, only what is of all time.
    const later = await filesOf(await archive({ from: '2030-01-02', to: '2030-01-02' }));
    expect([rowsOf(later, 'changes'), rowsOf(later, 'removals')]).toEqual([[], []]);
    expect(rowsOf(later, 'audit')).toHaveLength(1 + 1 + 4 + 1);
  });

  it('is whole by itself, and for tar', async () => {
    const bytes = await archive();
    expect(await check(bytes, PUBLIC_KEY)).toEqual({
      header: expect.objectContaining({ public_key: PUBLIC_KEY, platen: '1.2.3', from: null }),
      whole: 14,
      faults: [],
      last: 'manifest.ndjson',
      audit: expect.objectContaining({ chains: [{ organisationId, rows: 4, faults: [] }] }),
    });
    // GNU tar spoils an archive without whole records when it deletes from it.
    expect(bytes.length % 10_240).toBe(0);
    const listed = spawnSync('tar', ['-tf', '-'], { input: bytes, encoding: 'utf8' });
    expect(listed).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('\nkeys/000001.ndjson\n') });
  });

  it('names a row that was changed, a file that was removed or added, and where it was cut off', async () => {
    const bytes = await archive();
    // As long as before: only its digest tells.
    const changed = Buffer.from(bytes.toString('latin1').replace('"job.canceled"', '"job.completed'), 'latin1');
    expect(await check(changed)).toMatchObject({ fault: 'changed', auditDamage: expect.stringContaining('Line 4') });
    const row = Buffer.from(bytes.toString('latin1').replace('job.canceled', 'job.restored'), 'latin1');
    expect(await check(row)).toMatchObject({
      faults: [{ file: 'audit/000001.ndjson', kind: 'changed' }],
      whole: 13,
      audit: { fault: 'changed', chains: [{ faults: [{ kind: 'changed', seq: 2 }] }] },
    });
    const [from, to] = [bytes.indexOf('keys/000001.ndjson\0'), bytes.indexOf('changes/000001.ndjson\0')];
    expect(await check(Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]))).toMatchObject({
      fault: 'changed',
      faults: [{ file: 'keys/000001.ndjson', kind: 'missing' }],
      audit: { chains: [{ faults: [] }] },
    });
    const twice = Buffer.concat([bytes.subarray(0, to), bytes.subarray(from, to), bytes.subarray(to)]);
    expect(await check(twice)).toMatchObject({ faults: [{ file: 'keys/000001.ndjson', kind: 'unlisted' }] });
    // Within a file, between two, and with a new end.
    for (const cut of [bytes.subarray(0, to - 100), bytes.subarray(0, to)]) {
      for (const end of [Buffer.alloc(0), Buffer.alloc(1024)]) {
        const found = await check(Buffer.concat([cut, end]));
        expect(found).toMatchObject({
          fault: expect.stringMatching(/^(?:cut_off|changed)$/),
          last: 'keys/000001.ndjson',
        });
        expect([found.header, found.whole]).toEqual([undefined, 0]);
      }
    }
    const inAudit = bytes.subarray(0, bytes.indexOf('"member.changed"'));
    expect(await check(inAudit)).toMatchObject({
      fault: 'cut_off',
      last: 'audit/000001.ndjson',
      audit: { chains: [{ faults: [{ kind: 'tail_removed', seq: 3 }] }] },
    });
    expect(await check(Buffer.concat([bytes, Buffer.from('x')]))).toMatchObject({
      fault: 'changed',
      damage: 'something follows its end',
    });
  });
});

describe('an archive', () => {
  const archive = async (files: readonly EvidenceFile[], key = KEY) =>
    Buffer.concat(
      await Array.fromAsync(evidenceArchive(Readable.from(files), { key: exportKey(key), at: AT, facts: {} })),
    );

  it('has a long table in several files', async () => {
    const line = `{"text":"${'x'.repeat(990)}"}\n`;
    const bytes = await archive([{ table: 'keys', lines: Readable.from(Array.from({ length: 600 }, () => line)) }]);
    const names = ['keys/000001.ndjson', 'keys/000002.ndjson', 'keys/000003.ndjson', 'manifest.ndjson'];
    const files = await filesOf(bytes);
    expect([...files.keys()]).toEqual(names);
    expect(
      names
        .slice(0, 3)
        .map((name) => files.get(name))
        .join(''),
    ).toBe(line.repeat(600));
    expect(await check(bytes, PUBLIC_KEY)).toMatchObject({ whole: 3, faults: [] });
  });

  it('is not whole with anything that its seal does not speak of', async () => {
    const bytes = await archive([{ name: 'keys.json', content: '{}' }]);
    const moved = Buffer.from(bytes);
    // A prefix: tar would unpack the file elsewhere.
    moved.write('elsewhere', 345);
    moved.fill(' ', 148, 156);
    moved.write(
      `${moved
        .subarray(0, 512)
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    );
    const { stdout } = spawnSync('tar', ['-tf', '-'], { input: moved, encoding: 'utf8' });
    expect(stdout).toContain('elsewhere/keys.json');
    await expect(check(moved)).rejects.toThrow('this is no evidence');
    const hidden = Buffer.from(bytes);
    hidden.write('x', 512 + 2);
    expect(await check(hidden)).toMatchObject({ fault: 'changed', damage: 'something follows a file' });
    // A report of tests from another archive, with the list that has it.
    const other = await archive([{ name: 'tests/report.txt', content: 'passed' }]);
    const withoutEnd = other.subarray(0, Math.ceil((other.lastIndexOf('}') + 2) / 512) * 512);
    expect(await check(Buffer.concat([withoutEnd, bytes]))).toMatchObject({
      fault: 'changed',
      damage: 'something follows the list of files',
    });
  });

  it('made anew by somebody without the key of the instance is found by whoever has the public one', async () => {
    const forged = await archive([{ name: 'keys.json', content: '{}' }], Buffer.alloc(32, 8));
    expect((await check(forged)).fault).toBe(undefined);
    expect(await check(forged, PUBLIC_KEY)).toMatchObject({ fault: 'other_key' });
  });

  it('that is none is refused', async () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('{"format":"platen-audit"}\n'),
      Buffer.alloc(1_024),
      Buffer.alloc(5_000, 'x'),
    ]) {
      await expect(check(bytes)).rejects.toThrow('this is no evidence that this version can read');
    }
    // Names that would leave the folder it is unpacked in are not written either.
    await expect(archive([{ name: '../keys.json', content: '{}' }])).rejects.toThrow('does not fit');
  });
});
