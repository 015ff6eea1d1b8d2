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

/** What is paid at once, micro-USD. */
export const priceOf = ({ plan, billing }: Pick<Subscription, 'plan' | 'billing'>): number =>
  billing === 'year' ? plan.price * MONTHS_PAID_A_YEAR : plan.price;

/** The month or the year that begins. */
export function planLine(terms: Pick<Subscription, 'plan' | 'billing'>): InvoiceLine {
  const unitPrice = priceOf(terms);
  const text = `${terms.plan.title}, ${terms.billing === 'year' ? 'a year' : 'a month'}`;
  return { kind: 'plan', text, quantity: 1, unitPrice, cents: roundedCents(unitPrice) };
}

/** Credits beyond the plan. Negative: some that were billed are given back. */
export const overageLine = (unitPrice: number, credits: number): InvoiceLine => ({
  kind: 'overage',
  text: 'Credits beyond the plan',
  quantity: credits,
  unitPrice,
  cents: roundedCents(unitPrice * credits),
});

/**
 * What is given back of a plan that ends before what was paid for: by the time that was left or by the credits that
 * were left, whichever is less.
 * @param at when it ends
 * @param used credits of the month that it ends in
 */
export function restLine(
  { plan, billing, startsAt }: Pick<Subscription, 'plan' | 'billing' | 'startsAt'>,
  { at, used }: { readonly at: number; readonly used: number },
): InvoiceLine | undefined {
  const { months, month, span } = lastOf({ billing, startsAt }, at);
  const monthsLeft = months - 1 - (month.index % months);
  const price = BigInt(priceOf({ plan, billing }));
  const byTime = (price * BigInt(span.end - at)) / BigInt(span.end - span.start);
  const creditsLeft = BigInt(monthsLeft * plan.credits + Math.max(0, plan.credits - used));
  const byCredits = plan.credits === 0 ? byTime : (price * creditsLeft) / BigInt(months * plan.credits);
  const unitPrice = Number(byTime < byCredits ? byTime : byCredits);
  if (unitPrice === 0) return undefined;
  const text = `${plan.title}, what was left of it`;
  return { kind: 'plan_credit', text, quantity: -1, unitPrice, cents: -roundedCents(unitPrice) };
}

/** What was paid last, and its last month. At a renewal nothing of the period before is left. */
function lastOf({ billing, startsAt }: Pick<Subscription, 'billing' | 'startsAt'>, at: number) {
  const months = billing === 'year' ? 12 : 1;
  return { months, span: periodAt(startsAt, at - 1, months), month: periodAt(startsAt, at - 1) };
}

function planLines(subscription: Subscription, index: number): readonly InvoiceLine[] {
  const { billing, trialEndsAt } = subscription;
  if (trialEndsAt !== undefined || (billing === 'year' && index % 12 !== 0)) return [];
  return [planLine(subscription)];
}

function givenBack(
  before: Subscription,
  next: Subscription,
  use: ReadonlyMap<number, PeriodUse>,
): readonly InvoiceLine[] {
  if (before.trialEndsAt !== undefined) return [];
  const { month } = lastOf(before, next.startsAt);
  const line = restLine(before, { at: next.startsAt, used: use.get(month.start)?.used ?? 0 });
  return line === undefined ? [] : [line];
}

function overageLines(use: PeriodUse | undefined): readonly InvoiceLine[] {
  return (use?.overage ?? [])
    .filter(({ credits }) => credits > 0)
    .map(({ unitPrice, credits }) => overageLine(unitPrice, credits));
}
