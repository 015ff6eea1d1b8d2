import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { OWN_NAMES } from '../packages/engine/src/page/in-page/own-names.ts';
import { importCircles } from './import-circles.ts';
import { type ModuleFacts, membersRead, namesKept, readModule, textsWritten } from './module-facts.ts';

/**
 * Arrows run one way: cli → server → engine, analysis. The client stands alone: it runs where none of them does. The
 * dashboard uses it in a browser; of the dashboard, the server knows the addresses of its pages.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  client: [],
  mcp: ['client'],
  engine: [],
  analysis: [],
  dashboard: ['client'],
  server: ['engine', 'analysis', 'client', 'mcp', 'dashboard'],
  cli: ['engine', 'analysis', 'client', 'mcp', 'server'],
};

/**
 * The rooms of a package from the ground up, as files and folders of its `src`: each may import only those before it, in
 * types too. A file that only tests import (`testing/`) stands outside of the order.
 */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  client: [
    'schemas.ts',
    'country-codes.ts',
    'errors.ts',
    'transport.ts',
    'file.ts',
    'pages.ts',
    'analysis.ts',
    'batches.ts',
    'jobs.ts',
    'templates.ts',
    'platen.ts',
    'verify-webhook.ts',
    'index.ts',
  ],
  mcp: ['api.ts', 'content.ts', 'server.ts', 'index.ts'],
  engine: [
    'errors.ts',
    'warnings.ts',
    'nearest.ts',
    'numerals.ts',
    'slot-queue.ts',
    'cdp',
    'egress',
    'config.ts',
    'request',
    'isolation',
    'input',
    'pdf-text',
    'pdf-pages',
    'page',
    'chromium',
    'pdf',
    'image',
    'readable',
    'result.ts',
    'convert',
    'engine.ts',
    'index.ts',
  ],
  analysis: [
    'text',
    'values',
    'verification',
    'models',
    'kind',
    'exports',
    'invoices',
    'receipts',
    'statements',
    'extraction',
    'summary',
    'chat',
    'translation',
    'commands.ts',
    'kinds.ts',
    'analyst.ts',
    'index.ts',
  ],
  dashboard: [
    'texts',
    'style',
    'api',
    'components',
    'options',
    'gallery',
    'pages',
    'shell',
    'router.tsx',
    'main.tsx',
    'paths.ts',
    'index.ts',
  ],
  server: [
    'version.ts',
    'clock.ts',
    'errors.ts',
    'log',
    'network',
    'config',
    'rights',
    'http',
    'data',
    'vault',
    'objects',
    'access',
    'audit',
    'retention',
    'evidence',
    'observe',
    'idempotency',
    'credits',
    'keys',
    'people',
    'billing',
    'webhooks',
    'destinations',
    'templates',
    'conversions',
    'jobs',
    'batches',
    'schedules',
    'analysis',
    'operator',
    'reference',
    'compat',
    'mcp',
    'site',
    'service',
    'operation.ts',
    'index.ts',
    'main.ts',
  ],
};

/** Packages that answer calls, whoever brings them. */
const WITHOUT_HTTP: readonly string[] = ['client', 'dashboard', 'engine', 'analysis'];

