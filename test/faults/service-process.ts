import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { processesBelow } from './process-tree.ts';

const MAIN = path.join(import.meta.dirname, '../../packages/server/src/main.ts');
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
  /** Head of a request with a JSON body, for a connection of one's own; without the empty line. */
  head(...lines: readonly string[]): string;
  convert(body: unknown, signal?: AbortSignal): Promise<Response>;
  health(): Promise<Health>;
  /** Its exit code, or the signal that ended it. */
  readonly exit: Promise<number | string>;
  kill(signal: NodeJS.Signals): void;
  /** Processes that it has started, as far as they live now. */
  children(): readonly number[];
  /** Bytes of memory of the process itself. */
  residentMemory(): number;
  /** Ends it, whatever state it is in, and removes its data. */
  end(): Promise<void>;
}

export async function startServiceProcess(): Promise<ServiceProcess> {
  const data = mkdtempSync(path.join(tmpdir(), 'platen-service-'));
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: '/usr/bin:/bin',
      HOME: data,
      PORT: '0',
      PLATEN_DATA: data,
      PLATEN_BOOTSTRAP_KEY: KEY,
      PLATEN_CONCURRENCY: '2',
      // The faults are about the service as a whole, and all come with one key.
      PLATEN_RATE_LIMIT: '0',
      PLATEN_CONCURRENCY_PER_KEY: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  const url = await readUrl(child);
  const pid = child.pid as number;
  const json = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  return {
    pid,
    url,
    port: Number(new URL(url).port),
    head: (...lines) =>
      ['POST /v1/convert/pdf HTTP/1.1', 'Host: x', ...Object.entries(json).map(([name, value]) => `${name}: ${value}`)]
        .concat(lines)
        .map((line) => `${line}\r\n`)
        .join(''),
    convert: (body, signal) =>
      fetch(`${url}/v1/convert/pdf`, { method: 'POST', headers: json, body: JSON.stringify(body), signal }),
    health: async () => (await (await fetch(`${url}/health`)).json()) as Health,
    exit,
    kill: (signal) => void child.kill(signal),
    children: () => processesBelow(pid).map((facts) => facts.pid),
    residentMemory: () =>
      Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024,
    async end() {
      child.kill('SIGKILL');
      await exit;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function readUrl(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    const [, url] = /^listening on (\S+)$/m.exec(output) ?? [];
    if (url) return url;
  }
  throw new Error('the service ended before it listened');
}
