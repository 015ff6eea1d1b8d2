import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { BegunJob } from '../jobs/reader.ts';
import { JobSignals } from '../jobs/signals.ts';
import { JobStore } from '../jobs/store.ts';
import { addOrganisation, emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabase, describeOnDatabases } from '../testing/database.ts';
import { BatchStore } from './store.ts';

/** A batch of two items. @returns its id */
async function accept(database: Database, organisationId: string): Promise<string> {
  const id = newId('bat');
  const common = {
    ...{ organisation_id: organisationId, actor: 'key_1', owner: null, format: 'pdf', tag: null },
    ...{ sandbox: true, keep: 600 },
  };
  const items = [0, 1].map((position) => ({ id: newId('job'), position, request: Buffer.from('sealed') }));
  await new BatchStore(database).accept({ ...common, id, result: 'separate', request: Buffer.from('shared') }, items, {
    facts: { ...common, request_id: null, template: null },
    reservation: undefined,
    limits: { jobs: 50, bytes: 1_000_000 },
    startWithin: 600,
  });
  return id;
}

describeOnDatabases('batches in the store', (database) => {
  it('tell whoever waits of their end, and of that of no item before', async () => {
    await emptyDatabase(database());
    const organisationId = await addOrganisation(database(), 'Letters');
    const heard: string[] = [];
    const signals = new JobSignals();
    signals.changed = (id) => void heard.push(id);
    const jobs = new JobStore({ database: database(), signals });
    const batches = new BatchStore(database());
    const id = await accept(database(), organisationId);
    const first = (await jobs.claim('w')) as BegunJob;
    expect(first.batch_standing).toBe('open');
    await database().system.updateTable('batches').set({ cancel_requested: true }).where('id', '=', id).execute();
    const second = (await jobs.claim('w')) as BegunJob;
    expect(second.batch_standing).toBe('canceled');
    await database().system.updateTable('batches').set({ cancel_requested: false }).where('id', '=', id).execute();
    await jobs.fail(first, { state: 'failed', errorCode: 'render_crashed' }, undefined);
    expect(heard).not.toContain(id);
    await jobs.succeed(second, { outputs: [], credits: 0, bytes: 0 }, Buffer.from('outcome'));
    expect(heard).toContain(id);
    expect(await batches.get(organisationId, id)).toMatchObject({ state: 'completed', succeeded: 1, failed: 1 });
  });
});

describeOnDatabase('batches in the store', (database) => {
  it('that are canceled while a worker begins an item cancel that one too', async () => {
    await emptyDatabase(database());
    const organisationId = await addOrganisation(database(), 'Letters');
    const id = await accept(database(), organisationId);
    const { system } = database();
    const claim = async (queries: typeof system) => {
      const { rows } = await sql<{ id: string }>`select id from claim_job('w', 60)`.execute(queries);
      return rows[0]?.id ?? '';
    };
    const first = await claim(system);
    const begun = Promise.withResolvers<string>();
    const commit = Promise.withResolvers<void>();
    const worker = system.transaction().execute(async (queries) => {
      begun.resolve(await claim(queries));
      await commit.promise;
    });
    const second = await begun.promise;
    let isOver = false;
    const canceled = new BatchStore(database()).cancel(organisationId, id).finally(() => {
      isOver = true;
    });
    const waits = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(system);
      return isOver || rows.length > 0;
    };
    await vi.waitUntil(waits, { timeout: 60_000, interval: 5 });
    commit.resolve();
    await worker;
    expect((await canceled)?.toSorted()).toEqual([first, second]);
  });
});
