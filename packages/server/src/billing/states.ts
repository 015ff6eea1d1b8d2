import { addMonths } from '../credits/periods.ts';
import type { Collecting, Terms } from '../data/schema/billing.ts';
import type { Account } from './account.ts';

/**
 * The states of a subscription, and what leads from one to the other:
 *
 *     none ─► incomplete ─► trialing ─► active ⇄ past_due
 *       └──────────┴──────────┬─┴─────────┴────────┴─► canceled ─► (begins anew)
 *                                           ▲        a dispute ends it │
 *                                           └───────── a won one ──────┘
 *
 * Nothing here asks a database or a provider. What time brings is in `stepAt`; what people and the provider bring is a
 * function each, from the account before to the account after.
 */

const DAY = 86_400_000;
/** How long before the end of a trial its owners get an email. */
const REMINDER = 2 * DAY;
/** When an invoice that could not be charged is tried again, after the first time. */
const RETRIES = [1 * DAY, 3 * DAY, 5 * DAY, 7 * DAY] as const;
/** How long work goes on while an invoice is owed. */
export const GRACE = 7 * DAY;

/** What is to be done at an instant. */
export interface Step {
  readonly kind: 'collect' | 'remind' | 'bill' | 'end' | 'retry';
  readonly at: number;
}

/** The next thing that happens by itself; undefined: nothing ever does. */
export function stepOf(account: Account): Step | undefined {
  const { state, collecting, owed, failedAt, tries, trialEndsAt } = account;
  // It was begun before: whatever the clock says, it is ended first.
  if (collecting) return { kind: 'collect', at: Number.NEGATIVE_INFINITY };
  // While an invoice is owed no other is made.
  if (owed !== undefined && failedAt !== undefined) return { kind: 'retry', at: failedAt + (RETRIES[tries] ?? GRACE) };
  if (state === 'trialing' && trialEndsAt !== undefined) {
    if (account.endsWithPeriod) return { kind: 'end', at: trialEndsAt };
    if (!account.reminded) return { kind: 'remind', at: trialEndsAt - REMINDER };
    return { kind: 'bill', at: trialEndsAt };
  }
  if (state !== 'active') return undefined;
  const at = monthEnd(account);
  return { kind: account.endsWithPeriod && at >= paidUntil(account) ? 'end' : 'bill', at };
}

/** When the month is over that is billed last. */
function monthEnd({ anchor = 0, months }: Account): number {
  return addMonths(anchor, months);
}

/** When that is over which the plan is paid for, or the trial. */
export function paidUntil({ state, trialEndsAt, anchor = 0, months, billing }: Account): number {
  if (state === 'trialing') return trialEndsAt ?? 0;
  return addMonths(anchor, billing === 'year' ? Math.ceil(months / 12) * 12 : months);
}

/** Whether there is a plan that is used. */
export const isRunning = ({ state }: Account): boolean => ['trialing', 'active', 'past_due'].includes(state);

/** Of which periods credits beyond the plan may not be billed yet. @param now the clock may have been put back since a month began */
export const unbilled = (account: Account, now: number) => ({
  since: account.since ?? now,
  before: Math.max(now, paidUntil(account)),
});

/** Whether the plan itself is to be paid when its month is over, and not only what was used beyond it. */
export function renewsAtMonthEnd(account: Account): boolean {
  return account.state === 'trialing' || monthEnd(account) >= paidUntil(account);
}

export interface Start extends Terms {
  readonly at: number;
}

/** A trial begins. */
export function trialBegun(account: Account, { plan, billing, at }: Start, days: number): Account {
  return {
    ...account,
    ...FRESH,
    state: 'trialing',
    plan,
    billing,
    since: at,
    anchor: undefined,
    months: 0,
    trialEndsAt: at + days * DAY,
  };
}

/** A plan begins that was paid: the first, or another one at once. */
export function planBegun(account: Account, { plan, billing, at }: Start): Account {
  const { since = at } = account.state === 'active' || account.state === 'trialing' ? account : {};
  return { ...account, ...FRESH, state: 'active', plan, billing, since, anchor: at, months: 1, trialEndsAt: undefined };
}

/** What belongs to one subscription and not to the next. */
const FRESH = {
  reminded: false,
  endsWithPeriod: false,
  next: undefined,
  collecting: undefined,
  setup: undefined,
  owed: undefined,
  failedAt: undefined,
  tries: 0,
  disputed: false,
} as const;

