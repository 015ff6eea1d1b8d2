import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The commands of what people read: every block of a shell is run by a test, but for those that are named here. */

export const ROOT = path.join(import.meta.dirname, '../..');
export const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Pages whose commands people type. */
const PAGES = globSync(
  ['README.md', 'examples/**/*.md', 'clients/*/README.md', 'packages/*/README.md', 'docs/**/*.md'],
  { cwd: ROOT },
)
  .filter((page) => !page.startsWith('docs/reference/'))
  .sort();

/** Blocks that no test runs, by how they begin, and why. */
export const NOT_RUN: readonly { readonly page: string; readonly begins: string; readonly why: string }[] = [
  { page: 'README.md', begins: 'git clone', why: 'it fetches this repository from GitHub' },
  { page: 'docs/analysis.md', begins: 'ollama serve', why: 'it downloads a language model of gigabytes' },
  { page: 'docs/deployment.md', begins: 'apt-get update', why: 'it installs packages with apt, for the whole machine' },
  { page: 'docs/deployment.md', begins: 'cd /opt/platen\ngit fetch', why: 'it changes the version of this checkout' },
  ...['docker build', 'docker run', '(umask 077', 'cd deploy', 'docker compose'].map((begins) => ({
    page: 'docs/containers.md',
    begins,
    why: 'it needs Docker and its registry; script/image does the same with what there is',
  })),
  {
    page: 'docs/n8n.md',
    begins: 'script/n8n',
    why: 'npm fetches n8n; test/n8n.test.ts builds the package and runs it',
  },
];

/** Fences with their language and their text. */
const fencesOf = (page: string) =>
  [...read(page).matchAll(/^[ \t]*```([^\n`]*)\n([\s\S]*?)^[ \t]*```[ \t]*$/gm)].map(
    ([, language = '', text = '']) => ({ language: language.trim(), text }),
  );

/** The blocks of a language, in their order. */
export const programsOf = (page: string, language: string): readonly string[] =>
  fencesOf(page).flatMap((fence) => (fence.language === language ? [fence.text] : []));

const SHELL = /^(?:sh|bash|shell|console)\b/;

/** All blocks of commands of a page. */
export const blocksOf = (page: string): readonly string[] =>
  fencesOf(page).flatMap(({ language, text }) => (SHELL.test(language) ? [text] : []));

const isRun = (page: string, block: string): boolean =>
  !NOT_RUN.some((each) => each.page === page && block.startsWith(each.begins));

/** The blocks of a page that are run. */
export const commandsOf = (page: string): readonly string[] => blocksOf(page).filter((block) => isRun(page, block));

/** Pages for whoever operates a service: operators.test.ts runs them, in this order; callers.test.ts runs all others. */
export const OPERATOR_PAGES = [
  'docs/accounts.md',
  'docs/compliance.md',
  'docs/compliance/hipaa.md',
  'docs/compliance/soc2.md',
  'docs/billing.md',
  'docs/deployment.md',
  'docs/many-servers.md',
  'docs/cli.md',
] as const;

/** Pages with blocks that are run. */
export const PAGES_WITH_COMMANDS: readonly string[] = PAGES.filter((page) => commandsOf(page).length > 0);

/** Blocks without a language that begin as commands do; what `platen COMMAND --help` prints of its use is none. */
export const unnamedCommands = (): readonly string[] =>
  PAGES.flatMap((page) =>
    fencesOf(page)
      .filter(({ language, text }) => language === '' && /^\$? ?(?:curl|git|npx?|script\/|export|platen) ?/.test(text))
      .filter(({ text }) => page !== 'docs/cli.md' || !/^platen [^\n]*\n$/.test(text))
      .map(({ text }) => `${page}: ${text}`),
  );
