import { spawn } from 'node:child_process';
import type { Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { childFiles } from '../isolation/plain-copies.ts';
import { NSENTER } from './isolation.ts';
import { BrowserStartFailed } from './launch.ts';

/** The module of the process that makes them. */
export const LISTENER_SOURCES: readonly string[] = ['./namespace-listeners.ts', '../../package.json'].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
);
const TIMEOUT = 10_000;

/**
 * Makes listeners inside the network namespace of a process.
 * @param pid a process of the namespace
 * @param count how many listeners
 */
export function listenInNamespace(pid: number, count: number): Promise<readonly Server[]> {
  // An ordinary user may enter only through the user namespace that owns the network namespace.
  const user = process.getuid?.() === 0 ? [] : ['--user', '--preserve-credentials'];
  const [entry = ''] = childFiles(LISTENER_SOURCES);
  const child = spawn(
    NSENTER,
    ['--target', String(pid), ...user, '--net', '--', process.execPath, entry, String(count)],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
    },
  );
  return new Promise((resolve, reject) => {
    const servers: Server[] = [];
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT);
    child.once('error', () => reject(new BrowserStartFailed('its network namespace cannot be entered')));
    child.on('message', (_, handle) => servers.push(handle as Server));
    child.once('exit', () => {
      clearTimeout(timer);
      if (servers.length === count) return resolve(servers);
      for (const server of servers) server.close();
      reject(new BrowserStartFailed('its network namespace cannot be entered'));
    });
  });
}
