import { existsSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import path from 'node:path';
import { type ChildUser, childUser } from '../isolation/child-user.ts';
import { BUBBLEWRAP, hasBubblewrap, namespaceArguments } from '../isolation/namespaces.ts';

/**
 * How the browser is walled in.
 * - `full`: own user, process and network namespaces; no network but the listeners of our egress proxy, no files
 *   but the system's libraries and fonts; Chromium's sandbox on.
 * - `degraded`: Chromium's sandbox on; its traffic is sent through the proxy by flags.
 * - `none`: no sandbox.
 */
export type IsolationLevel = 'full' | 'degraded' | 'none';

/** One way to start the browser. */
export interface Isolation {
  readonly level: IsolationLevel;
  /** The user the browser runs as, when the service itself is root. */
  readonly user?: ChildUser;
}

export const NSENTER = '/usr/bin/nsenter';

/** Where a browser inside the `full` level keeps its profile; the folder is in memory and ends with the process. */
export const NAMESPACE_HOME = '/tmp/home';

/**
 * The ways to start the browser on this machine, best first. Whether one works is found out by starting it: a
 * kernel, a container or a security module may refuse what looks possible.
 */
export function isolationCandidates(): readonly Isolation[] {
  const own = childUser();
  const user = own ? { user: own } : {};
  const candidates: Isolation[] = [];
  if (hasBubblewrap() && existsSync(NSENTER)) candidates.push({ level: 'full', ...user });
  candidates.push({ level: 'degraded', ...user }, { level: 'none', ...user });
  // A container without a mapping for that user can only run the browser as root.
  if (own) candidates.push({ level: 'none' });
  return candidates;
}

/**
 * Whether the browser's main process, which is outside of Chromium's sandbox, can read what the service can: it has the
 * same user, and no namespace hides the files.
 */
export const sharesUser = ({ level, user }: Isolation): boolean => level !== 'full' && user === undefined;

/** What an operator can do to reach a better level. */
export function isolationRemedy(level: IsolationLevel): string {
  if (level === 'full') return 'Nothing to do.';
  if (platform() !== 'linux') return 'Run Platen on Linux to wall the browser in completely.';
  const install = existsSync(BUBBLEWRAP) ? [] : ['Install bubblewrap ("apt-get install bubblewrap").'];
  // Chromium's sandbox needs them too: where it works, bubblewrap is what may be missing.
  if (level === 'degraded' && install.length > 0) return install.join(' ');
  return [
    ...install,
    'Allow user namespaces: a container needs "--security-opt seccomp=deploy/seccomp.json" and ' +
      '"--security-opt systempaths=unconfined", see docs/containers.md; on Ubuntu 24.04 set "sysctl kernel.apparmor_restrict_unprivileged_userns=0".',
  ].join(' ');
}

/** Bytes the browser may write in its namespace, all in memory. */
const SCRATCH_BYTES = 512 * 1024 * 1024;

/**
 * The command line of bubblewrap for the level `full`.
 * @param infoFd file descriptor on which bubblewrap tells the process id inside the namespaces
 */
export function bubblewrapArguments(binary: string, infoFd: number, isolation: Isolation): readonly string[] {
  const scratch = (folder: string) => ['--size', String(SCRATCH_BYTES), '--tmpfs', folder];
  // Fonts of the person who runs Platen; a user of the browser's own could not read them.
  const fontFolders = isolation.user ? [] : ['.fonts', '.local/share/fonts'];
  const fonts = fontFolders.flatMap((folder) => [
    '--ro-bind-try',
    path.join(homedir(), folder),
    path.join(NAMESPACE_HOME, folder),
  ]);
  return [
    ...namespaceArguments('browser'),
    ...scratch('/dev/shm'),
    ...scratch('/tmp'),
    // After the scratch folders: the browser may be in one of them.
    '--ro-bind-try',
    path.dirname(binary),
    path.dirname(binary),
    '--dir',
    NAMESPACE_HOME,
    ...fonts,
    '--chdir',
    '/',
    '--info-fd',
    String(infoFd),
    '--',
    binary,
  ];
}