/** The month is over, and the next one begins; so does the plan that was chosen for then. */
export function monthBilled(account: Account): Account {
  const { trialEndsAt, next } = account;
  if (account.state === 'trialing')
    return { ...account, state: 'active', anchor: trialEndsAt, months: 1, ...next, next: undefined };
  if (next && renewsAtMonthEnd(account)) {
    return { ...account, ...next, anchor: monthEnd(account), months: 1, next: undefined };
  }
  return { ...account, months: account.months + 1 };
}

/** It is over. What is owed stays owed. */
export function ended(account: Account): Account {
  return { ...account, state: 'canceled', endsWithPeriod: false, next: undefined, setup: undefined };
}

/** An invoice is being charged. */
export function collectingBegun(account: Account, collecting: Collecting): Account {
  return { ...account, collecting };
}

/** The invoice that was being charged is paid. */
export function collected(account: Account): Account {
  const state = account.state === 'past_due' ? 'active' : account.state;
  return { ...account, state, collecting: undefined, owed: undefined, failedAt: undefined, tries: 0 };
}

export interface Failure {
  readonly at: number;
  readonly invoice: string;
  readonly why: Collecting['why'];
}

/** An issued invoice could not be charged: for the first time, again, or with a new card. */
export function uncollected(account: Account, { at, invoice, why }: Failure): Account {
  const rest = { ...account, collecting: undefined };
  if (why === 'card') return rest;
  if (why === 'retry') return { ...rest, tries: account.tries + 1 };
  const state = account.state === 'canceled' ? 'canceled' : 'past_due';
  return { ...rest, state, owed: invoice, failedAt: at, tries: 0 };
}

/** Whether no more is tried. */
export const isGivenUp = ({ owed, tries }: Account): boolean => owed !== undefined && tries >= RETRIES.length;

/**
 * No more is tried. A plan whose time is paid goes on, without credits beyond it; any other is over.
 * @param at now
 */
export function givenUp(account: Account, at: number): Account {
  const rest = { ...account, owed: undefined, failedAt: undefined, tries: 0 };
  return isPaidFor(account, at) ? { ...rest, state: 'active' } : ended(rest);
}

/** Whether what is owed is only for credits beyond a plan that is paid for the time after this month too. */
export function isPaidFor(account: Account, at: number): boolean {
  const { state, billing, months } = account;
  return state === 'past_due' && billing === 'year' && months % 12 !== 1 && paidUntil(account) > at;
}

/** Whether nothing of it is paid for, so that canceling ends it at once. */
const endsAtOnce = (account: Account, at: number): boolean =>
  account.state === 'incomplete' || (account.state === 'past_due' && !isPaidFor(account, at));

/** Nothing follows what is paid; at once, where nothing is. */
export function canceled(account: Account, at: number): Account {
  if (!endsAtOnce(account, at)) return { ...account, endsWithPeriod: true, next: undefined };
  return ended({ ...account, owed: undefined, failedAt: undefined, tries: 0 });
}

/** It goes on after all, with the plan that it has. */
export function resumed(account: Account): Account {
  return { ...account, endsWithPeriod: false, next: undefined };
}

/** A bank has taken a payment back: nothing goes on, and nothing that is owed is tried again. */
export function disputed(account: Account): Account {
  const wasPaid = account.state === 'active' || account.disputed;
  return { ...ended(account), owed: undefined, failedAt: undefined, tries: 0, disputed: wasPaid };
}

/**
 * The bank has given back all that it took. What was paid goes on to its end, and nothing follows.
 * @param at now
 */
export function disputeWon(account: Account, at: number): Account {
  const goesOn = account.disputed && paidUntil({ ...account, state: 'active' }) > at;
  return { ...account, disputed: false, ...(goesOn ? { state: 'active', endsWithPeriod: true } : {}) };
}

/** Another plan follows when the period is over. */
export function changeChosen(account: Account, next: Terms): Account {
  return { ...account, next, endsWithPeriod: false };
}

/**
 * Whether another plan begins at once: it costs more, and is paid for as long as before or longer. Any other begins
 * when what is paid is over.
 */
export function beginsAtOnce(from: Terms, to: Terms): boolean {
  if (from.billing === 'year' && to.billing === 'month') return false;
  if (to.plan.price !== from.plan.price) return to.plan.price > from.plan.price;
  return from.billing === 'month' && to.billing === 'year';
}
