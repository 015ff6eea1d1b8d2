import { expect, it } from 'vitest';
import { monthAt } from '../credits/periods.ts';
import { newId } from '../data/ids.ts';
import { addOrganisation, emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabases } from '../testing/database.ts';
import { openTestVault } from '../testing/vault.ts';
import type { JobOutcome } from './outcome.ts';
import { outcomeOf, payloadOf, writePayload } from './payload.ts';
import { JobService } from './service.ts';
import { JobSignals } from './signals.ts';
import { type Held, JobStore } from './store.ts';

describeOnDatabases('the note of a job', (opened) => {
  it('is there for whoever read the job before it ended, and its request was removed', async () => {
    const database = opened();
    await emptyDatabase(database);
    const organisationId = await addOrganisation(database, 'Notes');
    const store = new JobStore({ database, signals: new JobSignals() });
    const vault = await openTestVault(database);
    // Of what it is made of, notes need these alone.
    const jobs = new JobService({ store, vault } as ConstructorParameters<typeof JobService>[0]);
    const id = newId('job');
    const payload = { caller: { kind: 'key', id: 'key_1' }, kind: 'pdf', json: {}, files: [], note: 'mine' };
    const request = await vault.seal(payloadOf(organisationId, id), writePayload(payload as never));
    await store.accept(
      {
        ...{ id, organisationId, actor: 'key_1', priority: 'normal', format: 'pdf', sandbox: false },
        ...{ request, startWithin: 3_600, keep: 3_600 },
      },
      {
        ...{ id, organisationId, at: Date.now() },
        shares: [{ pool: 'credits', ...monthAt(Date.now()), included: 10, overage: 0, price: 0, units: 1 }],
      },
      { jobs: 50, bytes: 1_000_000 },
    );
    const held = (await store.claim('a')) as Held;
    const read = await store.get(organisationId, id);
    if (!read) throw new Error('The job is not there.');
    expect(await jobs.noteOf(read, {})).toBe('mine');
    const outcome: JobOutcome = { note: 'mine' };
    const sealed = await vault.seal(outcomeOf(organisationId, id), Buffer.from(JSON.stringify(outcome)));
    await store.fail(held, { state: 'failed', errorCode: 'source_status' }, sealed);
    expect(await store.request(organisationId, id)).toBeNull();
    expect(await jobs.noteOf(read, {})).toBe('mine');
  });
});
