import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../testing/certificate.ts';
import { readConfig } from './config.ts';

/** Settings that each say that others use the service. */
const FOR_OTHERS: readonly Record<string, string>[] = [
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { TRUSTED_PROXIES: '127.0.0.1' },
  { PLATEN_PUBLIC_URL: 'https://pdf.example' },
  { PLATEN_SIGN_UP: 'open' },
  { PLATEN_ROLE: 'worker', DATABASE_URL: 'postgres:///platen' },
];

describe('readConfig', () => {
  it('suits one machine when nothing is set', () => {
    const { shown, ...config } = readConfig({});
    expect(config).toEqual({
      host: '127.0.0.1',
      port: 3_000,
      rateLimit: 250,
      concurrencyPerKey: 50,
      idleConnections: 256,
      dataFolder: path.resolve('data'),
      egressAllow: [],
      egressDeny: [],
      allowNoSandbox: false,
      allowSharedUser: true,
      allowHttp: false,
      reusePages: true,
      billing: 'off',
      aiAccess: 'open',
      aiCovered: false,
      keepAnswers: true,
      retention: { results: 30, jobs: 30, deliveries: 30, logs: 30 },
      logLevel: 'info',
      databaseConnections: 10,
      role: 'all',
      masterKey: {},
      signUp: 'first',
    });
  });

  it('takes an empty variable as not set', () => {
    expect(readConfig({ PORT: '', HOST: '', PLATEN_BOOTSTRAP_KEY: '', TLS_CERT: '', LOG_LEVEL: '' })).toEqual(
      readConfig({}),
    );
  });

  it('reads every setting', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      PLATEN_DATA: '/var/lib/platen',
      PLATEN_CHROME: process.execPath,
      PLATEN_CONCURRENCY: '4',
      PLATEN_REUSE: '0',
      PLATEN_RATE_LIMIT: '0',
      PLATEN_CONCURRENCY_PER_KEY: '7',
      PLATEN_IDLE_CONNECTIONS: '9',
      PLATEN_BOOTSTRAP_KEY: 'a key of 24 characters, ü',
      PLATEN_EGRESS_ALLOW: 'cms.internal:8080, 10.2.0.0/16 [fd00::1]:443\n192.168.1.1',
      PLATEN_EGRESS_DENY: '203.0.113.0/24,cms.internal:9000',
      PLATEN_ALLOW_HTTP: '1',
      AI_ACCESS: 'waitlist',
      AI_BAA: '1',
      AI_BASE_URL: 'http://127.0.0.1:11434/v1/',
      AI_MODEL: 'small',
      AI_FALLBACK_BASE_URL: 'https://api.example/v1',
      AI_FALLBACK_API_KEY: 'key of the provider',
      AI_FALLBACK_MODEL: 'large',
      PLATEN_KEEP_ANSWERS: '0',
      PLATEN_OBJECTS: 'database',
      BILLING: 'test',
      PLATEN_PLANS: '/etc/plans.json',
      PLATEN_SELLER: '/etc/seller.json',
      PLATEN_OAUTH_DROPBOX: 'app:se:cret',
      PLATEN_OAUTH_BOX: 'other:secret',
      TRUSTED_PROXIES: '::ffff:10.0.0.0/104, 2001:db8::1',
      LOG_LEVEL: 'debug',
      PLATEN_METRICS_TOKEN: 'a token of 24 characters',
      PLATEN_OPERATOR_TOKEN: 'other token of 24 letters',
    });
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 8_080,
      dataFolder: '/var/lib/platen',
      chrome: process.execPath,
      concurrency: 4,
      reusePages: false,
      rateLimit: 0,
      concurrencyPerKey: 7,
      idleConnections: 9,
      bootstrapKey: 'a key of 24 characters, ü',
      egressAllow: ['cms.internal:8080', '10.2.0.0/16', '[fd00::1]:443', '192.168.1.1'],
      egressDeny: ['203.0.113.0/24', 'cms.internal:9000'],
      allowNoSandbox: false,
      allowSharedUser: false,
      allowHttp: true,
      objects: { kind: 'database' },
      aiAccess: 'waitlist',
      aiCovered: true,
      aiModel: {
        primary: { baseUrl: 'http://127.0.0.1:11434/v1', model: 'small' },
        fallback: { baseUrl: 'https://api.example/v1', model: 'large', apiKey: 'key of the provider' },
      },
      keepAnswers: false,
      billing: 'test',
      plansFile: '/etc/plans.json',
      sellerFile: '/etc/seller.json',
      clientApps: { dropbox: { id: 'app', secret: 'se:cret' }, box: { id: 'other', secret: 'secret' } },
      logLevel: 'debug',
      metricsToken: 'a token of 24 characters',
      operatorToken: 'other token of 24 letters',
    });
    expect(config.trustedProxies?.check('10.9.9.9')).toBe(true);
    expect(config.trustedProxies?.check('2001:db8::1', 'ipv6')).toBe(true);
    expect(config.trustedProxies?.check('2001:db8::2', 'ipv6')).toBe(false);
  });

  it('gives up the sandbox only when told, and never where it converts for others', () => {
    const off = { PLATEN_UNSAFE_NO_SANDBOX: '1' };
    for (const HOST of ['127.0.0.2', 'localhost', '::1']) {
      expect(readConfig({ HOST }).allowNoSandbox).toBe(false);
      expect(readConfig({ HOST, ...off }).allowNoSandbox).toBe(true);
    }
    for (const settings of FOR_OTHERS) {
      expect(() => readConfig({ ...settings, ...off })).toThrow(/^PLATEN_UNSAFE_NO_SANDBOX: only a service for this/);
    }
  });

  it('shares its user with the browser only while it converts for this machine alone, or when told', () => {
    expect(readConfig({ PLATEN_PUBLIC_URL: 'http://localhost:3000' }).allowSharedUser).toBe(true);
    for (const settings of FOR_OTHERS) {
      expect(readConfig(settings).allowSharedUser, JSON.stringify(settings)).toBe(false);
      expect(readConfig({ ...settings, PLATEN_UNSAFE_SHARED_USER: '1' }).allowSharedUser).toBe(true);
    }
  });

  it('takes Stripe with its keys and a PostgreSQL only', () => {
    const shared = {
      BILLING: 'stripe',
      DATABASE_URL: 'postgres:///platen',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    };
    const stripe = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };
    expect(readConfig(shared)).toMatchObject({ billing: 'stripe', stripe });
    const apiBase = 'http://127.0.0.1:12111';
    expect(readConfig({ ...shared, STRIPE_API_BASE: apiBase }).stripe).toEqual({ ...stripe, apiBase });
    for (const [name, value] of [
      ['STRIPE_SECRET_KEY', 'pk_test_1'],
      ['STRIPE_WEBHOOK_SECRET', ''],
      ['STRIPE_API_BASE', 'http://stripe.example'],
    ] as const) {
      expect(() => readConfig({ ...shared, [name]: value })).toThrow(new RegExp(`^${name}: `));
    }
    expect(readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' }).stripe).toBeUndefined();
  });

  it.each([
    ['BILLING', 'paypal'],
    ['BILLING', 'stripe'],
    ['PLATEN_OAUTH_BOX', 'id without its secret'],
    ['AI_ACCESS', 'closed'],
    ['AI_BASE_URL', 'api.example'],
    ['AI_BASE_URL', 'https://user:secret@api.example/v1'],
    ['AI_BASE_URL', 'https://api.example/v1?key=1'],
    ['AI_FALLBACK_BASE_URL', 'api.example'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000x'],
    ['HOST', 'http://0.0.0.0'],
    ['PLATEN_CHROME', '/nowhere/chromium'],
    ['PLATEN_CONCURRENCY', '0'],
    ['PLATEN_REUSE', 'never'],
    ['PLATEN_CONCURRENCY', '1.5'],
    ['PLATEN_RATE_LIMIT', '-1'],
    ['PLATEN_RATE_LIMIT', '1000001'],
    ['PLATEN_RATE_LIMIT', 'none'],
    ['PLATEN_CONCURRENCY_PER_KEY', '10001'],
    ['PLATEN_CONCURRENCY_PER_KEY', '1.5'],
    ['PLATEN_IDLE_CONNECTIONS', '-1'],
    ['PLATEN_BOOTSTRAP_KEY', 'shorter-than-24-letters'],
    ['PLATEN_BOOTSTRAP_KEY', ' a-key-that-begins-with-a-space'],
    ['PLATEN_BOOTSTRAP_KEY', 'a-key-that-spans\ntwo-lines-of-text'],
    ['PLATEN_BOOTSTRAP_KEY', 'a-key-that-rings-the-bell\x07!'],
    ['PLATEN_EGRESS_ALLOW', 'http://cms.internal:8080'],
    ['PLATEN_EGRESS_DENY', '10.0.0.0/33'],
    ['PLATEN_EGRESS_ALLOW', 'cms.internal'],
    ['PLATEN_EGRESS_ALLOW', 'cms.internal:0'],
    ['PLATEN_EGRESS_ALLOW', '10.0.0.0/33'],
    ['PLATEN_ALLOW_HTTP', 'yes'],
    ['PLATEN_UNSAFE_NO_SANDBOX', '2'],
    ['PLATEN_UNSAFE_SHARED_USER', 'on'],
    ['TRUSTED_PROXIES', 'proxy.internal'],
    ['TRUSTED_PROXIES', '::ffff:10.0.0.0/64'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['LOG_LEVEL', 'verbose'],
    ['PLATEN_METRICS_TOKEN', 'shorter-than-24-letters'],
    ['PLATEN_OPERATOR_TOKEN', 'shorter-than-24-letters'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://127.0.0.1:4317'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http://'],
  ])('refuses %s=%j in one line that names it', (variable, value) => {
    let message = '';
    try {
      readConfig({ [variable]: value });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(new RegExp(`^${variable}: .+$`));
    expect(message).not.toContain('\n');
  });

  it('does not repeat a key that it refuses', () => {
    expect(() => readConfig({ PLATEN_BOOTSTRAP_KEY: 'canary' })).toThrow(/^(?!.*canary).*$/);
  });
});

describe('the role', () => {
  it('is one of three, and needs a database to share unless it is all of them', () => {
    const shared = { DATABASE_URL: 'postgres:///platen' };
    for (const role of ['all', 'api', 'worker']) expect(readConfig({ ...shared, PLATEN_ROLE: role }).role).toBe(role);
    expect(() => readConfig({ ...shared, PLATEN_ROLE: 'none' })).toThrow(/^PLATEN_ROLE: use all, api or worker$/);
    expect(() => readConfig({ PLATEN_ROLE: 'api' })).toThrow(/^PLATEN_ROLE: .*DATABASE_URL/);
    expect(() => readConfig({ PLATEN_ROLE: 'worker' })).toThrow(/^PLATEN_ROLE: .*DATABASE_URL/);
  });
});

describe('the settings of the database', () => {
  it.each([
    'postgresql://platen:secret@db.internal/platen?sslmode=verify-full',
    'postgres:///platen?host=/run/postgresql',
  ])('take %s', (url) => expect(readConfig({ DATABASE_URL: url })).toMatchObject({ databaseUrl: url }));

  it('bound the connections', () => {
    expect(readConfig({ PLATEN_DATABASE_CONNECTIONS: '40' }).databaseConnections).toBe(40);
    expect(() => readConfig({ PLATEN_DATABASE_CONNECTIONS: '1' })).toThrow(/^PLATEN_DATABASE_CONNECTIONS: /);
  });

  it('refuse other databases, and do not repeat what may hold a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://u:canary@h/d' })).toThrow(/^DATABASE_URL: (?!.*canary).*$/);
  });
});

