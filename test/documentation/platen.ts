/**
 * `platen` for the shells of stand-ins.sh: `node platen.ts SOCKET` runs commands that come over a Unix socket, one after the
 * other, with the folder and the environment of whoever sends them. A process for each would load the same modules again,
 * half of its time. It ends when its standard input does.
 */
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import type { Engine, EngineConfig } from '../../packages/engine/src/index.ts';

// As packages/cli/src/main.ts does.
enableCompileCache(path.resolve(import.meta.dirname, '../../.cache/compiled'));
const [{ createEngine }, { runPlaten }] = await Promise.all([
  import('../../packages/engine/src/index.ts'),
  import('../../packages/cli/src/run.ts'),
]);

let engine: Promise<Engine> | undefined;
/**
 * One browser for the commands of all pages: to start one takes most of the time of a conversion. It lets through all of
 * this machine, as the command of a file lets through its folder; what a command lets through is for test/cli-input.test.ts.
 */
async function startEngine(config: EngineConfig): Promise<Engine> {
  const starting = engine ?? createEngine({ ...config, concurrency: 2, egressAllow: ['127.0.0.0/8'] });
  engine = starting;
  // A machine that was too busy for one command must not fail all those after it.
  starting.catch(() => {
    engine = undefined;
  });
  return new Proxy(await starting, {
    get: (kept, name) => {
      if (name === 'close') return async () => {};
      const value = Reflect.get(kept, name);
      return typeof value === 'function' ? value.bind(kept) : value;
    },
  });
}

/** Texts that end in NUL: where to write, the folder, the number of words, the words, the environment. @returns status */
async function run(sent: string): Promise<number> {
  const [answers = '', folder = '', count, ...rest] = sent.split('\0').slice(0, -1);
  const words = rest.slice(0, Number(count));
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const each of rest.slice(Number(count))) {
    const sign = each.indexOf('=');
    process.env[each.slice(0, sign)] = each.slice(sign + 1);
  }
  process.chdir(folder);
  const out = createWriteStream(path.join(answers, 'out'));
  const error = createWriteStream(path.join(answers, 'error'));
  try {
    const status = await runPlaten(words, { in: Readable.from([]), out, error, startEngine });
    if (status === undefined) throw new Error(`platen ${words.join(' ')} goes on: it needs a process of its own`);
    return status;
  } catch (fault) {
    error.write(`${fault instanceof Error ? fault.stack : fault}\n`);
    return 1;
  } finally {
    await Promise.all([out, error].map((stream) => finished(stream.end())));
  }
}

let last: Promise<unknown> = Promise.resolve();
const server = createServer(async (request, response) => {
  const sent = await text(request);
  const status = last.then(() => run(sent));
  last = status;
  response.end(String(await status));
});
server.listen(process.argv[2], () => process.stdout.write('ready\n'));
process.stdin.resume().once('end', async () => {
  await (await engine)?.close();
  process.exit();
});
