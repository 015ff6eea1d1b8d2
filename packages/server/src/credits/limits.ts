import type { Billing } from '../config/config.ts';
import type { Plan, Pool } from '../data/schema/plan.ts';
import { monthAt, type Period, periodAt } from './periods.ts';
import type { Catalogue } from './plans.ts';
import type { Agreement, Subscription } from './subscriptions.ts';

/** How much of a pool may be used in the period that is running. */
export interface PoolLimit extends Period {
  readonly pool: Pool;
  /** Null: as much as you like. */
  readonly included: number | null;
  /** Units that may be used beyond what is included. */
  readonly overage: number;
  /** Micro-USD of one unit beyond. */
  readonly price: number;
}

/** The limits of an organisation at an instant. */
export interface Limits {
  /** The instant, by the clock of the organisation; milliseconds since the Unix epoch. */
  readonly at: number;
  readonly status: 'self_hosted' | 'trialing' | 'active' | 'unpaid';
  readonly subscription?: Subscription;
  readonly pools: Readonly<Record<Pool, PoolLimit>>;
  /** Micro-USD a period that may be used beyond the plan. */
  readonly ceiling: number;
}

export interface LimitOptions {
  readonly catalogue: Catalogue;
  readonly billing: Billing;
  /** Milliseconds since the Unix epoch, by the clock of the service. */
  readonly now: number;
}

/** More units than anybody uses, small enough to be added up. */
const UNBOUNDED = 1_000_000_000_000;

/** What an agreement means now. Credits go by its own months, the other pools by those of the calendar. */
export function limitsOf(agreement: Agreement, { catalogue, billing, now: time }: LimitOptions): Limits {
  const { subscription, overageCeiling, clockShift = 0 } = agreement;
  const now = time + clockShift;
  const month = monthAt(now);
  const pool = (name: Pool, period: Period, included: number | null, beyond = { overage: 0, price: 0 }): PoolLimit => ({
    pool: name,
    start: period.start,
    end: period.end,
    included,
    ...beyond,
  });
  const others = ({ aiOperations, bankPages }: { readonly aiOperations: number; readonly bankPages: number }) => ({
    ai_operations: pool('ai_operations', month, aiOperations),
    bank_pages: pool('bank_pages', month, bankPages),
  });

  if (!subscription || isPast(subscription, subscription.endsAt)) {
    if (billing === 'off') {
      const pools = { credits: pool('credits', month, null), ...others(catalogue.selfHosted) };
      return { at: now, status: 'self_hosted', pools, ceiling: 0 };
    }
    return unpaid(month);
  }
  const { plan, startsAt, trialEndsAt } = subscription;
  if (trialEndsAt !== undefined) {
    if (isPast(subscription, trialEndsAt)) {
      if (!subscription.continues) return { ...unpaid(month), subscription };
      // Its first month is being paid: nothing goes beyond the plan until it is.
      const credits = pool('credits', periodAt(trialEndsAt, now), plan.credits);
      return { at: now, status: 'active', subscription, pools: { credits, ...others(plan) }, ceiling: 0 };
    }
    const credits = pool('credits', { start: startsAt, end: trialEndsAt }, plan.credits);
    return { at: now, status: 'trialing', subscription, pools: { credits, ...others(catalogue.trial) }, ceiling: 0 };
  }
  const ceiling = overageCeiling ?? plan.price;
  const beyond = { overage: unitsFor(ceiling, plan), price: plan.overagePrice };
  const credits = pool('credits', periodAt(startsAt, now), plan.credits, beyond);
  return { at: now, status: 'active', subscription, pools: { credits, ...others(plan) }, ceiling };

  /** Whether an end has come: once it was seen to, it has. */
  function isPast({ isOver }: Subscription, end: number | undefined): boolean {
    return end !== undefined && (isOver || end <= now);
  }

  function unpaid(period: Period): Limits {
    const nothing = { aiOperations: 0, bankPages: 0 };
    const pools = { credits: pool('credits', period, 0), ...others(nothing) };
    return { at: now, status: 'unpaid', pools, ceiling: 0 };
  }
}

function unitsFor(ceiling: number, { overagePrice }: Plan): number {
  if (overagePrice === 0) return ceiling > 0 ? UNBOUNDED : 0;
  return Math.floor(ceiling / overagePrice);
}
