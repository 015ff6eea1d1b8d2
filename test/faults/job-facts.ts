import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Database, openDatabase } from '../../packages/server/src/data/database.ts';
import type { TestDatabase } from '../../packages/server/src/testing/database.ts';
import type { ServiceProcess } from './service-process.ts';
import { until } from './until.ts';

const FINAL = ['succeeded', 'failed', 'canceled'];

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

interface JobFacts {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly credits: number | null;
}

export async function jobsOf({ system }: Database): Promise<readonly JobFacts[]> {
  const { rows } = await sql<JobFacts>`select id, state, attempts, credits from jobs order by id`.execute(system);
  return rows;
}

/**
 * What holds for jobs after any fault (invariants I1 to I3): each has ended, in one state and with one event of it, after
 * three attempts at most, is charged once if it succeeded and never else, and holds no credits.
 */
export async function expectSettled(database: Database): Promise<readonly JobFacts[]> {
  const jobs = await jobsOf(database);
  expect(jobs.filter(({ state }) => !FINAL.includes(state))).toEqual([]);
  expect(jobs.filter(({ attempts }) => attempts > 3)).toEqual([]);
  const { rows: ends } = await sql<{ job_id: string; ends: number }>`
    select job_id, count(*)::integer as ends from job_events
    where state in ('succeeded', 'failed', 'canceled') group by job_id order by job_id
  `.execute(database.system);
  expect(ends).toEqual(jobs.map(({ id }) => ({ job_id: id, ends: 1 })));
  const { rows: captured } = await sql<{ cause: string; amount: number }>`
    select cause, (-amount)::integer as amount from credit_ledger where kind = 'capture' order by cause
  `.execute(database.system);
  const paid = jobs.filter(({ state }) => state === 'succeeded');
  expect(captured).toEqual(paid.map(({ id, credits }) => ({ cause: id, amount: credits })));
  const { rows: held } = await sql`select id from credit_reservations`.execute(database.system);
  expect(held).toEqual([]);
  const { rows: balances } = await sql<{ reserved: number; used: number }>`
    select sum(reserved)::integer as reserved, sum(used)::integer as used from credit_balances where pool = 'credits'
  `.execute(database.system);
  expect(balances).toEqual([{ reserved: 0, used: paid.reduce((sum, { credits }) => sum + (credits ?? 0), 0) }]);
  return jobs;
}

/** Sends a job that nobody waits for. @returns its id */
export async function sendJob(service: ServiceProcess, html: string): Promise<string> {
  const answer = await service.convert({ source: { html }, async: true });
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { readonly id: string }).id;
}

/** Every job of the service's organization, newest first. */
export async function listJobs(
  service: ServiceProcess,
): Promise<readonly { readonly id: string; readonly status: string }[]> {
  const answer = await service.ask('GET', '/v1/jobs?limit=100');
  return ((await answer.json()) as { readonly data: { readonly id: string; readonly status: string }[] }).data;
}

export async function untilAllEnded(service: ServiceProcess, count: number, milliseconds = 60_000): Promise<void> {
  await until(`${count} jobs have ended`, milliseconds, async () => {
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