const ROOT = path.join(import.meta.dirname, '..');
const MODULES: ReadonlyMap<string, ModuleFacts> = new Map(
  globSync('packages/*/src/**/*.{ts,tsx}', { cwd: ROOT }).map((file) => [
    file,
    readModule(readFileSync(path.join(ROOT, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts'),
  ]),
);
const FILES = [...MODULES.keys()];

/** @param file path from the root of the repository @returns a sentence for each rule that the module breaks */
function violations(file: string, { imports, hasDefaultExport, readsEnvironment }: ModuleFacts): string[] {
  const found = imports.flatMap((specifier) => brokenImport(file, specifier) ?? []);
  if (hasDefaultExport) found.push(`${file} has a default export`);
  if (readsEnvironment && path.basename(file) !== 'config.ts') found.push(`${file} reads process.env`);
  return found;
}

function brokenImport(file: string, specifier: string): string | undefined {
  const home = packageOf(file);
  const sentence = `${file} imports ${specifier}`;
  if (specifier.startsWith('.')) {
    const target = path.join(path.dirname(file), specifier);
    if (packageOf(target) !== home) return `${sentence}, which is outside its package`;
    return brokenOrder(file, target);
  }
  const [, other] = /^@platen\/([^/]+)/.exec(specifier) ?? [];
  if (other && !MAY_IMPORT[home]?.includes(other)) return `${sentence}, against the direction of packages`;
  const isWebFramework = /^(@fastify\/|fastify($|[-/]))/.test(specifier);
  return WITHOUT_HTTP.includes(home) && isWebFramework ? `${sentence}, but knows no HTTP API` : undefined;
}

/** @param target path of a file of the same package */
function brokenOrder(file: string, target: string): string | undefined {
  const order = ORDER[packageOf(file)];
  const [from, to] = [roomOf(file), roomOf(target)];
  if (!order || from === to || isForTests(file)) return undefined;
  const sentence = `${file} imports ${target}`;
  if (isForTests(target)) return `${sentence}, which is for tests`;
  const [here, there] = [order.indexOf(from), order.indexOf(to)];
  if (here < 0) return `${file} is in a room that ORDER does not name`;
  return there >= 0 && there < here ? undefined : `${sentence}, but "${to}" does not come before "${from}" in ORDER`;
}

/** `http` of `packages/server/src/http/limits.ts`; a file directly in `src` is a room of its own. */
function roomOf(file: string): string {
  return file.split('/')[3] ?? '';
}

function isForTests(file: string): boolean {
  return roomOf(file) === 'testing' || file.endsWith('.test.ts');
}

function packageOf(file: string): string {
  const [, name = ''] = /^packages\/([^/]+)\//.exec(file) ?? [];
  return name;
}

/** Files that a file names by their path. */
function importedFiles(file: string, { imports }: ModuleFacts): string[] {
  return imports.filter((name) => name.startsWith('.')).map((name) => path.join(path.dirname(file), name));
}

describe('architecture', () => {
  it.each([...MODULES])('%s keeps the rules', (file, module) => {
    expect(violations(file, module)).toEqual([]);
  });

  it.each(Object.keys(ORDER))('orders the rooms of %s, and only those', (name) => {
    const rooms = FILES.filter((file) => packageOf(file) === name && !isForTests(file)).map(roomOf);
    expect([...new Set(rooms)].sort()).toEqual([...(ORDER[name] ?? [])].sort());
  });

  it.each(Object.keys(ORDER))('has no files in %s that import each other, in types too', (name) => {
    const files = [...MODULES].filter(([file]) => packageOf(file) === name);
    expect(importCircles(new Map(files.map(([file, module]) => [file, importedFiles(file, module)])))).toEqual([]);
  });

  it('knows every package', () => {
    expect(
      globSync('packages/*', { cwd: ROOT })
        .map((folder) => path.basename(folder))
        .sort(),
    ).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  it('reads the imports that are really there', () => {
    expect(MODULES.get('packages/engine/src/index.ts')?.imports).toContain('./errors.ts');
  });
});

/** Members of elements that objects of our own, or of the browser, have too: only types tell which is meant. */
const OF_OTHERS =
  'after append attributes before children className contains id lang matches prepend remove style'.split(' ');
/** More members of elements that code in pages may come to read. */
const NOT_YET =
  'insertAdjacentElement insertBefore lastChild nodeName offsetLeft offsetTop removeChild scrollLeft tagName';
const HIDDEN_BY_FORMS = new Set([
  ...OWN_NAMES.filter((name) => !OF_OTHERS.includes(name)),
  'contentDocument',
  ...NOT_YET.split(' '),
]);
/** They run in the world of the page's script, which has no names of ours. */
const IN_THE_WORLD_OF_PAGES = /page\/(?:init-script|stay|in-page\/(?:due-work|moving-clock|own-names))\.ts$/;

/** @returns what a module reads of an element by a name that a control of a form may have: see `own-names.ts` */
const hiddenReads = (source: string): string[] =>
  membersRead(source)
    .filter(({ name, of }) => HIDDEN_BY_FORMS.has(name) && !/(?:^|\.)document$|range$/i.test(of))
    .map(({ name, of }) => `${of}.${name} may be a control: read $${name}`);

/** @returns what a document could have as an identifier, which the window of an isolated world answers with: see `own-names.ts` */
const hiddenByIds = (source: string): string[] =>
  namesKept(source)
    .filter((name) => !name.startsWith('$'))
    .map((name) => `${name} may be an element: keep $${name}`);

/** @returns texts that would not come to a page as they are written: see `page-text.ts`; one that is a name is meant as one */
const changedTexts = (source: string): string[] =>
  textsWritten(source).filter((text) => /\$[a-z]/i.test(text) && !/^\$\w+$/.test(text));

describe('code that runs in pages', () => {
  const files = FILES.filter((file) => /^packages\/engine\/src\/(?!input|isolation)/.test(file) && !isForTests(file));
  const problems = (rule: (source: string) => string[]): string[] =>
    files
      .filter((file) => !IN_THE_WORLD_OF_PAGES.test(file))
      .flatMap((file) => rule(readFileSync(path.join(ROOT, file), 'utf8')).map((problem) => `${file}: ${problem}`));

  it('reads elements by names of our own', () => {
    expect(problems(hiddenReads)).toEqual([]);
  });

  it('keeps what it needs again under names of our own', () => {
    expect(problems(hiddenByIds)).toEqual([]);
  });

  it('has no text that names of our own would be put into', () => {
    expect(problems(changedTexts)).toEqual([]);
  });

  it.each(['form.parentNode', 'const { nodeType } = node', `'innerText' in form`, 'form?.getAttribute("a")'])(
    'may not say %s',
    (source) => expect(hiddenReads(source)).toHaveLength(1),
  );

  it.each(['(globalThis as { kept?: number }).kept', 'type Scope = typeof globalThis & { kept?: number }'])(
    'may not keep %s',
    (source) => expect(hiddenByIds(source)).toHaveLength(1),
  );

  it.each(["'costs $nine'", '`a $b`', '/[$a-z]/'])('may not have %s', (source) =>
    expect(changedTexts(source)).toHaveLength(1),
  );
});

describe('the rules catch', () => {
  it.each([
    ['engine → server', 'packages/engine/src/a.ts', `import { startServer } from '@platen/server';`],
    ['engine → cli', 'packages/engine/src/a.ts', `export * from '@platen/cli';`],
    ['engine → server, types only', 'packages/engine/src/a.ts', `import type { A } from '@platen/server';`],
    ['engine → server, in a type', 'packages/engine/src/a.ts', `let a: import('@platen/server').A;`],
    ['engine → server, late', 'packages/engine/src/a.ts', `await import('@platen/server');`],
    ['engine → server, resolved', 'packages/engine/src/a.ts', `import.meta.resolve('@platen/server');`],
    ['engine → fastify', 'packages/engine/src/a.ts', `import { fastify } from 'fastify';`],
    ['engine → a fastify plugin', 'packages/engine/src/a.ts', `import { cors } from '@fastify/cors';`],
    ['server → cli', 'packages/server/src/a.ts', `import { run } from '@platen/cli';`],
    ['another package by path', 'packages/cli/src/a.ts', `import { a } from '../../engine/src/index.ts';`],
    [
      'another package started by path',
      'packages/cli/src/a.ts',
      `new URL('../../server/src/main.ts', import.meta.url);`,
    ],
    ['a default export', 'packages/cli/src/a.ts', 'export default 1;'],
    ['a renamed default export', 'packages/cli/src/a.ts', 'const a = 1; export { a as default };'],
    ['process.env', 'packages/server/src/jobs/a.ts', 'const { PORT } = process.env;'],
    ['process["env"]', 'packages/server/src/a.ts', `process['env'].PORT;`],
    ['env of process', 'packages/server/src/a.ts', 'const { env } = globalThis.process;'],
    ['env of node:process', 'packages/server/src/a.ts', `import { env } from 'node:process';`],
    ['a room above', 'packages/server/src/http/a.ts', `import { a } from '../access/a.ts';`],
    ['a room above, types only', 'packages/server/src/http/a.ts', `import type { A } from '../access/a.ts';`],
    ['a room above, passed on', 'packages/server/src/http/a.ts', `export { a } from '../access/a.ts';`],
    ['a file above the rooms', 'packages/server/src/http/a.ts', `import { a } from '../index.ts';`],
    ['a room that is not in the order', 'packages/server/src/new/a.ts', `import { a } from '../clock.ts';`],
    ['what is for tests', 'packages/server/src/http/a.ts', `import { a } from '../testing/a.ts';`],
  ])('%s', (_name, file, source) => {
    expect(violations(file, readModule(source))).toHaveLength(1);
  });

  it('files that import each other', () => {
    const imports = new Map([
      ['a.ts', ['b.ts', 'd.ts']],
      ['b.ts', ['c.ts']],
      ['c.ts', ['a.ts']],
      ['d.ts', ['e.ts', 'elsewhere.ts']],
      ['e.ts', []],
    ]);
    expect(importCircles(imports)).toEqual(['a.ts and b.ts and c.ts import each other']);
  });

  it('nothing where all is well', () => {
    const source = `
      // import { a } from '@platen/cli';
      import { createEngine } from '@platen/engine';
      import { fastify } from 'fastify';
      import { limits } from './limits.ts';
      import { clock } from '../clock.ts';
      const words = "export default process.env";
      export const page = new URL('../../../examples/invoice.html', import.meta.url);
    `;
    expect(violations('packages/server/src/http/a.ts', readModule(source))).toEqual([]);
    const settings = readModule('export const port = process.env.PORT;');
    expect(violations('packages/server/src/config/config.ts', settings)).toEqual([]);
  });
});
