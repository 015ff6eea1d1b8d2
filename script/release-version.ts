/**
 * Writes a version into the packages and the changelog: `node script/release-version.ts VERSION`. Asked by
 * `script/release`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** MAJOR.MINOR.PATCH, with a pre-release such as `-rc.1` or without (semver.org). */
const VERSION = /^(\d+)\.(\d+)\.(\d+)(-[0-9a-z.-]+)?$/;

/**
 * Whether one version comes after another. A pre-release comes before its release; two of one release are not compared.
 * @throws Error for what is no version
 */
export function isLater(version: string, than: string): boolean {
  const [a, b] = [partsOf(version), partsOf(than)];
  const at = [0, 1, 2].find((index) => a.numbers[index] !== b.numbers[index]);
  if (at === undefined) return b.preRelease && !a.preRelease;
  return (a.numbers[at] as number) > (b.numbers[at] as number);
}

function partsOf(version: string): { numbers: number[]; preRelease: boolean } {
  const match = VERSION.exec(version);
  if (match === null) throw new Error(`"${version}" is no version such as 1.2.3 or 1.2.3-rc.1.`);
  return { numbers: match.slice(1, 4).map(Number), preRelease: match[4] !== undefined };
}

/** A package.json with another version, also where it depends on a package of this repository. */
export function withVersion(manifest: string, version: string): string {
  const parsed = JSON.parse(manifest) as { version: string; dependencies?: Record<string, string> };
  parsed.version = version;
  for (const name of Object.keys(parsed.dependencies ?? {})) {
    if (name.startsWith('@platen/') && parsed.dependencies) parsed.dependencies[name] = version;
  }
  return `${JSON.stringify(parsed, null, 2)}\n`;
}

/** The pyproject.toml of a client with another version. */
export const withPythonVersion = (manifest: string, version: string): string =>
  manifest.replace(/^version = ".*"$/m, `version = "${version}"`);

/**
 * The changelog with what was unreleased under a version.
 * @param day YYYY-MM-DD
 * @throws Error if nothing is unreleased
 */
export function withRelease(changelog: string, version: string, day: string): string {
  const [before = '', rest] = changelog.split('## Unreleased\n', 2);
  if (rest === undefined) throw new Error('CHANGELOG.md has no section "## Unreleased".');
  const [changes = ''] = rest.split(/^## /m, 1);
  if (changes.trim() === '') throw new Error('CHANGELOG.md has nothing under "## Unreleased".');
  return `${before}## Unreleased\n\n## ${version} (${day})\n${rest}`;
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  const [version = ''] = process.argv.slice(2);
  const manifests = ['package.json', 'clients/n8n/package.json', ...globSync('packages/*/package.json', { cwd: root })];
  const edit = (file: string, change: (text: string) => string): void =>
    writeFileSync(path.join(root, file), change(readFileSync(path.join(root, file), 'utf8')));
  const { version: current } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  if (!isLater(version, current)) throw new Error(`${version} does not come after ${current}.`);
  edit('CHANGELOG.md', (text) => withRelease(text, version, new Date().toISOString().slice(0, 10)));
  edit('clients/python/pyproject.toml', (text) => withPythonVersion(text, version));
  for (const file of manifests) edit(file, (text) => withVersion(text, version));
}
