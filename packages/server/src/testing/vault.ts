import type { Database } from '../data/database.ts';
import { masterKey } from '../vault/master-key.ts';
import { openVault, type Vault } from '../vault/vault.ts';

/** The master key of tests. */
export const TEST_MASTER = masterKey(Buffer.alloc(32, 5));

/** The vault of a database of tests: each time under the same master key. */
export const openTestVault = (database: Database): Promise<Vault> =>
  openVault({ database, masters: { current: TEST_MASTER, variable: 'PLATEN_MASTER_KEY' } });
