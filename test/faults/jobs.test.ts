import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '../../packages/server/src/data/ids.ts';
import type { BegunJob } from '../../packages/server/src/jobs/reader.ts';
import { JobSignals } from '../../packages/server/src/jobs/signals.ts';
import { JobStore } from '../../packages/server/src/jobs/store.ts';
import { Worker } from '../../packages/server/src/jobs/worker.ts';
import { addOrganisation } from '../../packages/server/src/testing/accounts.ts';
import { makeDatabase, type TestDatabase } from '../../packages/server/src/testing/database.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../packages/server/src/testing/webhook-receiver.ts';
import { POINTS } from './faulty-service.ts';
import { expectInvariants } from './invariants.ts';
import { expectWhole, jobsOf, listJobs, sendJob, untilAllEnded, withDatabase } from './job-facts.ts';
import { BENIGN, busyFor } from './pages.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { until } from './until.ts';

const FAULTY = path.join(import.meta.dirname, 'faulty-service.ts');

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

async function embedded(): Promise<TestDatabase> {
  const made = await makeDatabase('pglite');
  ending.push(() => made.remove());
  return made;
}

async function start(data: TestDatabase, faults?: object, settings?: Record<string, string>): Promise<ServiceProcess> {
  const program = faults && { program: [FAULTY, JSON.stringify(faults)] };
  const service = await startServiceProcess(data, { settings, ...program });
  ending.push(() => service.end());
  return service;
}

async function stop(service: ServiceProcess): Promise<void> {
  service.kill('SIGTERM');
  expect(await service.exit).toBe(0);
}

/** What tells the tries of one event from those of another. */
const idsOf = ({ received }: WebhookReceiver): readonly unknown[] => [
  ...new Set(received.map(({ headers }) => headers['webhook-id'])),
];

/** Milliseconds: a test starts the service twice, also on a machine that others use. */
const TIME = 240_000;

describe('a service that is killed (F06)', { timeout: TIME }, () => {
  it.each(POINTS)('when its first job is "%s" loses nothing, and charges once', async (dies) => {
    const data = await embedded();
    const receiver = await startWebhookReceiver();
    const settings = { PLATEN_EGRESS_ALLOW: receiver.allow };
    const first = await start(data, { dies }, settings);
    const sent = [sendJob(first, BENIGN, receiver.url), sendJob(first, BENIGN, receiver.url)].map((each) =>
      each.catch(() => undefined),
    );
    expect(await first.exit).toBe('SIGKILL');
    const told = (await Promise.all(sent)).filter((id) => id !== undefined);
    const second = await start(data, undefined, settings);
    const known = (await listJobs(second)).map(({ id }) => id);
    expect(known.length).toBeGreaterThan(0);
    expect(known).toEqual(expect.arrayContaining(told));
    await untilAllEnded(second, known.length);
    for (const id of known) await expectWhole(second, id);
    await until('each end is reported', () => idsOf(receiver).length >= known.length);
    const jobs = await expectInvariants(data, second);
    expect(idsOf(receiver)).toHaveLength(known.length);
    expect(jobs.map(({ state }) => state)).toEqual(known.map(() => 'succeeded'));
  });
});

describe('a service that ends by SIGTERM (F08)', { timeout: TIME }, () => {
  it('finishes the jobs that run, and keeps those that wait for the next one', async () => {
    const data = await embedded();
    const first = await start(data);
    for (const html of [busyFor(2_000), busyFor(2_000), ...Array(6).fill(BENIGN)]) await sendJob(first, html);
    await until('two run', async () => (await first.health()).running === 2);
    await stop(first);
    const states = await withDatabase(data, async (database) => (await jobsOf(database)).map(({ state }) => state));
    expect(states).toEqual(['succeeded', 'succeeded', ...Array(6).fill('queued')]);
    const second = await start(data);
    await untilAllEnded(second, 8);
    const jobs = await expectInvariants(data, second);
    expect(jobs.map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(Array(8).fill('succeeded 1'));
  });
});

describe('a schedule whose time came while nothing ran', { timeout: TIME }, () => {
  it('makes one run when the service is back', async () => {
    const data = await embedded();
    const first = await start(data);
    const body = { name: 'Report', cron: '0 * * * *', request: { source: { html: BENIGN } } };
    expect((await first.ask('POST', '/v1/schedules', body)).status).toBe(201);
    await stop(first);
    const missed = new Date(Date.now() - 5 * 3_600_000);
    await withDatabase(data, ({ system }) => system.updateTable('schedules').set({ next_at: missed }).execute());
    const second = await start(data);
    await untilAllEnded(second, 1);
    const jobs = await expectInvariants(data, second);
    expect(jobs.map(({ state }) => state)).toEqual(['succeeded']);
  });
});

describe('a client that leaves (F23)', { timeout: TIME }, () => {
  it('while it waits for its job ends it, and one that does not wait leaves its job alone', async () => {
    const data = await embedded();
    const service = await start(data);
    const kept = await sendJob(service, busyFor(1_000));
    const leave = new AbortController();
    const body = { source: { html: busyFor(60_000) }, filename: 'report' };
    const left = service.convert(body, leave.signal).catch((error) => error.name);
    await until('both run', async () => (await service.health()).running === 2);
    leave.abort();
    expect(await left).toBe('AbortError');
    await untilAllEnded(service, 2);
    await until('nothing runs', async () => (await service.health()).running === 0);
    await expectWhole(service, kept);
    const jobs = await expectInvariants(data, service);
    expect(jobs.map(({ state }) => state)).toEqual(['succeeded', 'canceled']);
  });
});

describe('an organization that sends 1,000 jobs (F22)', { timeout: TIME }, () => {
  it('lets five of another one through between its own', async () => {
    const data = await embedded();
    await withDatabase(data, async (database) => {
      const signals = new JobSignals();
      const store = new JobStore({ database, signals });
      const [many, few] = [await addOrganisation(database, 'Many'), await addOrganisation(database, 'Few')];
      const accept = (organisationId: string) =>
        store.accept(
          {
            id: newId('job'),
            organisationId,
            actor: 'key',
            priority: 'normal',
            format: 'pdf',
            sandbox: true,
            request: Buffer.from('sealed'),
            startWithin: 3_600,
            keep: 3_600,
          },
          undefined,
          { jobs: 20_000, bytes: 1_000_000 },
        );
      for (let count = 0; count < 1_000; count += 1) await accept(many);
      const order: string[] = [];
      const run = async (job: BegunJob) => {
        order.push(job.organisation_id);
        await sleep(20);
        await store.fail(job, { state: 'failed', errorCode: 'x' }, undefined);
      };
      const log = { event: () => {}, close: () => {} };
      const worker = new Worker({ store, signals, slots: 2, run, log });
      worker.start();
      await until('some have run', () => order.length >= 10);
      const before = order.length;
      for (let count = 0; count < 5; count += 1) await accept(few);
      await until('the five have run', () => order.filter((each) => each === few).length === 5);
      await worker.stop(5_000);
      // In turns: one of each, beside those that ran and began while the five were sent.
      const last = order.lastIndexOf(few);
      expect(order.slice(before, last).filter((each) => each === many).length).toBeLessThan(20);
      expect(order.length).toBeLessThan(200);
    });
  });
});
