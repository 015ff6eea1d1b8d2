import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readModule } from './module-facts.ts';

/** Arrows run one way: cli → server → engine, analysis. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  analysis: [],
  server: ['engine', 'analysis'],
  cli: ['engine', 'analysis', 'server'],
};

/** Packages that answer calls, whoever brings them. */
const WITHOUT_HTTP: readonly string[] = ['engine', 'analysis'];

const ROOT = path.join(import.meta.dirname, '..');
const FILES = globSync('packages/*/src/**/*.ts', { cwd: ROOT });

/** @param file path from the root of the repository @returns one sentence for each rule that the module breaks */
function violations(file: string, source: string): string[] {
  const { imports, hasDefaultExport, readsEnvironment } = readModule(source);
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
    return packageOf(target) === home ? undefined : `${sentence}, which is outside its package`;
  }
  const [, other] = /^@platen\/([^/]+)/.exec(specifier) ?? [];
  if (other && !MAY_IMPORT[home]?.includes(other)) return `${sentence}, against the direction of packages`;
  const isWebFramework = /^(@fastify\/|fastify($|[-/]))/.test(specifier);
  return WITHOUT_HTTP.includes(home) && isWebFramework ? `${sentence}, but knows no HTTP API` : undefined;
}

function packageOf(file: string): string {
  const [, name = ''] = /^packages\/([^/]+)\//.exec(file) ?? [];
  return name;
}

describe('architecture', () => {
  it.each(FILES)('%s keeps the rules', (file) => {
    expect(violations(file, readFileSync(path.join(ROOT, file), 'utf8'))).toEqual([]);
  });

  it('knows every package', () => {
    expect(
      globSync('packages/*', { cwd: ROOT })
        .map((folder) => path.basename(folder))
        .sort(),
    ).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  it('reads the imports that are really there', () => {
    expect(readModule(readFileSync(path.join(ROOT, 'packages/engine/src/index.ts'), 'utf8')).imports).toContain(
      './errors.ts',
    );
  });
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
  ])('%s', (_name, file, source) => {
    expect(violations(file, source)).toHaveLength(1);
  });

  it('nothing where all is well', () => {
    const source = `
      // import { a } from '@platen/cli';
      import { createEngine } from '@platen/engine';
      import { fastify } from 'fastify';
      import { limits } from '../limits.ts';
      const words = "export default process.env";
      export const page = new URL('../../../examples/invoice.html', import.meta.url);
    `;
    expect(violations('packages/server/src/http/a.ts', source)).toEqual([]);
    expect(violations('packages/server/src/config.ts', 'export const port = process.env.PORT;')).toEqual([]);
  });
});
