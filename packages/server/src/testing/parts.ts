import { type AnalysisOptions, openAnalysis } from '../analysis/open.ts';
import { openBatches, openBatchWork } from '../batches/open.ts';
import { type BillingOptions, openBilling } from '../billing/open.ts';
import type { Clock } from '../clock.ts';
import type { ObjectsPlace } from '../config/objects.ts';
import { Conversions } from '../conversions/service.ts';
import { type CreditsOptions, openCredits } from '../credits/open.ts';
import type { Database } from '../data/database.ts';
import { type DestinationsOptions, openDestinations } from '../destinations/open.ts';
import { openJobs } from '../jobs/open.ts';
import { createLog } from '../log/log.ts';
import { defaultPlace, openObjectStore } from '../objects/open.ts';
import { openPeople, type PeopleOptions } from '../people/people.ts';
import { openSchedules } from '../schedules/open.ts';
import type { Accounts } from '../service/accounts.ts';
import { SCOPE_SETS } from '../service/endpoints.ts';
import { openTemplates } from '../templates/templates.ts';
import { openWebhooks, type WebhooksOptions } from '../webhooks/open.ts';
import type { startTestService } from './service.ts';
import { openTestVault } from './vault.ts';

/** Signs the cookies of tests; the same after a restart. */
const TEST_PEOPLE_KEY = Buffer.alloc(32, 7);

type ServiceOptions = Parameters<typeof startTestService>[0] & object;

export interface PartsOptions {
  /** Where results are kept. Default: as the database says. */
  readonly objects?: ObjectsPlace;
  readonly peopleConfig?: Partial<PeopleOptions['config']>;
  readonly creditsConfig?: Partial<CreditsOptions['config']>;
  readonly billingConfig?: Partial<BillingOptions['config']>;
  readonly analysisConfig?: Partial<AnalysisOptions['config']>;
  readonly webhookOptions?: Partial<WebhooksOptions>;
  readonly destinationOptions?: Partial<DestinationsOptions>;
}

/** The parts of a service over a database, but those of its keys and records. */
export async function openParts(
  database: Database,
  accounts: Accounts & { readonly dataFolder: string },
  options: PartsOptions & { readonly clock?: Clock; readonly serviceConfig?: ServiceOptions['config'] },
) {
  const { clock = { now: Date.now }, serviceConfig, objects, peopleConfig, creditsConfig, analysisConfig } = options;
  const { webhookOptions, billingConfig, destinationOptions } = options;
  const vault = await openTestVault(database);
  const written: string[] = [];
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => lines.push(line) });
  const config = { allowHttp: true, signUp: 'open', ...serviceConfig, ...peopleConfig } as const;
  const people = openPeople({
    scopes: SCOPE_SETS,
    accounts,
    key: TEST_PEOPLE_KEY,
    passwordCost: 64,
    vault,
    config,
    clock,
    log,
    write: (text) => written.push(text),
  });
  const webhooks = await openWebhooks({
    database,
    vault,
    audit: accounts.audit,
    clock,
    emails: people.emails,
    config: {},
    log,
    ...webhookOptions,
  });
  const objectStore = await openObjectStore(objects ?? defaultPlace(database), {
    database,
    dataFolder: accounts.dataFolder,
  });
  const destinations = await openDestinations({
    database,
    vault,
    audit: accounts.audit,
    objectStore,
    clock,
    config: {},
    log,
    ...destinationOptions,
  });
  const credits = await openCredits({
    database,
    audit: accounts.audit,
    config: { billing: 'off', rateLimit: 250, ...creditsConfig },
    clock,
  });
  const billing = await openBilling({
    database,
    audit: accounts.audit,
    credits,
    mailer: people.emails,
    clock,
    config: { billing: 'off', ...creditsConfig, ...billingConfig },
    origin: people.origin,
    log,
  });
  const templates: ServiceOptions = {
    templates: (engine) => openTemplates({ ...accounts, vault, engine, clock }),
  };
  const analysis: ServiceOptions = {
    analysis: ({ engine, templates: stored, idempotencyKeys }) =>
      openAnalysis({
        database,
        audit: accounts.audit,
        credits,
        engine,
        resolver: stored?.resolver,
        idempotencyKeys,
        clock,
        config: { aiAccess: 'open', ...analysisConfig },
      }),
  };
  const jobs: ServiceOptions = {
    jobs: async ({ engine, templates: stored }) =>
      await openJobs({
        database,
        audit: accounts.audit,
        vault,
        objectStore,
        metering: credits.metering,
        conversions: new Conversions({ engine, resolver: stored?.resolver, destinations }),
        observers: [],
        batches: openBatchWork,
        config: {},
        webhooks,
        destinations,
        log,
      }),
  };
  const batches: ServiceOptions = {
    batches: ({ engine, templates: stored, jobs: { service: ofJobs } }) =>
      openBatches({
        database,
        vault,
        metering: credits.metering,
        conversions: new Conversions({ engine, resolver: stored?.resolver, destinations }),
        jobs: ofJobs,
      }),
  };
  const schedules: ServiceOptions = {
    schedules: ({ engine, templates: stored, jobs: { service: ofJobs } }) =>
      openSchedules({
        database,
        vault,
        conversions: new Conversions({ engine, resolver: stored?.resolver, destinations }),
        jobs: ofJobs,
        clock,
        log,
      }),
  };
  return {
    people,
    webhooks,
    destinations,
    credits,
    billing,
    /** What is opened on the engine of the service. */
    onEngine: { ...templates, ...batches, ...schedules, ...analysis, ...jobs },
    /** What was written to the terminal. */
    terminal: () => written.join(''),
    logged: () => lines.join(''),
  };
}
