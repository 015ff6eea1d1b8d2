import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { descendants } from '../isolation/descendants.ts';
import { withoutInheritedFiles } from '../isolation/inherited-files.ts';
import { packageFolder, readOnlyFlags } from '../isolation/node-flags.ts';
import { type NodeIsolation, nodeIsolation } from '../isolation/node-isolation.ts';
import { childFiles } from '../isolation/plain-copies.ts';

/**
 * Child processes that render templates. A child inherits nothing: no environment, no file descriptors but the
 * channel, and, by Node's permission model, no files but its own, no processes, no threads and no addons. Around that
 * it is walled in by the system, as the browser is: see `nodeIsolation`.
 */

/** The descriptor of the channel, the last that a child gets. */
const CHANNEL = 3;

/** Everything a child loads, first what it begins with. A file that is missing here cannot be read, and the child does not start. */
const OWN_FILES = [
  './template-child.ts',
  './template-protocol.ts',
  './liquid.ts',
  './liquid-arguments.ts',
  './liquid-arithmetic.ts',
  './liquid-barcodes.ts',
  './liquid-cache.ts',
  './liquid-check.ts',
  './liquid-conditions.ts',
  './liquid-context.ts',
  './liquid-dates.ts',
  './liquid-engine.ts',
  './liquid-fault.ts',
  './liquid-files.ts',
  './liquid-filters.ts',
  './liquid-known.ts',
  './liquid-limits.ts',
  './liquid-locale.ts',
  './liquid-lookalikes.ts',
  './liquid-markdown.ts',
  './liquid-markup.ts',
  './liquid-metaschema.ts',
  './liquid-numbers.ts',
  './liquid-output.ts',
  './liquid-print.ts',
  './liquid-schema.ts',
  './liquid-schema-check.ts',
  './liquid-schema-references.ts',
  './liquid-snippets.ts',
  './liquid-tags.ts',
  '../nearest.ts',
  '../../package.json',
];

/** What a child may load of packages: all of liquidjs, and of others the file that is used. */
const PACKAGE_FILES: Readonly<Record<string, readonly string[]>> = {
  liquidjs: ['*'],
  'bwip-js': ['package.json', 'dist/bwip-js-node.js'],
  marked: ['package.json', 'lib/marked.esm.js'],
  'big.js': ['package.json', 'big.mjs'],
  '@cfworker/json-schema': ['package.json', 'dist/commonjs/*'],
};

/** The modules of a child, for `script/prepare-children.ts`. */
export const TEMPLATE_SOURCES: readonly string[] = OWN_FILES.map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
);

/** The arguments with which Node may do nothing but read what a child loads. */
export function nodeFlags(): string[] {
  const readable = [
    ...childFiles(TEMPLATE_SOURCES),
    ...Object.entries(PACKAGE_FILES).flatMap(([name, files]) => files.map((file) => join(packageFolder(name), file))),
  ];
  return [
    ...readOnlyFlags(readable),
    // What a rendering could change of the language itself, the next one would meet.
    '--frozen-intrinsics',
    '--max-old-space-size=96',
    '--max-semi-space-size=8',
  ];
}

export interface TemplateProcess {
  readonly child: ChildProcess;
  /** Process id of the child itself, inside whatever it was started with. Known once it is ready. */
  readonly pid: () => number | undefined;
  /** Resolves when the child waits for its first job; rejects when it ends before. */
  readonly ready: Promise<void>;
}

/** How children are walled in on this machine. */
export const templateIsolationHere = (): NodeIsolation =>
  nodeIsolation({
    name: 'templates',
    files: [...childFiles(TEMPLATE_SOURCES), ...Object.keys(PACKAGE_FILES).map(packageFolder)],
  });

/** Starts a child. */
export function startProcess(): TemplateProcess {
  const { user, wrap } = templateIsolationHere();
  const [entry = ''] = childFiles(TEMPLATE_SOURCES);
  const started = wrap({ command: process.execPath, args: [...nodeFlags(), entry] });
  const { command, args } = withoutInheritedFiles(started, CHANNEL);
  const child = spawn(command, args, {
    ...(user ?? {}),
    // Nothing is inherited. Times without a zone are taken for UTC, wherever the machine stands.
    env: { TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
    cwd: '/',
    // A group of its own, which ends with it: see `endGroup`.
    detached: true,
  });
  let pid: number | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => {
      // It starts no processes: the last one below is the child.
      pid = child.pid === undefined ? undefined : (descendants(child.pid).at(-1) ?? child.pid);
      resolve();
    });
    child.once('exit', () => {
      // What it was started with may have been ended from outside while it started. What is left ends with the channel.
      if (child.connected) child.disconnect();
      reject(new Error('the child ended before it was ready'));
    });
    // Stays for the life of the child: a failed kill or send is reported here, and its exit says all that matters.
    child.on('error', reject);
  });
  ready.catch(() => undefined);
  return { child, pid: () => pid, ready };
}
