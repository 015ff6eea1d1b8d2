import { afterAll, beforeAll } from 'vitest';
import { makeDatabase, type TestDatabase } from './database.ts';

/**
 * A PostgreSQL of their own for the services of a test file: the setting that they find it by. To start one on the embedded
 * database takes a second of the processor more; what that is asked is shown by test/contract.test.ts and test/faults.
 */
export function usePostgres(): () => { readonly DATABASE_URL: string } {
  let made: TestDatabase;
  beforeAll(async () => {
    made = await makeDatabase('postgresql');
  });
  afterAll(() => made?.remove());
  return () => ({ DATABASE_URL: made.config.databaseUrl ?? '' });
}
