import { accessSync, constants, readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import { unmapped } from './access/ip-address.ts';
import { isLoopback } from './access/source.ts';
import type { TlsFiles } from './http/node-server.ts';
import type { LogLevel } from './observe/log.ts';
import type { TraceExportOptions } from './observe/trace-export.ts';

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
  readonly masterKey: MasterKeySource;
  /** Path of the browser. Default: the engine looks for one. */
  readonly chrome?: string;
  /** Conversions at the same time. Default: by cores and memory. */
  readonly concurrency?: number;
  /** Requests a minute of one key; 0 sets no limit. Default 250. */
  readonly rateLimit: number;
  /** Conversions of one key at the same time, those that wait included; 0 sets no limit. Default 50. */
  readonly concurrencyPerKey: number;
  /** A key with all rights, instead of the one that is made on the first start. */
  readonly bootstrapKey?: string;
  /** Destinations that the egress guard lets through. Default none. */
  readonly egressAllow: readonly string[];
  /** Whether the browser may run without its sandbox where the machine does not allow it. */
  readonly allowNoSandbox: boolean;
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
  /** Path of a JSON file with plans instead of ours. */
  readonly plansFile?: string;
  /** Who may use the analysis of texts: `open` (default), or organisations that were granted it from the waitlist. */
  readonly aiAccess: 'open' | 'waitlist';
  /** Language models that the analysis may ask. Default: none, rules answer. */
  readonly aiModel?: AiModels;
  /** Whether answers to requests with an Idempotency-Key are kept, sealed, for 24 hours. Default true. */
  readonly keepAnswers: boolean;
  readonly logLevel: LogLevel;
  /** What readers of the metrics have to send. Default: only programs on this machine may read them. */
  readonly metricsToken?: string;
  /** Where traces are sent. Default: nowhere. */
  readonly traces?: TraceExportOptions;
}

/**
 * `first`: the first person, on the machine itself or with a key that has all rights, then whoever is invited; `open`:
 * everybody; `invited`: whoever is invited; `closed`: nobody.
 */
export type SignUpPolicy = 'first' | 'open' | 'invited' | 'closed';

/** `off`: everything is counted, and limited only for organisations that were given a plan; `test`: all need a plan. */
export type Billing = 'off' | 'test';

/** Where language models are reached; the second is asked when the first does not answer. */
export interface AiModels {
  readonly primary: AiModel;
  readonly fallback?: AiModel;
}

export interface AiModel {
  /** Base address of an API like that of OpenAI, or of Anthropic's, such as http://127.0.0.1:11434/v1. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** Name of the model, as the provider has it. */
  readonly model: string;
}

/** Where the master key of the vault comes from; at most one of the first three is set. */
export interface MasterKeySource {
  /** 32 bytes. */
  readonly key?: Buffer;
  /** Path of a file that holds the key in hex or base64. */
  readonly file?: string;
  /** Command of the shell that prints the key in hex or base64, for example one that asks a key management service. */
  readonly command?: string;
  /** The key before, while what it wrapped is wrapped anew under the new one. 32 bytes. */
  readonly previous?: Buffer;
}

/** A setting that the service cannot start with. `message` names the variable and the remedy. */
export class ConfigError extends Error {
  readonly variable: string;

