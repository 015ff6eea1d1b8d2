import { LockStore } from '../access/lock-store.ts';
import { Locks } from '../access/locks.ts';
import { Anchoring } from '../audit/anchoring.ts';
import { AuditLog } from '../audit/audit-log.ts';
import { Denials } from '../audit/denials.ts';
import { openHeads } from '../audit/heads.ts';
import { AuditReads } from '../audit/reads.ts';
import { RequestLog } from '../audit/request-log.ts';
import type { Clock } from '../clock.ts';
import type { AnchorPlace } from '../config/objects.ts';
import type { Database } from '../data/database.ts';
import { openBootstrapKey } from '../keys/bootstrap.ts';
import { keyDigest } from '../keys/digest.ts';
import { KeyFinder } from '../keys/key-finder.ts';
import { KeyStore } from '../keys/key-store.ts';
import { LastUse } from '../keys/last-use.ts';
import type { Log } from '../log/log.ts';
import type { AccessSecrets } from './secrets.ts';

export interface AccountsOptions {
  readonly database: Database;
  readonly secrets: Pick<AccessSecrets, 'pepper' | 'auditKey'>;
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Where heads of the audit log are kept that nobody can change. */
  readonly auditAnchor?: AnchorPlace | undefined;
  /** A key with all rights that the operator set. */
  readonly fixedKey?: string;
}

/** Keys, locks and records over one database. */
export interface Accounts {
  readonly database: Database;
  readonly finder: KeyFinder;
  readonly keys: KeyStore;
  readonly locks: Locks;
  readonly lastUse: LastUse;
  readonly audit: AuditLog;
  readonly reads: AuditReads;
  readonly denials: Denials;
  readonly requests: RequestLog;
  /** The first key, only on the very first start. */
  readonly freshKey?: string;
  /** Writes what waits, and ends what looks at the database. The database stays open. */
  close(): Promise<void>;
}

/** Milliseconds between looks at the locks of other processes. */
const LEARN_EVERY = 1_000;

export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { database, secrets, dataFolder, clock, log, fixedKey } = options;
  const heads = openHeads({ database, dataFolder, key: secrets.auditKey, log });
  const audit = new AuditLog({ database, heads, clock, log });
  const { auditAnchor } = options;
  const bucket = auditAnchor && new (await import('../objects/locked-bucket.ts')).LockedBucket(auditAnchor);
  const anchoring =
    bucket && new Anchoring({ database, heads, auditKey: secrets.auditKey, bucket, days: auditAnchor.days, log });
  const digest = keyDigest(secrets.pepper);
  const bootstrap = await openBootstrapKey({ database, audit, digest, dataFolder, fixedKey });
  const finder = new KeyFinder({ database, clock, digest, exempt: bootstrap.exempt });
  const keys = new KeyStore({ database, audit, clock, digest, onChange: () => finder.forget() });
  const lockStore = new LockStore({ database, clock, log });
  const locks = new Locks(clock, lockStore);
  const lastUse = new LastUse({ database, clock, log });
  const requests = new RequestLog({ database, clock, log });

  await lockStore.teach(locks);
  await finder.watch();
  const learning = learnLocks({ database, lockStore, locks, clock });
  return {
    database,
    finder,
    keys,
    locks,
    lastUse,
    audit,
    reads: new AuditReads(audit, clock),
    denials: new Denials({ audit, clock, log }),
    requests,
    freshKey: bootstrap.fresh,
    close: async () => {
      clearInterval(learning);
      await finder.stop();
      await Promise.all([lastUse.flush(), lockStore.flush(), requests.flush()]);
      await heads.flush();
      await anchoring?.close();
    },
  };
}

/** Takes over the locks that other processes begin. PGlite is for one process. */
function learnLocks(options: {
  readonly database: Database;
  readonly lockStore: LockStore;
  readonly locks: Locks;
  readonly clock: Clock;
}): NodeJS.Timeout | undefined {
  const { database, lockStore, locks, clock } = options;
  if (database.kind === 'pglite') return undefined;
  let since = clock.now();
  let learning = false;
  const learn = async () => {
    if (learning) return;
    learning = true;
    const begun = clock.now();
    try {
      // Clocks of other machines may differ by a little, and they write up to a second late.
      await lockStore.teach(locks, since - 5_000);
      since = begun;
    } catch {
      // The next look has the same beginning.
    } finally {
      learning = false;
    }
  };
  return setInterval(() => void learn(), LEARN_EVERY).unref();
}
