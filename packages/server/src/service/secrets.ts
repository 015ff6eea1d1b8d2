import type { Config } from '../config/config.ts';
import type { Database } from '../data/database.ts';
import type { Log } from '../log/log.ts';
import { openMasterKeys } from '../vault/master-key.ts';
import { openVault, type Vault } from '../vault/vault.ts';

/** Secrets of the instance, 32 bytes each. They stay the same for ever and are not in the database in the clear. */
export interface AccessSecrets {
  /** Goes into the digest of every key. */
  readonly pepper: Buffer;
  /** Signs the heads of the audit chains. */
  readonly auditKey: Buffer;
  /** Signs the cookies of people and the links in their mail, and seals their second factors. */
  readonly peopleKey: Buffer;
  /** Seals what is kept of documents and answers. */
  readonly vault: Vault;
}

/** @throws ConfigError when the database belongs to another master key, or there is none */
export async function readSecrets(
  config: Pick<Config, 'dataFolder' | 'host' | 'masterKey'>,
  database: Database,
  log?: Log,
): Promise<AccessSecrets> {
  const vault = await openVault({ database, masters: await openMasterKeys(config), log });
  return {
    pepper: vault.secret('api key pepper'),
    auditKey: vault.secret('audit head'),
    peopleKey: vault.secret('people'),
    vault,
  };
}
