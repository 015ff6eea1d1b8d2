import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { makeDatabase, type TestDatabase } from '../../packages/server/src/testing/database.ts';
import { processesBelow } from './process-tree.ts';

export const SERVICE = path.join(import.meta.dirname, '../../packages/server/src/main.ts');
const KEY = 'key-of-the-fault-tests-0123456789';

export interface Health {
  readonly status: string;
  readonly running: number;
  readonly queued: number;
}

/** The service as a process of its own, with two conversions at the same time. */
export interface ServiceProcess {
  readonly pid: number;
  readonly url: string;
  readonly port: number;
  /** The header with its key. */
  readonly authorization: string;
  /** Head of a request with a JSON body, for a connection of one's own; without the empty line. */
  head(...lines: readonly string[]): string;
  convert(body: unknown, signal?: AbortSignal, headers?: Record<string, string>): Promise<Response>;
  /** Any other request, with the key. */
  ask(method: string, at: string, body?: object): Promise<Response>;
  health(): Promise<Health>;
  /** Its exit code, or the signal that ended it. */
  readonly exit: Promise<number | string>;
  kill(signal: NodeJS.Signals): void;
  /** Processes that it has started, as far as they live now. */
  children(): readonly number[];
  /** Bytes of memory of the process itself. */
  residentMemory(): number;
  /** Ends it, whatever state it is in, and removes its data unless it was given. */
  end(): Promise<void>;
}

/** The environment of a service on this database. */
export function serviceEnvironment({ config }: TestDatabase): Record<string, string> {
  return {
    PATH: '/usr/bin:/bin',
    HOME: config.dataFolder,
    PORT: '0',
    PLATEN_DATA: config.dataFolder,
    ...(config.databaseUrl === undefined ? {} : { DATABASE_URL: config.databaseUrl }),
    PLATEN_BOOTSTRAP_KEY: KEY,
    PLATEN_CONCURRENCY: '2',
    // The faults are about the service as a whole, and all come with one key.
    PLATEN_RATE_LIMIT: '0',
    PLATEN_CONCURRENCY_PER_KEY: '0',
    // Where a machine allows no sandbox; what it converts is our own.
    PLATEN_UNSAFE_NO_SANDBOX: '1',
    LOG_LEVEL: 'error',
    // As the service itself does: half of a start is reading our sources.
    NODE_COMPILE_CACHE: path.join(import.meta.dirname, '../../.cache/compiled'),
  };
}

/**
 * @param given Where it keeps its data; default: an embedded database of its own.
 * @param options.settings Environment beside the usual one
 * @param options.program What is run, with its arguments; default: the service as users run it
 * @param options.log File descriptor that its log is written to; default: the standard error of the tests
 * @param options.within A command that runs what follows it in its own place; default: none
 */
export async function startServiceProcess(
  given?: TestDatabase,
  {
    settings = {},
    program = [SERVICE],
    log,
    within = [],
  }: {
    readonly settings?: Record<string, string>;
    readonly program?: readonly string[];
    readonly log?: number;
    readonly within?: readonly string[];
  } = {},
): Promise<ServiceProcess> {
  const database = given ?? (await makeDatabase('pglite'));
  const env = { ...serviceEnvironment(database), ...settings };
  // It lives for seconds: to compile the embedded database well would cost more than it saves.
  const [command = process.execPath, ...args] = [...within, process.execPath, '--liftoff-only', ...program];
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', log ?? 'inherit'] });
  const exit = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  const url = await readUrl(child);
  const pid = child.pid as number;
  const json = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  return {
    pid,
    url,
    port: Number(new URL(url).port),
    authorization: json.authorization,
    head: (...lines) =>
      ['POST /v1/convert/pdf HTTP/1.1', 'Host: x', ...Object.entries(json).map(([name, value]) => `${name}: ${value}`)]
        .concat(lines)
        .map((line) => `${line}\r\n`)
        .join(''),
    convert: (body, signal, headers) =>
      fetch(`${url}/v1/convert/pdf`, {
        method: 'POST',
        headers: { ...json, ...headers },
        body: JSON.stringify(body),
        signal,
      }),
    ask: (method, at, body) =>
      fetch(url + at, {
        method,
        headers: body ? json : { authorization: json.authorization },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    health: async () => (await (await fetch(`${url}/health`)).json()) as Health,
    exit,
    kill: (signal) => void child.kill(signal),
    children: () => processesBelow(pid).map((facts) => facts.pid),
    residentMemory: () =>
      Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024,
    async end() {
      child.kill('SIGKILL');
      await exit;
      if (given === undefined) await database.remove();
    },
  };
}

/** Whether a service has heard that it is to end: from then on it begins nothing. */
export const isEnding = ({ url }: ServiceProcess): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 503,
    () => true,
  );

async function readUrl(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    const [, url] = /^listening on (\S+)$/m.exec(output) ?? [];
    if (url) return url;
  }
  throw new Error('the service ended before it listened');
}
