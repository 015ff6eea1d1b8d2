import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { accessSync, chownSync, constants, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { testSettings } from './config.ts';

/** A PostgreSQL of our own, in a temporary folder. */
export interface PostgresServer {
  /** Its database `postgres`, as its administrator. */
  readonly url: string;
  /** Ends its process as an operator would who wants it to be quick, and keeps its data. */
  halt(): Promise<void>;
  /** Starts it again. Resolves when it answers. */
  resume(): Promise<void>;
  /** The process itself, for tests that make it hang. */
  pid(): number;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
}

const DEBIAN = '/usr/lib/postgresql';
/** User and group "nobody": PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const SETTINGS = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=200',
  'shared_buffers=16MB',
  // Nothing here has to outlive a power cut.
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
];

/** Makes a PostgreSQL that listens on a socket in its folder only. It ends with this process. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = findPrograms();
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-postgres-'));
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid);
  const data = path.join(folder, 'data');
  const options = ['-D', data, '-U', 'platen_admin', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await promisify(execFile)(path.join(programs, 'initdb'), options, { ...identity, cwd: folder });
  const url = `postgresql://platen_admin@${encodeURIComponent(folder)}/postgres`;

  let running: ChildProcess | undefined;
  const start = async () => {
    running = run(path.join(programs, 'postgres'), ['-D', data, '-k', folder, ...settings()], { ...identity, folder });
    await answers(url, running);
  };
  const halt = async () => {
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running?.once('exit', resolve));
    running.kill('SIGCONT');
    running.kill('SIGINT');
    await ended;
  };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', () => {
    running?.kill('SIGQUIT');
    remove();
  });
  await start();
  return {
    url,
    halt,
    resume: start,
    pid: () => running?.pid ?? 0,
    stop: async () => {
      await halt();
      remove();
    },
  };
}

function settings(): string[] {
  return SETTINGS.flatMap((setting) => ['-c', setting]);
}

/** Linux ends the server with the process that started it, however that ends. */
function run(
  program: string,
  args: readonly string[],
  { folder, ...identity }: { readonly folder: string; readonly uid?: number; readonly gid?: number },
): ChildProcess {
  const options = { ...identity, cwd: folder, stdio: 'ignore' } as const;
  const setpriv = findProgram('setpriv');
  if (setpriv === undefined) return spawn(program, args, options);
  return spawn(setpriv, ['--pdeathsig', 'QUIT', program, ...args], options);
}

async function answers(url: string, running: ChildProcess): Promise<void> {
  for (;;) {
    if (running.exitCode !== null) throw new Error('The PostgreSQL of the tests ended at its start.');
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(50);
    }
  }
}

/** The folder with initdb and postgres: Debian's newest, which is not on the path, or what is on the path. */
function findPrograms(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const debian = versions.map((version) => path.join(DEBIAN, version, 'bin'));
  const found = [...debian, ...testSettings.path].find((folder) => isProgram(path.join(folder, 'initdb')));
  if (found !== undefined) return found;
  throw new Error('PostgreSQL was not found: run "script/setup --tools", or put initdb and postgres on the PATH.');
}

function findProgram(name: string): string | undefined {
  return testSettings.path.map((folder) => path.join(folder, name)).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
