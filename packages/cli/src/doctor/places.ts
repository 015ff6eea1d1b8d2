import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Config } from '@platen/server/operation';
import { type Finding, ok, problem, warning } from './finding.ts';

const OTHERS = 0o077;
/** Bytes of free disk under which a database soon stops. */
const LITTLE = 500 * 1024 * 1024;

/** @param config where the service keeps its own files */
export function checkDataFolder({ dataFolder }: Config): Finding[] {
  const name = 'data folder';
  const there = nearestFolder(dataFolder);
  const fault = faultOf(there);
  if (fault !== undefined) {
    return [problem(name, `${there} ${fault}`, 'Set PLATEN_DATA to a folder that this user may write to.')];
  }
  const { bavail, bsize } = statfsSync(there);
  if (bavail * bsize < LITTLE) {
    const free = `${Math.round((bavail * bsize) / 1024 ** 2)} MiB are free`;
    return [warning(name, `${dataFolder}: ${free}`, 'Make room, or set PLATEN_DATA to another disk.')];
  }
  if (there !== dataFolder) return [ok(name, `${dataFolder} is not there yet; the first start makes it`)];
  const mode = statSync(dataFolder).mode & 0o777;
  if ((mode & OTHERS) === 0) return [ok(name, dataFolder)];
  const message = `${dataFolder} is open to other users (${mode.toString(8)})`;
  return [warning(name, message, `Close it: chmod 700 ${dataFolder}`)];
}

/** The folder itself, or the nearest above it that is there. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder));
}

function faultOf(folder: string): string | undefined {
  if (!statSync(folder).isDirectory()) return 'is a file';
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return 'may not be written to by this user';
  }
}

/** Listens for a moment where the service would. */
export function checkPort({ host, port }: Config): Promise<Finding[]> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EADDRINUSE') {
        const remedy = 'If that is Platen, all is well; else end the other program, or set PORT.';
        resolve([warning('port', `something listens on ${host}, port ${port}`, remedy)]);
        return;
      }
      const remedy = code === 'EACCES' ? 'Set PORT to one above 1023.' : 'Set HOST to an address of this machine.';
      resolve([problem('port', `${host}, port ${port} cannot be listened on (${code})`, remedy)]);
    });
    server.listen({ host, port }, () => server.close(() => resolve([ok('port', `${port} is free on ${host}`)])));
  });
}
