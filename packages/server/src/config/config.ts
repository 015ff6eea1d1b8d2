import type { BlockList } from 'node:net';
import path from 'node:path';
import type { LogLevel } from '../log/log.ts';
import { convertsForOthers } from '../network/client.ts';
import { readClientApps } from './client-apps.ts';
import { environment } from './environment.ts';
import { ConfigError } from './error.ts';
import { type MasterKeySource, readMasterKeySource } from './master-key.ts';
import { type AiModels, readAiModels } from './models.ts';
import { addressList } from './networks.ts';
import { type AnchorPlace, type ObjectsPlace, readAnchorPlace, readObjectsPlace } from './objects.ts';
import type { RetentionPeriods } from './retention.ts';
import { type ShownSetting, shownSettings } from './shown.ts';
import { readStripe, type StripeSettings } from './stripe.ts';
import { readTls, type TlsFiles } from './tls.ts';
import { readTraces, type TraceExportOptions } from './traces.ts';

/** How the service is set up: the environment, read once, checked and typed. */
export interface Config {
  /** Address to listen on. Default 127.0.0.1. */
  readonly host: string;
  /** Port to listen on; 0 takes a free one. Default 3000. */
  readonly port: number;
  /** Absolute path of the folder that holds everything the service keeps. Default ./data. */
  readonly dataFolder: string;
  /** Where PostgreSQL is: `postgresql://user:password@host/database`. Default: PGlite in the data folder. */
  readonly databaseUrl?: string;
  /** Most connections to PostgreSQL of this process. Default 10. */
  readonly databaseConnections: number;
  /** What this process does. Default `all`. */
  readonly role: Role;
  /** Where results of jobs are kept. Default: files; in the database if that is a PostgreSQL. */
  readonly objects?: ObjectsPlace;
  /** Where heads of the audit log are kept that nobody can change. Default: nowhere but in the data folder. */
  readonly auditAnchor?: AnchorPlace;
  readonly masterKey: MasterKeySource;
  /** Path of the browser. Default: the engine looks for one. */
  readonly chrome?: string;
  /** Conversions at the same time. Default: by cores and memory. */
  readonly concurrency?: number;
  /** Whether documents of one organization without script may follow one another in one page. Default true. */
  readonly reusePages: boolean;
  /** Requests a minute of one key; 0 sets no limit. Default 250. */
  readonly rateLimit: number;
  /** Conversions of one key at the same time, those that wait included; 0 sets no limit. Default 50. */
  readonly concurrencyPerKey: number;
  /** Idle connections of one address, those of trusted proxies aside; 0 sets no limit. Default 256. */
  readonly idleConnections: number;
  /** A key with all rights, instead of the one that is made on the first start. */
  readonly bootstrapKey?: string;
  /** Destinations that the egress guard lets through. Default none. */
  readonly egressAllow: readonly string[];
  /** Destinations that the egress guard never lets through. Default none. */
  readonly egressDeny: readonly string[];
  /** Whether the browser may run without its sandbox where the machine does not allow it. Default false. */
  readonly allowNoSandbox: boolean;
  /**
   * Whether the browser's main process may have the service's own user, and could read its files, where the machine
   * allows nothing better. Default: only while the service converts for programs of this machine alone.
   */
  readonly allowSharedUser: boolean;
  /** Whether plain http is served to other machines. Default false. */
  readonly allowHttp: boolean;
  readonly tls?: TlsFiles;
  /** Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed. Default none. */
  readonly trustedProxies?: BlockList;
  /** Origin that people see, for links in mail and cookies. Default: where the service listens. */
  readonly publicUrl?: string;
  /** Server that mail is sent by: `smtps://user:password@host`. Default: links are written to the terminal. */
  readonly smtpUrl?: string;
  /** Who can sign up. Default: the first person, then whoever is invited. */
  readonly signUp: SignUpPolicy;
  /** Whether organisations need a plan. Default off. */
  readonly billing: Billing;
  /** With `billing` `stripe`. */
  readonly stripe?: StripeSettings;
  /** Apps of file hosts that accounts may let in, by kind of destination. Default: none. */
  readonly clientApps?: Readonly<Record<string, { readonly id: string; readonly secret: string }>>;
  /** Path of a JSON file with plans instead of ours. */
  readonly plansFile?: string;
  /** Path of a JSON file with who bills, and the taxes that are added. */
  readonly sellerFile?: string;
  /** Who may use the analysis of texts: `open` (default), or organisations that were granted it from the waitlist. */
  /** Whether an agreement covers the language models, so that organizations with the HIPAA profile may use them. */
  readonly aiCovered: boolean;
  readonly aiAccess: 'open' | 'waitlist';
  /** Language models that the analysis may ask. Default: none, rules answer. */
  readonly aiModel?: AiModels;
  /** Whether answers to requests with an Idempotency-Key are kept, sealed, for 24 hours. Default true. */
  readonly keepAnswers: boolean;
  /** Days that things are kept; an organization may choose less. Default 30 of each. */
  readonly retention: RetentionPeriods;
  readonly logLevel: LogLevel;
  /** What readers of the metrics have to send. Default: only programs on this machine may read them. */
  readonly metricsToken?: string;
  /** What the operator of the instance sends in place of a key. Default: nobody is. */
  readonly operatorToken?: string;
  /** Where traces are sent. Default: nowhere. */
  readonly traces?: TraceExportOptions;
  /** All settings as they may be shown. */
  readonly shown: readonly ShownSetting[];
}

