import { type Period, periodAt } from './periods.ts';
import { CENT, MONTHS_PAID_A_YEAR } from './plans.ts';
import type { Subscription } from './subscriptions.ts';

/** What the ledger says of the credits of one period. */
export interface PeriodUse {
  readonly start: number;
  readonly used: number;
  /** Credits beyond the plan, by what one costs in micro-USD. */
  readonly overage: readonly { readonly unitPrice: number; readonly credits: number }[];
}

export interface InvoiceLine {
  readonly kind: 'plan' | 'plan_credit' | 'overage';
  readonly text: string;
  readonly quantity: number;
  /** Micro-USD. */
  readonly unitPrice: number;
  /** Rounded once, half up. Negative for what is given back. */
  readonly cents: number;
}

export interface Invoice extends Period {
  /** A period that is not over may still get more lines. */
  readonly status: 'open' | 'closed';
  readonly lines: readonly InvoiceLine[];
  readonly totalCents: number;
}

/** Half a cent becomes a whole one. */
export function roundedCents(microUsd: number): number {
  return Math.floor((microUsd + CENT / 2) / CENT);
}

/**
 * What would be billed for each period, newest first. A plan is paid in advance, by the month or by the year; credits
 * beyond it when they are used, at the price of the plan in force then. Another plan begins a period of its own, and
 * what was paid for the rest of the one before is given back: by the time that was left or by the credits that were
 * left, whichever is less.
 * @param history oldest first
 */
export function invoicesOf(
  history: readonly Subscription[],
  use: readonly PeriodUse[],
  now: number,
): readonly Invoice[] {
  const byStart = new Map(use.map((period) => [period.start, period]));
  const invoices = history.flatMap((subscription, at) => {
    const next = history[at + 1];
    const before = history[at - 1];
    const first =
      before && endOf(before, subscription) === subscription.startsAt ? givenBack(before, subscription, byStart) : [];
    return periodsOf(subscription, endOf(subscription, next), now).map((period, index): Invoice => {
      const lines = [
        ...planLines(subscription, index),
        ...(index === 0 ? first : []),
        ...overageLines(byStart.get(period.start)),
      ];
      const totalCents = lines.reduce((sum, { cents }) => sum + cents, 0);
      return { ...period, status: period.end <= now ? 'closed' : 'open', lines, totalCents };
    });
  });
  return invoices.toReversed();
}

function endOf({ endsAt = Number.POSITIVE_INFINITY }: Subscription, next: Subscription | undefined): number {
  return Math.min(endsAt, next?.startsAt ?? Number.POSITIVE_INFINITY);
}

/** The periods that have begun; the last one may be cut short. */
function periodsOf({ startsAt, trialEndsAt }: Subscription, end: number, now: number): readonly Period[] {
  const periods: Period[] = [];
  if (trialEndsAt !== undefined) return [{ start: startsAt, end: Math.min(trialEndsAt, end) }].filter(begun);
  for (let at = startsAt; at < end && at <= now; ) {
    const period = periodAt(startsAt, at);
    periods.push({ start: period.start, end: Math.min(period.end, end) });
    at = period.end;
  }
  return periods;

  function begun({ start }: Period): boolean {
    return start <= now;
  }
}

const paid = ({ plan, billing }: Subscription): number =>
  billing === 'year' ? plan.price * MONTHS_PAID_A_YEAR : plan.price;

function planLines(subscription: Subscription, index: number): readonly InvoiceLine[] {
  const { plan, billing, trialEndsAt } = subscription;
  if (trialEndsAt !== undefined || (billing === 'year' && index % 12 !== 0)) return [];
  const unitPrice = paid(subscription);
  const text = `${plan.title}, ${billing === 'year' ? 'a year' : 'a month'}`;
  return [{ kind: 'plan', text, quantity: 1, unitPrice, cents: roundedCents(unitPrice) }];
}

function givenBack(
  before: Subscription,
  next: Subscription,
  use: ReadonlyMap<number, PeriodUse>,
): readonly InvoiceLine[] {
  if (before.trialEndsAt !== undefined) return [];
  const months = before.billing === 'year' ? 12 : 1;
  // The last instant of the plan: at its renewal nothing of the period before is left.
  const last = next.startsAt - 1;
  const span = periodAt(before.startsAt, last, months);
  const month = periodAt(before.startsAt, last);
  const monthsLeft = months - 1 - (month.index % months);
  const creditsLeft = Math.max(0, before.plan.credits - (use.get(month.start)?.used ?? 0));
  const timeShare = (span.end - next.startsAt) / (span.end - span.start);
  const creditShare = before.plan.credits === 0 ? timeShare : (monthsLeft + creditsLeft / before.plan.credits) / months;
  const unitPrice = Math.floor(paid(before) * Math.min(timeShare, creditShare));
  if (unitPrice === 0) return [];
  const text = `${before.plan.title}, what was left of it`;
  return [{ kind: 'plan_credit', text, quantity: -1, unitPrice, cents: -roundedCents(unitPrice) }];
}

function overageLines(use: PeriodUse | undefined): readonly InvoiceLine[] {
  return (use?.overage ?? [])
    .filter(({ credits }) => credits > 0)
    .map(({ unitPrice, credits }) => ({
      kind: 'overage',
      text: 'Credits beyond the plan',
      quantity: credits,
      unitPrice,
      cents: roundedCents(unitPrice * credits),
    }));
}
