import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId } from '../data/ids.ts';
import { addOrganisation, emptyDatabase } from '../testing/accounts.ts';
import { describeOnDatabase } from '../testing/database.ts';
import type { ReadyWork } from './ready-work.ts';
import { JobSignals } from './signals.ts';
import { JobStore } from './store.ts';
import { type RunJob, Worker } from './worker.ts';

const FACTS = {
  actor: 'key_1',
  priority: 'batch',
  format: 'pdf',
  sandbox: true,
  startWithin: 600,
  keep: 600,
} as const;

const SOON = { timeout: 60_000 };

describeOnDatabase('a worker', (database) => {
  let signals: JobSignals;
  let store: JobStore;
  let worker: Worker;
  let keep: PromiseWithResolvers<void>;
  beforeEach(async () => {
    await emptyDatabase(database());
    signals = new JobSignals();
    store = new JobStore({ database: database(), signals });
    keep = Promise.withResolvers();
  });
  afterEach(async () => {
    keep.resolve();
    await worker.stop(5_000);
  });

  const start = (slots: number, run: RunJob) => {
    worker = new Worker({ store, signals, slots, run, log: { event: () => {}, close: () => {} } });
    worker.start();
  };
  const accept = async (count: number) => {
    const organisationId = await addOrganisation(database(), 'Many');
    for (let job = 0; job < count; job += 1) {
      const entry = { id: newId('job'), organisationId, request: Buffer.from('sealed'), ...FACTS };
      await store.accept(entry, undefined, { jobs: 50, bytes: 1_000_000 });
    }
  };
  const waiting = async () =>
    (await database().system.selectFrom('jobs').select('id').where('state', '=', 'queued').execute()).length;

  it('begins the next job while results are kept, but does not pile them up', async () => {
    await accept(4);
    const begun: string[] = [];
    start(1, async (job, _signal, rendered) => {
      begun.push(job.id);
      rendered();
      // Whoever reports it twice frees one slot.
      rendered();
      await keep.promise;
      await store.fail(job, { state: 'failed', errorCode: 'x' }, undefined);
    });
    await expect.poll(() => begun.length, SOON).toBe(2);
    signals.arrived();
    expect(worker.busy).toBe(0);
    expect(await waiting()).toBe(2);
    keep.resolve();
    await expect.poll(() => begun.length, SOON).toBe(4);
    await expect.poll(waiting, SOON).toBe(0);
  });

  it('keeps a slot for what this process is about to accept, and no more than it has', async () => {
    const begun: string[] = [];
    start(1, async (job, _signal, rendered, ready) => {
      begun.push(`${job.id} ${ready === undefined ? 'by the queue' : 'at once'}`);
      await keep.promise;
      rendered();
      await store.fail(job, { state: 'failed', errorCode: 'x' }, undefined);
    });
    const kept = async () => await vi.waitUntil(() => worker.keepSlot(), SOON);
    const slot = await kept();
    expect([worker.keepSlot(), worker.busy]).toEqual([undefined, 1]);
    await accept(1);
    expect(begun).toEqual([]);
    // It came to nothing: what waits is begun.
    slot.free();
    await expect.poll(() => begun, SOON).toEqual([expect.stringMatching(/ by the queue$/)]);
    expect(worker.keepSlot()).toBeUndefined();
    keep.resolve();
    const other = await kept();
    const organisationId = await addOrganisation(database(), 'One');
    const job = { id: newId('job'), organisationId, request: Buffer.from('sealed'), ...FACTS };
    const accepted = await store.accept(job, undefined, { jobs: 50, bytes: 1_000_000 }, { worker: other.worker });
    expect(accepted).toEqual({ kind: 'accepted', begun: true });
    other.begin(job, {} as ReadyWork);
    await expect.poll(() => begun.at(-1), SOON).toBe(`${job.id} at once`);
    await expect.poll(async () => (await store.get(organisationId, job.id))?.state, SOON).toBe('failed');
    expect(worker.busy).toBe(0);
  });

  it('that stops waits for what is being accepted with its slot, and gives it back as no attempt', async () => {
    start(1, async (job, signal, rendered) => {
      rendered();
      if (signal.aborted) await store.handBack(job);
    });
    const slot = await vi.waitUntil(() => worker.keepSlot(), SOON);
    const stopped = worker.stop(60_000);
    const organisationId = await addOrganisation(database(), 'One');
    const job = { id: newId('job'), organisationId, request: Buffer.from('sealed'), ...FACTS };
    await store.accept(job, undefined, { jobs: 50, bytes: 1_000_000 }, { worker: slot.worker });
    expect(await Promise.race([stopped.then(() => 'stopped'), setImmediate('waits')])).toBe('waits');
    slot.begin(job, {} as ReadyWork);
    await stopped;
    expect(await store.get(organisationId, job.id)).toMatchObject({ state: 'queued', attempts: 0 });
  });

  it('has no more jobs at once than slots as long as they render', async () => {
    await accept(3);
    const begun: string[] = [];
    start(2, async (job, _signal, rendered) => {
      begun.push(job.id);
      await keep.promise;
      rendered();
      await store.fail(job, { state: 'failed', errorCode: 'x' }, undefined);
    });
    await expect.poll(() => worker.busy, SOON).toBe(2);
    signals.arrived();
    expect(await waiting()).toBe(1);
    expect(begun).toHaveLength(2);
    keep.resolve();
    await expect.poll(() => begun.length, SOON).toBe(3);
  });
});
