import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../packages/server/src/data/database.ts';
import { DATABASE_KINDS, makeDatabase, type TestDatabase } from '../../packages/server/src/testing/database.ts';
import { batches } from './operations.ts';
import { World } from './world.ts';

/** Random operations with interleavings, crashes and clock jumps: one process on PGlite, two on PostgreSQL. */
export function money({ runs, operations }: { readonly runs: number; readonly operations: number }): void {
  describe.each(DATABASE_KINDS)(`${runs} × ${operations} operations on %s`, (kind) => {
    let made: TestDatabase;
    let databases: Database[];
    beforeAll(async () => {
      made = await makeDatabase(kind);
      databases = [await openDatabase(made.config)];
      if (kind === 'postgresql') databases.push(await openDatabase(made.config));
    });
    afterAll(async () => {
      for (const database of databases) await database.close();
      await made.remove();
    });

    it('break no invariant', { timeout: 1_800_000 }, async () => {
      let done = 0;
      await fc.assert(
        fc.asyncProperty(batches(operations), async (all) => {
          const world = await World.open(databases);
          try {
            for (const batch of all) await world.run(batch);
            await world.settle();
          } finally {
            await world.close();
          }
          done += world.operations;
        }),
        { numRuns: runs },
      );
      expect(done).toBeGreaterThanOrEqual(runs * operations);
    });
  });
}
