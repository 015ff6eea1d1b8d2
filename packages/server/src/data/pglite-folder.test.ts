import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { createDatabaseFolder } from './pglite-folder.ts';
import { openPglite } from './pglite-pool.ts';
import { prepareDatabases } from './prepare.ts';

const root = mkdtempSync(path.join(tmpdir(), 'platen-pglite-'));
const prepared = path.join(root, 'prepared');
afterAll(() => rmSync(root, { recursive: true }));

/** Names of the tables that PostgreSQL has not brought along. */
async function tablesOf(folder: string): Promise<string[]> {
  const pool = await openPglite(folder);
  const connection = await pool.connect();
  const { rows } = await connection.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
    [],
  );
  connection.release();
  await pool.end();
  return rows.map(({ name }) => name);
}

async function execute(folder: string, sql: string): Promise<void> {
  const pool = await openPglite(folder);
  const connection = await pool.connect();
  await connection.query(sql);
  connection.release();
  await pool.end();
}

describe('a prepared database', () => {
  beforeAll(async () => {
    mkdirSync(path.join(prepared, '0.0.1'), { recursive: true });
    await prepareDatabases(prepared);
  });

  it('is prepared once, and that of another version is deleted', async () => {
    const names = readdirSync(prepared);
    const [empty = ''] = names;
    expect(empty).toMatch(/^\d+\.\d+\.\d+$/);
    expect(names).toEqual([empty, expect.stringMatching(new RegExp(`^${empty}-[0-9a-f]{16}$`))]);
    const nodes = () => names.map((name) => statSync(path.join(prepared, name)).ino);
    const before = nodes();
    await prepareDatabases(prepared);
    expect(readdirSync(prepared)).toEqual(names);
    expect(nodes()).toEqual(before);
  });

  it('can be read by every user, and changed by its own only', () => {
    const modes = readdirSync(prepared, { recursive: true, withFileTypes: true }).map((entry) => {
      const mode = statSync(path.join(entry.parentPath, entry.name)).mode & 0o777;
      return `${entry.isDirectory() ? 'folder' : 'file'} ${mode.toString(8)}`;
    });
    expect([...new Set(modes)].sort()).toEqual(['file 644', 'folder 755']);
  });

  it('is copied: what one writes is in no other, nor in what is prepared', async () => {
    const [first, second] = ['first', 'second'].map((name) => path.join(root, name)) as [string, string];
    await createDatabaseFolder(first, { prepared });
    expect(statSync(first).mode & 0o777).toBe(0o700);
    await execute(first, 'create table written (id integer)');
    await createDatabaseFolder(second, { prepared });
    expect(await tablesOf(first)).toEqual(['written']);
    expect(await tablesOf(second)).toEqual([]);
  });

  it('has the tables of this version where they are wanted, and no row but those of its migrations', async () => {
    const folder = path.join(root, 'tables');
    const pool = await openPglite(folder, { prepared, withSchema: true });
    const connection = await pool.connect();
    const { rows } = await connection.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
      [],
    );
    const filled: string[] = [];
    for (const { name } of rows) {
      if ((await connection.query(`select 1 from "${name}" limit 1`, [])).rows.length > 0) filled.push(name);
    }
    connection.release();
    expect(rows.length).toBeGreaterThan(50);
    expect(filled).toEqual(['migrations']);
    expect(await migrate(pool)).toBe(readMigrations().length);
    await pool.end();
  });

  it('is set up where none is prepared', async () => {
    const folder = path.join(root, 'data', 'db');
    await createDatabaseFolder(folder, { prepared: path.join(root, 'nowhere') });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(await tablesOf(folder)).toEqual([]);
  });

  it('takes the place of one whose making was cut off', async () => {
    const folder = path.join(root, 'again');
    mkdirSync(`${folder}.new`);
    writeFileSync(path.join(`${folder}.new`, 'PG_VERSION'), 'half');
    await createDatabaseFolder(folder, { prepared });
    expect(existsSync(`${folder}.new`)).toBe(false);
    expect(await tablesOf(folder)).toEqual([]);
  });

  it('leaves a folder that is there as it is', async () => {
    const folder = path.join(root, 'there');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'mine'), '');
    await createDatabaseFolder(folder, { prepared });
    expect(readdirSync(folder)).toEqual(['mine']);
  });
});
