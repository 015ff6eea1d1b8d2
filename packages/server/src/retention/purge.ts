import { sql } from 'kysely';
import { RETENTION_KINDS, type RetentionPeriods } from '../config/retention.ts';
import type { Database } from '../data/database.ts';
import type { Objects } from '../objects/objects.ts';
import { type PurgedKind, type PurgedTable, type PurgeScope, results } from './kinds.ts';
import { ownPeriods } from './periods.ts';
import { isHeld, notHeld, told } from './statements.ts';

/** Statements of one kind in one look; the next one goes on. */
const MOST_PARTS = 500;
/** Objects that are removed at the same time. */
const REMOVED_AT_ONCE = 8;

export interface PurgeParts {
  readonly database: Database;
  readonly objects: Pick<Objects, 'remove'>;
  /** Of the instance. */
  readonly periods: RetentionPeriods;
}

/**
 * Removes what is over, of each of these kinds: by the periods of the instance, and of organizations with shorter ones. What
 * has a legal hold is passed by. Each statement removes some rows and counts them, or does neither: it may end anywhere, and
 * may run in several processes at once.
 * @param signal ends it between two statements
 * @returns rows that were removed
 */
export async function purge(
  parts: PurgeParts,
  kinds: readonly PurgedKind[],
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  let removed = 0;
  const scopes = await scopesOf(parts);
  for (const { name, tables, batch } of kinds) {
    for (const table of tables) {
      for (const scope of scopes) {
        removed += await inParts(() => removeSome(parts.database, { kind: name, table, batch }, scope), batch, signal);
      }
    }
  }
  return removed;
}

/**
 * Removes results whose time is over: they are marked, then their objects go, then their rows, so that a store that is away
 * for a while forgets nothing.
 */
export async function purgeResults(parts: PurgeParts, signal = new AbortController().signal): Promise<number> {
  for (const scope of await scopesOf(parts)) {
    await inParts(() => markSome(parts.database, scope), results.batch, signal);
  }
  return await inParts(() => removeObjects(parts), results.batch, signal);
}

/** The instance, and each organization that keeps something for a shorter time. */
async function scopesOf({ database, periods }: PurgeParts): Promise<readonly PurgeScope[]> {
  const own = await ownPeriods(database, periods);
  return [
    { periods },
    ...own
      .filter(({ periods: shorter }) => RETENTION_KINDS.some((kind) => shorter[kind] < periods[kind]))
      .map(({ organisationId, periods: shorter }) => ({ organisationId, periods: shorter })),
  ];
}

async function inParts(step: () => Promise<number>, batch: number, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (let parts = 0; parts < MOST_PARTS && !signal.aborted; parts += 1) {
    let rows: number;
    try {
      rows = await step();
    } catch (error) {
      // A hold was set meanwhile: nothing of this statement was removed, and the next one passes by what is held.
      if (!isHeld(error)) throw error;
      continue;
    }
    removed += rows;
    if (rows < batch) break;
  }
  return removed;
}

async function removeSome(
  { system }: Database,
  { kind, table, batch }: { readonly kind: string; readonly table: PurgedTable; readonly batch: number },
  scope: PurgeScope,
): Promise<number> {
  const name = sql.table(table.table);
  const chosen = sql`${table.key} in (
    select ${table.key} from ${name} where ${table.due(scope)} and ${notHeld} limit ${batch} for update skip locked
  )`;
  const change = table.set
    ? sql`update ${name} set ${table.set} where ${chosen}`
    : sql`delete from ${name} where ${chosen}`;
  return await told(system, kind, sql`${change} returning organisation_id, ${table.id} as id`);
}

async function markSome({ system }: Database, { periods, organisationId }: PurgeScope): Promise<number> {
  const over =
    organisationId === undefined
      ? sql`expires_at < now()`
      : sql`organisation_id = ${organisationId} and exists (
          select from jobs j where j.id = job_outputs.job_id
            and j.finished_at < now() - make_interval(days => ${periods.results})
        )`;
  const { numAffectedRows = 0n } = await sql`
    update job_outputs set deleted_at = now() where (job_id, position) in (
      select job_id, position from job_outputs where ${over} and deleted_at is null and ${notHeld} and not exists (
        -- What is on its way somewhere is kept until it has arrived, or failed.
        select from destination_deliveries d where d.job_id = job_outputs.job_id and d.state = 'waiting'
      ) limit ${results.batch}
    )
  `.execute(system);
  return Number(numAffectedRows);
}

async function removeObjects({ database, objects }: PurgeParts): Promise<number> {
  const { rows } = await sql<{ object: string }>`
    select object from job_outputs where deleted_at is not null and ${notHeld} limit ${results.batch}
  `.execute(database.system);
  const waiting = rows.map(({ object }) => object);
  const removed: string[] = [];
  let fault: unknown;
  const next = async (): Promise<void> => {
    for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
      try {
        await objects.remove(object);
        removed.push(object);
      } catch (error) {
        fault = error;
      }
    }
  };
  await Promise.all(Array.from({ length: REMOVED_AT_ONCE }, next));
  await told(
    database.system,
    results.name,
    sql`delete from job_outputs where object = any(${removed}::text[])
      returning organisation_id, job_id || ':' || position as id`,
  );
  // One that cannot be removed holds up no others; if none can, the store is away.
  if (fault !== undefined && removed.length === 0) throw fault;
  return rows.length;
}
