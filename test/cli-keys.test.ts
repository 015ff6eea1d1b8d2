import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { ANCHOR } from '../packages/server/src/audit/anchors.ts';
import { exportKey } from '../packages/server/src/audit/export-seal.ts';
import { sealedLines } from '../packages/server/src/audit/sealed-file.ts';
import { DEFAULT_RETENTION } from '../packages/server/src/config/retention.ts';
import { openDatabase } from '../packages/server/src/data/database.ts';
import { LONG_LIVED } from '../packages/server/src/retention/kinds.ts';
import { purge } from '../packages/server/src/retention/purge.ts';
import { startLockingS3 } from '../packages/server/src/testing/locking-s3.ts';
import { usePostgres } from '../packages/server/src/testing/use-postgres.ts';
import { callPlaten, startPlaten } from './cli-command.ts';

/** `platen keys` and `platen audit`, as an operator calls them: on PostgreSQL, whose start costs less than half of the embedded one. */

const dataFolder = mkdtempSync(path.join(tmpdir(), 'platen-cli-keys-'));
afterAll(() => rmSync(dataFolder, { recursive: true }));

const database = usePostgres();
const here = () => ({ PLATEN_DATA: dataFolder, ...database(), PLATEN_BOOTSTRAP_KEY: '' });
const open = () => openDatabase({ dataFolder, databaseUrl: database().DATABASE_URL, databaseConnections: 1 });

const platen = async (...args: string[]) => await platenWith(here(), ...args);

async function platenWith(settings: Record<string, string>, ...args: string[]) {
  return await callPlaten(args, { settings });
}

