import type { BlockList } from 'node:net';
import type { Config } from '../config/config.ts';
import type { MasterKeySource } from '../config/master-key.ts';
import type { AiModel } from '../config/models.ts';
import type { ObjectsPlace } from '../config/objects.ts';

/** What stands in the place of a secret that is set. */
const SET = 'set';

/** The setting as it is. */
const same = (value: unknown) => value ?? null;
const whether = (value: unknown) => (value === undefined ? null : SET);

/** How each setting is shown, without a secret. A new one has to be put here before it compiles. */
const SHOWN: { readonly [Name in keyof Config]-?: (value: Config[Name]) => unknown } = {
  host: same,
  port: same,
  dataFolder: same,
  databaseUrl: (url) => url && withoutPassword(url),
  databaseConnections: same,
  role: same,
  objects: (place) => place && placeOf(place),
  masterKey: sourceOf,
  chrome: same,
  concurrency: same,
  reusePages: same,
  rateLimit: same,
  concurrencyPerKey: same,
  idleConnections: same,
  bootstrapKey: whether,
  egressAllow: same,
  egressDeny: same,
  allowNoSandbox: same,
  allowSharedUser: same,
  allowHttp: same,
  tls: whether,
  trustedProxies: (proxies: BlockList | undefined) => proxies?.rules ?? null,
  publicUrl: same,
  smtpUrl: (url) => url && withoutPassword(url),
  signUp: same,
  billing: same,
  stripe: whether,
  clientApps: (apps) => Object.keys(apps ?? {}),
  plansFile: same,
  sellerFile: same,
  aiCovered: same,
  aiAccess: same,
  aiModel: (models) => [models?.primary, models?.fallback].flatMap((model) => (model ? [modelOf(model)] : [])),
  keepAnswers: same,
  retention: same,
  logLevel: same,
  metricsToken: whether,
  traces: (traces) => traces && withoutPassword(traces.endpoint),
};

/** The settings of an instance by their names in `Config`; of a secret only whether it is set. */
export function shownSettings(config: Config): Readonly<Record<string, unknown>> {
  const shown = <Name extends keyof Config>(name: Name) => SHOWN[name](config[name]) ?? null;
  return Object.fromEntries((Object.keys(SHOWN) as (keyof Config)[]).map((name) => [name, shown(name)]));
}

/** Name and password of an address, and what follows its path, may be secrets. */
function withoutPassword(text: string): string {
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}//${host}${pathname}`;
}

function placeOf(place: ObjectsPlace): object {
  if (place.kind !== 's3') return place;
  const { kind, bucket, prefix, endpoint, region } = place;
  return { kind, bucket, prefix, endpoint: withoutPassword(endpoint), region };
}

function sourceOf({ key, file, command, previous }: MasterKeySource): object {
  const source = key ? 'environment' : file !== undefined ? 'file' : command !== undefined ? 'command' : 'data folder';
  return { source, previous: whether(previous) };
}

const modelOf = ({ baseUrl, model, apiKey }: AiModel) => ({
  baseUrl: withoutPassword(baseUrl),
  model,
  apiKey: whether(apiKey),
});
