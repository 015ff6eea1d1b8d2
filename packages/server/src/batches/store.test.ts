import { expect, it } from 'vitest';
import { newId } from '../data/ids.ts';
import type { BegunJob } from '../jobs/reader.ts';
import { JobSignals } from '../jobs/signals.ts';
import { JobStore } from '../jobs/store.ts';
import { addOrganisation, emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { BatchStore } from './store.ts';

describeOnDatabases('batches in the store', (database) => {
  it('tell whoever waits of their end, and of that of no item before', async () => {
    await emptyDatabase(database());
    const organisationId = await addOrganisation(database(), 'Letters');
    const heard: string[] = [];
    const signals = new JobSignals();
    signals.changed = (id) => void heard.push(id);
    const jobs = new JobStore({ database: database(), signals });
    const batches = new BatchStore(database());
    const id = newId('bat');
    const common = {
      ...{ organisation_id: organisationId, actor: 'key_1', owner: null, format: 'pdf', tag: null },
      ...{ sandbox: true, keep: 600 },
    };
    const items = [0, 1].map((position) => ({ id: newId('job'), position, request: Buffer.from('sealed') }));
    await batches.accept({ ...common, id, result: 'separate', request: Buffer.from('shared') }, items, {
      facts: { ...common, request_id: null, template: null },
      reservation: undefined,
      limits: { jobs: 50, bytes: 1_000_000 },
      startWithin: 600,
    });
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
