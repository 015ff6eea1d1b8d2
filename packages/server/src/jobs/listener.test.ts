import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import { addOrganisation, emptyDatabase } from '../testing/accounts.ts';
import { makeDatabase, type TestDatabase } from '../testing/database.ts';
import { JobListener } from './listener.ts';
import { JobSignals } from './signals.ts';
import { JobStore } from './store.ts';
import { Worker } from './worker.ts';

const SOON = { timeout: 30_000 };

describe('processes of one PostgreSQL', () => {
  let made: TestDatabase;
  let database: Database;
  let organisationId: string;
  const opened: JobListener[] = [];
  const workers: Worker[] = [];
  beforeAll(async () => {
    made = await makeDatabase('postgresql');
    database = await openDatabase(made.config);
  });
  beforeEach(async () => {
    await emptyDatabase(database);
    organisationId = await addOrganisation(database, 'Jobs');
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop(0)));
    await Promise.all(opened.splice(0).map((listener) => listener.close()));
  });
  afterAll(async () => {
    await database?.close();
    await made?.remove();
  });

  /** Leases are long: what a process learns in the time of a test it is told. */
  function startProcess() {
    const signals = new JobSignals();
    const listener = new JobListener({ url: made.config.databaseUrl as string, signals });
    listener.open();
    opened.push(listener);
    const store = new JobStore({ database, signals, lease: 600 });
    return { signals, store };
  }
  /** The last statement of each listener, and whether it is done. */
  async function listening(): Promise<readonly string[]> {
    const { rows } = await sql<{ query: string }>`
      select query from pg_stat_activity where application_name = 'platen jobs' and datname = current_database() and state = 'idle'
    `.execute(database.system);
    return rows.map(({ query }) => query);
  }
  const accept = async (store: JobStore) => {
    const id = newId('job');
    const facts = {
      actor: 'key_1',
      priority: 'normal',
      format: 'pdf',
      sandbox: true,
      startWithin: 600,
      keep: 600,
    } as const;
    const request = Buffer.from('sealed');
    await store.accept({ id, organisationId, request, ...facts }, undefined, { jobs: 50, bytes: 1_000_000 });
    return id;
  };

  it('hear that a job they run is to be canceled, and nothing of what others do', async () => {
    const [api, fleet] = [startProcess(), startProcess()];
    const told = Promise.withResolvers<string>();
    let renewals = 0;
    const { store } = fleet;
    const renew = store.renew.bind(store);
    store.renew = async (held) => {
      renewals += 1;
      return await renew(held);
    };
    const worker = new Worker({
      store,
      signals: fleet.signals,
      slots: 4,
      log: { event: () => {}, close: () => {} },
      run: async (job, signal) => {
        if (job.id === waits) {
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
          told.resolve(signal.reason);
        }
        await store.succeed(job, { outputs: [], credits: 0, bytes: 0 }, Buffer.alloc(0));
      },
    });
    workers.push(worker);
    await expect.poll(listening, SOON).toEqual(Array(2).fill('listen platen_jobs; listen platen_cancel'));
    const waits = await accept(api.store);
    const others = await Promise.all(Array.from({ length: 5 }, () => accept(api.store)));
    worker.start();
    const states = async () =>
      await Promise.all(others.map(async (id) => (await api.store.get(organisationId, id))?.state));
    await expect.poll(states, SOON).toEqual(others.map(() => 'succeeded'));
    expect(renewals).toBe(0);
    expect(await listening()).toEqual(Array(2).fill('listen platen_jobs; listen platen_cancel'));
    expect(await api.store.cancel(organisationId, waits)).toBe('processing');
    expect(await told.promise).toBe('canceled');
  });

  it('hear of changes while somebody waits for one, also of those before they listened', async () => {
    const [api, other] = [startProcess(), startProcess()];
    await expect.poll(listening, SOON).toHaveLength(2);
    const id = await accept(other.store);
    const never = new AbortController();
    // Nobody listens yet: it looks again once it does.
    await api.signals.nextChange(id, never.signal);
    const change = api.signals.nextChange(id, never.signal);
    expect(await listening()).toContain('listen platen_job');
    await other.store.claim('other');
    await change;
    expect(api.signals.isAwaited).toBe(false);
    expect(other.signals.isAwaited).toBe(false);
  });
});
