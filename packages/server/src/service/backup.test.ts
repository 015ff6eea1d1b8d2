import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHeads } from '../audit/heads.ts';
import { verifyAudit } from '../audit/verify.ts';
import { BesideRestore } from '../data/beside.ts';
import { connect } from '../data/connect.ts';
import { type Database, openDatabase } from '../data/database.ts';
import { linesOf } from '../data/dump-lines.ts';
import { newId } from '../data/ids.ts';
import { readMigrations } from '../data/migrations.ts';
import { restoreLines } from '../data/restore.ts';
import { FileStore } from '../objects/file-store.ts';
import { Objects } from '../objects/objects.ts';
import { openTestAccounts } from '../testing/accounts.ts';
import { emptySchema, makeDatabase, type TestDatabase } from '../testing/database.ts';
import { openTestVault } from '../testing/vault.ts';
import { backUpInstance, restoreBackup } from './backup.ts';

/** The key of `openTestVault`. */
const MASTER = { host: '127.0.0.1', masterKey: { key: Buffer.alloc(32, 5) } };
/** More than one line, and no whole number of them. */
const LARGE = Buffer.alloc(1_000_001, 'result');
const SMALL = Buffer.from('one');

interface Made {
  readonly organisationId: string;
  readonly large: { readonly name: string; readonly bytes: number };
  readonly gone: string;
}

/** An instance with an audit log, results of which one has lost its object, and something of each kind under way. */
async function fill(database: Database, dataFolder: string): Promise<Made> {
  const vault = await openTestVault(database);
  const secrets = { pepper: Buffer.alloc(32), auditKey: vault.secret('audit head') };
  const accounts = await openTestAccounts(database, { dataFolder, secrets });
  const { organisationId } = accounts;
  await accounts.audit.record(organisationId, { actor: 'key_1', action: 'test' });
  await accounts.audit.record('instance', { actor: 'usr_1', action: 'test' });
  const objects = new Objects({ store: new FileStore(path.join(dataFolder, 'objects')), vault });
  const put = [LARGE, SMALL, SMALL].map((bytes) => objects.put(organisationId, [bytes]));
  const [large, small, lost] = await Promise.all(put);
  if (!large || !small || !lost) throw new Error('There are three.');
  const { system } = database;
  const id = newId('job');
  const at = new Date();
  const job = { organisation_id: organisationId, kind: 'convert' as const, priority: 2, actor: 'key_1', format: 'pdf' };
  const facts = { sandbox: false, request_bytes: 0, start_before: new Date(Date.now() + 3_600_000), keep: 86_400 };
  await system
    .insertInto('jobs')
    .values([
      { id, ...job, ...facts, state: 'succeeded', finished_at: at },
      { id: 'job_waiting', ...job, ...facts, state: 'queued' },
    ])
    .execute();
  await system.insertInto('job_queues').values({ organisation_id: organisationId, waiting: 1 }).execute();
  const outputs = [large, small, lost].map(({ name, bytes, sha256 }, position) => ({
    job_id: id,
    position,
    organisation_id: organisationId,
    format: 'pdf',
    content_type: 'application/pdf',
    bytes,
    sha256: Buffer.from(sha256, 'hex'),
    object: name,
    expires_at: new Date(Date.now() + 3_600_000),
  }));
  await system.insertInto('job_outputs').values(outputs).execute();
  await objects.remove(lost.name);
  const event = { id: 'evt_1', organisation_id: organisationId, type: 'job.succeeded', facts: '{}' };
  await system.insertInto('webhook_events').values(event).execute();
  await sql`
    insert into webhook_deliveries (id, organisation_id, event_id, job_id, target, queue, state)
    values ('whd_1', ${organisationId}, 'evt_1', ${id}, 'sealed', 'q', 'waiting')
  `.execute(system);
  const letter = { id: 'eml_1', kind: 'reset', letter: Buffer.from('sealed'), expires_at: facts.start_before };
  await system.insertInto('outbox').values(letter).execute();
  await accounts.close();
  return { organisationId, large, gone: lost.name };
}

