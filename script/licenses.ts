/**
 * Writes NOTICE: what a service is made of, and under which licences. `node script/licenses.ts [--check]`
 *
 * Every package of package-lock.json is looked at, tools too, and one under a licence that is not in {@link ALLOWED} is an
 * error. NOTICE lists those that a service runs with.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Licences that ask for no more than their text (SPDX). */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

/** Packages under another licence, and why that is all right. */
const EXCEPTIONS: readonly { readonly license: string; readonly name: RegExp; readonly because: string }[] = [
  // The MPL binds the files that it is in; they are used as they were published.
  { license: 'MPL-2.0', name: /^@duckduckgo\/autoconsent$/, because: 'unmodified files' },
  {
    license: 'MPL-2.0',
    name: /^lightningcss(-|$)/,
    because: 'a tool of the build and of tests; none of its files is sent',
  },
  { license: 'MPL-2.0', name: /^axe-core$/, because: 'a tool of tests, unmodified' },
  {
    license: 'none',
    name: /^(?:reserved|busboy|streamsearch|humanize-number)$/,
    because: 'MIT, said in an older form that the lock does not have; tools of tests',
  },
  {
    license: 'none',
    name: /^(?:ssh2|cpu-features|buildcheck)$/,
    because: 'MIT, said in an older form that the lock does not have',
  },
];

/** What is no package of npm. */
const OTHERS = [
  'deploy/seccomp.json, the default profile of containers/common with two calls more: Apache-2.0.',
  'Caladea, the font in examples/report/fonts: SIL Open Font License 1.1 (examples/report/fonts/OFL.txt).',
  'A browser and fonts come from the operating system, or from @sparticuz/chromium (MIT; Chromium: BSD-3-Clause).',
];

const ROOT = path.join(import.meta.dirname, '..');
const NOTICE = path.join(ROOT, 'NOTICE');

/** A package as package-lock.json (version 3) has it. */
interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
}

interface Dependency {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly folder: string;
  /** Whether a service has it. */
  readonly shipped: boolean;
}

/** @param lock text of a package-lock.json */
export function dependenciesOf(lock: string): Dependency[] {
  const { packages } = JSON.parse(lock) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && link !== true)
    .map(([folder, entry]) => ({
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
      license: entry.license ?? 'none',
      folder,
      shipped: !(entry.dev || entry.optional || entry.devOptional || entry.peer),
    }))
    .sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));
}

/** One sentence for each package whose licence is not allowed. */
export function refusedLicenses(dependencies: readonly Dependency[]): string[] {
  return dependencies
    .filter(({ name, license }) => !isAllowed(license, name))
    .map(
      ({ name, version, license }) => `${name} ${version} is under ${license}, which script/licenses.ts does not allow`,
    );
}

/** Understands the expressions of SPDX that are in use: one licence, `A OR B`, `A AND B`, in parentheses or not. */
function isAllowed(license: string, name: string): boolean {
  const expression = license.replace(/^\((.*)\)$/, '$1');
  if (expression.includes(' OR ')) return expression.split(' OR ').some((part) => isAllowed(part, name));
  if (expression.includes(' AND ')) return expression.split(' AND ').every((part) => isAllowed(part, name));
  return ALLOWED.has(expression) || EXCEPTIONS.some((it) => it.license === expression && it.name.test(name));
}

function noticeOf(dependencies: readonly Dependency[]): string {
  const shipped = dependencies.filter((dependency) => dependency.shipped);
  const list = shipped.map(({ name, version, license }) => `${name} ${version}: ${license}`);
  return `${[
    'Platen\nCopyright 2026 the authors of Platen\n\nLicensed under the Apache License, Version 2.0; see LICENSE.',
    'A service runs with these packages, installed as their authors published them, each with its licence in its folder\n' +
      'of node_modules. This list is made by "node script/licenses.ts"; do not edit it.',
    [...new Set(list)].join('\n'),
    OTHERS.join('\n'),
    ...shipped.flatMap(noticeFile),
  ].join('\n\n')}\n`;
}

/** The NOTICE that a package brings: the Apache License asks for it to be passed on. */
function noticeFile({ name, folder }: Dependency): string[] {
  const home = path.join(ROOT, folder);
  if (!existsSync(home)) return [];
  const file = readdirSync(home).find((entry) => /^notice(\.(md|txt))?$/i.test(entry));
  return file === undefined ? [] : [`NOTICE of ${name}:\n\n${readFileSync(path.join(home, file), 'utf8').trim()}`];
}

if (import.meta.main) {
  const dependencies = dependenciesOf(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const problems = refusedLicenses(dependencies);
  const notice = noticeOf(dependencies);
  if (!process.argv.includes('--check')) writeFileSync(NOTICE, notice);
  else if (!existsSync(NOTICE) || readFileSync(NOTICE, 'utf8') !== notice) {
    problems.push('NOTICE is not what package-lock.json says. Run "node script/licenses.ts".');
  }
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
