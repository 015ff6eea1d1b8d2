import { createHash } from 'node:crypto';
import type { Database } from '../data/database.ts';
import { SealError } from '../vault/envelope.ts';
import type { Vault } from '../vault/vault.ts';
import { ObjectMissing, type ObjectStore, ObjectTooLarge } from './object-store.ts';
import { Objects } from './objects.ts';

/**
 * `moved`: it was copied, and read back whole; `there`: it was in the other store already, whole; `missing`: it is in
 * neither; `damaged`: it is not what its row says, and stays where it is; `too_large`: the other store takes none of
 * this size.
 */
export type MoveOutcome = 'moved' | 'there' | 'missing' | 'damaged' | 'too_large';

export interface MoveOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  /** Whether the first store keeps its objects too. */
  readonly keep: boolean;
  /** Called for each result. */
  readonly onResult: (result: { readonly job: string; readonly outcome: MoveOutcome }) => void;
}

interface Row {
  readonly job_id: string;
  readonly object: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly deleted_at: Date | null;
}

/** Rows of one statement, and objects on their way at the same time. */
const PAGE = 200;
const LANES = 4;

/**
 * Brings all results from one store to another. Each is read back and compared with the hash of its row before it is
 * removed from the first store, so this can end anywhere and be begun again.
 * @returns how many objects the first store still has that belong to no result
 * @throws the error of a store that is away
 */
export async function moveObjects(options: MoveOptions): Promise<number> {
  for (let after = ''; ; ) {
    const rows = await page(options.database, after);
    after = rows.at(-1)?.object ?? '';
    const waiting = [...rows];
    const lane = async () => {
      for (let row = waiting.shift(); row; row = waiting.shift()) await moveRow(row, options);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    if (rows.length < PAGE) break;
  }
  if (options.keep) return 0;
  let left = 0;
  for await (const { name } of options.from.list()) if (!(await hasRow(options.database, name))) left += 1;
  return left;
}

async function page({ system }: Database, after: string): Promise<readonly Row[]> {
  return await system
    .selectFrom('job_outputs')
    .select(['job_id', 'object', 'bytes', 'sha256', 'deleted_at'])
    .where('object', '>', after)
    .orderBy('object')
    .limit(PAGE)
    .execute();
}

async function hasRow({ system }: Database, object: string): Promise<boolean> {
  const row = await system.selectFrom('job_outputs').select('job_id').where('object', '=', object).executeTakeFirst();
  return row !== undefined;
}

async function moveRow(row: Row, options: MoveOptions): Promise<void> {
  const { from, keep, onResult } = options;
  // Its time is over: it need not be anywhere.
  if (row.deleted_at !== null) return keep ? undefined : await from.remove(row.object);
  const outcome = await copied(row, options);
  if (outcome === 'missing' && !(await hasRow(options.database, row.object))) return;
  if ((outcome === 'moved' || outcome === 'there') && !keep) await from.remove(row.object);
  onResult({ job: row.job_id, outcome });
}

async function copied(row: Row, { from, to, vault }: MoveOptions): Promise<MoveOutcome> {
  const target = new Objects({ store: to, vault });
  if ((await stateOf(target, row)) === 'whole') return 'there';
  try {
    await to.put(row.object, from.read(row.object, { start: 0 }) as AsyncIterable<Buffer>);
  } catch (error) {
    if (error instanceof ObjectMissing) return 'missing';
    if (error instanceof ObjectTooLarge) return 'too_large';
    throw error;
  }
  if ((await stateOf(target, row)) === 'whole') return 'moved';
  await to.remove(row.object);
  return 'damaged';
}

async function stateOf(objects: Objects, { object, bytes, sha256 }: Row): Promise<'whole' | 'missing' | 'damaged'> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of objects.read({ name: object, bytes })) hash.update(chunk);
  } catch (error) {
    if (error instanceof ObjectMissing) return 'missing';
    if (error instanceof SealError) return 'damaged';
    throw error;
  }
  return hash.digest().equals(sha256) ? 'whole' : 'damaged';
}