  constructor(variable: string, remedy: string) {
    super(`${variable}: ${remedy}`);
    this.name = 'ConfigError';
    this.variable = variable;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const SHORTEST_KEY = 24;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const HOST_PORT = /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?):([0-9]{1,5})$/i;

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, `use a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `use a whole number from ${least} to ${most}`);
const yesOrNo = z
  .enum(['0', '1', 'false', 'true'], 'use 1 for yes or 0 for no')
  .transform((value) => value === '1' || value === 'true');
const secret = z
  .string()
  .min(SHORTEST_KEY, `use at least ${SHORTEST_KEY} characters, for example the output of "openssl rand -hex 24"`)
  .regex(/^\S(?:.*\S)?$/, 'leave out spaces at its ends and line breaks: a header cannot carry them')
  .refine((key) => !/\p{Cc}/u.test(key), 'leave out control characters: a header cannot carry them');
const httpUrl = z
  .string()
  .refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), 'use an address such as http://127.0.0.1:4318');
const publicUrl = z
  .string()
  .refine(
    (url) => /^https?:\/\/[^/?#@]+\/?$/i.test(url) && URL.canParse(url),
    'use an origin, such as https://pdf.example',
  )
  .transform((url) => new URL(url).origin);
const smtpUrl = z
  .string()
  .refine(
    (url) => /^smtps?:\/\/[^/]/i.test(url) && URL.canParse(url),
    'use an address such as smtps://user:password@mail.example?from=pdf@example.com',
  );
const postgresUrl = z
  .string()
  .regex(/^postgres(?:ql)?:\/\//i, 'use an address such as postgresql://user:password@127.0.0.1:5432/platen');
const masterKey = z.string().transform((text, context) => {
  const key = parseMasterKey(text);
  if (key) return key;
  context.addIssue('use 32 bytes in hex or base64, for example the output of "openssl rand -hex 32"');
  return z.NEVER;
});
const list = z.string().transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''));

const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3_000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]+$/, 'use an IP address or a host name, for example 0.0.0.0')
    // One name for two addresses would need two listeners.
    .transform((host) => (host.toLowerCase() === 'localhost' ? '127.0.0.1' : host))
    .default('127.0.0.1'),
  PLATEN_DATA: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  PLATEN_DATABASE_CONNECTIONS: wholeNumber(2, 500).default(10),
  PLATEN_MASTER_KEY: masterKey.optional(),
  PLATEN_MASTER_KEY_FILE: z.string().optional(),
  PLATEN_MASTER_KEY_COMMAND: z.string().optional(),
  PLATEN_MASTER_KEY_PREVIOUS: masterKey.optional(),
  PLATEN_CHROME: z.string().refine(isExecutable, 'use the path of a browser that can be run').optional(),
  PLATEN_CONCURRENCY: wholeNumber(1, 64).optional(),
  PLATEN_RATE_LIMIT: wholeNumber(0, 1_000_000).default(250),
  PLATEN_CONCURRENCY_PER_KEY: wholeNumber(0, 10_000).default(50),
  PLATEN_BOOTSTRAP_KEY: secret.optional(),
  PLATEN_EGRESS_ALLOW: list
    .refine((entries) => entries.every(isDestination), 'use entries such as cms.internal:8080 or 10.2.0.0/16')
    .default([]),
  PLATEN_UNSAFE_NO_SANDBOX: yesOrNo.default(false),
  PLATEN_ALLOW_HTTP: yesOrNo.default(false),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TRUSTED_PROXIES: list
    .refine((entries) => entries.every(isNetwork), 'use addresses or CIDR ranges such as 10.0.0.0/8')
    .optional(),
  PLATEN_PUBLIC_URL: publicUrl.optional(),
  SMTP_URL: smtpUrl.optional(),
  PLATEN_SIGN_UP: z.enum(['open', 'invited', 'closed'], 'use open, invited or closed').optional(),
  BILLING: z.enum(['off', 'test'], 'use off or test; this version has no other way of billing').default('off'),
  PLATEN_PLANS: z.string().optional(),
  AI_ACCESS: z.enum(['open', 'waitlist'], 'use open or waitlist').default('open'),
  AI_BASE_URL: httpUrl.optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  AI_FALLBACK_BASE_URL: httpUrl.optional(),
  AI_FALLBACK_API_KEY: z.string().optional(),
  AI_FALLBACK_MODEL: z.string().optional(),
  PLATEN_KEEP_ANSWERS: yesOrNo.default(true),
  LOG_LEVEL: z.enum(LOG_LEVELS, `use one of ${LOG_LEVELS.join(', ')}`).default('info'),
  PLATEN_METRICS_TOKEN: secret.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: z.string().default('platen'),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
});

/**
 * Reads the settings. An empty variable counts as not set.
 * @throws ConfigError for the first one that cannot be used.
 */
export function readConfig(env: Environment = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(String(issue?.path[0]), issue?.message ?? 'is not valid');
  }
  const values = parsed.data;
  return {
    host: values.HOST,
    port: values.PORT,
    dataFolder: path.resolve(values.PLATEN_DATA),
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.PLATEN_DATABASE_CONNECTIONS,
    masterKey: readMasterKeySource(values),
    chrome: values.PLATEN_CHROME,
    concurrency: values.PLATEN_CONCURRENCY,
    rateLimit: values.PLATEN_RATE_LIMIT,
    concurrencyPerKey: values.PLATEN_CONCURRENCY_PER_KEY,
    bootstrapKey: values.PLATEN_BOOTSTRAP_KEY,
    egressAllow: values.PLATEN_EGRESS_ALLOW,
    // Alone on one machine the risk is the developer's own; a service for others has to be told.
    allowNoSandbox: values.PLATEN_UNSAFE_NO_SANDBOX || isLoopback(values.HOST),
    allowHttp: values.PLATEN_ALLOW_HTTP,
    tls: readTls(values.TLS_CERT, values.TLS_KEY),
    publicUrl: values.PLATEN_PUBLIC_URL,
    smtpUrl: values.SMTP_URL,
    signUp: values.PLATEN_SIGN_UP ?? 'first',
    billing: values.BILLING,
    plansFile: values.PLATEN_PLANS,
    aiAccess: values.AI_ACCESS,
    aiModel: readAiModels(values),
    keepAnswers: values.PLATEN_KEEP_ANSWERS,
    logLevel: values.LOG_LEVEL,
    trustedProxies: values.TRUSTED_PROXIES?.length ? addresses(values.TRUSTED_PROXIES) : undefined,
    metricsToken: values.PLATEN_METRICS_TOKEN,
    traces: readTraces(values),
  };
}

/** As the OpenTelemetry specification has its environment variables: of two addresses, the special one wins. */
function readTraces(values: z.infer<typeof environment>): TraceExportOptions | undefined {
  const general = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const endpoint =
    values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (general && `${general.replace(/(?<!\/)\/+$/, '')}/v1/traces`);
  const off = values.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || values.OTEL_TRACES_EXPORTER === 'none';
  return endpoint === undefined || off ? undefined : { endpoint, serviceName: values.OTEL_SERVICE_NAME };
}

function readAiModels(values: z.infer<typeof environment>): AiModels | undefined {
  const primary = readAiModel('AI', [values.AI_BASE_URL, values.AI_MODEL, values.AI_API_KEY]);
  const { AI_FALLBACK_BASE_URL: url, AI_FALLBACK_MODEL: model, AI_FALLBACK_API_KEY: key } = values;
  const fallback = readAiModel('AI_FALLBACK', [url, model, key]);
  if (fallback && !primary)
    throw new ConfigError('AI_BASE_URL', 'set it too: AI_FALLBACK_BASE_URL is for when it fails');
  return primary && { primary, ...(fallback ? { fallback } : {}) };
}

function readAiModel(
  prefix: 'AI' | 'AI_FALLBACK',
  [baseUrl, model, apiKey]: readonly [string | undefined, string | undefined, string | undefined],
): AiModel | undefined {
  if (baseUrl === undefined && model === undefined && apiKey === undefined) return undefined;
  if (baseUrl === undefined) {
    throw new ConfigError(
      `${prefix}_BASE_URL`,
      'set it too, to the base address of the API, such as https://api.example/v1',
    );
  }
  if (model === undefined) throw new ConfigError(`${prefix}_MODEL`, 'set it too, to the name of the model');
  return { baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''), model, ...(apiKey === undefined ? {} : { apiKey }) };
}

function readMasterKeySource(values: {
  readonly PLATEN_MASTER_KEY?: Buffer;
  readonly PLATEN_MASTER_KEY_FILE?: string;
  readonly PLATEN_MASTER_KEY_COMMAND?: string;
  readonly PLATEN_MASTER_KEY_PREVIOUS?: Buffer;
}): MasterKeySource {
  const { PLATEN_MASTER_KEY: key, PLATEN_MASTER_KEY_FILE: file, PLATEN_MASTER_KEY_COMMAND: command } = values;
  if ([key, file, command].filter((source) => source !== undefined).length > 1) {
    const last = command === undefined ? 'PLATEN_MASTER_KEY_FILE' : 'PLATEN_MASTER_KEY_COMMAND';
    throw new ConfigError(last, 'give the master key in one way only');
  }
  return { key, file, command, previous: values.PLATEN_MASTER_KEY_PREVIOUS };
}

/** The 32 bytes of a master key in hex or base64; undefined if it is none. */
export function parseMasterKey(text: string): Buffer | undefined {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  // Base64 of 32 bytes ends in one "=", which some programs leave out.
  return /^[A-Za-z0-9+/]{43}=?$/.test(trimmed) ? Buffer.from(trimmed, 'base64') : undefined;
}

function readTls(certFile: string | undefined, keyFile: string | undefined): TlsFiles | undefined {
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined) throw new ConfigError('TLS_CERT', 'set it too, to the certificate of TLS_KEY');
  if (keyFile === undefined) throw new ConfigError('TLS_KEY', 'set it too, to the private key of TLS_CERT');
  const tls = { cert: readPem('TLS_CERT', certFile), key: readPem('TLS_KEY', keyFile) };
  try {
    createSecureContext(tls);
  } catch {
    throw new ConfigError('TLS_CERT', 'use a PEM certificate, and in TLS_KEY the PEM private key that belongs to it');
  }
  return tls;
}

function readPem(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new ConfigError(variable, 'use the path of a PEM file that can be read');
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isDestination(entry: string): boolean {
  const port = HOST_PORT.exec(entry)?.[1];
  return port === undefined ? isNetwork(entry) : Number(port) >= 1 && Number(port) <= 65_535;
}

function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return prefix === undefined || (/^[0-9]{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

function addresses(entries: readonly string[]): BlockList {
  const result = new BlockList();
  for (const entry of entries) {
    const [given = '', prefix] = entry.split('/');
    const address = unmapped(given);
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    result.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
  }
  return result;
}