describe('the settings of the master key', () => {
  const bytes = Buffer.alloc(32, 0xfb);
  const read = (env: Record<string, string>) => readConfig(env).masterKey;

  it.each(['hex', 'base64'] as const)('take 32 bytes in %s', (encoding) => {
    expect(read({ PLATEN_MASTER_KEY: ` ${bytes.toString(encoding)}\n` }).key).toEqual(bytes);
  });

  it('name the key before, a file or a command', () => {
    const previous = bytes.toString('hex');
    expect(read({ PLATEN_MASTER_KEY_FILE: '/k', PLATEN_MASTER_KEY_PREVIOUS: previous })).toEqual({
      file: '/k',
      previous: bytes,
    });
    expect(read({ PLATEN_MASTER_KEY_COMMAND: 'kms get' })).toEqual({ command: 'kms get' });
  });

  it.each(['canary', 'ab'.repeat(31), 'ab'.repeat(33), `${'A'.repeat(42)}==`])(
    'refuse %s and keep it to themselves',
    (key) => {
      for (const variable of ['PLATEN_MASTER_KEY', 'PLATEN_MASTER_KEY_PREVIOUS']) {
        const refusal = new RegExp(`^${variable}: use 32 bytes(?!.*${key}).*$`);
        expect(() => read({ [variable]: key })).toThrow(refusal);
      }
    },
  );

  it('refuse a key that is given in two ways', () => {
    const key = bytes.toString('hex');
    expect(() => read({ PLATEN_MASTER_KEY: key, PLATEN_MASTER_KEY_FILE: '/k' })).toThrow(
      /^PLATEN_MASTER_KEY_FILE: give/,
    );
    expect(() => read({ PLATEN_MASTER_KEY_FILE: '/k', PLATEN_MASTER_KEY_COMMAND: 'x' })).toThrow(
      /^PLATEN_MASTER_KEY_COMMAND: give/,
    );
  });
});

