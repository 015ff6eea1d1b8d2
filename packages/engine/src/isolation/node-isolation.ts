import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { platform } from 'node:os';
import { type ChildUser, childUser } from './child-user.ts';
import type { Command } from './inherited-files.ts';
import { BUBBLEWRAP, hasBubblewrap, namespaceArguments } from './namespaces.ts';

/**
 * How the system walls in a child of ours that runs Node.js over what strangers wrote: templates, or PDF files.
 * - `full`: user, process and network namespaces of its own; no network at all, and no files but those it loads.
 * - `degraded`: no new privileges where the system has `setpriv`; the network is the machine's.
 *
 * As root, either runs as the user that the browser runs as, unless that user cannot read the installation.
 */
export interface NodeIsolation {
  readonly level: 'full' | 'degraded';
  readonly user?: ChildUser;
  wrap(command: Command): Command;
}

const SETPRIV = '/usr/bin/setpriv';
/** Milliseconds that a way may take to start Node. */
const PROBE_TIMEOUT = 20_000;
/** Ends with an error unless each file can be read. */
const PROBE = 'for (const path of process.argv.slice(1)) require("node:fs").accessSync(path, 4)';

interface IsolatedChild {
  /** What it works on. It takes this for the name of the machine. */
  readonly name: string;
  /** Files and folders that it loads. */
  readonly files: readonly string[];
}

const chosen = new Map<string, NodeIsolation>();

/** The best way that works here, found out by starting it once. */
export function nodeIsolation(child: IsolatedChild): NodeIsolation {
  const known = chosen.get(child.name);
  if (known) return known;
  const found = candidates(child).find((isolation) => works(isolation, child.files)) ?? degraded(undefined);
  chosen.set(child.name, found);
  return found;
}

function candidates(child: IsolatedChild): readonly NodeIsolation[] {
  const user = childUser();
  const users = user ? [user, undefined] : [undefined];
  return users.flatMap((one) => [...(hasBubblewrap() ? [full(one, child)] : []), degraded(one)]);
}

function full(user: ChildUser | undefined, { name, files }: IsolatedChild): NodeIsolation {
  const needed = [process.execPath, ...files];
  const options = [
    ...namespaceArguments(name),
    ...needed.flatMap((path) => ['--ro-bind', path, path]),
    // Bubblewrap started by root would keep root's capabilities in the namespaces.
    '--cap-drop',
    'ALL',
    '--chdir',
    '/',
    '--',
  ];
  return {
    level: 'full',
    ...(user ? { user } : {}),
    wrap: ({ command, args }) => ({ command: BUBBLEWRAP, args: [...options, command, ...args] }),
  };
}

function degraded(user: ChildUser | undefined): NodeIsolation {
  const hasSetpriv = platform() === 'linux' && existsSync(SETPRIV);
  return {
    level: 'degraded',
    ...(user ? { user } : {}),
    wrap: ({ command, args }) =>
      hasSetpriv ? { command: SETPRIV, args: ['--no-new-privs', '--', command, ...args] } : { command, args },
  };
}

function works({ user, wrap }: NodeIsolation, files: readonly string[]): boolean {
  const { command, args } = wrap({ command: process.execPath, args: ['-e', PROBE, ...files] });
  const { status } = spawnSync(command, args, {
    ...(user ?? {}),
    stdio: 'ignore',
    env: {},
    cwd: '/',
    timeout: PROBE_TIMEOUT,
    killSignal: 'SIGKILL',
  });
  return status === 0;
}
