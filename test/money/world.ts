import { expect } from 'vitest';
import type { KeyCaller } from '../../packages/server/src/access/caller.ts';
import { parseScopes } from '../../packages/server/src/access/scopes.ts';
import { creditsFor } from '../../packages/server/src/credits/cost.ts';
import { Holder } from '../../packages/server/src/credits/holder.ts';
import { Metering } from '../../packages/server/src/credits/metering.ts';
import { CATALOGUE } from '../../packages/server/src/credits/plans.ts';
import { Subscriptions } from '../../packages/server/src/credits/subscriptions.ts';
import type { Database } from '../../packages/server/src/data/database.ts';
import { newId } from '../../packages/server/src/data/ids.ts';
import type { Plan } from '../../packages/server/src/data/schema/plan.ts';
import { ApiError } from '../../packages/server/src/errors.ts';
import { addOrganisation } from '../../packages/server/src/testing/accounts.ts';
import { CEILING, type Operation } from './operations.ts';

/**
 * One organisation, the processes that serve it, and a clock. Operations come in batches that run at the same time;
 * after each, what the database holds has to add up.
 */

/** Bytes of the result, or how it ends else. */
type Ending = number | 'fail' | 'leave';

const FAILED = new Error('The work failed.');

interface Running {
  readonly process: number;
  readonly id: string;
  readonly end: (how: Ending) => void;
  readonly settled: Promise<void>;
  /** Whether somebody may have given back what it had set aside, since its process seemed dead. */
  swept: boolean;
}

interface Process {
  readonly holder: Holder;
  readonly metering: Metering;
  readonly subscriptions: Subscriptions;
}

export class World {
  readonly #databases: readonly Database[];
  readonly #organisation: string;
  #processes: Process[] = [];
  #now = Date.UTC(2030, 0, 31, 12);
  #cap: number | undefined;
  #running: Running[] = [];
  /** Credits of the jobs that were told to have been charged. */
  readonly #charged = new Map<string, number>();
  /** Jobs that were told to have cost nothing. */
  readonly #free = new Set<string>();
  /** Processes that somebody may be taking for dead just now. */
  readonly #suspected = new Set<number>();
  operations = 0;

  /** @param databases connections of each process; PGlite is for one */
  static async open(databases: readonly Database[]): Promise<World> {
    const world = new World(databases, await addOrganisation(databases[0] as Database, 'Money'));
    world.#processes = await Promise.all(databases.map((database) => world.#start(database)));
    await world.#plan({ kind: 'plan', credits: 5, price: 40_000 });
    return world;
  }

