import { execFile, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Service, startService } from '@platen/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText } from '../packages/engine/src/testing/judge.ts';
import { type Site, startSite } from '../packages/engine/src/testing/site.ts';
import { createLog } from '../packages/server/src/log/log.ts';
import { readConfigAnyIsolation } from '../packages/server/src/testing/any-isolation.ts';
import { makeDatabase, type TestDatabase } from '../packages/server/src/testing/database.ts';
import { withFiles } from '../script/documentation.ts';

/** What the documentation tells people to type does what it says: its commands run as they stand there. */

const ROOT = path.join(import.meta.dirname, '..');
const KEY = 'documentation-key-of-many-letters';
const folder = mkdtempSync(path.join(tmpdir(), 'platen-documentation-'));
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
/** Pages for people. */
const PAGES = globSync(
  ['*.md', 'docs/*.md', 'docs/{adr,coming-from,compliance}/*.md', 'examples/**/*.md', 'bench/*.md'],
  {
    cwd: ROOT,
  },
);

let service: Service;
/** A PostgreSQL, which the commands of operators may use while the service runs. */
let database: TestDatabase;
let elsewhere: Site;

let setupCode = '';

beforeAll(async () => {
  for (const [template, name] of [
    ['invoice-plain', 'invoice'],
    ['receipt', 'receipt'],
  ]) {
    cpSync(path.join(ROOT, `examples/templates/${template}`), path.join(folder, `${name}`), { recursive: true });
  }
  database = await makeDatabase('postgresql');
  symlinkSync(path.join(ROOT, 'examples'), path.join(folder, 'examples'));
  elsewhere = await startSite({ '/': '<h1>Example', '/report': '<h1>Report' });
  const environment = {
    PORT: '0',
    PLATEN_DATA: path.join(folder, 'data'),
    DATABASE_URL: database.config.databaseUrl ?? '',
    PLATEN_BOOTSTRAP_KEY: KEY,
    PLATEN_EGRESS_ALLOW: elsewhere.host,
  };
  service = await startService(readConfigAnyIsolation(environment), {
    log: createLog('error', { write: () => {} }),
    onSetupCode: (code) => {
      setupCode = code;
    },
  });
});
afterAll(async () => {
  await service.stop();
  await database.remove();
  elsewhere.close();
  rmSync(folder, { recursive: true });
});

const RUNNABLE =
  /^(curl|api|export|DATA=|npx platen convert|platen (templates|plans|waitlist|keys|db) |useradd|systemctl stop)/;

/** Blocks of commands that can run here. Others install packages, change the version, or need files or hosts of yours. */
const commandsOf = (page: string): string[] => blocksOf(page).filter((commands) => RUNNABLE.test(commands));

const blocksOf = (page: string): string[] =>
  [...read(page).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = '']) => commands);

/** Folders of a server, which are in that of the test. */
const PLACES: Readonly<Record<string, string>> = {
  '/etc/platen': path.join(folder, 'etc'),
  '/var/lib/platen': path.join(folder, 'data'),
  '/root/': `${folder}/`,
  '/opt/platen': ROOT,
};

