import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabaseFolder, prepareDatabase } from './pglite-folder.ts';
import { openPglite } from './pglite-pool.ts';

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

describe('an empty database', () => {
  beforeAll(async () => {
    mkdirSync(path.join(prepared, '0.0.1'), { recursive: true });
    await prepareDatabase(prepared);
  });

  it('is prepared once, and that of another version is deleted', async () => {
    const names = readdirSync(prepared);
    expect(names).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+/)]);
    const { ino } = statSync(path.join(prepared, names[0] ?? ''));
    await prepareDatabase(prepared);
    expect(readdirSync(prepared)).toEqual(names);
    expect(statSync(path.join(prepared, names[0] ?? '')).ino).toBe(ino);
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
