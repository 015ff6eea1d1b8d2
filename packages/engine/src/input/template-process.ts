import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Child processes that render one template each. A child inherits nothing: no environment, no file descriptors but the
 * channel, and, by Node's permission model, no files but its own, no processes, no threads and no addons.
 */

const CHILD = new URL('./template-child.ts', import.meta.url);

/** Everything a child loads. A file that is missing here cannot be read, and the child does not start. */
const OWN_FILES = [
  './template-child.ts',
  './template-protocol.ts',
  './liquid.ts',
  './liquid-fault.ts',
  './liquid-filters.ts',
  './liquid-markup.ts',
  './liquid-output.ts',
  './liquid-tags.ts',
  '../nearest.ts',
  '../../package.json',
];

/** Milliseconds after which an unused spare child is let go. */
const SPARE_LIFE = 60_000;

/** The folder of liquidjs, as the child finds it: the nearest `node_modules` that has it, links not followed. */
function liquidFolder(): string {
  const folders = createRequire(import.meta.url).resolve.paths('liquidjs') ?? [];
  const found = folders.map((folder) => join(folder, 'liquidjs')).find((folder) => existsSync(folder));
  if (found === undefined) throw new Error('liquidjs is not installed');
  return found;
}

function nodeFlags(): string[] {
  const readable = [
    ...OWN_FILES.map((file) => fileURLToPath(new URL(file, import.meta.url))),
    join(liquidFolder(), '*'),
  ];
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    // Following a link asks for its folders too, which the child may not read.
    '--preserve-symlinks',
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--max-old-space-size=64',
    '--max-semi-space-size=8',
  ];
}

export interface TemplateProcess {
  readonly child: ChildProcess;
  /** Resolves when the child waits for its job; rejects when it ends before. */
  readonly ready: Promise<void>;
}

function start(): TemplateProcess {
  const child = fork(CHILD, {
    execPath: process.execPath,
    execArgv: nodeFlags(),
    // Nothing is inherited. Times without a zone are taken for UTC, wherever the machine stands.
    env: { TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new Error('the child ended before it was ready')));
    // Stays for the life of the child: a failed kill or send is told here, and its exit says all that matters.
    child.on('error', reject);
  });
  ready.catch(() => undefined);
  return { child, ready };
}

interface Spare extends TemplateProcess {
  readonly retirement: NodeJS.Timeout;
}

let spare: Spare | undefined;

/** A child for one render: the spare one, else a new one. */
export function takeProcess(): TemplateProcess {
  const taken = spare;
  if (!taken) return start();
  spare = undefined;
  clearTimeout(taken.retirement);
  taken.child.ref();
  taken.child.channel?.ref();
  return taken;
}

/**
 * Starts a spare child, if there is none, so that the next render need not wait for one. It never keeps this process
 * alive, and ends with it. A spare that cannot be started is missed by nobody.
 */
export function keepSpareProcess(): void {
  if (spare) return;
  let started: TemplateProcess;
  try {
    started = start();
  } catch {
    return;
  }
  const { child, ready } = started;
  const retirement = setTimeout(dropSpareProcess, SPARE_LIFE).unref();
  const kept: Spare = { child, ready, retirement };
  child.unref();
  child.channel?.unref();
  child.once('exit', () => {
    if (spare === kept) dropSpareProcess();
  });
  spare = kept;
}

/** Ends the spare child. */
export function dropSpareProcess(): void {
  if (!spare) return;
  clearTimeout(spare.retirement);
  spare.child.kill('SIGKILL');
  spare = undefined;
}