/** Runs commands as they stand there, but for addresses, folders of a server, and its users and services. */
async function run(commands: string): Promise<string> {
  const script = commands
    .replaceAll(/http:\/\/127\.0\.0\.1:3000|https:\/\/(platen\.example|pdf\.example\.com)/g, service.url)
    .replaceAll(/\/(etc|opt|var\/lib)\/platen|\/root\//g, (place) => PLACES[place] ?? place)
    .replaceAll('https://example.com', elsewhere.origin)
    .replaceAll('plk_live_…', KEY)
    .replaceAll('7QX2M-K4TBA-0ZP9D-W3HVE', setupCode)
    .replaceAll('npx platen', 'platen');
  const head = `set -euo pipefail
    curl() { command curl --silent --show-error --fail-with-body "$@"; }
    platen() { "$NODE" "$MAIN" "$@"; }
    useradd() { :; }
    systemctl() { :; }
    runuser() { shift 3; "$@"; }\n`;
  const environment = {
    PATH: process.env.PATH,
    HOME: folder,
    NODE: process.execPath,
    MAIN: path.join(ROOT, 'packages/cli/src/main.ts'),
    PLATEN_API_KEY: KEY,
    KEY,
    PLATEN_DATA: path.join(folder, 'data'),
    DATABASE_URL: database.config.databaseUrl,
  };
  const { stdout } = await promisify(execFile)('bash', ['-c', head + script], { cwd: folder, env: environment });
  return stdout;
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

describe('the documentation', () => {
  it.each([
    'docs/accounts.md',
    'docs/analysis.md',
    'docs/cli.md',
    'docs/credits.md',
    'docs/idempotency.md',
    'docs/templates.md',
  ])('has commands in %s that work', async (page) => {
    const commands = commandsOf(page);
    expect(commands.length).toBeGreaterThan(0);
    await run(commands.join('\n'));
  });

  it('has a command for each example that works', async () => {
    const rows = read('examples/README.md').matchAll(/^\| \[.*\| `(platen convert [^`]* -o ([^`]+))` \|$/gm);
    const commands = [...rows];
    expect(commands).toHaveLength(globSync('examples/*/', { cwd: ROOT }).length);
    await run(commands.map(([, command]) => command).join('\n'));
    expect(commands.filter(([, , file = '']) => !existsSync(path.join(folder, file)))).toEqual([]);
  });

  it('has commands for paged media that work', async () => {
    const blocks = blocksOf('examples/README.md').filter((commands) => commands.startsWith('platen convert'));
    expect(blocks).not.toEqual([]);
    await run(blocks.join('\n'));
    expect(pdfText(readFileSync(path.join(folder, 'book.pdf')))).not.toBe('');
  });

  it('has commands for jobs that work, with the id of the answer', async () => {
    const [begin = '', follow = ''] = commandsOf('docs/jobs.md');
    const { id } = JSON.parse(await run(begin));
    const followed = await run(`ID=${id}\n${follow}`);
    expect(followed).toContain('"status":"succeeded"');
    expect(followed).toContain('event:');
  });

  it('has commands for schedules that work, with the id of the answer', async () => {
    const [make = '', follow = '', ...others] = commandsOf('docs/schedules.md');
    expect(others).toEqual([]);
    const { schedule } = JSON.parse(await run(make));
    const lines = `curl() { command curl --silent --show-error --fail-with-body --write-out '\\n' "$@"; }`;
    const answers = (await run(`${lines}\nID=${schedule.id}\n${follow}`)).trim();
    const [shown, runs, paused, made] = answers.split('\n').map((line) => JSON.parse(line));
    expect([shown.schedule.id, runs.data, paused.schedule.paused.reason]).toEqual([schedule.id, [], 'requested']);
    const { job } = JSON.parse(
      await run(`curl "http://127.0.0.1:3000/v1/jobs/${made.id}?wait=30" -H "Authorization: Bearer $KEY"`),
    );
    expect([job.status, job.tag]).toEqual(['succeeded', 'report']);
  });

  it('sets a server up, whose backup is complete and can be restored', async () => {
    const commands = commandsOf('docs/deployment.md');
    expect(commands).toHaveLength(3);
    const [settings = '', ask = '', backup = ''] = commands;
    await run(`cd ${ROOT}\n${settings}`);
    await run(ask);
    // The service of this test was there before, with a key of its own.
    copyFileSync(path.join(folder, 'data/master.key'), path.join(folder, 'etc/master.key'));
    await run(backup);
    expect(readFileSync(path.join(folder, 'etc/platen.env'), 'utf8')).toMatch(/^PLATEN_METRICS_TOKEN=[0-9a-f]{32}$/m);
    expect(statSync(path.join(folder, 'etc/master.key')).mode & 0o77).toBe(0);
    const restored = await run(
      `env -u DATABASE_URL PLATEN_DATA=${folder}/restored PLATEN_MASTER_KEY_FILE=${folder}/etc/master.key "$NODE" "$MAIN" restore ${folder}/platen-*.backup 2>&1`,
    );
    expect(restored).toMatch(/^\d+ rows restored$/m);
    expect(readdirSync(path.join(folder, 'restored/audit'))).not.toEqual([]);
  });

  it('begins with commands that make a PDF', async () => {
    const commands = commandsOf('README.md');
    expect(commands.length).toBeGreaterThanOrEqual(3);
    await run(commands.join('\n'));
    expect(pdfText(readFileSync(path.join(folder, 'hello.pdf')))).toContain('Hello Ada');
    expect(pdfText(readFileSync(path.join(folder, 'quote.pdf')))).toContain('Devis 2026-081');
  });

  it.each(SNIPPETS)(
    'has a program for %s that makes a PDF, and says what is wrong',
    async (_language, ending, command) => {
      const file = path.join(ROOT, `clients/snippets/convert.${ending}`);
      const start = (key: string) =>
        promisify(execFile)(command, [file], {
          cwd: folder,
          env: {
            ...{ PATH: process.env.PATH, PLATEN_URL: service.url, PLATEN_API_KEY: key },
            ...{ PYTHONPATH: path.join(ROOT, 'clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' },
          },
        });
      rmSync(path.join(folder, 'hello.pdf'), { force: true });
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

  it('names files of the examples that are there', () => {
    const named = PAGES.flatMap((page) => read(page).match(/(?<=[\s`"])examples\/[\w./-]+\.\w+/g) ?? []);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  it('links to pages that are there', () => {
    const broken = PAGES.flatMap((page) => {
      const links = [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
      return links
        .filter((link) => !existsSync(path.resolve(ROOT, path.dirname(page), link)))
        .map((link) => [page, link]);
    });
    expect(broken).toEqual([]);
  });

  it('has every setting of the service', () => {
    const variables = read('packages/server/src/config/environment.ts').match(/^ {2}[A-Z][A-Z_]+(?=:)/gm) ?? [];
    expect(variables.length).toBeGreaterThan(30);
    const page = read('docs/settings.md');
    expect(variables.map((name) => name.trim()).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('shows files as they are', () => {
    for (const name of ['docs/deployment.md', 'docs/languages.md'])
      expect(withFiles(read(name), read)).toBe(read(name));
    expect(read('docs/deployment.md')).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  });
});
