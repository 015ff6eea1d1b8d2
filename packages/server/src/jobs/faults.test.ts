import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job as MeteredJob } from '../credits/ledger.ts';
import { monthAt } from '../credits/periods.ts';
import { connect } from '../data/connect.ts';
import { type Database, openDatabase } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { Pool } from '../data/pool.ts';
import { addOrganisation } from '../testing/accounts.ts';
import { DATABASE_KINDS, makeDatabase, type TestDatabase } from '../testing/database.ts';
import { type DatabaseFault, faultyDatabase } from '../testing/faulty-database.ts';
import { masterKey } from '../vault/master-key.ts';
import { openVault } from '../vault/vault.ts';
import { payloadOf } from './payload.ts';
import type { BegunJob } from './reader.ts';
import { type JobRunnerOptions, jobRunner } from './run-job.ts';
import { JobSignals } from './signals.ts';
import { type Held, JobStore, type Success } from './store.ts';

/** F11: a database that is slow, refuses because somebody else was at it, or does not say what it has done. */

const NOW = Date.UTC(2030, 4, 15);
const LIMITS = { jobs: 50, bytes: 1_000_000 };
const OUTCOME = Buffer.from('outcome');

describe.each(DATABASE_KINDS)('jobs on a database with faults (F11), %s', (kind) => {
  let made: TestDatabase;
  let pool: Pool;
  let database: Database;
  let store: JobStore;
  let organisationId: string;
  const faults: DatabaseFault[] = [];
  beforeEach(async () => {
    faults.length = 0;
    made = await makeDatabase(kind);
    pool = await connect(made.config);
    database = faultyDatabase(pool, faults);
    store = new JobStore({ database, signals: new JobSignals() });
    organisationId = await addOrganisation(database, 'F11');
  });
  afterEach(async () => {
    await pool.end();
    await made.remove();
  });

  const metered = (id: string, units: number): MeteredJob => ({
    id,
    organisationId,
    at: NOW,
    shares: [{ pool: 'credits', ...monthAt(NOW), included: 10, overage: 0, price: 0, units }],
  });
  async function accept(id = newId('job'), into = store, request: Buffer = Buffer.from('sealed')): Promise<string> {
    const job = { organisationId, actor: 'key', priority: 'normal', format: 'pdf', sandbox: false } as const;
    const times = { startWithin: 3_600, keep: 3_600 };
    await into.accept({ id, ...job, ...times, request }, metered(id, 1), LIMITS);
    return id;
  }
  const success = (id: string): Success => ({
    outputs: [
      { position: 0, format: 'pdf', contentType: 'application/pdf', bytes: 3, sha256: 'ab', object: newId('obj') },
    ],
    capture: { job: metered(id, 2), facts: { format: 'pdf', bytes: 3 } },
    credits: 2,
    bytes: 3,
  });
  const balance = async () =>
    await database.system
      .selectFrom('credit_balances')
      .select(['used', 'reserved'])
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();
  const stateOf = async (id: string) => (await store.get(organisationId, id))?.state;

  it('are accepted, begun and ended after deadlocks, and charged once', async () => {
    faults.push(
      { name: 'accept_job', code: '40P01', times: 2 },
      { name: 'claim_job', code: '40001', times: 2 },
      { name: 'finish_job', code: '40P01', times: 2 },
    );
    const id = await accept();
    const held = (await store.claim('a')) as Held;
    expect(await store.succeed(held, success(id), OUTCOME)).toEqual({ kind: 'ended' });
    expect([await stateOf(id), await balance()]).toEqual(['succeeded', { used: 2, reserved: 0 }]);
  });

  it('are not tried for ever', async () => {
    await accept();
    faults.push({ name: 'claim_job', code: '40P01', times: 99 });
    await expect(store.claim('a')).rejects.toMatchObject({ code: '40P01' });
    expect(faults[0]?.times).toBe(96);
  });

  it('whose acceptance was not told are there once, and end', async () => {
    faults.push({ name: 'accept_job', code: '57P01', after: true, times: 1 });
    const id = newId('job');
    await expect(accept(id)).rejects.toThrow();
    expect(await balance()).toEqual({ used: 0, reserved: 1 });
    await expect(accept(id)).rejects.toThrow();
    expect(await store.cancel(organisationId, id)).toBe('canceled');
    expect([await stateOf(id), await balance()]).toEqual(['canceled', { used: 0, reserved: 0 }]);
  });

  it('whose end was not told have ended, and are charged once', async () => {
    const id = await accept();
    const held = (await store.claim('a')) as Held;
    faults.push({ name: 'finish_job', code: '57P01', after: true, times: 1 });
    await expect(store.succeed(held, success(id), OUTCOME)).rejects.toThrow();
    // The worker asks once more, and is told that it is not its job any more.
    expect(await store.succeed(held, success(id), OUTCOME)).toEqual({ kind: 'lost' });
    expect([await stateOf(id), await balance()]).toEqual(['succeeded', { used: 2, reserved: 0 }]);
    expect(await store.outputs(organisationId, id)).toHaveLength(1);
  });

  it('are handed on by a server that does not have the new master key (F31), and cost no attempt', async () => {
    const [first, second] = [masterKey(Buffer.alloc(32, 1)), masterKey(Buffer.alloc(32, 2))];
    const late = await openVault({ database, masters: { current: first, variable: 'x' } });
    const vault = await openVault({ database, masters: { current: second, previous: first, variable: 'x' } });
    const id = newId('job');
    const request = await vault.seal(payloadOf(organisationId, id), Buffer.from('{}'));
    await accept(id, store, request);
    // It reaches no more of its parts than these.
    const run = jobRunner({ store, vault: late } as JobRunnerOptions);
    await run((await store.claim('late')) as BegunJob, new AbortController().signal, () => {});
    expect([await stateOf(id), await balance()]).toEqual(['queued', { used: 0, reserved: 1 }]);
    expect(await store.claim('other')).toMatchObject({ id, attempts: 1, request });
  });

  // The embedded database has one connection: nobody else can hold a row.
  if (kind === 'pglite') return;

  it('whose rows somebody holds are refused in time, and go on when they are free', async () => {
    const slow = await openDatabase(made.config);
    const slowly = new JobStore({ database: slow, signals: new JobSignals() });
    const id = await accept();
    const held = (await store.claim('a')) as Held;
    const locked = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const holding = database.system.transaction().execute(async (queries) => {
      await sql`select 1 from credit_balances where organisation_id = ${organisationId} for update`.execute(queries);
      await sql`select 1 from jobs where id = ${id} for update`.execute(queries);
      locked.resolve();
      await over.promise;
    });
    await locked.promise;
    const away = { code: 'database_unavailable' };
    await expect(slowly.succeed(held, success(id), OUTCOME)).rejects.toMatchObject(away);
    await expect(accept(newId('job'), slowly)).rejects.toMatchObject(away);
    over.resolve();
    await holding;
    expect(await slowly.succeed(held, success(id), OUTCOME)).toEqual({ kind: 'ended' });
    expect([await stateOf(id), await balance()]).toEqual(['succeeded', { used: 2, reserved: 0 }]);
    expect(await database.system.selectFrom('jobs').select('id').execute()).toHaveLength(1);
    await slow.close();
  });
});
