import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { type Database, openDatabase } from '../../packages/server/src/data/database.ts';
import type { JobState } from '../../packages/server/src/data/schema/jobs.ts';
import type { TestDatabase } from '../../packages/server/src/testing/database.ts';
import type { ServiceProcess } from './service-process.ts';
import { until } from './until.ts';

const FINAL: JobState[] = ['succeeded', 'failed', 'canceled'];

/** Opens the database of a service; an embedded one while no service has it. */
export async function withDatabase<Value>(
  { config }: TestDatabase,
  use: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = await openDatabase(config);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

export interface JobFacts {
  readonly id: string;
  /** `assemble` makes the one file of a batch, and costs nothing. */
  readonly kind: 'convert' | 'assemble';
  readonly state: JobState;
  readonly attempts: number;
  readonly credits: number | null;
}

export async function jobsOf({ system }: Database): Promise<readonly JobFacts[]> {
  return await system.selectFrom('jobs').select(['id', 'kind', 'state', 'attempts', 'credits']).orderBy('id').execute();
}

/**
 * What holds for jobs after any fault (invariants I1 to I3): each has ended, in one state and with one event of it, after
 * three attempts at most, is charged once if it succeeded and never else, and holds no credits.
 */
export async function expectSettled(database: Database): Promise<readonly JobFacts[]> {
  const { system } = database;
  const jobs = await jobsOf(database);
  expect(jobs.filter(({ state }) => !FINAL.includes(state))).toEqual([]);
  expect(jobs.filter(({ attempts }) => attempts > 3)).toEqual([]);
  const ends = await system
    .selectFrom('job_events')
    .select('job_id')
    .where('state', 'in', FINAL)
    .orderBy('job_id')
    .execute();
  expect(ends.map((event) => event.job_id)).toEqual(jobs.map(({ id }) => id));
  const captured = await system
    .selectFrom('credit_ledger')
    .select(['cause', 'amount'])
    .where('kind', '=', 'capture')
    .orderBy('cause')
    .execute();
  // What is for trying costs nothing.
  const paid = jobs.filter(({ kind, state, credits }) => kind === 'convert' && state === 'succeeded' && credits !== 0);
  expect(captured.map(({ cause, amount }) => ({ id: cause, credits: -Number(amount) }))).toEqual(
    paid.map(({ id, credits }) => ({ id, credits })),
  );
  expect(await system.selectFrom('credit_reservations').select('id').execute()).toEqual([]);
  const balances = await system
    .selectFrom('credit_balances')
    .select(['used', 'reserved'])
    .where('pool', '=', 'credits')
    .execute();
  expect(balances.map(({ used, reserved }) => ({ used: Number(used), reserved: Number(reserved) }))).toEqual([
    { used: paid.reduce((sum, { credits }) => sum + (credits ?? 0), 0), reserved: 0 },
  ]);
  return jobs;
}

/** Sends a job that nobody waits for. @param webhook where its end is reported @returns its id */
export async function sendJob(service: ServiceProcess, html: string, webhook?: string): Promise<string> {
  const answer = await service.convert({ source: { html }, async: true, ...(webhook ? { webhook } : {}) });
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { readonly id: string }).id;
}

/** Every job of the service's organization, newest first. */
export async function listJobs(
  service: ServiceProcess,
): Promise<readonly { readonly id: string; readonly status: JobState }[]> {
  const answer = await service.ask('GET', '/v1/jobs?limit=100');
  return ((await answer.json()) as { readonly data: { readonly id: string; readonly status: JobState }[] }).data;
}

export async function untilAllEnded(service: ServiceProcess, count: number): Promise<void> {
  await until(`${count} jobs have ended`, async () => {
    const jobs = await listJobs(service);
    return jobs.length === count && jobs.every(({ status }) => FINAL.includes(status));
  });
}

/** Reads a result (invariant I5): it is whole, and what its job says of it is true. */
export async function expectWhole(service: ServiceProcess, id: string): Promise<void> {
  const { job } = (await (await service.ask('GET', `/v1/jobs/${id}`)).json()) as {
    readonly job: { readonly outputs: { readonly filesize: number; readonly sha256: string }[] };
  };
  const answer = await service.ask('GET', `/v1/jobs/${id}/result`);
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(job.outputs[0]).toMatchObject({
    filesize: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
}
