import { sql } from 'kysely';
import type { Database } from '../data/database.ts';
import type { Objects } from '../objects/objects.ts';

/** Seconds that the record of a job is kept after its end; its content is gone much earlier. */
const RECORD = 30 * 86_400;
/** Rows of one statement, and how often it is repeated in one look while there is more. */
const MOST = 200;
const MOST_PARTS = 500;
/** Objects that are removed at the same time. */
const REMOVED_AT_ONCE = 8;

interface Parts {
  readonly database: Database;
  readonly objects: Objects;
}

interface Step {
  readonly numAffectedRows?: bigint | undefined;
}

/**
 * Removes results whose time is over, and records that are old: of a large batch all in one look.
 * @param signal ends it between two statements
 */
export async function removeExpired({ database, objects }: Parts, signal: AbortSignal): Promise<void> {
  const { system } = database;
  const steps: readonly (() => Promise<Step>)[] = [
    () =>
      sql`
        update job_outputs set deleted_at = now() where (job_id, position) in (
          select job_id, position from job_outputs where expires_at < now() and deleted_at is null and not exists (
            -- What is on its way somewhere is kept until it has arrived, or failed.
            select from destination_deliveries d where d.job_id = job_outputs.job_id and d.state = 'waiting'
          ) limit ${MOST}
        )
      `.execute(system),
    () =>
      sql`
        update jobs set outcome = null, request = null, purged_at = now() where id in (
          select id from jobs where finished_at < now() - make_interval(secs => keep) and purged_at is null
          order by finished_at limit ${MOST}
        )
      `.execute(system),
    () =>
      sql`
        update batches set purged_at = now(), request = null where id in (
          select id from batches where expires_at < now() and purged_at is null limit ${MOST}
        )
      `.execute(system),
    () => removeObjects({ database, objects }),
    () =>
      sql`
        delete from jobs where id in (
          select id from jobs where finished_at < now() - make_interval(secs => ${RECORD}) and not exists (
            select from job_outputs o where o.job_id = jobs.id
          ) limit ${MOST}
        )
      `.execute(system),
    () =>
      sql`
        delete from batches where id in (
          select id from batches where finished_at < now() - make_interval(secs => ${RECORD}) and not exists (
            select from jobs j where j.batch_id = batches.id
          ) limit ${MOST}
        )
      `.execute(system),
  ];
  for (const step of steps) await inParts(step, signal);
}

async function inParts(step: () => Promise<Step>, signal: AbortSignal): Promise<void> {
  for (let parts = 0; parts < MOST_PARTS && !signal.aborted; parts += 1) {
    const { numAffectedRows = 0n } = await step();
    if (numAffectedRows < MOST) return;
  }
}

/** Rows stay until their objects are gone, so that a store that is away for a while forgets nothing. */
async function removeObjects({ database, objects }: Parts): Promise<Step> {
  const { rows } = await sql<{ object: string }>`
    select object from job_outputs where deleted_at is not null limit ${MOST}
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
  await sql`delete from job_outputs where object = any(${removed}::text[])`.execute(database.system);
  // One that cannot be removed holds up no others; if none can, the store is away.
  if (fault !== undefined && removed.length === 0) throw fault;
  return { numAffectedRows: BigInt(rows.length) };
}
