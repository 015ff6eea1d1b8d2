import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../packages/server/src/data/database.ts';
import { startPostgres } from '../packages/server/src/testing/postgres.ts';

/** The queue alone, with jobs that take their time and do nothing. */
export interface FleetRow {
  readonly processes: number;
  /** Finished jobs that the table held before. */
  readonly finished: number;
  /** Jobs in a second, and the share of what as many slots could do. */
  readonly rate: number;
  readonly share: number;
  /** Milliseconds that jobs waited for a slot while half of the slots were idle. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds and blocks of one claim, with nobody beside it. */
  readonly claim: number;
  readonly blocks: number;
}

type Queries = Kysely<unknown>;

const SLOTS = 100;
/** Milliseconds that a job takes. */
const WORK = 90;
const SECONDS = 8;
const CLAIMS = 200;
const ORGANIZATIONS = 10;
const PROCESSES = [1, 2, 4, 8] as const;
const FINISHED = [10, 1_000_000] as const;

/** Measures 1, 2, 4 and 8 processes over one PostgreSQL, with few and with a million finished jobs. */
export async function measureFleet(): Promise<readonly FleetRow[]> {
  const postgres = await startPostgres();
  try {
    const made = await openDatabase({ dataFolder: '/nonexistent', databaseConnections: 1, databaseUrl: postgres.url });
    await made.close();
    // Without the limits that the service has for its queries.
    const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
    const database: Queries = new Kysely({ dialect: new PostgresDialect({ pool }) });
    const rows: FleetRow[] = [];
    try {
      await sql`insert into organisations (id, name, slug)
        select 'org_' || i, 'Organization ' || i, 'o' || i from generate_series(1, ${ORGANIZATIONS}::int) i`.execute(
        database,
      );
      for (const finished of FINISHED) {
        await addFinished(database, finished);
        const claim = await measureClaims(database);
        for (const processes of PROCESSES) {
          const measured = await measureProcesses(database, postgres.url, processes);
          rows.push({ processes, finished, ...measured, ...claim });
        }
      }
    } finally {
      await database.destroy();
    }
    return rows;
  } finally {
    await postgres.stop();
  }
}

async function measureProcesses(database: Queries, url: string, processes: number) {
  const slots = Math.floor(SLOTS / processes);
  const fleet = await Promise.all(Array.from({ length: processes }, () => startWorker(url, slots)));
  try {
    const most = (slots * processes * 1_000) / WORK;
    await addWaiting(database, 'full', Math.ceil(most * SECONDS));
    const before = await finishedJobs(database);
    await sleep(SECONDS * 1_000);
    const rate = ((await finishedJobs(database)) - before) / SECONDS;
    await empty(database);
    // Half of what was done: at any time half of the slots are idle.
    const pause = 100;
    for (let at = 0; at < SECONDS * (1_000 / pause); at += 1) {
      await addWaiting(database, `half${at}`, Math.max(1, Math.round((rate / 2) * (pause / 1_000))));
      await sleep(pause);
    }
    await sleep(1_000);
    const { rows } = await sql<{ p50: number; p99: number }>`
      select percentile_cont(0.5) within group (order by waited) as p50, percentile_cont(0.99) within group (order by waited) as p99
      from (select extract(epoch from started_at - created_at) * 1000 as waited from jobs where id like 'job_half%') as half
    `.execute(database);
    await empty(database);
    return { rate, share: rate / most, p50: Number(rows[0]?.p50), p99: Number(rows[0]?.p99) };
  } finally {
    await Promise.all(fleet.map(endWorker));
  }
}

/** One after the other, with nobody beside them. */
async function measureClaims(database: Queries): Promise<{ claim: number; blocks: number }> {
  await addWaiting(database, 'claim', 2 * CLAIMS);
  await sql`analyze jobs`.execute(database);
  const before = await blocksRead(database);
  const start = performance.now();
  for (let claim = 0; claim < CLAIMS; claim += 1) await sql`select id from claim_job('bench', 30)`.execute(database);
  const time = performance.now() - start;
  const blocks = (await blocksRead(database)) - before;
  await empty(database);
  return { claim: time / CLAIMS, blocks: blocks / CLAIMS };
}

/** Blocks of the table of jobs and its indexes that were looked at, ever. */
async function blocksRead(database: Queries): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await sql<{ blocks: string }>`
    select sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read) as blocks from pg_statio_user_tables where relname = 'jobs'
  `.execute(database);
  return Number(rows[0]?.blocks);
}

async function addFinished(database: Queries, count: number): Promise<void> {
  await sql`
    insert into jobs (id, organisation_id, kind, state, priority, actor, format, sandbox, request_bytes, start_before, keep, finished_at, purged_at)
    select 'job_done' || ${count}::int || '_' || i, 'org_' || 1 + i % ${ORGANIZATIONS}::int, 'convert', 'succeeded', 1, 'key', 'pdf', true, 0, now(), 60, now(), now()
    from generate_series(1, ${count}::int) i
  `.execute(database);
  await sql`vacuum analyze jobs`.execute(database);
}

/** Puts jobs into the queue and tells the workers. */
async function addWaiting(database: Queries, name: string, count: number): Promise<void> {
  await database.transaction().execute(async (queries) => {
    await sql`
      insert into jobs (id, organisation_id, kind, state, priority, actor, format, sandbox, request_bytes, start_before, keep)
      select 'job_' || ${name}::text || '_' || i, 'org_' || 1 + i % ${ORGANIZATIONS}::int, 'convert', 'queued', 1, 'key', 'pdf', true, 0, now() + interval '1 day', 60
      from generate_series(1, ${count}::int) i
    `.execute(queries);
    await sql`
      insert into job_queues (organisation_id, waiting) select 'org_' || i, ${count} from generate_series(1, ${ORGANIZATIONS}::int) i
      on conflict (organisation_id) do update set waiting = job_queues.waiting + excluded.waiting
    `.execute(queries);
    await sql`select pg_notify('platen_jobs', '')`.execute(queries);
  });
}

async function finishedJobs(database: Queries): Promise<number> {
  const { rows } = await sql<{
    count: string;
  }>`select count(*) as count from jobs where state = 'succeeded' and id like 'job_full%'`.execute(database);
  return Number(rows[0]?.count);
}

/** Leaves the finished jobs of the beginning. */
async function empty(database: Queries): Promise<void> {
  await sql`delete from jobs where state = 'queued'`.execute(database);
  await sleep(2 * WORK + 200);
  await sql`delete from jobs where id not like 'job_done%'`.execute(database);
  await sql`vacuum jobs`.execute(database);
}

async function startWorker(url: string, slots: number): Promise<ChildProcess> {
  const file = path.join(import.meta.dirname, 'fleet-worker.ts');
  const worker = spawn(process.execPath, [file, url, String(slots), String(WORK)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(worker.stdout as NodeJS.ReadableStream, 'data');
  return worker;
}

async function endWorker(worker: ChildProcess): Promise<void> {
  const exited = once(worker, 'exit');
  worker.stdin?.end();
  await exited;
}
