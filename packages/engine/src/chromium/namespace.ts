import { spawn } from 'node:child_process';
import type { Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { BrowserStartFailed } from './launch.ts';
import { NSENTER } from './isolation.ts';

const ENTRY = fileURLToPath(new URL('./namespace-listeners.ts', import.meta.url));
const TIMEOUT = 10_000;

/**
 * Makes listeners inside the network namespace of a process.
 * @param pid a process of the namespace
 * @param count how many listeners
 */
export function listenInNamespace(pid: number, count: number): Promise<readonly Server[]> {
  // An ordinary user may enter only through the user namespace that owns the network namespace.
  const user = process.getuid?.() === 0 ? [] : ['--user', '--preserve-credentials'];
  const child = spawn(NSENTER, ['--target', String(pid), ...user, '--net', '--', process.execPath, ENTRY, String(count)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
  const servers: Server[] = [];
  return new Promise((resolve, reject) => {
    const fail = () => {
      child.kill('SIGKILL');
      for (const server of servers) server.close();
      reject(new BrowserStartFailed('its network namespace cannot be entered'));
    };
    const timer = setTimeout(fail, TIMEOUT);
    child.once('error', fail);
    child.once('exit', () => {
      clearTimeout(timer);
      if (servers.length < count) fail();
    });
    child.on('message', (_, handle) => {
      servers.push(handle as Server);
      if (servers.length === count) resolve(servers);
    });
  });
}
