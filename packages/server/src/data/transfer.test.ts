import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DATABASE_KINDS, emptySchema, makeDatabase, type TestDatabase } from '../testing/database.ts';
import { connect } from './connect.ts';
import { type Database, openDatabase } from './database.ts';
import { linesOf } from './dump-lines.ts';
import { newId } from './ids.ts';
import { dumpDatabase, restoreDatabase } from './transfer.ts';

const SEAL = { id: 'one', key: Buffer.alloc(32, 1) };
const OTHER = { id: 'two', key: Buffer.alloc(32, 2) };
/** More rows than a dump reads at once. */
const KEYS = 600;
/** Rows of 512 kB, which a dump must not hold all at once. */
const LARGE = 12;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'platen-dump-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An organisation with keys of which each was rotated to the next one, and with rows of every type of column. */
async function fill({ system }: Database): Promise<void> {
  const organisation = newId('org');
  const at = new Date('2028-02-29T23:59:59.123Z');
  await system.insertInto('organisations').values({ id: organisation, name: 'Ada\n"Ltd" ☃', slug: 'ada' }).execute();
  const ids = Array.from({ length: KEYS }, () => newId('key'));
  await system
    .insertInto('api_keys')
    .values(
      ids.map((id, index) => ({
        id,
        organisation_id: organisation,
        name: `key ${index}`,
        kind: 'test' as const,
        prefix: 'plk_test_ab',
        last4: 'wxyz',
        digest: randomBytes(32),
        scopes: JSON.stringify(['convert:*', { text: '\\u0041 "x"' }]),
        monthly_credit_cap: Number.MAX_SAFE_INTEGER,
        rotated_to: ids[index + 1] ?? null,
      })),
    )
    .execute();
  await system
    .insertInto('key_locks')
    .values({ source: '2001:db8::/64', failures: [at, at], last_failure: at })
    .execute();
  // What is reported of it is reported once: not again when it is restored.
  const period = { organisation_id: organisation, pool: 'credits' as const, period_start: at };
  await system
    .insertInto('credit_balances')
    .values({ ...period, period_end: at, included: 1, used: 1 })
    .execute();
  await system
    .insertInto('credit_events')
    .values({ ...period, kind: 'exhausted', percent: 100, at })
    .execute();
  const large = Array.from({ length: LARGE }, (_, index) => ({
    id: `ver_${index}`,
    identifier: 'large',
    value: String(index % 10).repeat(512 * 1024),
    expires_at: at,
  }));
  await system.insertInto('verifications').values(large).execute();
  const audit = { at, actor: 'usr_1', action: 'key.created', prev_hash: Buffer.alloc(0), hash: Buffer.alloc(32, 7) };
  await system
    .insertInto('audit_log')
    .values({ ...audit, organisation_id: organisation, seq: 1, id: 'aud_1' })
    .execute();
}

async function contents({ system }: Database): Promise<unknown> {
  return {
    organisations: await system.selectFrom('organisations').selectAll().execute(),
    keys: await system.selectFrom('api_keys').selectAll().orderBy('id').execute(),
    locks: await system.selectFrom('key_locks').selectAll().execute(),
    large: await system.selectFrom('verifications').selectAll().orderBy('id').execute(),
    audit: await system.selectFrom('audit_log').selectAll().execute(),
    events: await system.selectFrom('webhook_events').selectAll().execute(),
  };
}

async function using<Value>(made: TestDatabase, work: (database: Database) => Promise<Value>): Promise<Value> {
  const database = await openDatabase(made.config);
  return await work(database).finally(() => database.close());
}

/** A dump of a filled database of this kind, and what was in it. */
async function dumpOf(kind: (typeof DATABASE_KINDS)[number]): Promise<{ file: string; held: unknown }> {
  const file = path.join(folder, `${kind}.dump`);
  const made = await makeDatabase(kind);
  const held = await using(made, async (database) => {
    await fill(database);
    return await contents(database);
  });
  await dumpDatabase(made.config, file, SEAL);
  await made.remove();
  return { file, held };
}