/**
 * `first`: the first person, on the machine itself or with a key that has all rights, then whoever is invited; `open`:
 * everybody; `invited`: whoever is invited; `closed`: nobody.
 */
export type SignUpPolicy = 'first' | 'open' | 'invited' | 'closed';

/** `all`: answers requests and works off jobs; `api`: has no browser, workers do its conversions; `worker`: only works off jobs. */
export type Role = 'all' | 'api' | 'worker';

/** `off`: everything is counted, and limited only for organisations that were given a plan; `test`: all need a plan. */
export type Billing = 'off' | 'test' | 'stripe';

/**
 * Reads the settings. An empty variable counts as not set.
 * @throws ConfigError for the first one that cannot be used.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(String(issue?.path[0]), issue?.message ?? 'is not valid');
  }
  const values = parsed.data;
  if (values.PLATEN_ROLE !== 'all' && values.DATABASE_URL === undefined) {
    throw new ConfigError(
      'PLATEN_ROLE',
      `"${values.PLATEN_ROLE}" shares jobs with other servers; set DATABASE_URL to a PostgreSQL`,
    );
  }
  const trustedProxies = values.TRUSTED_PROXIES?.length ? addressList(values.TRUSTED_PROXIES) : undefined;
  const forOthers = convertsForOthers({
    host: values.HOST,
    role: values.PLATEN_ROLE,
    trustedProxies,
    publicUrl: values.PLATEN_PUBLIC_URL,
    signUp: values.PLATEN_SIGN_UP,
  });
  if (values.PLATEN_UNSAFE_NO_SANDBOX && forOthers) {
    throw new ConfigError(
      'PLATEN_UNSAFE_NO_SANDBOX',
      'only a service for this machine alone may do without the sandbox: with HOST a loopback address, and without ' +
        'PLATEN_PUBLIC_URL, TRUSTED_PROXIES, open sign-up and PLATEN_ROLE=worker',
    );
  }
  return {
    host: values.HOST,
    port: values.PORT,
    dataFolder: path.resolve(values.PLATEN_DATA),
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.PLATEN_DATABASE_CONNECTIONS,
    role: values.PLATEN_ROLE,
    objects: readObjectsPlace(values.PLATEN_OBJECTS, values),
    auditAnchor: readAnchorPlace(values.PLATEN_AUDIT_ANCHOR, values),
    masterKey: readMasterKeySource(values),
    chrome: values.PLATEN_CHROME,
    concurrency: values.PLATEN_CONCURRENCY,
    reusePages: values.PLATEN_REUSE,
    rateLimit: values.PLATEN_RATE_LIMIT,
    concurrencyPerKey: values.PLATEN_CONCURRENCY_PER_KEY,
    idleConnections: values.PLATEN_IDLE_CONNECTIONS,
    bootstrapKey: values.PLATEN_BOOTSTRAP_KEY,
    egressAllow: values.PLATEN_EGRESS_ALLOW,
    egressDeny: values.PLATEN_EGRESS_DENY,
    allowNoSandbox: values.PLATEN_UNSAFE_NO_SANDBOX,
    allowSharedUser: values.PLATEN_UNSAFE_SHARED_USER || !forOthers,
    allowHttp: values.PLATEN_ALLOW_HTTP,
    tls: readTls(values.TLS_CERT, values.TLS_KEY),
    publicUrl: values.PLATEN_PUBLIC_URL,
    smtpUrl: values.SMTP_URL,
    signUp: values.PLATEN_SIGN_UP ?? 'first',
    billing: values.BILLING,
    stripe: readStripe(values),
    clientApps: readClientApps(values),
    plansFile: values.PLATEN_PLANS,
    sellerFile: values.PLATEN_SELLER,
    aiCovered: values.AI_BAA,
    aiAccess: values.AI_ACCESS,
    aiModel: readAiModels(values),
    keepAnswers: values.PLATEN_KEEP_ANSWERS,
    retention: values.PLATEN_RETENTION,
    logLevel: values.LOG_LEVEL,
    trustedProxies,
    metricsToken: values.PLATEN_METRICS_TOKEN,
    operatorToken: values.PLATEN_OPERATOR_TOKEN,
    shown: shownSettings(values),
    traces: readTraces(values),
  };
}

/**
 * Where results are, as PLATEN_OBJECTS would name it.
 * @throws ConfigError
 */
export function readObjects(
  text: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): ObjectsPlace {
  const { objects } = readConfig({ ...env, PLATEN_OBJECTS: text });
  if (!objects) throw new ConfigError('PLATEN_OBJECTS', 'use files, database or s3://bucket');
  return objects;
}
