import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { pdfJson, pdfText } from '../../packages/engine/src/testing/judge.ts';
import type { TestDatabase } from '../../packages/server/src/testing/database.ts';
import { startPostgres } from '../../packages/server/src/testing/postgres.ts';
import { expectInvariants } from './invariants.ts';
import { expectWhole, jobsOf, sendJob, untilAllEnded, withDatabase } from './job-facts.ts';
import { BENIGN, busyFor } from './pages.ts';
import { browsersBelow } from './process-tree.ts';
import { SERVICE, type ServiceProcess, serviceEnvironment, startServiceProcess } from './service-process.ts';
import { until } from './until.ts';

const FAULTY = path.join(import.meta.dirname, 'faulty-service.ts');
/** Seconds that a worker may be silent here. */
const LEASE = 3;

interface BatchFacts {
  readonly status: string;
  readonly succeeded: number;
}

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** A PostgreSQL as several servers share it. */
async function shared(): Promise<TestDatabase> {
  const server = await startPostgres();
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'platen-data-'));
  ending.push(async () => {
    await server.stop();
    rmSync(dataFolder, { recursive: true });
  });
  return { config: { dataFolder, databaseUrl: server.url, databaseConnections: 5 }, remove: async () => {} };
}

async function start(data: TestDatabase, role = 'all'): Promise<ServiceProcess> {
  const service = await startServiceProcess(data, {
    // A worker converts for others, and needs its sandbox.
    settings: { PLATEN_ROLE: role, PLATEN_UNSAFE_NO_SANDBOX: role === 'worker' ? '0' : '1' },
    program: [FAULTY, JSON.stringify({ lease: LEASE })],
  });
  ending.push(() => service.end());
  return service;
}

describe('two servers of one database', () => {
  it('lose nothing and do nothing twice when one is killed during 40 jobs (F09)', async () => {
    const data = await shared();
    const first = await start(data);
    const second = await start(data);
    const ids: string[] = [];
    for (let count = 0; count < 40; count += 1) ids.push(await sendJob(count % 2 ? first : second, busyFor(100)));
    await until('both work', async () => (await second.health()).running > 0);
    second.kill('SIGKILL');
    await second.exit;
    await untilAllEnded(first, 40);
    const jobs = await expectInvariants(data);
    expect(jobs.map(({ id, state }) => [id, state])).toEqual(ids.sort().map((id) => [id, 'succeeded']));
    for (const id of ids) await expectWhole(first, id);
  }, 240_000);

  it('refuse what a worker writes that stood still for longer than its lease (F25)', async () => {
    const data = await shared();
    const first = await start(data);
    const id = await sendJob(first, busyFor(3_000));
    await until('it runs', async () => (await first.health()).running === 1);
    process.kill(first.pid, 'SIGSTOP');
    const second = await start(data);
    try {
      await untilAllEnded(second, 1);
    } finally {
      process.kill(first.pid, 'SIGCONT');
    }
    const outcome = await (await second.ask('GET', `/v1/jobs/${id}/result`)).arrayBuffer();
    await until('the late one has ended its work', async () => (await first.health()).running === 0);
    await sleep(1_000);
    const [job] = await expectInvariants(data);
    expect(job).toMatchObject({ id, state: 'succeeded', attempts: 2 });
    await expectWhole(second, id);
    const after = await (await first.ask('GET', `/v1/jobs/${id}/result`)).arrayBuffer();
    expect(Buffer.from(after).equals(Buffer.from(outcome))).toBe(true);
  }, 240_000);
});

