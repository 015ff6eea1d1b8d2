import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PersonCaller } from '../packages/server/src/access/caller.ts';
import { Holder } from '../packages/server/src/credits/holder.ts';
import { Metering } from '../packages/server/src/credits/metering.ts';
import { CATALOGUE } from '../packages/server/src/credits/plans.ts';
import { Subscriptions } from '../packages/server/src/credits/subscriptions.ts';
import { type Database, openDatabase } from '../packages/server/src/data/database.ts';
import { newId } from '../packages/server/src/data/ids.ts';
import { startPostgres } from '../packages/server/src/testing/postgres.ts';
import { median } from './measure.ts';

/** What counting credits adds to a conversion, in milliseconds, and what is left of the throughput; medians. */
export interface CreditsResult {
  readonly database: Database['kind'];
  /** Setting a credit aside and charging it, one after another. */
  readonly alone: number;
  /** Jobs a second of one organisation that asks for 200 at once, against the same without credits. */
  readonly throughput: number;
  /** Jobs a second that the ledger alone gets done for it. */
  readonly most: number;
}

const ROUNDS = 3;
const ALONE = 100;
const PARALLEL = 200;
const JOBS = 300;
/** Jobs that run at the same time, and milliseconds of each: what two cores render. */
const SLOTS = 4;
const JOB = 90;
const clock = { now: Date.now };

/** Runs work that only waits, with and without the ledger, on each database. */
export async function measureCredits(): Promise<readonly CreditsResult[]> {
  const postgres = await startPostgres();
  try {
    return [await measureOn(), await measureOn(postgres.url)];
  } finally {
    await postgres.stop();
  }
}

async function measureOn(databaseUrl?: string): Promise<CreditsResult> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'platen-credits-'));
  const database = await openDatabase({ dataFolder, databaseConnections: 10, databaseUrl });
  const holder = new Holder({ database, clock });
  await holder.open();
  try {
    const subscriptions = new Subscriptions({ database, clock });
    const options = { holder, subscriptions, catalogue: CATALOGUE, billing: 'off', sandboxRate: 10, clock } as const;
    const metering = new Metering(options);
    const caller: PersonCaller = {
      kind: 'person',
      id: 'usr',
      role: 'owner',
      organisationId: await organisation(database),
    };
    const counted = async (work: () => Promise<void>) => {
      await metering.metered({
        caller,
        declared: { credits: 1 },
        run: async () => ({ value: await work(), cost: { credits: 1 } }),
      });
    };
    const alone: number[] = [];
    const throughput: number[] = [];
    const most: number[] = [];
    await counted(async () => {});
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push((await time(ALONE, 1, () => counted(async () => {}))) / ALONE);
      const slots = new Slots();
      const without = await time(JOBS, PARALLEL, () => slots.run());
      const withLedger = await time(JOBS, PARALLEL, () => counted(() => slots.run()));
      throughput.push(without / withLedger);
      most.push((JOBS * 1_000) / (await time(JOBS, PARALLEL, () => counted(async () => {}))));
    }
    return { database: database.kind, alone: median(alone), throughput: median(throughput), most: median(most) };
  } finally {
    await holder.close();
    await database.close();
    rmSync(dataFolder, { recursive: true });
  }
}

/** An organisation with a plan, so that there is something to be kept to. */
async function organisation({ system }: Database): Promise<string> {
  const id = newId('org');
  await system.insertInto('organisations').values({ id, name: 'Bench', slug: id }).execute();
  const plan = CATALOGUE.plans.at(-1);
  await system
    .insertInto('subscriptions')
    .values({
      id: newId('sub'),
      organisation_id: id,
      plan: 'scale-1m',
      terms: JSON.stringify(plan),
      billing: 'month',
      starts_at: new Date(),
      trial_ends_at: null,
      ends_at: null,
    })
    .execute();
  return id;
}

/** Work that waits for a slot, as conversions do. */
class Slots {
  #free = SLOTS;
  readonly #waiting: (() => void)[] = [];

  async run(): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    await sleep(JOB);
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}

/** Milliseconds for so many jobs, so many at once. */
async function time(jobs: number, atOnce: number, job: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let left = jobs;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await job();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return performance.now() - start;
}
