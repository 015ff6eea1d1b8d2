import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../data/connect.ts';
import { type Database, openDatabase } from '../data/database.ts';
import type { Pool } from '../data/pool.ts';
import type { Tables } from '../data/schema.ts';
import { addOrganisation } from '../testing/accounts.ts';
import { DATABASE_KINDS, makeDatabase, type TestDatabase } from '../testing/database.ts';
import { type DatabaseFault, faultyDatabase } from '../testing/faulty-database.ts';
import { Holder } from './holder.ts';
import { Metering } from './metering.ts';
import { CATALOGUE } from './plans.ts';
import { Subscriptions } from './subscriptions.ts';

/** F11: a database that is slow, or refuses what it was asked because somebody else was at it. */

const NOW = Date.UTC(2030, 4, 15);
const clock = { now: () => NOW };

describe.each(DATABASE_KINDS)('faults of the database (F11) on %s', (kind) => {
  let made: TestDatabase;
  let pool: Pool;
  let organisationId: string;
  let holder: Holder;
  let metering: Metering;
  let system: Kysely<Tables>;
  const faults: DatabaseFault[] = [];
  beforeEach(async () => {
    faults.length = 0;
    made = await makeDatabase(kind);
    pool = await connect(made.config);
    const database = faultyDatabase(pool, faults);
    system = database.system;
    organisationId = await addOrganisation(database, 'F11');
    ({ holder, metering } = meteringOn(database));
    await holder.open();
  });
  afterEach(async () => {
    await holder.close();
    await pool.end();
    await made.remove();
  });

  function meteringOn(database: Database) {
    const ours = new Holder({ database, clock });
    const subscriptions = new Subscriptions({ database, clock });
    const options = {
      holder: ours,
      subscriptions,
      catalogue: CATALOGUE,
      billing: 'off',
      sandboxRate: 10,
      clock,
    } as const;
    return { holder: ours, metering: new Metering(options) };
  }

  const convert = (by = metering, during: () => Promise<void> = async () => {}) =>
    by.metered({
      caller: { kind: 'person', id: 'usr_1', organisationId },
      declared: { credits: 1 },
      run: async () => {
        await during();
        return { value: 'delivered', cost: { credits: 2 } };
      },
    });
  const balance = async () =>
    await system
      .selectFrom('credit_balances')
      .select(['used', 'reserved'])
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();

  it('are tried again when they were deadlocks, and charged once', async () => {
    faults.push(
      { name: 'reserve_credits', code: '40P01', times: 2 },
      { name: 'capture_credits', code: '40001', times: 2 },
    );
    expect(await convert()).toMatchObject({ value: 'delivered', receipt: { used: 2 } });
    expect(await balance()).toEqual({ used: 2, reserved: 0 });
  });

  it('are not tried for ever', async () => {
    faults.push({ name: 'capture_credits', code: '40P01', times: 99 });
    await expect(convert()).rejects.toMatchObject({ code: '40P01' });
    expect(faults[0]?.times).toBe(96);
    expect(await balance()).toEqual({ used: 0, reserved: 0 });
  });

  it('that hide whether it was charged deliver nothing, and charge nothing in the end', async () => {
    faults.push(
      { name: 'capture_credits', code: '57P01', after: true, times: 1 },
      { name: 'release_credits', code: '57P01', times: 1 },
    );
    await expect(convert()).rejects.toThrow();
    expect(await balance()).toEqual({ used: 2, reserved: 0 });
    await holder.beat();
    expect(await balance()).toEqual({ used: 0, reserved: 0 });
  });

  it('that hide whether something was set aside leave nothing set aside', async () => {
    faults.push({ name: 'reserve_credits', code: '57P01', after: true, times: 1 });
    await expect(convert()).rejects.toThrow();
    expect(await balance()).toEqual({ used: 0, reserved: 0 });
  });

  // The embedded database has one connection: nobody else can hold a row.
  if (kind === 'pglite') return;

  it('that keep a row locked end in 503, and leave nothing behind', async () => {
    const database = await openDatabase(made.config);
    const { holder: slow, metering: slowly } = meteringOn(database);
    await slow.open();
    await convert(slowly);
    const locked = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const lock = async () => {
      void system.transaction().execute(async (queries) => {
        await sql`select 1 from credit_balances where organisation_id = ${organisationId} for update`.execute(queries);
        locked.resolve();
        await over.promise;
      });
      await locked.promise;
    };
    await expect(convert(slowly, lock)).rejects.toMatchObject({ code: 'database_unavailable' });
    await expect(convert(slowly)).rejects.toMatchObject({ code: 'database_unavailable' });
    over.resolve();
    await slow.beat();
    expect(await balance()).toEqual({ used: 2, reserved: 0 });
    await slow.close();
    await database.close();
  });
});
