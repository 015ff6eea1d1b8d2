/**
 * Builds the dashboard into `dist/`: `node packages/dashboard/build.ts [--force]`. Does nothing where what is there was made
 * from the same sources.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { galleryModule } from './src/gallery/from-folder.ts';
import { connectionKindsOfDocument } from './src/options/connection-kinds.ts';
import { optionsOfDocument } from './src/options/from-document.ts';
import { checksOfReference } from './src/pages/analysis/checks-table.ts';

const HOME = import.meta.dirname;
const ROOT = path.join(HOME, '../..');
const STAMP = path.join(HOME, 'dist/sources.txt');
const DOCUMENT = path.join(ROOT, 'docs/reference/openapi.json');
const CHECKS = path.join(ROOT, 'docs/reference/checks.md');

/** Changes with everything that a build depends on. */
function sourcesDigest(): string {
  const files = globSync(
    [
      'packages/{dashboard,client}/{src/**,*}',
      'examples/templates/**',
      'docs/reference/{openapi.json,checks.md}',
      'package-lock.json',
    ],
    {
      cwd: ROOT,
      withFileTypes: true,
    },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.endsWith('.test.ts'));
  const digest = createHash('sha256');
  for (const file of files.sort())
    digest
      .update(`${path.relative(ROOT, file)}\n`)
      .update(readFileSync(file))
      .update('\n');
  return digest.digest('hex');
}

/** `virtual:options`, `virtual:connections` and `virtual:checks`: what the reference has of them, and nothing else of it. */
function formsPlugin(): Plugin {
  const document = () => JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  const modules: Readonly<Record<string, () => string>> = {
    'virtual:options': () => `export const OPTIONS = ${JSON.stringify(optionsOfDocument(document()))}`,
    'virtual:connections': () =>
      `export const CONNECTION_KINDS = ${JSON.stringify(connectionKindsOfDocument(document()))}`,
    'virtual:checks': () => `export const CHECKS = ${JSON.stringify(checksOfReference(readFileSync(CHECKS, 'utf8')))}`,
  };
  return {
    name: 'forms',
    resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : undefined),
    load: (id) => (id.startsWith('\0') ? modules[id.slice(1)]?.() : undefined),
  };
}

/** `virtual:gallery`: the templates of `examples/templates`, for those who begin with one. */
function galleryPlugin(): Plugin {
  const name = 'virtual:gallery';
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? galleryModule(path.join(ROOT, 'examples/templates')) : undefined),
  };
}

const digest = sourcesDigest();
const isCurrent = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest;
if (!isCurrent || process.argv.includes('--force')) {
  // React for developers is twice as large, and would be taken where tests ask for a build.
  // biome-ignore lint/style/noProcessEnv: Vite asks for it there
  process.env.NODE_ENV = 'production';
  // To load these takes longer than to see that there is nothing to do.
  const [{ build }, { default: tailwind }] = await Promise.all([import('vite'), import('@tailwindcss/vite')]);
  await build({
    root: HOME,
    configFile: false,
    logLevel: 'warn',
    plugins: [tailwind(), formsPlugin(), galleryPlugin()],
    build: {
      outDir: 'dist',
      assetsDir: 'assets/dashboard',
      emptyOutDir: true,
      // What is inline would be against the policy of the page.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2023',
      cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
      // The editor is large, and loaded where it is used.
      chunkSizeWarningLimit: 1_000,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        // Of packages that also render on a server: "use client" means nothing in a browser.
        onLog: (level, log, show) => {
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') show(level, log);
        },
      },
    },
  });
  writeFileSync(STAMP, digest);
}
