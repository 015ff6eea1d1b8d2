import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabaseFolder } from './pglite-folder.ts';
import { PgliteStatements } from './pglite-statements.ts';

const root = mkdtempSync(path.join(tmpdir(), 'platen-statements-'));
let lite: PGlite;
beforeAll(async () => {
  const folder = path.join(root, 'db');
  await createDatabaseFolder(folder);
  lite = new PGlite(folder);
  await lite.waitReady;
});
afterAll(async () => {
  await lite?.close();
  rmSync(root, { recursive: true });
});

let now = 0;
let statements: PgliteStatements;
beforeEach(async () => {
  now = 0;
  statements = new PgliteStatements(lite, () => now);
  await lite.exec(
    'deallocate all; drop table if exists things; create table things (id integer primary key, name text)',
  );
});

const INSERT = 'insert into things values ($1, $2)';
const SELECT = 'select * from things where id >= $1 order by id';
const namesKept = async () =>
  (await lite.query<{ name: string }>('select name from pg_prepared_statements order by name')).rows.map(
    ({ name }) => name,
  );

describe('statements of PGlite', () => {
  it('answer the third time as the first', async () => {
    const kinds = [];
    for (const id of [1, 2, 3]) {
      const { command, affectedRows, rowCount, rows } = (await statements.run(INSERT, [
        id,
        id === 2 ? null : 'ü',
      ])) as never;
      kinds.push({ command, affectedRows, rowCount, rows });
    }
    expect(kinds).toEqual(
      Array.from({ length: 3 }, () => ({ command: 'INSERT', affectedRows: 1, rowCount: 1, rows: [] })),
    );
    const all =
      'select $1::int8 as eight, $2::bytea as bytes, $3::jsonb as json, $4::text[] as texts, $5::timestamptz as at';
    const given = [7, new Uint8Array([0, 255]), { a: [1] }, ['a"b', 'c,d'], new Date(0)];
    const answers = [];
    for (let time = 0; time < 8; time += 1) answers.push((await statements.run(all, given)).rows);
    expect(new Set(answers.map((rows) => JSON.stringify(rows))).size).toBe(1);
    expect(answers[7]).toEqual([
      { eight: 7, bytes: new Uint8Array([0, 255]), json: { a: [1] }, texts: ['a"b', 'c,d'], at: new Date(0) },
    ]);
    expect((await statements.run(SELECT, [2])).rows).toEqual([
      { id: 2, name: null },
      { id: 3, name: 'ü' },
    ]);
    expect(await namesKept()).toHaveLength(2);
  });

  it('that fail do not keep others from going well, in a transaction either', async () => {
    for (const id of [1, 2]) await statements.run(INSERT, [id, 'a']);
    await expect(statements.run(INSERT, [1, 'b'])).rejects.toMatchObject({ code: '23505' });
    await expect(statements.run(INSERT, ['one', 'b'])).rejects.toMatchObject({ code: '22P02' });
    for (const _ of [1, 2, 3])
      await expect(statements.run('select nothing', [])).rejects.toMatchObject({ code: '42703' });
    for (const _ of [1, 2, 3]) {
      await statements.run('begin', []);
      await expect(statements.run(INSERT, [1, 'b'])).rejects.toMatchObject({ code: '23505' });
      await expect(statements.run(SELECT, [1])).rejects.toMatchObject({ code: '25P02' });
      await statements.run('rollback', []);
      expect(lite.isInTransaction()).toBe(false);
    }
    expect((await statements.run(SELECT, [1])).rows).toHaveLength(2);
  });

  it('see the columns that a table has now', async () => {
    for (const id of [1, 2, 3]) await statements.run(INSERT, [id, 'a']);
    for (const _ of [1, 2]) await statements.run(SELECT, [3]);
    await statements.run('alter table things add column size integer', []);
    expect((await statements.run(SELECT, [3])).rows).toEqual([{ id: 3, name: 'a', size: null }]);
    await statements.changing(() => lite.exec('alter table things drop column name'));
    expect((await statements.run(SELECT, [3])).rows).toEqual([{ id: 3, size: null }]);
  });

  it('are planned anew after a minute and after a thousand uses, and no more than a hundred are kept', async () => {
    for (const _ of [1, 2, 3]) await statements.run(SELECT, [1]);
    const first = await namesKept();
    now = 60_000;
    await statements.run(SELECT, [1]);
    const second = await namesKept();
    for (let use = 1; use < 1_000; use += 1) await statements.run(SELECT, [1]);
    expect(await namesKept()).toEqual(second);
    await statements.run(SELECT, [1]);
    const third = await namesKept();
    expect(new Set([...first, ...second, ...third]).size).toBe(3);
    for (let number = 0; number < 120; number += 1)
      for (const _ of [1, 2]) await statements.run(`select ${number}`, []);
    expect(statements.size).toBe(100);
    expect(await namesKept()).toHaveLength(100);
  });
});
