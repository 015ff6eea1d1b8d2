import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { type AnalysisOptions, openAnalysis } from '../analysis/open.ts';
import { openBatches, openBatchWork } from '../batches/open.ts';
import { insertInvoice } from '../billing/invoice-store.ts';
import { type BillingOptions, type BillingService, openBilling } from '../billing/open.ts';
import type { Clock } from '../clock.ts';
import type { ObjectsPlace } from '../config/objects.ts';
import { Conversions } from '../conversions/service.ts';
import { type Credits, type CreditsOptions, openCredits } from '../credits/open.ts';
import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import { retried } from '../data/retried.ts';
import { type Destinations, type DestinationsOptions, openDestinations } from '../destinations/open.ts';
import { openJobs } from '../jobs/open.ts';
import { createLog } from '../log/log.ts';
import { defaultPlace, openObjectStore } from '../objects/open.ts';
import { Dependencies } from '../observe/dependencies.ts';
import { openPeople, type PeopleOptions } from '../people/people.ts';
import { openSchedules } from '../schedules/open.ts';
import { type Accounts, type AccountsOptions, openAccounts } from '../service/accounts.ts';
import { SCOPE_SETS } from '../service/endpoints.ts';
import { openTemplates } from '../templates/templates.ts';
import { openWebhooks, type Webhooks, type WebhooksOptions } from '../webhooks/open.ts';
import { KEY, startTestService, type TestService } from './service.ts';
import { openTestVault } from './vault.ts';

/** Takes all rows out, whatever guards them. */
export async function emptyDatabase({ system }: Database): Promise<void> {
  const tables = [
    'api_keys',
    'key_locks',
    'key_proofs',
    'request_log',
    'audit_log',
    'credit_ledger',
    'credit_holders',
    'organisations',
    'users',
    'verifications',
    'sign_in_delays',
    'outbox',
    'object_parts',
    'billing_lines',
    'billing_payments',
    'billing_invoices',
    'billing_trials',
    'billing_numbers',
    'billing_test_charges',
    'billing_events',
    'purges',
  ];
  const guarded = ['audit_log', 'credit_ledger', 'billing_lines', 'billing_payments', 'billing_invoices'];
  const statements = [
    'update organisations set held_since = null, hold_reason = null where held_since is not null;',
    ...guarded.map((table) => `alter table ${table} disable trigger user;`),
    ...tables.map((table) => `delete from ${table};`),
    "delete from settings where name like 'audit_head:%';",
    ...guarded.map((table) => `alter table ${table} enable trigger user;`),
  ];
  // Sent as one statement, since this is done after each test.
  // What the service of the test before still writes may be in the way for a moment.
  await retried(() => sql.raw(`do $$ begin ${statements.join(' ')} end $$`).execute(system));
}