describe('an api server and two workers', () => {
  it('share 30 jobs, of which none is lost when a worker is killed', async () => {
    const data = await shared();
    const api = await start(data, 'api');
    expect(browsersBelow(api.pid)).toEqual([]);
    expect(await api.health()).toMatchObject({ status: 'ok', role: 'api', browser: null });
    const ids: string[] = [];
    ids.push(await sendJob(api, busyFor(500)));
    await sleep(1_500);
    const waiting = await withDatabase(data, jobsOf);
    expect(waiting.map(({ state }) => state)).toEqual(['queued']);
    const [one, other] = await Promise.all([start(data, 'worker'), start(data, 'worker')]);
    for (let count = 1; count < 30; count += 1) ids.push(await sendJob(api, busyFor(500)));
    expect(await one.health()).toMatchObject({ status: 'ok', role: 'worker' });
    expect((await one.convert({ source: { html: BENIGN } })).status).toBe(404);
    await until('it works', async () => (await other.health()).running > 0);
    other.kill('SIGKILL');
    // Somebody waits for this one: it goes before the rest.
    const answer = await api.convert({ source: { html: BENIGN } });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
    expect(answer.headers.get('x-credits-used')).toBe('1');
    await untilAllEnded(api, 31);
    const jobs = await expectInvariants(data);
    expect(jobs.filter(({ state }) => state !== 'succeeded')).toEqual([]);
    for (const id of ids) await expectWhole(api, id);
    const text = await (await fetch(`${api.url}/metrics`)).text();
    expect(text).toContain('platen_jobs_waiting{priority="normal"} 0');
    one.kill('SIGTERM');
    expect(await one.exit).toBe(0);
    api.kill('SIGTERM');
    expect(await api.exit).toBe(0);
  }, 240_000);

  it('make a batch of 200 whole and once when a worker is killed in the middle of it', async () => {
    const data = await shared();
    const api = await start(data, 'api');
    const [, other] = await Promise.all([start(data, 'worker'), start(data, 'worker')]);
    const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
    const accepted = await api.ask('POST', '/v1/batches', {
      source: { html: '<p>Document {{ number }}.' },
      items: numbers.map((number) => ({ data: { number } })),
      download_name: '{{ number }}',
      result: 'merged',
    });
    expect(accepted.status).toBe(202);
    const { id } = (await accepted.json()) as { readonly id: string };
    const look = async () =>
      ((await (await api.ask('GET', `/v1/batches/${id}`)).json()) as { batch: BatchFacts }).batch;
    await until('both are in the middle of it', async () => {
      return (await look()).succeeded >= 40 && (await other.health()).running > 0;
    });
    other.kill('SIGKILL');
    await other.exit;
    await until('it has ended', async () => (await look()).status === 'completed');
    expect(await look()).toMatchObject({ total: 200, succeeded: 200, failed: 0, canceled: 0, credits: 200 });
    const pdf = Buffer.from(await (await api.ask('GET', `/v1/batches/${id}/result`)).arrayBuffer());
    expect([...pdfText(pdf).matchAll(/Document (\d+)\./g)].map(([, number]) => Number(number))).toEqual(numbers);
    const outline = pdfJson(pdf, 'outlines') as { readonly title: string }[];
    expect(outline.map(({ title }) => Number(title))).toEqual(numbers);
    const jobs = await expectInvariants(data, api);
    // And the one for trying, by which the service shows that it is well.
    expect(jobs.filter(({ kind }) => kind === 'convert')).toHaveLength(201);
    expect(jobs.filter(({ attempts }) => attempts > 1).length).toBeGreaterThan(0);
  }, 240_000);

  it.each(['api', 'worker'])('are refused as "%s" without a database to share', (role) => {
    const dataFolder = mkdtempSync(path.join(tmpdir(), 'platen-data-'));
    const config = { dataFolder, databaseConnections: 5 };
    const env = {
      ...serviceEnvironment({ config, remove: async () => {} }),
      PLATEN_ROLE: role,
      PLATEN_UNSAFE_NO_SANDBOX: '0',
    };
    const { status, stderr } = spawnSync(process.execPath, [SERVICE], { env, encoding: 'utf8', timeout: 30_000 });
    rmSync(dataFolder, { recursive: true });
    expect(stderr).toMatch(/^PLATEN_ROLE: [^\n]*DATABASE_URL[^\n]*\n$/);
    expect(status).toBe(78);
  });
});
