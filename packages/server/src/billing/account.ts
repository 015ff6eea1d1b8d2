import type { Selectable } from 'kysely';
import type { BillingInterval, Card, CardSetup, Collecting, Notice, Terms } from '../data/schema/billing.ts';
import type { Plan } from '../data/schema/plan.ts';
import type { Tables } from '../data/schema.ts';

export type AccountState = Tables['billing_accounts']['state'] | 'none';

/** What is agreed with an organisation that pays by card. Times are milliseconds since the Unix epoch, by its clock. */
export interface Account {
  readonly state: AccountState;
  readonly plan?: Plan;
  readonly billing?: BillingInterval;
  /** Nothing that was used before is billed. */
  readonly since?: number;
  /** The instant that months are counted from. */
  readonly anchor?: number;
  /** Months that have begun and are billed. */
  readonly months: number;
  readonly trialEndsAt?: number;
  /** Whether the email about the end of the trial is on its way. */
  readonly reminded: boolean;
  /** Whether it ends with what is paid. */
  readonly endsWithPeriod: boolean;
  /** What follows when the period is over. */
  readonly next?: Terms;
  /** What is being charged. */
  readonly collecting?: Collecting;
  /** The invoice that could not be charged, since when, and how often it was tried again. */
  readonly owed?: string;
  readonly failedAt?: number;
  readonly tries: number;
  /** Whether it ended because a bank took a payment back: it goes on if the bank gives that back again. */
  readonly disputed: boolean;
  readonly card?: Card;
  readonly setup?: CardSetup;
  readonly notices: readonly Notice[];
}

export const NO_ACCOUNT: Account = {
  state: 'none',
  months: 0,
  reminded: false,
  endsWithPeriod: false,
  tries: 0,
  disputed: false,
  notices: [],
};

type AccountRow = Selectable<Tables['billing_accounts']>;

const time = (date: Date | null): number | undefined => date?.getTime();
const instant = (milliseconds: number | undefined): Date | null =>
  milliseconds === undefined ? null : new Date(milliseconds);
const json = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

export function accountFrom(row: AccountRow | undefined): Account {
  if (row === undefined) return NO_ACCOUNT;
  return {
    // The row of an organisation that has begun nothing yet.
    state: row.state === 'incomplete' && row.setup === null && row.collecting === null ? 'none' : row.state,
    plan: row.terms ?? undefined,
    billing: row.billing ?? undefined,
    since: time(row.since),
    anchor: time(row.anchor),
    months: row.months,
    trialEndsAt: time(row.trial_ends_at),
    reminded: row.reminded,
    endsWithPeriod: row.ends_with_period,
    next: row.next ?? undefined,
    collecting: row.collecting ?? undefined,
    owed: row.owed ?? undefined,
    failedAt: time(row.failed_at),
    tries: row.tries,
    disputed: row.disputed,
    card: row.card ?? undefined,
    setup: row.setup ?? undefined,
    notices: row.notices,
  };
}

/** The columns of an account. */
export function accountColumns(account: Account) {
  return {
    state: account.state === 'none' ? ('incomplete' as const) : account.state,
    terms: json(account.plan),
    billing: account.billing ?? null,
    since: instant(account.since),
    anchor: instant(account.anchor),
    months: account.months,
    trial_ends_at: instant(account.trialEndsAt),
    reminded: account.reminded,
    ends_with_period: account.endsWithPeriod,
    next: json(account.next),
    collecting: json(account.collecting),
    owed: account.owed ?? null,
    failed_at: instant(account.failedAt),
    tries: account.tries,
    disputed: account.disputed,
    card: json(account.card),
    setup: json(account.setup),
    notices: JSON.stringify(account.notices),
  };
}
