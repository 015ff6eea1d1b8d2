import type { Billing } from '../config/config.ts';
import type { SubscriptionJson } from './schema.ts';
import { GRACE, isPaidFor, paidUntil, stepOf } from './states.ts';
import type { AccountNow } from './subscription-service.ts';

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** A subscription as the API shows it. */
export function subscriptionJson({ account, now }: AccountNow, provider: Billing): SubscriptionJson {
  const { state, plan, billing, trialEndsAt, next, card, setup, owed, failedAt, endsWithPeriod } = account;
  const runs = state === 'trialing' || state === 'active' || state === 'past_due';
  return {
    provider,
    state,
    plan: plan?.name ?? setup?.choice?.plan.name ?? null,
    billing: billing ?? setup?.choice?.billing ?? null,
    trial_ends_at: trialEndsAt === undefined ? null : instant(trialEndsAt),
    paid_until: runs && state !== 'trialing' ? instant(paidUntil(account)) : null,
    ends_at: runs && endsWithPeriod ? instant(paidUntil(account)) : null,
    next: next ? { plan: next.plan.name, billing: next.billing } : null,
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    confirmation_url: setup?.url ?? null,
    owed:
      owed === undefined || failedAt === undefined
        ? null
        : {
            invoice: owed,
            failed_at: instant(failedAt),
            next_try_at: instant(Math.max(now, stepOf(account)?.at ?? now)),
            work_until: isPaidFor(account, now) ? null : instant(failedAt + GRACE),
          },
    now: instant(now),
  };
}
