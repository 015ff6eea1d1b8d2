import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFiles } from '../../script/documentation.ts';
import { blocksOf, NOT_RUN, OPERATOR_PAGES, PAGES_WITH_COMMANDS, ROOT, read, unnamedCommands } from './blocks.ts';

/** What the documentation names is there, and its commands are run: by callers.test.ts, or by operators.test.ts. */

/** Pages for people. */
const PAGES = globSync(
  ['*.md', 'docs/*.md', 'docs/{adr,coming-from,compliance}/*.md', 'examples/**/*.md', 'bench/*.md'],
  { cwd: ROOT },
);

describe('the documentation', () => {
  it('has no command that is not run, but for those that a list names', () => {
    const left = NOT_RUN.map(({ page, begins }) => [
      `${page}: ${begins}`,
      blocksOf(page).filter((block) => block.startsWith(begins)).length,
    ]);
    expect(left.filter(([, count]) => count !== 1)).toEqual([]);
    expect(OPERATOR_PAGES.filter((page) => !PAGES_WITH_COMMANDS.includes(page))).toEqual([]);
    expect(unnamedCommands()).toEqual([]);
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

  it('shows files as they are', () => {
    for (const name of ['docs/deployment.md', 'docs/languages.md'])
      expect(withFiles(read(name), read)).toBe(read(name));
    expect(read('docs/deployment.md')).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  });
});
