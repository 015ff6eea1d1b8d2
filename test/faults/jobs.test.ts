import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '../../packages/server/src/data/ids.ts';
import type { BegunJob } from '../../packages/server/src/jobs/reader.ts';
import { JobSignals } from '../../packages/server/src/jobs/signals.ts';
import { JobStore } from '../../packages/server/src/jobs/store.ts';
import { Worker } from '../../packages/server/src/jobs/worker.ts';
import { addOrganisation } from '../../packages/server/src/testing/accounts.ts';
import { makeDatabase } from '../../packages/server/src/testing/database.ts';
import { idsOfJobs, useFaultyLife } from './faulty-life.ts';
import { expectInvariants } from './invariants.ts';
import { expectWhole, jobsOf, listJobs, sendJob, untilAllEnded, withDatabase } from './job-facts.ts';
import { BENIGN, busyFor } from './pages.ts';
import { isEnding, type ServiceProcess } from './service-process.ts';
import { until } from './until.ts';

/** Milliseconds: a test may start the service, also on a machine that others use. */
const TIME = 240_000;

describe('a service', { timeout: TIME }, () => {
  const life = useFaultyLife();

  /** A job that runs until its page is released. */
  const sendHeld = async (service: ServiceProcess) => {
    life.page.hold();
    const answer = await service.convert({ ...life.page.body, async: true });
    return ((await answer.json()) as { readonly id: string }).id;
  };

  // Before a job has begun, and when all of it is done but for being written down; jobs.all.test.ts has each point.
  it.each(['accepted', 'stored'] as const)(
    'that is killed when a job is "%s" loses nothing, and charges once (F06)',
    (dies) => life.losesNothing(dies),
  );

  it('that is killed while it sends a file to "Gotenberg-Webhook-Url" sends it again, and makes it once', async () => {
    const first = await life.running();
    const { files } = life;
    let tries = 0;
    // The first try is never answered.
    files.instead = () => {
      tries += 1;
      return tries === 1;
    };
    const body = new FormData();
    body.append('files', new Blob([BENIGN]), 'index.html');
    const { authorization } = first;
    const answer = await fetch(`${first.url}/forms/chromium/convert/html`, {
      method: 'POST',
      headers: { authorization, 'gotenberg-webhook-url': files.url, 'gotenberg-webhook-error-url': files.url },
      body,
    });
    expect(answer.status).toBe(204);
    const id = answer.headers.get('x-job-id');
    await until('the file is on its way', () => tries === 1);
    first.kill('SIGKILL');
    await first.exit;
    const second = await life.running();
    const jobOf = async () => {
      const told = await second.ask('GET', `/v1/jobs/${id}`);
      return ((await told.json()) as { readonly job: { readonly deliveries: readonly { readonly state: string }[] } })
        .job;
    };
    await until('it has arrived', async () => (await jobOf()).deliveries[0]?.state === 'delivered');
    expect(await jobOf()).toMatchObject({ status: 'succeeded', attempts: 1, credits: 1 });
    // Nothing is told of a failure: that would be a second file here.
    expect(files.files.map(({ headers, bytes }) => [headers['content-type'], bytes.subarray(0, 5).toString()])).toEqual(
      [['application/pdf', '%PDF-']],
    );
  });

  it('whose client leaves while it waits ends its job, and leaves one alone that nobody waits for (F23)', async () => {
    const service = await life.running();
    const before = await idsOfJobs(service);
    const kept = await sendHeld(service);
    const leave = new AbortController();
    const body = { source: { html: busyFor(60_000) }, filename: 'report' };
    const left = service.convert(body, leave.signal).catch((error) => error.name);
    await until('both run', async () => (await service.health()).running === 2);
    leave.abort();
    expect(await left).toBe('AbortError');
    life.page.release();
    await untilAllEnded(service, before.length + 2);
    await until('nothing runs', async () => (await service.health()).running === 0);
    await expectWhole(service, kept);
    const made = (await listJobs(service)).filter(({ id }) => !before.includes(id));
    expect(new Map(made.map(({ id, status }) => [id === kept, status]))).toEqual(
      new Map([
        [true, 'succeeded'],
        [false, 'canceled'],
      ]),
    );
  });

  it('that ends by SIGTERM finishes what runs, and keeps what waits and is due meanwhile for the next one (F08)', async () => {
    const first = await life.running();
    const before = await idsOfJobs(first);
    // Every hour, and not in the next minutes.
    const cron = `${(new Date().getUTCMinutes() + 30) % 60} * * * *`;
    const body = { name: 'Report', cron, request: { source: { html: BENIGN } } };
    const made = await first.ask('POST', '/v1/schedules', body);
    expect(made.status).toBe(201);
    const { schedule } = (await made.json()) as { readonly schedule: { readonly id: string } };
    const sent = [await sendHeld(first), await sendHeld(first)];
    for (let count = 0; count < 6; count += 1) sent.push(await sendJob(first, BENIGN));
    await until('two run', async () => (await first.health()).running === 2);
    first.kill('SIGTERM');
    await until('it begins nothing more', () => isEnding(first));
    life.page.release();
    expect(await first.exit).toBe(0);
    const missed = new Date(Date.now() - 5 * 3_600_000);
    const states = await withDatabase(life.data, async (database) => {
      await database.system.updateTable('schedules').set({ next_at: missed }).where('id', '=', schedule.id).execute();
      const jobs = new Map((await jobsOf(database)).map(({ id, state }) => [id, state]));
      return sent.map((id) => jobs.get(id));
    });
    expect(states).toEqual(['succeeded', 'succeeded', ...Array(6).fill('queued')]);
    const second = await life.running();
    // Its own, and one run of the schedule for the five hours.
    await untilAllEnded(second, before.length + 8 + 1);
    // For the jobs of all tests above, too.
    const jobs = await expectInvariants(life.data, second);
    expect(new Set(jobs.map(({ state }) => state))).toEqual(new Set(['succeeded', 'canceled']));
    const these = jobs.filter(({ id }) => !before.includes(id));
    expect(these.map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(Array(9).fill('succeeded 1'));
  });
});

describe('an organization that sends hundreds of jobs (F22)', { timeout: TIME }, () => {
  it('lets five of another one through between its own', async () => {
    const data = await makeDatabase('postgresql');
    onTestFinished(() => data.remove());
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
      for (let count = 0; count < 300; count += 1) await accept(many);
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
