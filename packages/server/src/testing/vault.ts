import type { Database } from '../data/database.ts';
import { masterKey } from '../vault/master-key.ts';
import { openVault, type Vault } from '../vault/vault.ts';

const MASTER = masterKey(Buffer.alloc(32, 5));

/** The vault of a database of tests: each time under the same master key. */
export const openTestVault = (database: Database): Promise<Vault> =>
  openVault({ database, masters: { current: MASTER, variable: 'PLATEN_MASTER_KEY' } });
