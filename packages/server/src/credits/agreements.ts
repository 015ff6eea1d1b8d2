import type { AuditLog } from '../audit/audit-log.ts';
import type { AuditEntry } from '../audit/chain.ts';
import type { Clock } from '../clock.ts';
import type { Queries } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import { freeStart, insertPlan, timeOf } from './plan-rows.ts';
import { type Catalogue, CENT } from './plans.ts';
import { type Subscription, type Subscriptions, subscriptionFrom } from './subscriptions.ts';

/** Whose agreement, and who changes it. */
export interface AgreementContext {
  readonly organisationId: string;
  /** Id of a key or a person, `operator` or `system`. */
  readonly actor: string;
}

export interface PlanChoice {
  /** Name of the plan. */
  readonly plan: string;
  readonly billing: 'month' | 'year';
  /** Whether the days of a trial come first. They end it; what follows is agreed to anew. */
  readonly trial: boolean;
}

export interface AgreementsOptions {
  readonly audit: AuditLog;
  readonly subscriptions: Subscriptions;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
}

const DAY = 86_400_000;

/** Changes of what organisations have agreed to. Each is in the audit log, and counts from now on. */
export class Agreements {
  readonly #options: AgreementsOptions;

  constructor(options: AgreementsOptions) {
    this.#options = options;
  }

  /**
   * Begins a plan, with periods that are counted from now.
   * @throws ApiError `not_found` when there is no such plan, `trial_used` when there was a trial
   *   before, `subscription_exists` when one is paid by card
   */
  async begin(context: AgreementContext, { plan: name, billing, trial }: PlanChoice): Promise<Subscription> {
    const { catalogue } = this.#options;
    const plan = catalogue.plans.find((each) => each.name === name);
    if (!plan) {
      const names = catalogue.plans.map((each) => each.name).join(', ');
      throw new ApiError('not_found', { detail: `There is no plan "${name.slice(0, 50)}". Plans: ${names}.` });
    }
    const row = await this.#change(
      context,
      async (queries) => {
        if (trial) await refuseSecondTrial(queries, context.organisationId);
        await refuseBilled(queries, context.organisationId);
        const now = await this.#now(queries, context.organisationId);
        const startsAt = await freeStart(queries, context.organisationId, now.getTime());
        const trialEndsAt = trial ? new Date(startsAt.getTime() + catalogue.trial.days * DAY) : undefined;
        return await insertPlan(queries, { ...context, plan, billing, startsAt, trialEndsAt });
      },
      ({ id }) => ({ action: 'plan.begun', target: id, detail: { plan: plan.name, billing, trial } }),
    );
    return subscriptionFrom(row);
  }

  /**
   * Ends the plan now.
   * @returns whether there was one
   * @throws ApiError `subscription_exists` when it is paid by card
   */
  async end(context: AgreementContext): Promise<boolean> {
    const ended = await this.#change(
      context,
      async (queries) => {
        await refuseBilled(queries, context.organisationId);
        const now = await this.#now(queries, context.organisationId);
        const current = queries
          .selectFrom('subscriptions')
          .select('id')
          .where('organisation_id', '=', context.organisationId)
          .orderBy('starts_at', 'desc')
          .limit(1);
        return await queries
          .updateTable('subscriptions')
          .set({ ends_at: now, over_at: now })
          .where('organisation_id', '=', context.organisationId)
          .where('id', '=', current)
          .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now)]))
          .returning('id')
          .executeTakeFirst();
      },
      (row) => row && { action: 'plan.ended', target: row.id },
    );
    return ended !== undefined;
  }

  /** @param ceiling micro-USD a period that may be used beyond the plan; null: the monthly price of the plan */
  async setCeiling(context: AgreementContext, ceiling: number | null): Promise<void> {
    const now = new Date(this.#options.clock.now());
    await this.#change(
      context,
      (queries) =>
        queries
          .insertInto('credit_settings')
          .values({ organisation_id: context.organisationId, overage_ceiling: ceiling, updated_at: now })
          .onConflict((conflict) =>
            conflict.column('organisation_id').doUpdateSet({ overage_ceiling: ceiling, updated_at: now }),
          )
          .execute(),
      () => ({
        action: 'overage_ceiling.changed',
        target: context.organisationId,
        detail: { ceiling_cents: ceiling === null ? null : Math.floor(ceiling / CENT) },
      }),
    );
  }

  async #change<Value>(
    { organisationId, actor }: AgreementContext,
    work: (queries: Queries) => Promise<Value>,
    entry: (value: Value) => Omit<AuditEntry, 'actor'> | undefined,
  ): Promise<Value> {
    const { audit, subscriptions } = this.#options;
    const value = await audit.act(organisationId, work, (done) => {
      const happened = entry(done);
      return happened && { actor, ...happened };
    });
    subscriptions.forget(organisationId);
    return value;
  }

  async #now(queries: Queries, organisationId: string): Promise<Date> {
    return new Date(await timeOf(queries, organisationId, this.#options.clock.now()));
  }
}

/** What is paid by card changes by its own rules. */
async function refuseBilled(queries: Queries, organisationId: string): Promise<void> {
  const account = await queries
    .selectFrom('billing_accounts')
    .select('state')
    .where('organisation_id', '=', organisationId)
    .where('state', 'in', ['trialing', 'active', 'past_due'])
    .executeTakeFirst();
  if (account) throw new ApiError('subscription_exists');
}

/** An organisation has one trial, whichever plan it was of. */
export async function refuseSecondTrial(queries: Queries, organisationId: string): Promise<void> {
  // Locked: of two that begin at once, one sees the other.
  await queries.selectFrom('organisations').select('id').where('id', '=', organisationId).forUpdate().execute();
  const before = await queries
    .selectFrom('subscriptions')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('trial_ends_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (before) throw new ApiError('trial_used');
}