describe('platen keys', () => {
  it('makes, lists and revokes keys, and the audit log is whole', async () => {
    const words = ['keys', 'create', 'Invoices', '--scope', 'convert:pdf', '--allow', '10.0.0.0/8', '--rate', '60'];
    const made = await startPlaten(words, { settings: here() });
    expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/^plk_live_\w{36}\n$/) });
    const id = /key_\w{26}/.exec(made.stderr)?.[0] ?? '';
    expect((await platen('keys', 'create', 'Trial', '--test')).stdout).toMatch(/^plk_test_/);

    const lines = (await platen('keys', 'list')).stdout.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]?.split('\t')).toEqual([
      id,
      'active',
      'live',
      `${made.stdout.slice(0, 13)}…${made.stdout.trim().slice(-4)}`,
      'convert:pdf',
      'never used',
      'Invoices',
    ]);

    expect(await platen('keys', 'revoke', id)).toMatchObject({ status: 0, stderr: `${id} (Invoices) is revoked.\n` });
    expect((await platen('keys', 'list')).stdout).toContain(`${id}\trevoked`);
    expect(await platen('audit', 'verify')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^org_\w+: 3 rows, whole\n$/),
    });
  });

  it('exports evidence, which an auditor checks with the file and the public key alone', async () => {
    const file = path.join(dataFolder, 'evidence.tar');
    const tests = path.join(dataFolder, 'tests.txt');
    writeFileSync(tests, '7 passed, 0 failed\n');
    const made = await platen('evidence', 'export', file, '--from', '2020-01-01', '--tests', tests);
    expect(made).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const elsewhere = { PLATEN_DATA: '/nonexistent', DATABASE_URL: 'postgres://nobody.invalid/' };
    const key = /sealed with (\S+)/.exec((await platenWith(elsewhere, 'evidence', 'verify', file)).stdout)?.[1] ?? '';
    const verify = () => platenWith(elsewhere, 'evidence', 'verify', file, '--key', key);
    expect(await verify()).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^org_\w+: 4 rows, whole\n14 files are as they were sealed\nmade 20/),
    });
    const whole = readFileSync(file);
    const [from, to] = [whole.indexOf('keys/000001.ndjson\0'), whole.indexOf('changes/000001.ndjson\0')];
    const changed = Buffer.from(whole.toString('latin1').replace('"key.revoked"', '"key.updated"'), 'latin1');
    writeFileSync(file, Buffer.concat([changed.subarray(0, from), changed.subarray(to)]));
    const told = await verify();
    expect(told.status).toBe(1);
    expect(told.stdout).toContain('audit/000001.ndjson: it was changed since it was sealed\n');
    expect(told.stdout).toContain('keys/000001.ndjson: it is missing\n');
    expect(told.stdout).toContain('NOT WHOLE\n  row 3: it was changed\n');
    writeFileSync(file, whole.subarray(0, to));
    expect(await verify()).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('NOT WHOLE: the archive ends in or after keys/000001.ndjson'),
    });
  });

  it('exports the audit log, which is checked by itself', async () => {
    expect(await platen('hipaa', 'on', 'first')).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('profile'),
    });
    const exported = path.join(dataFolder, 'audit.ndjson');
    expect(await platen('audit', 'export', exported)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(statSync(exported).mode & 0o777).toBe(0o600);
    expect(readFileSync(exported, 'utf8')).toContain('"action":"audit.exported"');
    expect(readFileSync(exported, 'utf8')).toMatch(/"organisation\.profile_changed".{0,200}"hipaa":true/);
    // An auditor has the file and nothing else.
    const elsewhere = { PLATEN_DATA: '/nonexistent', DATABASE_URL: 'postgres://nobody.invalid/' };
    const shown = await platenWith(elsewhere, 'audit', 'verify', exported);
    expect(shown).toMatchObject({ status: 0, stdout: expect.stringMatching(/^org_\w+: 6 rows, whole\nexported 20/) });
    const key = /sealed with (\S+)/.exec(shown.stdout)?.[1] ?? '';
    expect(await platenWith(elsewhere, 'audit', 'verify', exported, '--key', key)).toMatchObject({
      status: 0,
      stderr: '',
    });
    writeFileSync(exported, readFileSync(exported, 'utf8').replace('key.revoked', 'key.updated'));
    expect(await platenWith(elsewhere, 'audit', 'verify', exported, '--key', key)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('NOT WHOLE: the file was changed'),
    });
  });

  it('shows that the signed head of the audit log was changed, until an operator accepts it', async () => {
    const folder = path.join(dataFolder, 'audit');
    const file = path.join(folder, readdirSync(folder).find((name) => name.startsWith('org_')) ?? '');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"seq":6', '"seq":5'));
    const verified = await platen('audit', 'verify');
    expect(verified).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('NOT WHOLE\n  row 6: the signed head'),
    });
    const accepted = await platen('audit', 'accept');
    expect(accepted.stdout).toMatch(/^org_\w+: signed anew\n {2}row 6: the signed head/);
    const whole = { status: 0, stdout: expect.stringMatching(/: 7 rows, whole\n$/) };
    expect(await platen('audit', 'verify')).toMatchObject(whole);
  });

  it('holds what is kept, and certifies what was removed to whoever has nothing but the file', async () => {
    expect(await platen('retention', 'hold', 'first', 'Case 7')).toMatchObject({ status: 0 });
    const opened = await open();
    const { id } = await opened.system.selectFrom('organisations').select('id').executeTakeFirstOrThrow();
    const old = new Date(Date.now() - 31 * 86_400_000);
    const row = { id: 'req_1', request_id: 'r', organisation_id: id, key_id: null, at: old, method: 'GET', route: '/' };
    const facts = { status: 200, duration_ms: 1, bytes: 1, format: null, credits: 0, error_code: null };
    await opened.system
      .insertInto('request_log')
      .values({ ...row, ...facts })
      .execute();
    await purge({ database: opened, objects: { remove: async () => {} }, periods: DEFAULT_RETENTION }, LONG_LIVED);
    await opened.close();
    expect((await platen('retention', 'status')).stdout).toBe(`${id}\tlogs\t30 days\t1 kept\t1 due\theld\n`);
    expect(await platen('retention', 'lift', 'first')).toMatchObject({ status: 0 });
    const again = await open();
    expect(
      await purge({ database: again, objects: { remove: async () => {} }, periods: DEFAULT_RETENTION }, LONG_LIVED),
    ).toBe(1);
    await again.close();
    expect((await platen('retention', 'status')).stdout).toBe('');

    const file = path.join(dataFolder, 'deletions.ndjson');
    expect(await platen('retention', 'certificate', file, '--organisation', id)).toMatchObject({
      status: 0,
      stderr: '',
    });
    const elsewhere = { PLATEN_DATA: '/nonexistent', DATABASE_URL: 'postgres://nobody.invalid/' };
    const shown = await platenWith(elsewhere, 'retention', 'verify', file);
    expect(shown).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^20\S+\torg_\w+\tlogs\t1 removed\t\w{64}\nmade 20/),
    });
    const key = /sealed with (\S+)/.exec(shown.stdout)?.[1] ?? '';
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.replace('"count":1', '"count":2'));
    expect(await platenWith(elsewhere, 'retention', 'verify', file, '--key', key)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('NOT WHOLE: the file was changed'),
    });
    writeFileSync(file, whole.slice(0, whole.indexOf('{"lines"')));
    expect(await platenWith(elsewhere, 'retention', 'verify', file)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('NOT WHOLE: the file has no seal at its end'),
    });
    expect(await platen('retention', 'certificate', file, '--from', 'today')).toMatchObject({ status: 2 });
  });

  it.each([
    [['keys'], 'revoke ID'],
    [['keys', 'create'], 'Name the key'],
    [['keys', 'create', 'x', 'y'], '"y" is one argument too many'],
    [['keys', 'create', 'x', '--rate', 'fast'], '"--rate" has to be a whole number'],
    [['keys', 'create', 'x', '--scpoe', '*'], 'Did you mean --scope?'],
    [['keys', 'revoke'], 'Name the id'],
    [['keys', 'list', 'x'], '"x" is one argument too many'],
    [['keys', 'revke'], 'Did you mean "keys revoke"?'],
    [['evidence', 'export', 'x', '--from', '2026-02-30'], '"--from" has to be a day'],
    [['evidence', 'export', 'x', '--from', '2026-02-03', '--to', '2026-02-01'], '"--to" has to be no day before'],
    [['people', 'change', 'usr_1'], '--name or --email'],
    [['audit'], 'platen audit COMMAND'],
    [['audit', 'export'], 'Name one file'],
    [['audit', 'export', 'x', '--format', 'xml'], '"--format" has to be ndjson or cef'],
    [['audit', 'verify', '--key', 'x'], 'Name the export'],
  ])('%j is told what it lacks', async (args, message) => {
    expect(await platen(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });

  it('says what is wrong with a key that cannot be made or found', async () => {
    expect(await platen('keys', 'create', 'x', '--scope', 'convert:pfd')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('the nearest name is "convert:pdf"'),
    });
    expect(await platen('keys', 'revoke', 'key_x')).toMatchObject({ status: 2 });
    expect(await platen('keys', 'list', '--organisation', 'org_x')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('There is no organisation "org_x"'),
    });
  });

  it('anchors the audit log where nobody can change it; database and evidence are checked against that', async () => {
    const s3 = await startLockingS3();
    onTestFinished(() => s3.close());
    const keys = { AWS_ACCESS_KEY_ID: 'anchor', AWS_SECRET_ACCESS_KEY: 'anchor' };
    const anchored = { ...here(), ...keys, PLATEN_AUDIT_ANCHOR: `s3://anchors/platen?endpoint=${s3.place.endpoint}` };
    expect(await platen('audit', 'anchor')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('PLATEN_AUDIT_ANCHOR'),
    });
    expect(await platenWith(anchored, 'audit', 'verify')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('NO ANCHORS'),
    });
    const plain = await startLockingS3({ grants: false });
    const unlocked = { ...anchored, PLATEN_AUDIT_ANCHOR: `s3://anchors/platen?endpoint=${plain.place.endpoint}` };
    expect(await platenWith(unlocked, 'audit', 'anchor')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^PLATEN_AUDIT_ANCHOR: The bucket does not keep objects.*\n$/),
    });
    await plain.close();
    expect(await platenWith(unlocked, 'audit', 'verify')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^PLATEN_AUDIT_ANCHOR: http:\S+ cannot be reached \(ECONNREFUSED\)\.\n$/),
    });
    const made = await platenWith(anchored, 'audit', 'anchor');
    expect(made).toMatchObject({ status: 0, stderr: expect.stringMatching(/heads of \d chains? /) });
    const key = /sealed with (\S+)\./.exec(made.stderr)?.[1] ?? '';
    expect(await platenWith(anchored, 'audit', 'verify')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('checked against 1 anchors\n'),
    });
    // An auditor has a copy of the bucket, the archive and the key.
    const folder = path.join(dataFolder, 'anchors');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'heads.ndjson'), s3.versions[0]?.content ?? '');
    const file = path.join(dataFolder, 'anchored.tar');
    expect((await platen('evidence', 'export', file)).status).toBe(0);
    const elsewhere = { PLATEN_DATA: '/nonexistent', DATABASE_URL: 'postgres://nobody.invalid/' };
    const verify = (...more: string[]) =>
      platenWith(elsewhere, 'evidence', 'verify', file, '--anchors', folder, ...more);
    expect(await verify('--key', key)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('against 1 anchors'),
    });
    expect(await verify()).toMatchObject({ status: 2, stderr: expect.stringContaining('--key') });
    // An anchor of later has rows that the archive cannot have.
    expect((await platen('keys', 'create', 'Later')).status).toBe(0);
    expect((await platenWith(anchored, 'audit', 'anchor')).status).toBe(0);
    writeFileSync(path.join(folder, 'later.ndjson'), s3.versions[1]?.content ?? '');
    expect(await verify('--key', key)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('checked against 2 anchors, 1 later than the export\n'),
    });
    rmSync(path.join(folder, 'later.ndjson'));
    // Heads of a log that this one replaced.
    const lines = sealedLines([], { format: ANCHOR, key: exportKey(Buffer.alloc(32, 7)), at: new Date() });
    writeFileSync(path.join(folder, 'heads.ndjson'), (await Array.fromAsync(lines)).join(''));
    expect(await verify('--key', key)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('anchor heads.ndjson: it is not sealed with the key of this instance'),
    });
  });

  it('shows, corrects and deletes what is kept of a person, for an operator', async () => {
    const opened = await open();
    const [first] = await opened.system.selectFrom('organisations').select('id').orderBy('id').limit(1).execute();
    const organisation_id = first?.id ?? '';
    const people = [
      { id: 'usr_1', name: 'Ada', email: 'ada@example.com' },
      { id: 'usr_2', name: 'Grase', email: 'grace@example.com' },
    ];
    await opened.system.insertInto('users').values(people).execute();
    const members = people.map(({ id }, at) => ({ id: `mem_${at}`, organisation_id, user_id: id, role: 'owner' }));
    await opened.system.insertInto('members').values(members).execute();
    await opened.close();

    const file = path.join(dataFolder, 'grace.json');
    expect(await platen('people', 'change', 'usr_2', '--name', 'Grace', '--email', 'Hopper@Example.com')).toMatchObject(
      {
        status: 0,
        stderr: expect.stringContaining('sessions'),
      },
    );
    expect((await platen('people', 'list')).stdout).toContain(`usr_2\thopper@example.com\t`);
    expect(await platen('people', 'export', 'hopper@example.com', file)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      person: { id: 'usr_2', name: 'Grace' },
      memberships: [{ organisation_id, role: 'owner' }],
      audit: [
        { actor: 'operator', action: 'person.changed', detail: { email: true } },
        { actor: 'operator', action: 'person.changed', detail: { name: true } },
        { actor: 'operator', action: 'person.exported' },
      ],
    });
    expect(await platen('people', 'change', 'usr_2', '--email', 'ada@example.com')).toMatchObject({ status: 2 });
    expect(await platen('people', 'erase', 'usr_2')).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('usr_2'),
    });
    expect(await platen('people', 'erase', 'ada@example.com')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(organisation_id),
    });
    expect(await platen('people', 'erase', 'hopper@example.com')).toMatchObject({ status: 2 });
    // What the audit log has of them is there by their id.
    expect((await platen('people', 'export', 'usr_2', file)).status).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toMatch(/Grace|hopper/i);
    expect(readFileSync(file, 'utf8')).toContain('person.erased');
  });

  it('waits for no service that has the folder open: it says so', async () => {
    const folder = path.join(dataFolder, 'embedded');
    const settings = { PLATEN_DATA: folder, DATABASE_URL: '', PLATEN_BOOTSTRAP_KEY: '' };
    expect(await platenWith(settings, 'keys', 'create', 'Shop')).toMatchObject({ status: 0 });
    const embedded = await openDatabase({ dataFolder: folder, databaseConnections: 1 });
    try {
      const told = await startPlaten(['keys', 'list'], { settings });
      expect(told).toMatchObject({ status: 1, stderr: expect.stringContaining('another process') });
    } finally {
      await embedded.close();
    }
  });
});