  private constructor(databases: readonly Database[], organisation: string) {
    this.#databases = databases;
    this.#organisation = organisation;
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map(({ holder }) => holder.close()));
  }

  /** Runs the operations of a batch at the same time, then checks that everything adds up. */
  async run(batch: readonly Operation[]): Promise<void> {
    await Promise.all(batch.map((each) => this.#do(each)));
    this.operations += batch.length;
    await this.check();
  }

  /** Ends what runs, and lets the living give back what the dead held: then nothing may be set aside. */
  async settle(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((job) => this.#end(job, 1)));
    await this.#sweep();
    await this.check();
    expect((await this.#held()).reservations).toEqual([]);
  }

  /** Everything adds up: P1, P5, P6, P10 and the reservations. */
  async check(): Promise<void> {
    const { ledger, balances, reservations, events, ofKeys } = await this.#held();
    for (const balance of balances) {
      const { included, used, reserved } = balance;
      const entries = ledger.filter((row) => isOf(row, balance));
      const taken = entries.filter(({ kind }) => kind !== 'grant');
      const granted = entries.filter(({ kind }) => kind === 'grant').map(({ amount }) => amount);
      expect(0 - sum(taken.map(({ amount }) => amount))).toBe(used);
      expect(sum(granted)).toBe(included ?? 0);
      expect(sum(reservations.filter((row) => isOf(row, balance)).map(({ units }) => units))).toBe(reserved);
      if (balance.pool === 'credits') {
        expect(sum(taken.map(({ overage }) => overage))).toBe(included === null ? 0 : Math.max(0, used - included));
        const price = taken.find(({ kind }) => kind === 'capture')?.unit_price ?? 0;
        if (included !== null && price > 0) expect(used + reserved).toBeLessThanOrEqual(included + CEILING / price);
      } else if (included !== null) {
        // A smaller plan in the middle of a month takes back what it no longer includes.
        expect(used + reserved).toBeLessThanOrEqual(sum(granted.map((amount) => Math.max(0, amount))));
      }
      const reached = events.filter((event) => isOf(event, balance) && event.kind === 'threshold_reached');
      for (const percent of balance.pool === 'credits' && included ? [50, 80, 90, 100] : []) {
        if (used * 100 < percent * (included as number)) continue;
        expect(reached.filter((event) => event.percent === percent)).toHaveLength(1);
      }
    }
    for (const row of ofKeys) {
      const entries = ledger.filter(
        (entry) => isOf(entry, { ...row, pool: 'credits' }) && entry.kind !== 'grant' && entry.key_id === row.key_id,
      );
      expect(0 - sum(entries.map(({ amount }) => amount))).toBe(row.used);
    }
    this.#checkJobs(ledger, new Set(reservations.map(({ id }) => id)));
  }

  #checkJobs(ledger: Held['ledger'], reserved: ReadonlySet<string>): void {
    for (const [id, credits] of this.#charged) {
      const amounts = ledger.filter(({ cause, pool }) => cause === id && pool === 'credits').map((row) => row.amount);
      expect(0 - sum(amounts)).toBe(credits);
    }
    for (const { cause, pool, amount } of ledger.filter((row) => this.#free.has(row.cause))) {
      expect(ledger.find((row) => row.cause === `void:${cause}` && row.pool === pool)?.amount).toBe(-amount);
    }
    // What lives and was not taken for dead has its reservation, whatever the clock did.
    const lost = this.#running.filter(({ id, swept }) => !swept && !reserved.has(id));
    expect(lost.map(({ id }) => id)).toEqual([]);
  }

  async #do(what: Operation): Promise<void> {
    switch (what.kind) {
      case 'start':
        return await this.#work(what.process % this.#processes.length, what.key);
      case 'analyse':
        return await this.#analyse(what.process % this.#processes.length, what.pages);
      case 'finish':
        return await this.#pickAndEnd(what.pick, what.bytes);
      case 'fail':
      case 'leave':
        return await this.#pickAndEnd(what.pick, what.kind);
      case 'crash':
        return await this.#crash(what.process % this.#processes.length);
      case 'stall':
        return await this.#stall(what.process % this.#processes.length);
      case 'jump':
        this.#now += what.by;
        return;
      case 'plan':
        return await this.#plan(what);
      case 'ceiling':
        return await this.#setCeiling(what.micro);
      case 'cap':
        this.#cap = what.credits;
    }
  }

  #caller(key: number): KeyCaller {
    return {
      kind: 'key',
      id: `key_${key}`,
      organisationId: this.#organisation,
      name: 'x',
      mode: 'live',
      scopeNames: ['*'],
      scopes: parseScopes(['*']),
      allowlist: [],
      ...(key === 1 && this.#cap !== undefined ? { monthlyCreditCap: this.#cap } : {}),
    };
  }

  /** Begins work that runs until another operation ends it. */
  async #work(process: number, key: number): Promise<void> {
    const { metering } = this.#processes[process] as Process;
    const begun = Promise.withResolvers<void>();
    const ending = Promise.withResolvers<Ending>();
    let gone = false;
    let id: string | undefined;
    const work = metering.metered({
      caller: this.#caller(key),
      declared: { credits: 1 },
      isLeft: () => gone,
      run: async (job) => {
        id = job.id;
        // Its process may have been replaced while it was let in.
        const swept = this.#suspected.has(process) || this.#processes[process]?.metering !== metering;
        this.#running.push({ process, id, swept, end: ending.resolve, settled });
        begun.resolve();
        const how = await ending.promise;
        if (how === 'fail') throw FAILED;
        gone = how === 'leave';
        const bytes = how === 'leave' ? 1 : how;
        return { value: id, cost: { credits: creditsFor(bytes) }, facts: { format: 'pdf', bytes } };
      },
    });
    const settled: Promise<void> = work.then(
      ({ receipt }) => void this.#charged.set(receipt.jobId, receipt.used),
      (error: unknown) => {
        const code = error instanceof ApiError ? error.code : '';
        if (error !== FAILED && code !== 'credits_exhausted' && code !== 'canceled') throw error;
        if (id !== undefined) this.#free.add(id);
      },
    );
    await Promise.race([begun.promise, settled]);
  }

  async #analyse(process: number, pages: number): Promise<void> {
    const { metering } = this.#processes[process] as Process;
    const cost = { ai_operations: 1, ...(pages > 0 ? { bank_pages: pages } : {}) };
    const refused = new Error('refused');
    const work = metering.metered({
      caller: this.#caller(0),
      declared: cost,
      refuse: ({ remaining, limit, resetsAt }) => {
        expect(remaining).toBeGreaterThanOrEqual(0);
        expect(remaining).toBeLessThanOrEqual(limit);
        expect(new Date(resetsAt).toISOString()).toMatch(/-01T00:00:00.000Z$/);
        return refused;
      },
      run: async ({ id }) => ({ value: id, cost }),
    });
    await work.catch((error) => {
      if (error !== refused) throw error;
    });
  }

  async #pickAndEnd(pick: number, how: Ending): Promise<void> {
    if (this.#running.length === 0) return;
    const [job] = this.#running.splice(pick % this.#running.length, 1);
    await this.#end(job as Running, how);
  }

  async #end({ end, settled }: Running, how: Ending): Promise<void> {
    end(how);
    await settled;
  }

  /** Kills a process: its work never ends. Another one takes its place, and everybody looks for the dead. */
  async #crash(process: number): Promise<void> {
    const { holder } = this.#processes[process] as Process;
    this.#running = this.#running.filter((job) => {
      if (job.process !== process) return true;
      this.#free.add(job.id);
      return false;
    });
    this.#suspected.add(process);
    // It gives no more signs of life, and its lease ends.
    holder.beat = async () => {};
    const database = this.#databases[process] as Database;
    this.#processes[process] = await this.#start(database);
    await this.#silence(holder.id);
    await this.#sweep();
    // What it had let in meanwhile is held by nobody.
    this.#suspect(process);
  }

  /** A process that stood still for so long that others took it for dead, and goes on. */
  async #stall(process: number): Promise<void> {
    const { holder } = this.#processes[process] as Process;
    this.#suspected.add(process);
    await this.#silence(holder.id);
    const other = await this.#start(this.#databases[process] as Database, { keepOthers: true });
    await other.holder.beat();
    await other.holder.close();
    await holder.beat();
    this.#suspect(process);
  }

  #suspect(process: number): void {
    for (const job of this.#running) if (job.process === process) job.swept = true;
    this.#suspected.delete(process);
  }

  async #silence(holder: string): Promise<void> {
    await (this.#databases[0] as Database).system
      .updateTable('credit_holders')
      .set({ expires_at: new Date(0) })
      .where('id', '=', holder)
      .execute();
  }

  async #sweep(): Promise<void> {
    for (const { holder } of this.#processes) await holder.beat();
  }

  async #plan({
    credits,
    price,
  }: {
    readonly kind: 'plan';
    readonly credits: number;
    readonly price: number;
  }): Promise<void> {
    const [first] = CATALOGUE.plans;
    const plan: Plan = {
      ...(first as Plan),
      name: 'small',
      credits,
      price: CEILING,
      overagePrice: price,
      aiOperations: credits,
      bankPages: 2 * credits,
    };
    this.#now += 1;
    await (this.#databases[0] as Database).system
      .insertInto('subscriptions')
      .values({
        id: newId('sub'),
        organisation_id: this.#organisation,
        plan: plan.name,
        terms: JSON.stringify(plan),
        billing: 'month',
        starts_at: new Date(this.#now),
        trial_ends_at: null,
        ends_at: null,
      })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'starts_at']).doNothing())
      .execute();
    this.#forget();
  }

  async #setCeiling(micro: number | null): Promise<void> {
    await (this.#databases[0] as Database).system
      .insertInto('credit_settings')
      .values({ organisation_id: this.#organisation, overage_ceiling: micro })
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet({ overage_ceiling: micro }))
      .execute();
    this.#forget();
  }

  #forget(): void {
    for (const { subscriptions } of this.#processes) subscriptions.forget(this.#organisation);
  }

  async #start(database: Database, { keepOthers = false } = {}): Promise<Process> {
    const clock = { now: () => this.#now };
    const holder = new Holder({ database, clock });
    // On PGlite the start of a process ends all others, which a look from beside must not.
    await (keepOthers ? holder.beat() : holder.open());
    const subscriptions = new Subscriptions({ database, clock });
    const metering = new Metering({
      holder,
      subscriptions,
      catalogue: CATALOGUE,
      billing: 'off',
      sandboxRate: 10,
      clock,
    });
    return { holder, metering, subscriptions };
  }

  async #held() {
    const { system } = this.#databases[0] as Database;
    const of = this.#organisation;
    return {
      ledger: await system.selectFrom('credit_ledger').selectAll().where('organisation_id', '=', of).execute(),
      balances: await system.selectFrom('credit_balances').selectAll().where('organisation_id', '=', of).execute(),
      reservations: await system
        .selectFrom('credit_reservations')
        .selectAll()
        .where('organisation_id', '=', of)
        .execute(),
      events: await system.selectFrom('credit_events').selectAll().where('organisation_id', '=', of).execute(),
      ofKeys: await system.selectFrom('credit_key_balances').selectAll().where('organisation_id', '=', of).execute(),
    };
  }
}

interface Held {
  readonly ledger: readonly {
    readonly cause: string;
    readonly pool: string;
    readonly amount: number;
    readonly kind: string;
  }[];
}

interface PoolPeriod {
  readonly pool: string;
  readonly period_start: Date;
}

const isOf = (row: PoolPeriod, { pool, period_start: start }: PoolPeriod): boolean =>
  row.pool === pool && row.period_start.getTime() === start.getTime();

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
