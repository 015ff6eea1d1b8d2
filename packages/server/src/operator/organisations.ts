import { sql } from 'kysely';
import type { Database } from '../data/database.ts';

/** What the operator is shown of the organisations of an instance: how much there is of each, nothing of what they keep. */
export interface OrganisationRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly members: number;
  /** Null if it has none, or had one that is over. */
  readonly plan: string | null;
  /** In its period of now. */
  readonly credits_used: number;
  readonly hipaa: boolean;
  readonly held: boolean;
}

/**
 * Organisations `o` with the plan `p` that each has now, by its own `clock`, which may be ahead where billing is for
 * trying.
 */
const ORGANISATIONS = (now: Date) => sql`
  organisations o left join credit_settings c on c.organisation_id = o.id
  cross join lateral (
    select ${now}::timestamptz + make_interval(secs => coalesce(c.clock_shift, 0) / 1000.0) as now
  ) clock
  left join lateral (
    select s.plan, s.starts_at from (
      select * from subscriptions where organisation_id = o.id order by starts_at desc, id desc limit 1
    ) s
    where s.over_at is null and (s.ends_at is null or s.ends_at > clock.now)
      and (s.continues or s.trial_ends_at is null or s.trial_ends_at > clock.now)
  ) p on true
`;

/** The organisations, newest first, from after the cursor. */
export async function listOrganisations(
  { system }: Database,
  options: { readonly limit: number; readonly cursor?: string | undefined; readonly now: Date },
): Promise<readonly OrganisationRow[]> {
  const { limit, cursor, now } = options;
  const { rows } = await sql<OrganisationRow>`
    select o.id, o.name, o.created_at, o.hipaa, o.held_since is not null as held, p.plan,
      (select count(*)::integer from members m where m.organisation_id = o.id) as members,
      coalesce((
        select used::double precision from credit_balances b where b.organisation_id = o.id and b.pool = 'credits'
          and b.period_end > clock.now and (p.starts_at is null or b.period_start >= p.starts_at)
        order by period_start desc limit 1
      ), 0) as credits_used
    from ${ORGANISATIONS(now)} where ${cursor === undefined ? sql`true` : sql`o.id < ${cursor}`}
    order by o.id desc limit ${limit}
  `.execute(system);
  return rows;
}

/** How many organisations have each plan; null: none. */
export async function countPlans(
  { system }: Database,
  now: Date,
): Promise<readonly { readonly plan: string | null; readonly organisations: number }[]> {
  const { rows } = await sql<{ plan: string | null; organisations: number }>`
    select p.plan, count(*)::integer as organisations
    from ${ORGANISATIONS(now)} group by p.plan order by organisations desc, p.plan
  `.execute(system);
  return rows;
}
