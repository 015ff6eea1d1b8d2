import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { CdpConnection } from '../cdp/connection.ts';
import { descendants } from '../isolation/descendants.ts';
import { withoutInheritedFiles } from '../isolation/inherited-files.ts';
import { BUBBLEWRAP } from '../isolation/namespaces.ts';
import type { FoundBrowser } from './find.ts';
import { browserFlags } from './flags.ts';
import { bubblewrapArguments, type Isolation, NAMESPACE_HOME } from './isolation.ts';
import { createProfile, removeProfile } from './profile.ts';

/** Longest time from the start of the process to its first answer. */
const START_TIMEOUT = 20_000;
/** How long a process may live on after its pipe has closed, or after what it holds has been killed, in milliseconds. */
const LAST_MOMENTS = 1_000;

/** A running browser process. */
export interface BrowserProcess {
  readonly connection: CdpConnection;
  /** Product and version, such as `HeadlessChrome/156.0.8078.108`. */
  readonly product: string;
  /** Process id of the outermost process; its descendants are the browser. */
  readonly pid: number;
  /** Process id of the browser's main process, inside whatever it was started with. */
  readonly mainPid: number;
  /** Process id through which the browser's network namespace can be entered; only for the level `full`. */
  readonly namespacePid?: number;
  /** Resolves when the process has ended and its profile is removed. */
  readonly exited: Promise<void>;
  /** Ends the process and everything it started, at once. */
  kill(): void;
}

/** The browser did not start. */
export class BrowserStartFailed extends Error {
  constructor(reason: string) {
    super(`The browser did not start: ${reason}`);
    this.name = 'BrowserStartFailed';
  }
}

export async function launchBrowser(found: FoundBrowser, isolation: Isolation): Promise<BrowserProcess> {
  const walled = isolation.level === 'full';
  const profile = walled ? path.join(NAMESPACE_HOME, 'profile') : createProfile(isolation.user);
  const flags = browserFlags({ profile, sandbox: isolation.level !== 'none', smallSharedMemory: !walled });
  const last = walled ? 5 : 4;
  const { command, args } = withoutInheritedFiles(
    walled
      ? { command: BUBBLEWRAP, args: [...bubblewrapArguments(found.binary, last, isolation), ...flags] }
      : { command: found.binary, args: flags },
    last,
  );
  const child = spawn(command, args, {
    ...(isolation.user ?? {}),
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe', ...(walled ? (['pipe'] as const) : [])],
    // A group of its own: signals of the terminal do not reach it, and the whole group can be ended.
    detached: true,
    env: { ...browserEnvironment(walled ? NAMESPACE_HOME : profile), ...found.environment },
    cwd: '/',
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      // Processes that outlive their browser: a renderer that was stopped, for one.
      if (!walled) killGroup(child);
      resolve();
    });
    child.once('error', () => resolve());
  });
  const exited = walled ? ended : ended.then(() => removeProfile(profile));
  const [, , , commands, events, info] = child.stdio as unknown as readonly unknown[];
  const connection = new CdpConnection(commands as Writable, events as Readable);
  try {
    const [version, namespacePid] = await within(
      START_TIMEOUT,
      Promise.all([connection.send('Browser.getVersion'), walled ? readNamespacePid(info as Readable) : undefined]),
      ended,
    );
    void ended.then(() => connection.close());
    const kill = () => killAll(child, namespacePid);
    // Without its pipe a browser is of no use, whether it goes by itself or not.
    void connection.ended.then(() => void setTimeout(kill, LAST_MOMENTS).unref());
    return {
      connection,
      product: version.product,
      pid: child.pid as number,
      mainPid: namespacePid === undefined ? (child.pid as number) : (descendants(namespacePid)[0] ?? namespacePid),
      ...(namespacePid === undefined ? {} : { namespacePid }),
      exited,
      kill,
    };
  } catch (error) {
    killGroup(child);
    throw error instanceof BrowserStartFailed ? error : new BrowserStartFailed('its process ended at once');
  }
}

/** Only what a browser needs: nothing of the service's own environment, where keys may be. */
function browserEnvironment(home: string): NodeJS.ProcessEnv {
  return { HOME: home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC' };
}

/**
 * The first process of a namespace takes all others with it, and the one that waits for it outside then ends by
 * itself. The other way round nobody would be left to wait for it, and it would stay as a zombie in a container whose
 * first process waits for its own children only.
 */
function killAll(child: ChildProcess, namespacePid: number | undefined): void {
  if (hasEnded(child)) return;
  if (namespacePid === undefined) {
    killGroup(child);
    return;
  }
  try {
    process.kill(namespacePid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
  setTimeout(() => {
    if (!hasEnded(child)) killGroup(child);
  }, LAST_MOMENTS).unref();
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended by itself.
  }
}

async function readNamespacePid(info: Readable): Promise<number> {
  let text = '';
  info.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  await once(info, 'close');
  const pid = (JSON.parse(text) as { 'child-pid'?: number })['child-pid'];
  if (typeof pid !== 'number') throw new BrowserStartFailed('the sandbox did not tell its process');
  return pid;
}

async function within<T>(milliseconds: number, work: Promise<T>, exit: Promise<void>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BrowserStartFailed(`no answer within ${milliseconds / 1000} s`)), milliseconds);
  });
  const ended = exit.then(() => {
    throw new BrowserStartFailed('its process ended at once');
  });
  // Whichever loses the race must not become an unhandled rejection.
  ended.catch(() => {});
  work.catch(() => {});
  try {
    return await Promise.race([work, timeout, ended]);
  } finally {
    clearTimeout(timer);
  }
}
