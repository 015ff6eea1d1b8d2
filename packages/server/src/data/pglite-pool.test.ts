import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import { makeDatabase, type TestDatabase } from '../testing/database.ts';
import { openPglite } from './pglite-pool.ts';
import type { Pool } from './pool.ts';

let made: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  made = await makeDatabase('pglite');
  pool = await openPglite(`${made.config.dataFolder}/db`, { wait: 200 });
});
afterAll(async () => {
  await pool?.end();
  await made?.remove();
});

describe('the pool of PGlite', () => {
  it('gives its one connection to waiting clients in order', async () => {
    const first = await pool.connect();
    const order: string[] = [];
    const waiting = ['second', 'third', 'fourth'].map(async (name) => {
      const connection = await pool.connect();
      order.push(name);
      await connection.query('select 1');
      connection.release();
    });
    await first.query('select 1');
    order.push('first');
    first.release();
    await Promise.all(waiting);
    expect(order).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('refuses a client that waits too long, and continues', async () => {
    const held = await pool.connect();
    const refusal = await pool.connect().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ code: 'database_unavailable', retryAfter: 2 });
    held.release();
    (await pool.connect()).release();
  });

  it('ends a transaction that was left open', async () => {
    const careless = await pool.connect();
    await careless.query('begin');
    await careless.query("insert into settings (name, value) values ('left', '{}')");
    careless.release();
    const next = await pool.connect();
    const { rows } = await next.query("select 1 from settings where name = 'left'", []);
    next.release();
    expect(rows).toEqual([]);
  });

  it('takes no query over a connection that was given back', async () => {
    const connection = await pool.connect();
    connection.release();
    await expect(connection.query('select 1')).rejects.toThrow('given back');
  });
});
