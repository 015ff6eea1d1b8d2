import { existsSync, readFileSync } from 'node:fs';

/** A package as package-lock.json (version 3) has it. */
interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
}

const LOCK = new URL('../../../../package-lock.json', import.meta.url);

/**
 * What the service is made of, in the form of CycloneDX 1.6 (ECMA-424): the packages of npm that it runs with, by
 * package-lock.json, with license, digest, and whether they are optional. Undefined where that file is not beside the service.
 */
export function billOfMaterials({ version, at }: { readonly version: string; readonly at: Date }): string | undefined {
  if (!existsSync(LOCK)) return undefined;
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const components = new Map<string, object>();
  for (const [place, locked] of Object.entries(packages)) {
    const name = place.split('node_modules/').at(-1) ?? '';
    if (!place.includes('node_modules/') || locked.version === undefined || !isShipped(locked)) continue;
    const purl = `pkg:npm/${name.replace('@', '%40')}@${locked.version}`;
    components.set(purl, component(purl, name, locked));
  }
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { timestamp: at.toISOString(), component: { type: 'application', name: 'platen', version } },
    components: [...components.values()],
  };
  return `${JSON.stringify(bill, null, 1)}\n`;
}

/** Those of NOTICE, and those that are optional: none that only tools and tests need, or that somebody else has to install. */
const isShipped = ({ dev, devOptional, peer, link }: LockedPackage): boolean => !(dev || devOptional || peer || link);

function component(purl: string, name: string, locked: LockedPackage): object {
  const { version, license, integrity, optional } = locked;
  const [, digest] = /^sha512-([A-Za-z0-9+/=]{88})$/.exec(integrity ?? '') ?? [];
  const content = digest && Buffer.from(digest, 'base64').toString('hex');
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    // Optional: npm installs it where the system is one that it is for, and the service works without it.
    scope: optional ? 'optional' : 'required',
    purl,
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...(content === undefined ? {} : { hashes: [{ alg: 'SHA-512', content }] }),
  };
}