/** What is damaged, how, and what is said of it. */
const DAMAGES: readonly (readonly [what: string, damage: (text: string) => string, message: RegExp])[] = [
  ['without its end', (text: string) => text.slice(0, -20), /^Line \d+ of the dump: it was cut off/],
  ['without its last lines', (text: string) => text.replace(/\{"rows":[\s\S]*/, ''), /its end is missing/],
  ['without its seal', (text: string) => text.replace(/\{"seal":[\s\S]*/, ''), /its end is missing/],
  ['with a row less', (text: string) => text.replace(/\{"id":"key_[^\n]*\n/, ''), /^Line \d+ .* counts \d+ rows, but/],
  ['with a line that is cut', (text: string) => text.replace('"name":', ''), /^Line \d+ .* not a JSON object/],
  ['with a row that somebody changed', (text: string) => text.replace('"key 7"', '"key 8"'), /seal does not fit/],
  [
    'with lines after its end',
    (text: string) => `${text}{"id":"x"}\n`,
    /^Line \d+ of the dump: it comes after the end/,
  ],
  ['sealed by another', (text: string) => text.replace('"seal":"one"', '"seal":"x"'), /another master key/],
  ['that was never sealed', (text: string) => text.replace(',"seal":"one"', ''), /has no seal/],
  [
    'with a column more',
    (text: string) => text.replace('"name":', '"nome":1,"name":'),
    /^Line \d+ .* the columns of the/,
  ],
  [
    'with a value that does not fit',
    (text: string) => text.replace('"test"', '"prod"'),
    /^Line \d+ .* api_keys does not take it/,
  ],
  [
    'with a table that is none',
    (text: string) => text.replace('{"table":"api_keys"}', '{"table":"x"}'),
    /^Line \d+ .*not known/,
  ],
  ['of a newer version', (text: string) => text.replace(/"schema":\d+/, '"schema":999'), /newer version of Platen/],
  ['that is none', () => 'hello\n{}\n', /^Line 1 of the dump: it is not a JSON object/],
  ['of something else', () => '{"format":"other"}\n', /^This file is not a dump/],
];
/**
 * Those that PGlite is tried with as well: refused before there is a transaction, within a row, by the database itself, and
 * after all rows. The others differ in how the file is read, which is the same for both.
 */
const ON_PGLITE = new Set([
  'that is none',
  'with a line that is cut',
  'with a value that does not fit',
  'with a row that somebody changed',
]);

describe.each([
  ['pglite', 'postgresql'],
  ['postgresql', 'pglite'],
] as const)('a dump from %s restored into %s', (from, into) => {
  let dump: { file: string; held: unknown };
  let target: TestDatabase;
  beforeAll(async () => {
    dump = await dumpOf(from);
    target = await makeDatabase(into);
    const pool = await connect(target.config);
    await emptySchema(pool);
    await pool.end();
  });
  afterAll(() => target?.remove());

  it('is for this user only', () => {
    expect(statSync(dump.file).mode & 0o777).toBe(0o600);
  });

  it.each(into === 'pglite' ? DAMAGES.filter(([what]) => ON_PGLITE.has(what)) : DAMAGES)(
    'is refused %s, and nothing of it is kept',
    async (_, damage, message) => {
      const damaged = path.join(folder, 'damaged.dump');
      writeFileSync(damaged, damage(readFileSync(dump.file, 'utf8')));
      await expect(restoreDatabase(target.config, damaged, { seals: [SEAL] })).rejects.toThrow(message);
      const rows = await using(target, ({ system }) => system.selectFrom('organisations').select('id').execute());
      expect(rows).toEqual([]);
    },
  );

  it('with rows that refer to nothing is refused in one sentence, also unsealed', async () => {
    const damaged = path.join(folder, 'orphans.dump');
    const text = readFileSync(dump.file, 'utf8').replace(/\{"id":"org_[^\n]*\n/, '');
    writeFileSync(
      damaged,
      text.replace(/\{"rows":(\d+)\}/, (_, rows) => `{"rows":${rows - 1}}`),
    );
    await expect(restoreDatabase(target.config, damaged, { seals: 'unsealed' })).rejects.toThrow(
      /^Rows of \w+ refer to rows that are not in the dump \(\w+\)\.$/,
    );
  });

  it('is what was dumped', async () => {
    expect(await restoreDatabase(target.config, dump.file, { seals: [OTHER, SEAL] })).toBe(KEYS + LARGE + 6);
    expect(await using(target, contents)).toEqual(dump.held);
  });

  it('still has its references and its guards', async () => {
    await using(target, async ({ system }) => {
      const orphan = system
        .insertInto('members')
        .values({ id: 'm', organisation_id: 'x', user_id: 'x', role: 'owner' });
      await expect(orphan.execute()).rejects.toMatchObject({ code: '23503' });
      await expect(system.deleteFrom('audit_log').execute()).rejects.toThrow('never changed');
    });
  });

  it('is refused where there is something', async () => {
    await expect(restoreDatabase(target.config, dump.file, { seals: [OTHER, SEAL] })).rejects.toThrow(
      'The database is not empty',
    );
  });
});

describe('a dump', () => {
  it('of nothing is not made', async () => {
    const made = await makeDatabase('postgresql');
    const pool = await connect(made.config);
    await emptySchema(pool);
    await pool.end();
    const file = path.join(folder, 'nothing.dump');
    await expect(dumpDatabase(made.config, file, SEAL)).rejects.toThrow('there is nothing to dump');
    expect(existsSync(file)).toBe(false);
    await made.remove();
  });

  it('that is not there cannot be restored', async () => {
    const config = { dataFolder: folder, databaseConnections: 2 };
    await expect(restoreDatabase(config, path.join(folder, 'none.dump'), { seals: [SEAL] })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('is read a line at a time, and one that is too long is not read to its end', async () => {
    let read = 0;
    async function* endless() {
      yield Buffer.from('{"format":"platen-dump"}\n');
      for (;;) {
        read += 1;
        yield Buffer.alloc(1024, 'x');
      }
    }
    const lines = linesOf(endless(), { longest: 1024 * 1024 });
    expect((await lines.next()).value).toMatchObject({ number: 1, text: '{"format":"platen-dump"}' });
    await expect(lines.next()).rejects.toThrow('Line 2 of the dump: it is longer than 1 MB');
    expect(read).toBe(1_025);
    const other = linesOf(Readable.from([Buffer.from([0x7b, 0xff, 0x0a])]));
    await expect(other.next()).rejects.toThrow('Line 1 of the dump: it is not UTF-8.');
  });
});
