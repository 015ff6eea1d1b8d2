import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { BillingService } from '../billing/open.ts';
import type { Clock } from '../clock.ts';
import type { Credits } from '../credits/open.ts';
import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import { retried } from '../data/retried.ts';
import type { Destinations } from '../destinations/open.ts';
import { createLog } from '../log/log.ts';
import { Dependencies } from '../observe/dependencies.ts';
import { type Accounts, type AccountsOptions, openAccounts } from '../service/accounts.ts';
import type { Webhooks } from '../webhooks/open.ts';
import { openParts, type PartsOptions } from './parts.ts';
import { KEY, startTestService, type TestService } from './service.ts';

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

/** The service over a database, with the double of an engine. */
export async function startAccountsService(
  database: Database,
  options: Parameters<typeof openTestAccounts>[1] &
    Omit<Parameters<typeof startTestService>[0] & object, 'clock'> &
    PartsOptions = {},
): Promise<AccountsService> {
  const { clock, secrets, dataFolder, fixedKey, objects, peopleConfig, creditsConfig, analysisConfig, ...others } =
    options;
  const { webhookOptions, billingConfig, destinationOptions, ...rest } = others;
  const clean = Object.entries({ clock, secrets, dataFolder, fixedKey }).filter(([, value]) => value !== undefined);
  const accounts = await openTestAccounts(database, Object.fromEntries(clean));
  const parts = await openParts(database, accounts, { ...options, serviceConfig: rest.config });
  const { people, webhooks, destinations, credits, billing, onEngine } = parts;
  const service = await startTestService({
    ...onEngine,
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
    logged: () => service.logged() + accounts.logged() + parts.logged(),
    setupCode: async () => (await people.setupCode()) ?? 'none: there is an owner',
    terminal: parts.terminal,
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
