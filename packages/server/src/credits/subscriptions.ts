import type { Selectable } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../data/database.ts';
import type { Plan } from '../data/schema/plan.ts';
import type { Tables } from '../data/schema.ts';

/** What an organisation has agreed to. Times are milliseconds since the Unix epoch. */
export interface Subscription {
  readonly id: string;
  readonly plan: Plan;
  readonly billing: 'month' | 'year';
  /** Its periods are counted from here. */
  readonly startsAt: number;
  /** Until then nothing is charged, and nothing goes beyond what the plan includes. */
  readonly trialEndsAt?: number;
  /** Whether a trial goes on as the plan when it is over: what follows is being paid. */
  readonly continues?: boolean;
  /** Default: it goes on until another one begins. */
  readonly endsAt?: number;
  /** Whether it was seen to be over: then it is, also when a clock was set back since. */
  readonly isOver: boolean;
}

/** What decides about the limits of an organisation. */
export interface Agreement {
  readonly subscription?: Subscription;
  /** Micro-USD a period; undefined: the monthly price of the plan. */
  readonly overageCeiling?: number;
  /** Milliseconds that the clock of the organisation is ahead, where billing is for trying. Default 0. */
  readonly clockShift?: number;
}

/** Milliseconds after which an agreement is read anew, and after which nobody gets the old one meanwhile: a change of it takes that long to be known everywhere. */
const REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 2_000;
/** Milliseconds until it is read anew beside a request: the embedded database takes the processor of this process, also from that request. */
const READ_AFTER = 100;
const MOST_REMEMBERED = 10_000;

interface Remembered {
  /** As `performance.now()` has it. */
  readonly since: number;
  readonly agreement: Promise<Agreement>;
  /** Whether it is about to be read anew. */
  isOld: boolean;
}

/** The agreements of organisations. */
export class Subscriptions {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #remembered = new Map<string, Remembered>();

  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
  }

  /** The agreement as it is now, or was within the last two seconds. */
  async of(organisationId: string): Promise<Agreement> {
    const known = this.#remembered.get(organisationId);
    const age = known ? performance.now() - known.since : Number.POSITIVE_INFINITY;
    if (!known || age >= LONGEST_REMEMBERED) return await this.#readAnew(organisationId);
    if (age >= REMEMBERED && !known.isOld) {
      known.isOld = true;
      // Forgotten meanwhile, it is read when it is asked for.
      const read = () => this.#remembered.get(organisationId) === known && this.#readAnew(organisationId);
      setTimeout(read, READ_AFTER).unref();
    }
    return await known.agreement;
  }

  forget(organisationId: string): void {
    this.#remembered.delete(organisationId);
  }

  /** All that an organisation ever had, oldest first. */
  async history(organisationId: string): Promise<readonly Subscription[]> {
    const rows = await this.#database.inOrganisation(organisationId, (queries) =>
      subscriptionsOf(queries, organisationId).orderBy('starts_at').orderBy('id').execute(),
    );
    return rows.map(subscriptionFrom);
  }

  #readAnew(organisationId: string): Promise<Agreement> {
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    const agreement = this.#read(organisationId);
    const read = { since: performance.now(), agreement, isOld: false };
    this.#remembered.set(organisationId, read);
    agreement.catch(() => {
      if (this.#remembered.get(organisationId) === read) this.forget(organisationId);
    });
    return agreement;
  }

  async #read(organisationId: string): Promise<Agreement> {
    const time = this.#clock.now();
    const row = await this.#database.read(organisationId, (queries) =>
      queries
        .selectFrom('organisations')
        .leftJoin('credit_settings', 'credit_settings.organisation_id', 'organisations.id')
        // The newest, also on a machine whose clock is behind: none is agreed to for later.
        .leftJoinLateral(
          (each) =>
            each
              .selectFrom('subscriptions')
              .selectAll()
              .whereRef('subscriptions.organisation_id', '=', 'organisations.id')
              .orderBy('starts_at', 'desc')
              .limit(1)
              .as('newest'),
          (join) => join.onTrue(),
        )
        .selectAll('newest')
        .select(['credit_settings.overage_ceiling', 'credit_settings.clock_shift'])
        .where('organisations.id', '=', organisationId)
        .executeTakeFirst(),
    );
    const { overage_ceiling: ceiling, clock_shift: shift, ...newest }: Partial<NonNullable<typeof row>> = row ?? {};
    const clockShift = shift ?? 0;
    const now = new Date(Math.floor(time + clockShift));
    // Without a subscription each column of it is null.
    const subscription = newest.id ? await this.#noted(newest as SubscriptionRow, now) : undefined;
    return {
      subscription: subscription && subscriptionFrom(subscription),
      overageCeiling: ceiling ?? undefined,
      clockShift,
    };
  }

  /** Notes that a subscription is over, once. */
  async #noted(row: SubscriptionRow, now: Date): Promise<SubscriptionRow> {
    const isPast = [row.continues ? null : row.trial_ends_at, row.ends_at].some((end) => end !== null && end <= now);
    if (!isPast || row.over_at !== null) return row;
    await this.#database.inOrganisation(row.organisation_id, (queries) =>
      queries
        .updateTable('subscriptions')
        .set({ over_at: now })
        .where('organisation_id', '=', row.organisation_id)
        .where('id', '=', row.id)
        .where('over_at', 'is', null)
        .execute(),
    );
    return { ...row, over_at: now };
  }
}

function subscriptionsOf(queries: Queries, organisationId: string) {
  return queries.selectFrom('subscriptions').selectAll().where('organisation_id', '=', organisationId);
}

type SubscriptionRow = Selectable<Tables['subscriptions']>;

export function subscriptionFrom(row: SubscriptionRow): Subscription {
  return {
    id: row.id,
    plan: row.terms,
    billing: row.billing,
    startsAt: row.starts_at.getTime(),
    isOver: row.over_at !== null,
    ...(row.continues ? { continues: true } : {}),
    ...(row.trial_ends_at === null ? {} : { trialEndsAt: row.trial_ends_at.getTime() }),
    ...(row.ends_at === null ? {} : { endsAt: row.ends_at.getTime() }),
  };
}
