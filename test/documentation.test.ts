import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { readConfig, type Service, startService } from '@platen/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText } from '../packages/engine/src/testing/judge.ts';
import { type Site, startSite } from '../packages/engine/src/testing/site.ts';
import { createLog } from '../packages/server/src/log/log.ts';
import { withFiles } from '../script/documentation.ts';

/** What the documentation tells people to type does what it says: its commands run as they stand there. */

const ROOT = path.join(import.meta.dirname, '..');
const KEY = 'documentation-key-of-many-letters';
const folder = mkdtempSync(path.join(tmpdir(), 'platen-documentation-'));
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
/** Pages for people. */
const PAGES = globSync(['*.md', 'docs/*.md', 'docs/{adr,coming-from}/*.md', 'examples/**/*.md', 'bench/*.md'], {
  cwd: ROOT,
});

let service: Service;
let elsewhere: Site;

beforeAll(async () => {
  symlinkSync(path.join(ROOT, 'examples'), path.join(folder, 'examples'));
  elsewhere = await startSite({ '/': '<h1>Example' });
  const environment = {
    PORT: '0',
    PLATEN_DATA: path.join(folder, 'data'),
    PLATEN_BOOTSTRAP_KEY: KEY,
    PLATEN_EGRESS_ALLOW: elsewhere.host,
  };
  service = await startService(readConfig(environment), { log: createLog('error', { write: () => {} }) });
}, 60_000);
afterAll(async () => {
  await service.stop();
  elsewhere.close();
  rmSync(folder, { recursive: true });
});

/** Blocks of commands that call a service or convert something. Others set machines up, or need files of yours. */
function commandsOf(page: string): string[] {
  const blocks = [...read(page).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = '']) => commands);
  return blocks.filter((commands) => /^(curl|api|export|DATA=|npx platen convert)/.test(commands));
}

/** Runs commands as they stand there, but for the addresses of the service and of the web. */
async function run(commands: string): Promise<string> {
  const script = commands
    .replaceAll(/http:\/\/127\.0\.0\.1:3000|https:\/\/platen\.example/g, service.url)
    .replaceAll('https://example.com', elsewhere.origin)
    .replaceAll('plk_live_…', KEY)
    .replaceAll('npx platen', 'platen');
  const head = `set -euo pipefail
    curl() { command curl --silent --show-error --fail-with-body "$@"; }
    platen() { "$NODE" "$MAIN" "$@"; }\n`;
  const environment = {
    PATH: process.env.PATH,
    HOME: folder,
    NODE: process.execPath,
    MAIN: path.join(ROOT, 'packages/cli/src/main.ts'),
    PLATEN_API_KEY: KEY,
  };
  const { stdout } = await promisify(execFile)('bash', ['-c', head + script], { cwd: folder, env: environment });
  return stdout;
}

describe('the documentation', () => {
  it.each(['docs/accounts.md', 'docs/analysis.md', 'docs/idempotency.md', 'docs/templates.md'])(
    'has commands in %s that work',
    async (page) => {
      const commands = commandsOf(page);
      expect(commands.length).toBeGreaterThan(0);
      await run(commands.join('\n'));
    },
  );

  it('begins with commands that make a PDF', async () => {
    const commands = commandsOf('README.md');
    expect(commands.length).toBeGreaterThanOrEqual(3);
    await run(commands.join('\n'));
    expect(pdfText(readFileSync(path.join(folder, 'hello.pdf')))).toContain('Hello Ada');
    expect(pdfText(readFileSync(path.join(folder, 'quote.pdf')))).toContain('Devis 2026-081');
  });

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

  it('shows the files of deploy/ as they are', () => {
    const page = read('docs/deployment.md');
    expect(withFiles(page, read)).toBe(page);
    expect(page).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  });
});
