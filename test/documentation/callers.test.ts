import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Service, startService } from '@platen/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText } from '../../packages/engine/src/testing/judge.ts';
import { type Site, startSite } from '../../packages/engine/src/testing/site.ts';
import { createLog } from '../../packages/server/src/log/log.ts';
import { readConfigAnyIsolation } from '../../packages/server/src/testing/any-isolation.ts';
import { makeDatabase, type TestDatabase } from '../../packages/server/src/testing/database.ts';
import { startS3, type TestS3 } from '../../packages/server/src/testing/s3.ts';
import { until } from '../faults/until.ts';
import { commandsOf, OPERATOR_PAGES, PAGES_WITH_COMMANDS, programsOf, ROOT, read } from './blocks.ts';
import { CONTRACT, invoicePdf, STATEMENT } from './documents.ts';
import { folderFor, runCommands, usePlaten } from './shell.ts';

/** What the documentation tells callers to type does what it says: its commands run as they stand there. */

const KEY = 'documentation-key-of-many-letters';
const root = mkdtempSync(path.join(tmpdir(), 'platen-documentation-'));
let service: Service;
/** A PostgreSQL, which the commands of operators may use while the service runs. */
let database: TestDatabase;
let elsewhere: Site;
let bucket: TestS3;

usePlaten(root);
beforeAll(async () => {
  database = await makeDatabase('postgresql');
  bucket = await startS3();
  elsewhere = await startSite({ '/': '<h1>Example', '/report': '<h1>Report', '/hooks/platen': 'thanks' });
  const environment = {
    PORT: '0',
    PLATEN_DATA: path.join(root, 'data'),
    DATABASE_URL: database.config.databaseUrl ?? '',
    PLATEN_BOOTSTRAP_KEY: KEY,
    PLATEN_EGRESS_ALLOW: `${elsewhere.host},${new URL(bucket.place.endpoint).host}`,
  };
  const log = createLog('error', { write: () => {} });
  service = await startService(readConfigAnyIsolation(environment), { log });
});
afterAll(async () => {
  await service.stop();
  await database.remove();
  await bucket.close();
  elsewhere.close();
  rmSync(root, { recursive: true });
});

type Names = readonly (readonly [there: string, here: string])[];

const run = (commands: string, folder: string, names: Names = []): Promise<string> =>
  runCommands(commands, folder, {
    names: [
      ...names,
      ['http://127.0.0.1:3000', service.url],
      ['https://platen.example', service.url],
      ['https://pdf.example.com', service.url],
      ['https://app.example.com', elsewhere.origin],
      ['https://example.com', elsewhere.origin],
      ['plk_live_…', KEY],
    ],
    environment: {
      PLATEN_API_KEY: KEY,
      KEY,
      PLATEN_DATA: path.join(root, 'data'),
      DATABASE_URL: database.config.databaseUrl ?? '',
    },
  });

