import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { connect } from '../packages/server/src/data/connect.ts';
import { openDatabase } from '../packages/server/src/data/database.ts';
import { emptySchema, makeDatabase, type TestDatabase } from '../packages/server/src/testing/database.ts';
import { callPlaten } from './cli-command.ts';

/** `platen db`, as an operator who moves from one machine to PostgreSQL calls it. */

const folder = mkdtempSync(path.join(tmpdir(), 'platen-cli-db-'));
const file = path.join(folder, 'platen.dump');
afterAll(() => rmSync(folder, { recursive: true }));

async function platen({ config }: TestDatabase, ...args: string[]) {
  const settings = {
    PLATEN_DATA: config.dataFolder,
    DATABASE_URL: config.databaseUrl ?? '',
    // Dumps are sealed under it.
    PLATEN_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  return await callPlaten(['db', ...args], { settings });
}

const names = async ({ config }: TestDatabase) => {
  const database = await openDatabase(config);
  const rows = await database.system.selectFrom('organisations').select('name').execute();
  await database.close();
  return rows.map(({ name }) => name);
};

describe('platen db', () => {
  it('moves a database, and says in one line why it cannot', async () => {
    const from = await makeDatabase('pglite');
    const to = await makeDatabase('postgresql');
    const pool = await connect(to.config);
    await emptySchema(pool);
    await pool.end();

    const database = await openDatabase(from.config);
    await database.system.insertInto('organisations').values({ id: 'org_1', name: 'Ada Ltd', slug: 'ada' }).execute();
    expect(await platen(from, 'dump', file)).toEqual({
      status: 78,
      stdout: '',
      stderr: expect.stringMatching(/^PLATEN_DATA: another process uses the database[^\n]*\n$/),
    });
    await database.close();

    expect(await platen(from, 'dump', file)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(await platen(to, 'restore', file)).toEqual({ status: 0, stdout: '', stderr: '1 rows restored\n' });
    expect(await names(to)).toEqual(['Ada Ltd']);
    expect(await platen(to, 'restore', file)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'The database is not empty; give the restore a new database.\n',
    });
    writeFileSync(file, 'no dump');
    expect(await platen(to, 'restore', file)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Line 1 of the dump: /),
    });
    await from.remove();
    await to.remove();
  });

  it('explains itself', async () => {
    const any = { config: { dataFolder: folder, databaseConnections: 2 }, remove: async () => {} };
    expect(await platen(any, '--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('dump FILE') });
    for (const args of [[], ['copy', 'x'], ['dump'], ['restore', 'a', 'b']]) {
      expect(await platen(any, ...args)).toMatchObject({ status: 2, stderr: expect.stringMatching(/platen db/) });
    }
  });
});
