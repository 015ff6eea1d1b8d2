import { sql } from 'kysely';
import { RETENTION_KINDS, type RetentionKind, type RetentionPeriods } from '../config/retention.ts';
import type { Database } from '../data/database.ts';

/** Days that an organization has chosen; what it has not is as the instance keeps it. */
export type OwnPeriods = Readonly<Partial<Record<RetentionKind, number>>>;

/** The periods that count: an organization's own, where they are shorter than the instance's. */
export function effective(instance: RetentionPeriods, own: OwnPeriods): RetentionPeriods {
  const entries = RETENTION_KINDS.map((kind) => [kind, Math.min(instance[kind], own[kind] ?? instance[kind])]);
  return Object.fromEntries(entries) as unknown as RetentionPeriods;
}

/** Organizations that have chosen periods, and those that count. */
export async function ownPeriods({ system }: Database, instance: RetentionPeriods) {
  const rows = await system
    .selectFrom('organisations')
    .select(['id', 'retention'])
    .where(sql<boolean>`retention <> '{}'::jsonb`)
    .orderBy('id')
    .execute();
  return rows.map(({ id, retention }) => ({ organisationId: id, periods: effective(instance, retention) }));
}

/** How one organization keeps things, as the database has it now: whether by the HIPAA profile, and for how long. */
export async function keepingOf({ system }: Database, instance: RetentionPeriods, organisationId: string) {
  const row = await system
    .selectFrom('organisations')
    .select(['hipaa', 'retention'])
    .where('id', '=', organisationId)
    .executeTakeFirst();
  return { hipaa: row?.hipaa === true, periods: effective(instance, row?.retention ?? {}) };
}
