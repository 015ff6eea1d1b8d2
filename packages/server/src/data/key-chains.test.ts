import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASE_KINDS, emptySchema, makeDatabase, type TestDatabase } from '../testing/database.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import type { Pool } from './pool.ts';

const BEFORE = 6;

describe.each(DATABASE_KINDS)('the chains of keys on %s', (kind) => {
  let made: TestDatabase;
  let pool: Pool;
  beforeEach(async () => {
    made = await makeDatabase(kind);
    pool = await connect(made.config);
    await emptySchema(pool);
    await migrate(pool, readMigrations().slice(0, BEFORE));
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

  it('are found in what was there, and what was counted for each key, and for those that it made, becomes one count', async () => {
    await query(`insert into organisations (id, name, slug) values ('org_1', 'One', 'one')`);
    const keys = [
      ['key_a', 'key_b'],
      ['key_b', 'key_c'],
      ['key_c', null],
      ['key_x', null],
    ];
    for (const [id, next] of keys.toReversed()) {
      await query(`
        insert into api_keys (id, organisation_id, name, kind, prefix, last4, digest, rotated_to) values
          ('${id}', 'org_1', 'n', 'live', 'plk_live_', 'abcd', '${id}'::bytea, ${next ? `'${next}'` : 'null'})
      `);
    }
    const month = `'2030-01-01T00:00:00Z'`;
    // The first had no cap yet when its credits were used, so that nothing was counted for it.
    await query(`
      insert into credit_ledger (organisation_id, pool, cause, kind, amount, period_start, at, key_id) values
        ('org_1', 'credits', 'job_1', 'capture', -5, ${month}, ${month}, 'key_a'),
        ('org_1', 'credits', 'job_2', 'capture', -3, ${month}, ${month}, 'key_c'),
        ('org_1', 'credits', 'job_3', 'capture', -7, ${month}, ${month}, 'key_x')
    `);
    await query(`
      insert into credit_key_balances (organisation_id, key_id, period_start, used, reserved) values
        ('org_1', 'key_b', ${month}, 0, 0), ('org_1', 'key_c', ${month}, 3, 1), ('org_1', 'key_x', ${month}, 7, 0)
    `);
    await query(`
      insert into credit_reservations (id, organisation_id, pool, period_start, units, key_id, holder)
        values ('job_4', 'org_1', 'credits', ${month}, 1, 'key_c', 'one')
    `);
    // One that the first made, before anybody asked for that.
    await query(`
      insert into api_keys (id, organisation_id, name, kind, prefix, last4, digest) values
        ('key_m', 'org_1', 'n', 'live', 'plk_live_', 'abcd', 'key_m'::bytea)
    `);
    await query(`
      insert into audit_log (organisation_id, seq, id, at, actor, action, target, prev_hash, hash) values
        ('org_1', 1, 'aud_1', now(), 'key_b', 'key.created', 'key_m', '', '')
    `);
    await query(`
      insert into credit_ledger (organisation_id, pool, cause, kind, amount, period_start, at, key_id) values
        ('org_1', 'credits', 'job_5', 'capture', -2, ${month}, ${month}, 'key_m')
    `);
    await migrate(pool, readMigrations());
    expect(await query('select id, first_id, made_by from api_keys order by id')).toEqual([
      { id: 'key_a', first_id: null, made_by: null },
      { id: 'key_b', first_id: 'key_a', made_by: null },
      { id: 'key_c', first_id: 'key_a', made_by: null },
      { id: 'key_m', first_id: null, made_by: 'key_b' },
      { id: 'key_x', first_id: null, made_by: null },
    ]);
    const balances = 'select key_id, used::integer, reserved::integer from credit_key_balances order by key_id';
    expect(await query(balances)).toEqual([
      { key_id: 'key_a', used: 10, reserved: 1 },
      { key_id: 'key_x', used: 7, reserved: 0 },
    ]);
    expect(await query('select key_ids from credit_reservations')).toEqual([{ key_ids: ['key_a'] }]);
  });
});
