import type { Queries } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { Plan } from '../data/schema/plan.ts';

/** The rows that say which plan an organisation has, for those who change them together with something of theirs. */

export interface NewPlan {
  readonly organisationId: string;
  readonly plan: Plan;
  readonly billing: 'month' | 'year';
  readonly startsAt: Date;
  readonly trialEndsAt?: Date;
  /** Whether the trial goes on as the plan when it is over. */
  readonly continues?: boolean;
}

/** Writes that a plan begins. It is the newest from then on. */
export async function insertPlan(queries: Queries, given: NewPlan) {
  const { organisationId, plan, billing, startsAt, trialEndsAt = null, continues = false } = given;
  return await queries
    .insertInto('subscriptions')
    .values({
      id: newId('sub'),
      organisation_id: organisationId,
      plan: plan.name,
      terms: JSON.stringify(plan),
      billing,
      starts_at: startsAt,
      trial_ends_at: trialEndsAt,
      continues,
      ends_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** When the newest plan ends; null: it goes on. A trial then goes on as the plan, or does not. */
export async function setPlanEnd(
  queries: Queries,
  organisationId: string,
  change: { readonly endsAt?: Date | null; readonly continues?: boolean },
): Promise<void> {
  const newest = queries
    .selectFrom('subscriptions')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .orderBy('starts_at', 'desc')
    .limit(1);
  await queries
    .updateTable('subscriptions')
    .set({
      ...(change.endsAt === undefined ? {} : { ends_at: change.endsAt, over_at: null }),
      ...(change.continues === undefined ? {} : { continues: change.continues }),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', newest)
    .execute();
}

/** The instant that a plan may begin at: `at`, or just after the plan before. Two cannot begin at the same instant. */
export async function freeStart(queries: Queries, organisationId: string, at: number): Promise<Date> {
  const last = await queries
    .selectFrom('subscriptions')
    .select('starts_at')
    .where('organisation_id', '=', organisationId)
    .orderBy('starts_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return new Date(Math.max(at, (last?.starts_at.getTime() ?? 0) + 1));
}

/** The time of an organisation, whose clock may be ahead where billing is for trying. */
export async function timeOf(queries: Queries, organisationId: string, now: number): Promise<number> {
  const row = await queries
    .selectFrom('credit_settings')
    .select('clock_shift')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return Math.floor(now) + (row?.clock_shift ?? 0);
}