describe('a backup', () => {
  let folder: string;
  let source: TestDatabase;
  let target: TestDatabase;
  let made: Made;
  let file: string;
  let left: readonly string[];
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'platen-backup-'));
    file = path.join(folder, 'a.backup');
    source = await makeDatabase('pglite');
    const database = await openDatabase(source.config);
    made = await fill(database, source.config.dataFolder);
    await database.close();
    left = await backUpInstance({ ...source.config, ...MASTER }, file);
    target = await makeDatabase('postgresql');
    const pool = await connect(target.config);
    await emptySchema(pool);
    await pool.end();
  });
  afterAll(async () => {
    await source?.remove();
    await target?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const config = () => ({ ...target.config, ...MASTER, objects: { kind: 'files' as const } });
  const filesOf = (dataFolder: string) =>
    readdirSync(dataFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes(`${path.sep}db`))
      .map(({ name }) => name)
      .filter((name) => /^(?:obj|org)_/.test(name));

  it('names what it could not have, and is for this user only', () => {
    expect(left).toEqual([made.gone]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // Results stay sealed.
    expect(readFileSync(file).includes(LARGE.subarray(0, 300).toString('base64'))).toBe(false);
  });

  it.each([
    ['without its end', (text: string) => text.slice(0, -20), /cut off/],
    ['without its last lines', (text: string) => text.replace(/\{"rows":[\s\S]*/, ''), /its end is missing/],
    ['with a byte of a result changed', (text: string) => text.replace(/"data":"./, '"data":"_'), /seal does not fit/],
    ['with a piece of a result less', (text: string) => text.replace(/\{"data":[^\n]*\n/, ''), /seal does not fit/],
    [
      'with a name that leads elsewhere',
      (text: string) => text.replace(/\{"object":"[^"]*/, '{"object":"../../x'),
      /no result/,
    ],
    ['with a head changed', (text: string) => text.replace('\\"seq\\":', '\\"seq\\": '), /seal does not fit/],
  ])('is refused %s, and nothing of it is kept', async (_, damage, message) => {
    const damaged = path.join(folder, 'damaged');
    const whole = readFileSync(file, 'utf8');
    writeFileSync(damaged, damage(whole));
    expect(readFileSync(damaged, 'utf8')).not.toBe(whole);
    await expect(restoreBackup(config(), damaged)).rejects.toThrow(message);
    expect(filesOf(target.config.dataFolder)).toEqual([]);
    const pool = await connect(target.config);
    const connection = await pool.connect();
    expect((await connection.query('select 1 from organisations', [])).rows).toEqual([]);
    connection.release();
    await pool.end();
  });

  it('is whole on another machine, and nothing that was under way is sent or done again', async () => {
    expect(await restoreBackup(config(), file)).toMatchObject({ gone: [made.gone] });
    const { dataFolder } = target.config;
    const database = await openDatabase(target.config);
    const vault = await openTestVault(database);
    const objects = new Objects({ store: new FileStore(path.join(dataFolder, 'objects')), vault });
    expect(Buffer.concat(await Array.fromAsync(objects.read(made.large))).equals(LARGE)).toBe(true);
    const heads = openHeads({ database, dataFolder, key: vault.secret('audit head') });
    expect(await verifyAudit(database.system, heads)).toMatchObject([
      { organisationId: 'instance', rows: 1, faults: [] },
      { organisationId: made.organisationId, faults: [] },
    ]);
    const { system } = database;
    expect(await system.selectFrom('webhook_deliveries').select(['state', 'last_error']).execute()).toEqual([
      { state: 'failed', last_error: 'restored' },
    ]);
    expect(await system.selectFrom('outbox').selectAll().execute()).toEqual([]);
    // It fails as one that has waited for too long, by the function that gives back what was set aside.
    await sql`select sweep_job(3)`.execute(system);
    const waiting = system.selectFrom('jobs').select(['state', 'error_code']).where('id', '=', 'job_waiting');
    expect(await waiting.execute()).toEqual([{ state: 'failed', error_code: 'queue_timeout' }]);
    await database.close();
    await expect(restoreBackup(config(), file)).rejects.toThrow('heads of an audit log already');
  });

  it('goes on where it stopped when it is asked to, and onto a newer version', async () => {
    const newer = await makeDatabase('pglite');
    const pool = await connect(newer.config);
    await emptySchema(pool);
    const later = {
      number: readMigrations().length + 1,
      name: 'later',
      sql: 'alter table jobs add column later text',
      checksum: 'x',
    };
    const store = new FileStore(path.join(newer.config.dataFolder, 'objects'));
    await restoreLines(pool, linesOf(Readable.from([readFileSync(file)])), {
      seals: 'unsealed',
      migrations: [...readMigrations(), later],
      beside: new BesideRestore(store),
    });
    const connection = await pool.connect();
    const { rows } = await connection.query('select later, state from jobs join webhook_deliveries using (state)', []);
    expect(rows).toEqual([]);
    const deliveries = await connection.query('select state from webhook_deliveries', []);
    expect(deliveries.rows).toEqual([{ state: 'waiting' }]);
    connection.release();
    await pool.end();
    await newer.remove();
  });
});