describe('the settings of people', () => {
  it('are an origin, a mail server and who can sign up', () => {
    const set = readConfig({
      PLATEN_PUBLIC_URL: 'https://PDF.example/',
      SMTP_URL: 'smtps://user:secret@mail.example',
      PLATEN_SIGN_UP: 'invited',
    });
    expect(set).toMatchObject({
      publicUrl: 'https://pdf.example',
      smtpUrl: 'smtps://user:secret@mail.example',
      signUp: 'invited',
    });
  });

  it.each([
    ['PLATEN_PUBLIC_URL', 'pdf.example'],
    ['PLATEN_PUBLIC_URL', 'https://pdf.example/path'],
    ['PLATEN_PUBLIC_URL', 'https://user:secret@pdf.example'],
    ['SMTP_URL', 'https://user:secret@mail.example'],
    ['SMTP_URL', 'mail.example secret'],
    ['PLATEN_SIGN_UP', 'secret'],
  ])('refuse %s=%s, and do not repeat it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
    expect(() => readConfig({ [name]: value })).not.toThrow('secret');
  });
});

describe('the settings of traces', () => {
  const traces = (env: Record<string, string>) => readConfig(env).traces;
  const general = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

  it('are those of OpenTelemetry', () => {
    const endpoint = 'http://127.0.0.1:4318/v1/traces';
    expect(traces({})).toBeUndefined();
    expect(traces(general)).toEqual({ endpoint, serviceName: 'platen' });
    expect(traces({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' })).toMatchObject({ endpoint });
    expect(traces({ ...general, OTEL_SERVICE_NAME: 'press' })).toEqual({ endpoint, serviceName: 'press' });
    const own = 'https://collector.internal/of/traces';
    expect(traces({ ...general, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own })).toMatchObject({ endpoint: own });
    expect(traces({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own })).toMatchObject({ endpoint: own });
  });

  it.each([
    ['OTEL_SDK_DISABLED', 'true'],
    ['OTEL_TRACES_EXPORTER', 'none'],
  ])('turn them off with %s=%s', (variable, value) => {
    expect(traces({ ...general, [variable]: value })).toBeUndefined();
  });
});

describe('TLS', () => {
  let folder: string;
  const file = (name: string) => path.join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'platen-tls-'));
    for (const name of ['one', 'other']) makeCertificate({ cert: file(`${name}.crt`), key: file(`${name}.key`) });
    writeFileSync(file('broken.key'), 'no key');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('takes a certificate with its key', () => {
    const { tls } = readConfig({ TLS_CERT: file('one.crt'), TLS_KEY: file('one.key') });
    expect(tls?.cert.toString()).toContain('BEGIN CERTIFICATE');
  });

  it.each([
    ['TLS_KEY', { TLS_CERT: 'one.crt' }],
    ['TLS_CERT', { TLS_KEY: 'one.key' }],
    ['TLS_CERT', { TLS_CERT: 'missing.crt', TLS_KEY: 'one.key' }],
    ['TLS_KEY', { TLS_CERT: 'one.crt', TLS_KEY: 'missing.key' }],
    ['TLS_CERT', { TLS_CERT: 'one.crt', TLS_KEY: 'other.key' }],
    ['TLS_CERT', { TLS_CERT: 'one.crt', TLS_KEY: 'broken.key' }],
  ])('names %s when it is at fault in %j', (variable, files) => {
    const env = Object.fromEntries(Object.entries(files).map(([name, value]) => [name, file(value)]));
    expect(() => readConfig(env)).toThrow(new RegExp(`^${variable}: `));
  });
});