/** Sends JSON by the API. */
// biome-ignore lint/suspicious/noExplicitAny: what is read of an answer is checked by what follows.
async function send(method: string, at: string, body?: object): Promise<any> {
  const answer = await fetch(service.url + at, {
    method,
    headers: { authorization: `Bearer ${KEY}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${at}: ${text}`);
  return JSON.parse(text);
}

type Runner = (blocks: readonly string[], folder: string) => Promise<void>;

/** One after the other, in one shell. */
const inTurn: Runner = async (blocks, folder) => void (await run(blocks.join('\n'), folder));

/** With files that whoever types them has. */
const withFiles =
  (files: Readonly<Record<string, string | Buffer>>): Runner =>
  async (blocks, folder) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
    await inTurn(blocks, folder);
  };

/** Pages whose commands need more than a folder; of others, all blocks are run in one shell. */
const RUNNERS: Readonly<Record<string, Runner>> = {
  'README.md': runReadme,
  'docs/analysis.md': withFiles({
    'invoice.pdf': invoicePdf(),
    'statement.txt': STATEMENT,
    'contract.html': CONTRACT,
  }),
  'docs/destinations.md': async (blocks, folder) => {
    const { credentials, endpoint, bucket: name } = bucket.place;
    const settings = {
      ...{ bucket: name, endpoint },
      ...{ access_key_id: credentials.accessKeyId, secret_access_key: credentials.secretAccessKey },
    };
    const { connection } = await send('POST', '/v1/connections', { name: 'Archive', kind: 's3', settings });
    const [answer] = await inLines(blocks, folder, [
      ['https://pdf.example/', `${service.url}/`],
      ['conn_01j…', connection.id],
    ]);
    const location = expect.stringMatching(/\/invoices\/20\d\d\/2030-17\.pdf$/);
    expect(answer.deliveries).toMatchObject([{ kind: 's3', state: 'delivered', location }]);
  },
  'docs/jobs.md': async ([begin = '', ...follow], folder) => {
    const { id } = JSON.parse(await run(begin, folder));
    const followed = await run(`ID=${id}\n${follow.join('\n')}`, folder);
    expect(followed).toContain('"status":"succeeded"');
    expect(followed).toContain('event:');
  },
  'docs/many-documents.md': async (blocks, folder) => {
    writeFileSync(path.join(folder, 'customers.csv'), 'number,name\n2026-001,Ada\n2026-002,Grace\n');
    writeFileSync(path.join(folder, 'rows.csv'), 'number,name\n2026-001,Ada\n2026-002,Grace\n');
    writeFileSync(path.join(folder, 'letter.html'), '<h1>Dear {{ name }}</h1>');
    await send('POST', '/v1/templates', { slug: 'invoice', name: 'Invoice', content: '<h1>{{ number }} {{ name }}' });
    await inTurn(blocks, folder);
    await send('DELETE', '/v1/templates/invoice');
    expect(pdfText(readFileSync(path.join(folder, 'out/2026-002.pdf')))).toContain('Dear Grace');
    const merged = pdfText(readFileSync(path.join(folder, 'letters.pdf')));
    expect(merged).toMatch(/Dear Ada[\s\S]*Dear Grace/);
  },
  'docs/schedules.md': async ([make = '', ...follow], folder) => {
    const { schedule } = JSON.parse(await run(make, folder));
    const [shown, runs, paused, made] = await inLines(follow, folder, [['$ID', schedule.id]]);
    expect([shown.schedule.id, runs.data, paused.schedule.paused.reason]).toEqual([schedule.id, [], 'requested']);
    const { job } = await send('GET', `/v1/jobs/${made.id}?wait=30`);
    expect([job.status, job.tag]).toEqual(['succeeded', 'report']);
  },
  'docs/templates.md': async (blocks, folder) => {
    for (const [template, name] of [
      ['invoice-plain', 'invoice'],
      ['receipt', 'receipt'],
    ] as const) {
      cpSync(path.join(ROOT, 'examples/templates', template), path.join(folder, name), { recursive: true });
    }
    await inTurn(blocks, folder);
  },
  'docs/webhooks.md': async (blocks, folder) => {
    await inTurn(blocks, folder);
    await until('the webhook has arrived', async () => elsewhere.hits.includes('POST /hooks/platen'));
  },
  'examples/templates/README.md': withFiles({ 'your-data.json': read('examples/templates/certificate/data.json') }),
};

/** In one shell, with a line of JSON for each answer of curl. */
async function inLines(blocks: readonly string[], folder: string, names: Names) {
  const lines = `curl() { command curl --silent --show-error --fail-with-body --write-out '\\n' "$@"; }`;
  const answers = await run([lines, ...blocks].join('\n'), folder, names);
  return answers
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** What somebody does first: the server of a checkout, and with the key that it shows a PDF. */
async function runReadme([start = '', ...commands]: readonly string[], folder: string): Promise<void> {
  symlinkSync(ROOT, path.join(folder, 'platen'));
  // All is installed where tests run. Should anything be missing, it is said, and nothing is replaced under other tests.
  mkdirSync(path.join(folder, 'bin'));
  writeFileSync(path.join(folder, 'bin/npm'), '#!/bin/sh\necho "npm is not for this test"\nexit 1\n', { mode: 0o755 });
  const environment = { PATH: `${folder}/bin:${process.env.PATH}`, HOME: folder, PLATEN_SETUP: 'npm' };
  const child = spawn('bash', ['-c', start], {
    cwd: folder,
    detached: true,
    env: { ...environment, PORT: '0', PLATEN_DATA: path.join(folder, 'data') },
  });
  const ended = once(child, 'close');
  let told = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      told += chunk;
    });
  }
  try {
    await until('it listens', async () => {
      if (child.exitCode !== null) throw new Error(told);
      return /^listening on /m.test(told);
    });
    expect(told).toMatch(/with the setup code [\w-]+,/);
    const [, url = ''] = /^listening on (\S+)$/m.exec(told) ?? [];
    const [, key = ''] = /^ {2}(plk_live_\w+)$/m.exec(told) ?? [];
    await run(commands.join('\n'), folder, [
      ['http://127.0.0.1:3000', url],
      ['plk_live_…', key],
    ]);
  } finally {
    if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGTERM');
    await ended;
  }
  expect(pdfText(readFileSync(path.join(folder, 'hello.pdf')))).toContain('Hello Ada');
  expect(pdfText(readFileSync(path.join(folder, 'quote.pdf')))).toContain('Devis 2026-081');
}

