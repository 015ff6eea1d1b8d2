import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runPlaten } from '../packages/cli/src/run.ts';

/** `platen` for tests: as a process, and as the function that such a process calls. */

const MAIN = fileURLToPath(new URL('../packages/cli/src/main.ts', import.meta.url));

interface Called {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface CallOptions {
  /** Environment beside that of the tests. */
  readonly settings?: Record<string, string>;
  /** What comes on standard input. */
  readonly input?: string | Buffer;
  /** Default: where the tests run. */
  readonly folder?: string;
}

/**
 * A command in this process: a process of its own takes a second, most of it to load what is loaded here. One at a time,
 * since it reads its settings from the environment, and has the folder of the process.
 */
export async function callPlaten(
  words: readonly string[],
  { settings, input = '', folder }: CallOptions,
): Promise<Called> {
  const written = { out: '', error: '' };
  const stream = (name: keyof typeof written) =>
    new Writable({
      write: (chunk, _encoding, done) => {
        written[name] += String(chunk);
        done();
      },
    });
  const environment = { ...process.env };
  const before = process.cwd();
  Object.assign(process.env, settings);
  if (folder !== undefined) process.chdir(folder);
  try {
    const terminal = { in: Readable.from([Buffer.from(input)]), out: stream('out'), error: stream('error') };
    const status = (await runPlaten(words, terminal)) ?? 0;
    return { status, stdout: written.out, stderr: written.error };
  } finally {
    process.chdir(before);
    for (const name of Object.keys(settings ?? {})) delete process.env[name];
    Object.assign(process.env, environment);
  }
}

/** A command in a process of its own: for what only a process shows, such as that it ends. */
export async function startPlaten(words: readonly string[], { settings, input, folder }: CallOptions): Promise<Called> {
  const child = spawn(process.execPath, [MAIN, ...words], { cwd: folder, env: { ...process.env, ...settings } });
  child.stdin.end(input);
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status, stdout, stderr };
}
