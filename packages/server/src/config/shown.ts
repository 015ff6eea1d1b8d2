import { type Environment, environment } from './environment.ts';

/** A setting as whoever runs the service may see it. */
export interface ShownSetting {
  readonly name: string;
  /** Whether it has a value, of the environment or by default. */
  readonly set: boolean;
  /** What it is; null where it is not set, or is nobody's to read. */
  readonly value: string | null;
}

/** Those that hold no secret. What is not named here is not shown: a new setting is a secret until somebody decides. */
const OPEN: ReadonlySet<string> = new Set<keyof Environment>([
  'PORT',
  'HOST',
  'PLATEN_DATA',
  'PLATEN_ROLE',
  'PLATEN_DATABASE_CONNECTIONS',
  'AWS_REGION',
  'AWS_DEFAULT_REGION',
  'PLATEN_CHROME',
  'PLATEN_CONCURRENCY',
  'PLATEN_REUSE',
  'PLATEN_RATE_LIMIT',
  'PLATEN_CONCURRENCY_PER_KEY',
  'PLATEN_IDLE_CONNECTIONS',
  'PLATEN_EGRESS_ALLOW',
  'PLATEN_EGRESS_DENY',
  'PLATEN_UNSAFE_NO_SANDBOX',
  'PLATEN_UNSAFE_SHARED_USER',
  'PLATEN_ALLOW_HTTP',
  'TRUSTED_PROXIES',
  'PLATEN_PUBLIC_URL',
  'PLATEN_SIGN_UP',
  'BILLING',
  'PLATEN_PLANS',
  'PLATEN_SELLER',
  'AI_ACCESS',
  'AI_BAA',
  'AI_MODEL',
  'AI_FALLBACK_MODEL',
  'PLATEN_KEEP_ANSWERS',
  'PLATEN_RETENTION',
  'LOG_LEVEL',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_EXPORTER',
  'OTEL_SDK_DISABLED',
]);

/** Addresses that may have a password in them: the server is shown, and nothing else. */
const ADDRESSES: ReadonlySet<string> = new Set<keyof Environment>([
  'DATABASE_URL',
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
  'SMTP_URL',
  'STRIPE_API_BASE',
  'AI_BASE_URL',
  'AI_FALLBACK_BASE_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
]);

/** Every setting, as it is in force. */
export function shownSettings(values: Environment): readonly ShownSetting[] {
  return Object.keys(environment.shape).map((name) => {
    const value: unknown = values[name as keyof Environment];
    return { name, set: value !== undefined, value: value === undefined ? null : shownValue(name, value) };
  });
}

function shownValue(name: string, value: unknown): string | null {
  if (ADDRESSES.has(name)) return serverOf(String(value));
  return OPEN.has(name) ? textOf(value) : null;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function serverOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}
