import { z } from 'zod';
import {
  httpUrl,
  isExecutable,
  list,
  postgresUrl,
  publicUrl,
  secret,
  smtpUrl,
  wholeNumber,
  yesOrNo,
} from './fields.ts';
import { masterKey } from './master-key.ts';
import { isDestination, isNetwork } from './networks.ts';
import { anchorPlace, objectsPlace } from './objects.ts';
import { DEFAULT_RETENTION, retentionPeriods } from './retention.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The variables that the service knows; an empty one counts as not set. */
export const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3_000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]+$/, 'use an IP address or a host name, for example 0.0.0.0')
    // One name for two addresses would need two listeners.
    .transform((host) => (host.toLowerCase() === 'localhost' ? '127.0.0.1' : host))
    .default('127.0.0.1'),
  PLATEN_DATA: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  PLATEN_ROLE: z.enum(['all', 'api', 'worker'], 'use all, api or worker').default('all'),
  PLATEN_DATABASE_CONNECTIONS: wholeNumber(2, 500).default(10),
  PLATEN_OBJECTS: objectsPlace.optional(),
  PLATEN_AUDIT_ANCHOR: anchorPlace.optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().optional(),
  AWS_DEFAULT_REGION: z.string().optional(),
  AWS_ENDPOINT_URL: z.string().optional(),
  AWS_ENDPOINT_URL_S3: z.string().optional(),
  PLATEN_MASTER_KEY: masterKey.optional(),
  PLATEN_MASTER_KEY_FILE: z.string().optional(),
  PLATEN_MASTER_KEY_COMMAND: z.string().optional(),
  PLATEN_MASTER_KEY_PREVIOUS: masterKey.optional(),
  PLATEN_CHROME: z.string().refine(isExecutable, 'use the path of a browser that can be run').optional(),
  PLATEN_CONCURRENCY: wholeNumber(1, 64).optional(),
  PLATEN_REUSE: yesOrNo.default(true),
  PLATEN_RATE_LIMIT: wholeNumber(0, 1_000_000).default(250),
  PLATEN_CONCURRENCY_PER_KEY: wholeNumber(0, 10_000).default(50),
  PLATEN_IDLE_CONNECTIONS: wholeNumber(0, 100_000).default(256),
  PLATEN_BOOTSTRAP_KEY: secret.optional(),
  PLATEN_EGRESS_ALLOW: list
    .refine((entries) => entries.every(isDestination), 'use entries such as cms.internal:8080 or 10.2.0.0/16')
    .default([]),
  PLATEN_EGRESS_DENY: list
    .refine((entries) => entries.every(isDestination), 'use entries such as cms.internal:8080 or 10.2.0.0/16')
    .default([]),
  PLATEN_UNSAFE_NO_SANDBOX: yesOrNo.default(false),
  PLATEN_UNSAFE_SHARED_USER: yesOrNo.default(false),
  PLATEN_ALLOW_HTTP: yesOrNo.default(false),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TRUSTED_PROXIES: list
    .refine((entries) => entries.every(isNetwork), 'use addresses or CIDR ranges such as 10.0.0.0/8')
    .optional(),
  PLATEN_PUBLIC_URL: publicUrl.optional(),
  SMTP_URL: smtpUrl.optional(),
  PLATEN_SIGN_UP: z.enum(['open', 'invited', 'closed'], 'use open, invited or closed').optional(),
  BILLING: z.enum(['off', 'test', 'stripe'], 'use off, test or stripe').default('off'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: httpUrl.optional(),
  PLATEN_PLANS: z.string().optional(),
  PLATEN_SELLER: z.string().optional(),
  PLATEN_OAUTH_DROPBOX: z.string().optional(),
  PLATEN_OAUTH_GOOGLE_DRIVE: z.string().optional(),
  PLATEN_OAUTH_ONEDRIVE: z.string().optional(),
  PLATEN_OAUTH_BOX: z.string().optional(),
  AI_ACCESS: z.enum(['open', 'waitlist'], 'use open or waitlist').default('open'),
  AI_BAA: yesOrNo.default(false),
  AI_BASE_URL: httpUrl.optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  AI_FALLBACK_BASE_URL: httpUrl.optional(),
  AI_FALLBACK_API_KEY: z.string().optional(),
  AI_FALLBACK_MODEL: z.string().optional(),
  PLATEN_KEEP_ANSWERS: yesOrNo.default(true),
  PLATEN_RETENTION: retentionPeriods.default(DEFAULT_RETENTION),
  LOG_LEVEL: z.enum(LOG_LEVELS, `use one of ${LOG_LEVELS.join(', ')}`).default('info'),
  PLATEN_METRICS_TOKEN: secret.optional(),
  PLATEN_OPERATOR_TOKEN: secret.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: z.string().default('platen'),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
});

export type Environment = z.infer<typeof environment>;
