import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../data/schema.ts';

/** The state that the database refuses with, to remove what is held (migration 0031). */
const HELD = 'PLH01';

/** Whether the database refused to remove something because of a legal hold. */
export const isHeld = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === HELD;

/** Of a row: its organization has no legal hold. */
export const notHeld = sql<boolean>`organisation_id not in (select id from organisations where held_since is not null)`;

/**
 * Removes rows and counts them in the same statement: how many of which organization, and a digest of their ids.
 * @param change returns `organisation_id` and `id` of each row
 * @returns rows that were removed
 */
export async function told(queries: Kysely<Tables>, kind: string, change: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (${change}), counted as (
      insert into purges as known (organisation_id, kind, day, count, digest)
      select organisation_id, ${kind}::text, (now() at time zone 'UTC')::date, count(*),
        sha256(convert_to(string_agg(id, ',' order by id collate "C"), 'UTF8'))
      from gone group by organisation_id order by organisation_id
      on conflict (organisation_id, kind, day) do update
        set count = known.count + excluded.count, digest = sha256(known.digest || excluded.digest), recorded_at = null
    )
    select count(*)::integer as count from gone
  `.execute(queries);
  return rows[0]?.count ?? 0;
}
