import { SharedLimitStore } from '../access/shared-limit-store.ts';
import { SharedLimits } from '../access/shared-limits.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { type Clock, steadyClock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../data/database.ts';
import type { Log } from '../log/log.ts';
import { Agreements } from './agreements.ts';
import { readCatalogue } from './catalogue.ts';
import { Holder } from './holder.ts';
import { Metering } from './metering.ts';
import type { Catalogue } from './plans.ts';
import { CreditRecords } from './records.ts';
import { Subscriptions } from './subscriptions.ts';

export interface CreditsOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly config: Pick<Config, 'billing' | 'plansFile' | 'rateLimit'>;
  readonly clock: Clock;
  readonly log?: Log;
}

/** Plans, credits and what was used, over one database. */
export interface Credits {
  readonly catalogue: Catalogue;
  readonly subscriptions: Subscriptions;
  readonly agreements: Agreements;
  readonly metering: Metering;
  readonly records: CreditRecords;
  /** This process as the holder of what is set aside. */
  readonly holder: Holder;
  /** On PostgreSQL, where there may be several servers; PGlite is for one process, which counts by itself. */
  readonly sharedLimits: SharedLimits | undefined;
  readonly clock: Clock;
  close(): Promise<void>;
}

/** Sandbox work of one key or person in a minute. */
const SANDBOX_RATE = 10;

/** @throws ConfigError when the file with plans cannot be used */
export async function openCredits(options: CreditsOptions): Promise<Credits> {
  const { database, audit, config, clock, log } = options;
  const catalogue = readCatalogue(config.plansFile);
  const subscriptions = new Subscriptions({ database, clock });
  const holder = new Holder({ database, clock, log });
  const sharedLimits =
    database.kind === 'postgresql'
      ? new SharedLimits({ store: new SharedLimitStore({ database, holder: holder.id }), clock: steadyClock })
      : undefined;
  const metering = new Metering({
    holder,
    subscriptions,
    catalogue,
    billing: config.billing,
    // Whoever sets no limit for requests wants none.
    sandboxRate: Math.min(SANDBOX_RATE, config.rateLimit),
    sharedLimits,
    clock,
  });
  await holder.open();
  const agreements = new Agreements({ audit, subscriptions, catalogue, clock });
  const records = new CreditRecords(database);
  return {
    catalogue,
    subscriptions,
    agreements,
    metering,
    records,
    holder,
    sharedLimits,
    clock,
    close: async () => {
      await sharedLimits?.close();
      await holder.close();
    },
  };
}
