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

// As packages/cli/src/main.ts does.
enableCompileCache(path.resolve(import.meta.dirname, '../../.cache/compiled'));
const { runPlaten } = await import('../../packages/cli/src/run.ts');

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
    const status = await runPlaten(words, { in: Readable.from([]), out, error });
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
process.stdin.resume().once('end', () => process.exit());
