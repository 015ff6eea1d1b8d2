import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { CATALOGUE } from '../../packages/server/src/credits/plans.ts';
import { type Database, openDatabase } from '../../packages/server/src/data/database.ts';
import type { Plan } from '../../packages/server/src/data/schema/plan.ts';
import type { TestDatabase } from '../../packages/server/src/testing/database.ts';

/** Works on the database of services, beside them on PostgreSQL, between them on PGlite. */
export async function onDatabase<Value>(
  { config }: TestDatabase,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = await openDatabase(config);
  return await work(database).finally(() => database.close());
}

/** Gives the first organisation a plan of so many credits, with nothing beyond. */
export function withCredits(credits: number) {
  return async ({ system }: Database): Promise<void> => {
    const { id } = await system.selectFrom('organisations').select('id').executeTakeFirstOrThrow();
    const plan: Plan = { ...(CATALOGUE.plans[0] as Plan), credits };
    await system
      .insertInto('subscriptions')
      .values({
        id: 'sub_test',
        organisation_id: id,
        plan: plan.name,
        terms: JSON.stringify(plan),
        billing: 'month',
        starts_at: new Date(),
        trial_ends_at: null,
        ends_at: null,
      })
      .execute();
    await system.insertInto('credit_settings').values({ organisation_id: id, overage_ceiling: 0 }).execute();
    // Services remember agreements for a second.
    await sleep(1_100);
  };
}

/** Ends that plan: the organization has what it had before. Services remember the plan for a moment. */
export async function withoutPlan({ system }: Database): Promise<void> {
  await system.deleteFrom('subscriptions').where('id', '=', 'sub_test').execute();
  await system.deleteFrom('credit_settings').execute();
}

export const balance = ({ system }: Database) =>
  system.selectFrom('credit_balances').select(['included', 'used', 'reserved']).where('pool', '=', 'credits').execute();

export const captures = async ({ system }: Database) =>
  (await system.selectFrom('credit_ledger').select('cause').where('kind', '=', 'capture').execute()).length;

/** Asks until the answer is as expected. */
export async function eventually<Value>(within: number, ask: () => Promise<Value>, expected: Value): Promise<void> {
  await expect.poll(ask, { timeout: within, interval: 250 }).toEqual(expected);
}
