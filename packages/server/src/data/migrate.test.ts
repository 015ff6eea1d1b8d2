import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_KINDS, emptySchema, makeDatabase, type TestDatabase } from '../testing/database.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations.ts';
import type { Pool } from './pool.ts';

const step = (number: number, sql: string): Migration => ({
  number,
  name: `step${number}`,
  sql,
  checksum: `c${number}`,
});
const STEPS = [
  step(1, 'create table one (id integer primary key)'),
  step(2, 'create table two (id integer primary key); insert into two values (1)'),
  step(3, 'insert into two values (2)'),
];

describe.each(DATABASE_KINDS)('migrate on %s', (kind) => {
  let made: TestDatabase;
  let pool: Pool;
  beforeEach(async () => {
    made = await makeDatabase(kind);
    pool = await connect(made.config);
    await emptySchema(pool);
  });
  afterEach(async () => {
    await pool.end();
    await made.remove();
  });

  async function query<Row>(sql: string): Promise<readonly Row[]> {
    const connection = await pool.connect();
    try {
      return (await connection.query<Row>(sql, [])).rows;
    } finally {
      connection.release();
    }
  }
  const applied = async () =>
    (await query<{ number: number }>('select number from migrations order by number')).map(({ number }) => number);

  it('applies each step once, also when several servers start at once', async () => {
    await Promise.all([migrate(pool, STEPS.slice(0, 2)), migrate(pool, STEPS.slice(0, 2))]);
    expect(await migrate(pool, STEPS)).toBe(3);
    expect(await migrate(pool, STEPS)).toBe(3);
    expect(await applied()).toEqual([1, 2, 3]);
    expect(await query('select id from two order by id')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('leaves nothing of a step that fails', async () => {
    const broken = [...STEPS.slice(0, 1), step(2, 'create table two (id integer); select no_such_function()')];
    await expect(migrate(pool, broken)).rejects.toThrow('no_such_function');
    expect(await applied()).toEqual([1]);
    expect(await migrate(pool, STEPS)).toBe(3);
  });

  it('refuses a database of a newer version, and one that other steps made', async () => {
    await migrate(pool, STEPS);
    await expect(migrate(pool, STEPS.slice(0, 2))).rejects.toThrow(/^DATABASE_URL: the database is of a newer version/);
    const changed = STEPS.map((each) => (each.number === 2 ? { ...each, checksum: 'other' } : each));
    await expect(migrate(pool, changed)).rejects.toThrow('migration 2 in the database is not the one of this version');
  });

  it('finishes what a process that was killed in the middle of a step had begun', async () => {
    await pool.end();
    expect(await migrateAndDie()).toBe('SIGKILL');
    pool = await connect(made.config);
    expect(await applied()).toEqual([1]);
    expect(await migrate(pool, STEPS)).toBe(3);
    expect(await query('select id from two order by id')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  /** Another process, which kills itself when the SQL of step 2 has run and its record is not yet written. */
  async function migrateAndDie(): Promise<string | null> {
    const file = (name: string) => JSON.stringify(path.join(import.meta.dirname, name));
    const code = `
      import { connect } from ${file('connect.ts')};
      import { migrate } from ${file('migrate.ts')};
      const pool = await connect(${JSON.stringify(made.config)});
      const dying = {
        ...pool,
        connect: async () => {
          const connection = await pool.connect();
          return {
            release: (discard) => connection.release(discard),
            query: (sql, parameters) => {
              if (parameters?.[0] === 2) process.kill(process.pid, 'SIGKILL');
              return connection.query(sql, parameters);
            },
          };
        },
      };
      await migrate(dying, ${JSON.stringify(STEPS)});`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return signal;
  }
});
