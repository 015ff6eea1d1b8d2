import { sql } from 'kysely';
import type { RetentionPeriods } from '../config/retention.ts';
import type { Database } from '../data/database.ts';
import { LONG_LIVED, type PurgedTable, type PurgeScope, results, SHORT_LIVED } from './kinds.ts';
import { ownPeriods } from './periods.ts';

/** How much an organization keeps of a kind. */
export interface RetentionStatus {
  readonly organisationId: string;
  readonly kind: string;
  /** Days that count; null for what has a time of its own. */
  readonly days: number | null;
  readonly kept: number;
  /** Of these, whose time is over: they go at the next look, or stay because of the hold. */
  readonly due: number;
  readonly held: boolean;
}

/** What every organization keeps, and what of it is due. Tables are counted to their end. */
export async function retentionStatus(
  database: Database,
  instance: RetentionPeriods,
): Promise<readonly RetentionStatus[]> {
  const { system } = database;
  const own = new Map((await ownPeriods(database, instance)).map((each) => [each.organisationId, each.periods]));
  const holds = await system.selectFrom('organisations').select('id').where('held_since', 'is not', null).execute();
  const held = new Set(holds.map(({ id }) => id));
  const found = new Map<string, RetentionStatus>();
  for (const { name: kind, tables } of [results, ...SHORT_LIVED, ...LONG_LIVED]) {
    for (const table of tables) {
      for (const { organisation_id: organisationId, kept, due } of await counted(database, table, instance, own)) {
        const before = found.get(`${organisationId} ${kind}`);
        found.set(`${organisationId} ${kind}`, {
          organisationId,
          kind,
          days: daysOf(kind, own.get(organisationId) ?? instance),
          kept: kept + (before?.kept ?? 0),
          due: due + (before?.due ?? 0),
          held: held.has(organisationId),
        });
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.organisationId < b.organisationId ? -1 : 1));
}

const daysOf = (kind: string, periods: RetentionPeriods): number | null =>
  (kind === 'requests' ? periods.results : new Map<string, number>(Object.entries(periods)).get(kind)) ?? null;

async function counted(
  { system }: Database,
  { table, kept, due }: PurgedTable,
  periods: RetentionPeriods,
  own: ReadonlyMap<string, RetentionPeriods>,
) {
  const scopes: readonly PurgeScope[] = [
    { periods },
    ...[...own].map(([organisationId, shorter]) => ({ organisationId, periods: shorter })),
  ];
  const isDue = sql.join(
    scopes.map((scope) => sql`(${due(scope)})`),
    sql` or `,
  );
  const { rows } = await sql<{ organisation_id: string; kept: number; due: number }>`
    select organisation_id, count(*)::integer as kept, count(*) filter (where ${isDue})::integer as due
    from ${sql.table(table)} where ${kept} group by organisation_id
  `.execute(system);
  return rows;
}
