import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Job as MeteredJob } from '../credits/ledger.ts';
import { monthAt } from '../credits/periods.ts';
import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { JobState } from '../data/schema/jobs.ts';
import { JobSignals } from '../jobs/signals.ts';
import { isFinal, NEXT_STATES } from '../jobs/states.ts';
import { ATTEMPTS, type Held, JobStore } from '../jobs/store.ts';
import { addOrganisation } from './accounts.ts';

/**
 * Random steps of clients, workers, dead workers and the sweeper, in groups that run at the same time. After each group
 * the database has to be right, and at the end every job has ended once and was charged once, or not at all.
 */

const NOW = Date.UTC(2030, 4, 15, 12);
const CREDITS = 6;

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('accept' as const), atOnce: fc.boolean() }) },
  { weight: 5, arbitrary: fc.constant({ kind: 'claim' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('succeed' as const),
      pick: fc.nat(),
      units: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail' as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('handBack' as const), pick: fc.nat() }) },
  // A process that dies, or stands still: its leases end, whether or not it goes on later.
  { weight: 2, arbitrary: fc.constant({ kind: 'loseLeases' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'sweep' } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const), pick: fc.nat() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

class World {
  readonly #database: Database;
  readonly #store: JobStore;
  readonly #organisation: string;
  readonly #jobs: string[] = [];
  /** Every right that a worker ever had: some of them use theirs late. */
  readonly #held: Held[] = [];
  readonly #seen = new Map<string, JobState>();

  constructor(database: Database, organisation: string) {
    this.#database = database;
    this.#store = new JobStore({ database, signals: new JobSignals() });
    this.#organisation = organisation;
  }

  async run(steps: readonly Step[]): Promise<void> {
    await Promise.all(steps.map((each) => this.#do(each)));
    await this.#check();
  }

  /** Lets everything end, and looks whether it adds up. */
  async settle(): Promise<void> {
    for (;;) {
      await this.#loseLeases();
      await this.#store.sweep();
      const job = await this.#store.claim('last');
      if (!job) break;
      await this.#finish(job, 1);
    }
    await this.#check();
    const jobs = await this.#rows();
    expect(jobs.every(({ state }) => isFinal(state))).toBe(true);
    const balance = await this.#balance();
    expect(balance?.reserved ?? 0).toBe(0);
  }

  async #do(each: Step): Promise<void> {
    switch (each.kind) {
      case 'accept':
        return await this.#accept(each.atOnce);
      case 'claim': {
        const job = await this.#store.claim('worker');
        if (job) this.#held.push({ id: job.id, fence: job.fence });
        return;
      }
      case 'loseLeases':
        return await this.#loseLeases();
      case 'sweep':
        return void (await this.#store.sweep());
      default: {
        const [held, id] = [pick(this.#held, each.pick), pick(this.#jobs, each.pick)];
        if (each.kind === 'succeed' && held) await this.#finish(held, each.units);
        if (each.kind === 'fail' && held) await this.#store.fail(held, { state: 'failed', errorCode: 'x' }, undefined);
        if (each.kind === 'handBack' && held) await this.#store.handBack(held);
        if (each.kind === 'cancel' && id) await this.#store.cancel(this.#organisation, id);
        if (each.kind === 'purge' && id) await this.#store.purge(this.#organisation, id);
      }
    }
  }

  async #accept(atOnce: boolean): Promise<void> {
    const id = newId('job');
    const accepted = await this.#store.accept(
      {
        id,
        organisationId: this.#organisation,
        actor: 'key',
        priority: 'normal',
        format: 'pdf',
        sandbox: false,
        request: Buffer.from('x'),
        startWithin: 3_600,
        keep: 3_600,
      },
      this.#metered(id, 1),
      { jobs: 4, bytes: 1_000 },
      atOnce ? { worker: 'worker' } : {},
    );
    if (accepted.kind !== 'accepted') return;
    this.#jobs.push(id);
    if (accepted.begun) this.#held.push({ id, fence: 1 });
  }

  async #finish({ id, fence }: Held, units: number): Promise<void> {
    const output = { position: 0, format: 'pdf', contentType: 'application/pdf', bytes: 1, sha256: 'ab' };
    const finished = await this.#store.succeed(
      { id, fence },
      {
        outputs: [{ ...output, object: newId('obj') }],
        capture: { job: this.#metered(id, units), facts: {} },
        credits: units,
        bytes: 1,
      },
      Buffer.from('outcome'),
    );
    if (finished.kind === 'canceled') {
      await this.#store.fail({ id, fence }, { state: 'canceled', errorCode: 'canceled' }, undefined);
    }
    if (finished.kind === 'refused') {
      await this.#store.fail({ id, fence }, { state: 'failed', errorCode: 'credits_exhausted' }, undefined);
    }
  }

  async #loseLeases(): Promise<void> {
    await sql`update jobs set lease_until = now() - interval '1 s' where state = 'processing'`.execute(
      this.#database.system,
    );
  }

  async #check(): Promise<void> {
    const jobs = await this.#rows();
    for (const job of jobs) {
      const before = this.#seen.get(job.id);
      // Final states never change.
      if (before !== undefined && isFinal(before)) expect(job.state).toBe(before);
      if (before === undefined || NEXT_STATES[before].length > 0) this.#seen.set(job.id, job.state);
      expect(job.attempts).toBeLessThanOrEqual(ATTEMPTS);
    }
    const { rows: taken } = await sql<{ cause: string; units: number }>`
      select cause, -sum(amount)::int as units from credit_ledger
      where organisation_id = ${this.#organisation} and kind <> 'grant' group by cause
    `.execute(this.#database.system);
    const charged = new Map(taken.map(({ cause, units }) => [cause, units]));
    // Charged once, with a result, if it succeeded; not at all else.
    for (const job of jobs) expect(charged.get(job.id) ?? 0).toBe(job.state === 'succeeded' ? job.credits : 0);
    const balance = await this.#balance();
    expect(balance?.used ?? 0).toBe(
      jobs.reduce((sum, job) => sum + (job.state === 'succeeded' ? (job.credits ?? 0) : 0), 0),
    );
    expect(balance?.reserved ?? 0).toBe(jobs.filter(({ state }) => !isFinal(state)).length);
    const queue = await this.#database.system
      .selectFrom('job_queues')
      .selectAll()
      .where('organisation_id', '=', this.#organisation)
      .executeTakeFirst();
    expect(queue?.waiting ?? 0).toBe(jobs.filter(({ state }) => state === 'queued').length);
    const outputs = await this.#database.system
      .selectFrom('job_outputs')
      .select('job_id')
      .where('organisation_id', '=', this.#organisation)
      .execute();
    expect(outputs.map(({ job_id }) => job_id).sort()).toEqual(
      jobs
        .filter(({ state }) => state === 'succeeded')
        .map(({ id }) => id)
        .sort(),
    );
  }

  #rows() {
    return this.#database.system
      .selectFrom('jobs')
      .selectAll()
      .where('organisation_id', '=', this.#organisation)
      .execute();
  }

  #balance() {
    return this.#database.system
      .selectFrom('credit_balances')
      .select(['used', 'reserved'])
      .where('organisation_id', '=', this.#organisation)
      .executeTakeFirst();
  }

  #metered(id: string, units: number): MeteredJob {
    const share = { pool: 'credits', ...monthAt(NOW), included: CREDITS, overage: 0, price: 0, units } as const;
    return { id, organisationId: this.#organisation, at: NOW, shares: [share] };
  }
}

function pick<Value>(values: readonly Value[], at: number): Value | undefined {
  return values.length === 0 ? undefined : values[at % values.length];
}

/** Lets random steps happen, so many times, each time to their end. */
export async function runInterleavings(database: Database, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 14 }), async (groups) => {
      const world = new World(database, await addOrganisation(database, 'Random'));
      for (const group of groups) await world.run(group);
      await world.settle();
    }),
    // What failed leaves jobs behind, which the next ones would meet: a smaller example would be one of that.
    { numRuns: runs, endOnFailure: true },
  );
}