/** Everything that the database holds, as text; bytes as Latin-1. */
export async function dumpDatabase({ system }: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
  `.execute(system);
  const tables = await Promise.all(rows.map((row) => sql`select * from ${sql.table(row.name)}`.execute(system)));
  return JSON.stringify(tables, (_name, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  );
}

/** A clock that stands still until a test moves it. */
export function stoppedClock(time = Date.UTC(2030, 0, 1)) {
  const clock = { time, now: () => clock.time };
  return clock;
}

export interface TestAccounts extends Accounts {
  readonly dataFolder: string;
  readonly secrets: AccountsOptions['secrets'];
  readonly logged: () => string;
  /** The organisation of the first key. */
  readonly organisationId: string;
}

/** Keys, locks and records over a database, with the key of the tests as the key of the environment. */
export async function openTestAccounts(
  database: Database,
  options: Partial<Pick<AccountsOptions, 'clock' | 'secrets' | 'dataFolder' | 'fixedKey'>> = {},
): Promise<TestAccounts> {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => lines.push(line) });
  const dataFolder = options.dataFolder ?? mkdtempSync(path.join(tmpdir(), 'platen-accounts-'));
  const secrets = options.secrets ?? { pepper: randomBytes(32), auditKey: randomBytes(32) };
  const clock: Clock = options.clock ?? { now: Date.now };
  const accounts = await openAccounts({ database, secrets, dataFolder, clock, log, fixedKey: KEY, ...options });
  const { id } = await database.system
    .selectFrom('organisations')
    .select('id')
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  return {
    ...accounts,
    dataFolder,
    secrets,
    logged: () => lines.join(''),
    organisationId: id,
    close: async () => {
      await accounts.close();
      if (options.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** An organisation beside the first. */
export async function addOrganisation({ system }: Database, name: string): Promise<string> {
  const id = newId('org');
  await system.insertInto('organisations').values({ id, name, slug: id }).execute();
  return id;
}

/** Somebody who could sign in. */
export async function addUser({ system }: Database): Promise<string> {
  const id = newId('usr');
  await system
    .insertInto('users')
    .values({ id, name: 'Test', email: `${id}@example.com` })
    .execute();
  return id;
}

/** A member of an organisation, who could sign in. */
export async function addMember(database: Database, organisationId: string, role = 'developer'): Promise<string> {
  const id = newId('mem');
  const userId = await addUser(database);
  await database.system
    .insertInto('members')
    .values({ id, organisation_id: organisationId, user_id: userId, role })
    .execute();
  return id;
}

/** An agreement that the organisation of a service has accepted. */
export async function addAcceptance({ accounts: { audit, organisationId } }: AccountsService): Promise<void> {
  const text = { sha256: 'a'.repeat(64), version: 'test', text: 'Agreement\n\n1. Text\n\nIt is agreed.' };
  await audit.act(
    organisationId,
    (queries) =>
      queries
        .insertInto('agreement_texts')
        .values({ ...text, at: new Date() })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    () => ({
      actor: 'test',
      action: 'agreement.accepted',
      detail: {
        sha256: text.sha256,
        version: text.version,
        organisation: 'Test',
        name: 'Ada',
        email: 'ada@example.com',
      },
    }),
  );
}

/** An invoice of an organisation, issued and not paid. @returns its id */
export async function addInvoice(database: Database, organisationId: string): Promise<string> {
  const { id } = await database.inOrganisation(organisationId, (queries) =>
    insertInvoice(queries, {
      organisationId,
      seller: { name: 'Test', address: [], taxes: [] },
      lines: [{ kind: 'plan', text: 'Starter, a month', quantity: 1, unitPrice: 9_000_000, cents: 900 }],
      at: Date.now(),
    }),
  );
  return id;
}

export interface AccountsService extends TestService {
  readonly accounts: TestAccounts;
  readonly credits: Credits;
  readonly billing: BillingService;
  readonly webhooks: Webhooks;
  readonly destinations: Destinations;
  /** What the first person signs up with. */
  setupCode(): Promise<string>;
  /** What was written to the terminal: links in emails. */
  readonly terminal: () => string;
  /** Any request; the key of the environment unless the headers say otherwise. */
  ask(method: string, path: string, options?: AskOptions): Promise<Answer>;
  /** A key of an organisation; default: all rights, the first organisation. */
  makeKey(options?: MakeKeyOptions): Promise<{ readonly id: string; readonly secret: string }>;
}

interface AskOptions {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

interface MakeKeyOptions {
  readonly scopes?: string[];
  readonly organisationId?: string;
  readonly allowlist?: string[];
  readonly expires_at?: Date;
  readonly mode?: 'live' | 'test';
  readonly rate_limit?: number;
  readonly monthly_credit_cap?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is what it asserts.
  readonly body: any;
}

/** Signs the cookies of tests; the same after a restart. */
const TEST_PEOPLE_KEY = Buffer.alloc(32, 7);

/** The service over a database, with the double of an engine. */
export async function startAccountsService(
  database: Database,
  options: Parameters<typeof openTestAccounts>[1] &
    Omit<Parameters<typeof startTestService>[0] & object, 'clock'> & {
      /** Where results are kept. Default: as the database says. */
      readonly objects?: ObjectsPlace;
      readonly peopleConfig?: Partial<PeopleOptions['config']>;
      readonly creditsConfig?: Partial<CreditsOptions['config']>;
      readonly billingConfig?: Partial<BillingOptions['config']>;
      readonly analysisConfig?: Partial<AnalysisOptions['config']>;
      readonly webhookOptions?: Partial<WebhooksOptions>;
      readonly destinationOptions?: Partial<DestinationsOptions>;
    } = {},
): Promise<AccountsService> {
  const { clock, secrets, dataFolder, fixedKey, objects, peopleConfig, creditsConfig, analysisConfig, ...others } =
    options;
  const { webhookOptions, billingConfig, destinationOptions, ...rest } = others;
  const clean = Object.entries({ clock, secrets, dataFolder, fixedKey }).filter(([, value]) => value !== undefined);
  const accounts = await openTestAccounts(database, Object.fromEntries(clean));
  const vault = await openTestVault(database);
  const written: string[] = [];
  const lines: string[] = [];
  const config = { allowHttp: true, signUp: 'open', ...rest.config, ...peopleConfig } as const;
  const people = openPeople({
    scopes: SCOPE_SETS,
    accounts,
    key: TEST_PEOPLE_KEY,
    passwordCost: 64,
    vault,
    config,
    clock: clock ?? { now: Date.now },
    log: createLog('trace', { write: (line) => lines.push(line) }),
    write: (text) => written.push(text),
  });
  const webhooks = await openWebhooks({
    database,
    vault,
    audit: accounts.audit,
    clock: clock ?? { now: Date.now },
    emails: people.emails,
    config: {},
    log: createLog('trace', { write: (line) => lines.push(line) }),
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
    clock: clock ?? { now: Date.now },
    config: {},
    log: createLog('trace', { write: (line) => lines.push(line) }),
    ...destinationOptions,
  });
  const credits = await openCredits({
    database,
    audit: accounts.audit,
    config: { billing: 'off', rateLimit: 250, ...creditsConfig },
    clock: clock ?? { now: Date.now },
  });
  const billing = await openBilling({
    database,
    audit: accounts.audit,
    credits,
    mailer: people.emails,
    clock: clock ?? { now: Date.now },
    config: { billing: 'off', ...creditsConfig, ...billingConfig },
    origin: people.origin,
    log: createLog('trace', { write: (line) => lines.push(line) }),
  });
  const templates: Parameters<typeof startTestService>[0] & object = {
    templates: (engine) => openTemplates({ ...accounts, vault, engine, clock: clock ?? { now: Date.now } }),
  };
  const analysis: Parameters<typeof startTestService>[0] & object = {
    analysis: ({ engine, templates: stored, idempotencyKeys }) =>
      openAnalysis({
        database,
        audit: accounts.audit,
        credits,
        engine,
        resolver: stored?.resolver,
        idempotencyKeys,
        clock: clock ?? { now: Date.now },
        config: { aiAccess: 'open', ...analysisConfig },
      }),
  };
  const jobs: Parameters<typeof startTestService>[0] & object = {
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
        log: createLog('trace', { write: (line) => lines.push(line) }),
      }),
  };
  const batches: Parameters<typeof startTestService>[0] & object = {
    batches: ({ engine, templates: stored, jobs: { service: ofJobs } }) =>
      openBatches({
        database,
        vault,
        metering: credits.metering,
        conversions: new Conversions({ engine, resolver: stored?.resolver, destinations }),
        jobs: ofJobs,
      }),
  };
  const schedules: Parameters<typeof startTestService>[0] & object = {
    schedules: ({ engine, templates: stored, jobs: { service: ofJobs } }) =>
      openSchedules({
        database,
        vault,
        conversions: new Conversions({ engine, resolver: stored?.resolver, destinations }),
        jobs: ofJobs,
        clock: clock ?? { now: Date.now },
        log: createLog('trace', { write: (line) => lines.push(line) }),
      }),
  };
  const service = await startTestService({
    ...templates,
    ...batches,
    ...schedules,
    ...analysis,
    ...jobs,
    webhooks,
    destinations,
    ...rest,
    config: { allowHttp: true, ...rest.config },
    clock,
    accounts,
    credits,
    billing,
    people,
    dependencies: new Dependencies({ database, dataFolder: accounts.dataFolder, clock: { now: Date.now } }),
  });
  return {
    ...service,
    accounts,
    credits,
    billing,
    webhooks,
    destinations,
    logged: () => service.logged() + accounts.logged() + lines.join(''),
    setupCode: async () => (await people.setupCode()) ?? 'none: there is an owner',
    terminal: () => written.join(''),
    ask: async (method, at, { key = KEY, body, headers = {} } = {}) => {
      const response = await fetch(service.url + at, {
        method,
        headers: {
          ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const json = /json/.test(response.headers.get('content-type') ?? '');
      return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
    },
    makeKey: async ({ scopes = ['*'], organisationId = accounts.organisationId, ...given } = {}) => {
      const properties = {
        name: 'Test',
        mode: 'live',
        allowlist: [],
        expires_at: null,
        monthly_credit_cap: null,
      } as const;
      const { row, key } = await accounts.keys.create(
        { organisationId, actor: 'system' },
        { ...properties, rate_limit: null, scopes, ...given },
      );
      return { id: row.id, secret: key };
    },
    close: async () => {
      await service.close();
      await people.close();
      await credits.close();
      await accounts.close();
    },
  };
}