/** Programs of docs/languages.md: a language, the ending of its file, and what runs it. */
const SNIPPETS = [
  ['curl', 'sh', 'bash'],
  ['TypeScript', 'ts', process.execPath],
  ['Python', 'py', '/usr/bin/python3'],
  // Where they are installed.
  ...[['PHP', 'php', 'php'] as const, ['Ruby', 'rb', 'ruby'] as const].filter(
    ([, , command]) => spawnSync(command, ['--version']).status === 0,
  ),
] as const;

const PYTHON = { PYTHONPATH: path.join(ROOT, 'clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' };

describe('the documentation', () => {
  it.each(PAGES_WITH_COMMANDS.filter((page) => !OPERATOR_PAGES.some((each) => each === page)))(
    'has commands in %s that work',
    async (page) => {
      await (RUNNERS[page] ?? inTurn)(commandsOf(page), folderFor(page, root));
    },
  );

  it('has a command for each example that works', async () => {
    const rows = read('examples/README.md').matchAll(/^\| \[.*\| `(platen convert [^`]* -o ([^`]+))` \|$/gm);
    const commands = [...rows];
    expect(commands).toHaveLength(globSync('examples/*/', { cwd: ROOT }).length);
    const folder = folderFor('examples', root);
    await inTurn(
      commands.map(([, command = '']) => command),
      folder,
    );
    expect(commands.filter(([, , file = '']) => !existsSync(path.join(folder, file)))).toEqual([]);
  });

  it.each([
    ['packages/client/README.md', 'ts', process.execPath, 'program.mts'],
    ['clients/python/README.md', 'python', '/usr/bin/python3', 'program.py'],
  ])('has a program in %s that makes a PDF and reads a page', async (page, language, command, name) => {
    const folder = folderFor(page, root);
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    const [program = '', ...others] = programsOf(page, language);
    expect(others).toEqual([]);
    const here = program
      .replace('https://pdf.example.com', service.url)
      .replace('https://example.com', elsewhere.origin);
    writeFileSync(path.join(folder, name), here);
    const env = { PATH: process.env.PATH, PLATEN_API_KEY: KEY, ...PYTHON };
    const { stdout } = await promisify(execFile)(command, [name], { cwd: folder, env });
    expect(stdout).toContain('# Example');
    expect(pdfText(readFileSync(path.join(folder, 'hello.pdf')))).toContain('Hello Ada');
  });

  it.each(SNIPPETS)(
    'has a program for %s that makes a PDF, and says what is wrong',
    async (_language, ending, command) => {
      const folder = folderFor(`snippet.${ending}`, root);
      const file = path.join(ROOT, `clients/snippets/convert.${ending}`);
      const start = (key: string) =>
        promisify(execFile)(command, [file], {
          cwd: folder,
          env: { PATH: process.env.PATH, PLATEN_URL: service.url, PLATEN_API_KEY: key, ...PYTHON },
        });
      const refused = await start(`${KEY}x`).catch(
        (error: { readonly stdout: string; readonly stderr: string }) => error,
      );
      expect(refused).toMatchObject({ code: expect.any(Number) });
      // What curl is answered is in the file.
      const body = ending === 'sh' ? readFileSync(path.join(folder, 'hello.pdf'), 'utf8') : refused.stderr;
      expect(body).toContain('invalid_key');
      await start(KEY);
      expect(pdfText(readFileSync(path.join(folder, 'hello.pdf')))).toContain('Hello Ada');
    },
  );
});
