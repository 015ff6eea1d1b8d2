import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { TEMPLATE_SOURCES } from '../input/template-process.ts';
import { currentFiles, makeChildFiles } from './plain-copies.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
mkdirSync(path.join(ROOT, 'dist'), { recursive: true });
/** Beside the folder of the real ones: packages are found from there. */
const folder = mkdtempSync(path.join(ROOT, 'dist/copies-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('starts a child from copies that Node.js has no types to take off of', async () => {
  const places = { root: ROOT, copies: path.join(folder, 'children') };
  const umask = process.umask(0o077);
  try {
    makeChildFiles(TEMPLATE_SOURCES, places);
  } finally {
    process.umask(umask);
  }
  const [entry = '', ...others] = currentFiles(TEMPLATE_SOURCES, places);
  expect([entry, ...others].filter((file) => !/\.js(?:on)?$/.test(file))).toEqual([]);
  // Whoever sets a service up: the user of a child reads them.
  const modes = [places.copies, path.dirname(entry), entry].map((file) => statSync(file).mode & 0o777);
  expect(modes).toEqual([0o755, 0o755, 0o644]);
  // Neither of itself nor of what it loads: it would be refused.
  const child = fork(entry, { execArgv: ['--no-strip-types'] });
  child.once('message', () => child.send({ task: 'schema', schema: { type: 'strin' } }));
  const answers: unknown[] = [];
  child.on('message', (answer) => {
    answers.push(answer);
    if (answers.length === 3) child.disconnect();
  });
  await once(child, 'exit');
  expect(answers).toEqual([{ ready: true }, { started: true }, { schema: expect.any(Array) }]);
});

it('takes the sources where there is no copy of them as they are now', () => {
  const places = { root: folder, copies: path.join(folder, 'made') };
  const source = path.join(folder, 'source.ts');
  const sources = [source];
  writeFileSync(source, "import type { A } from './a.ts';\nexport const value: A = 1;\n");
  expect(currentFiles(sources, places)).toEqual(sources);
  makeChildFiles(sources, places);
  makeChildFiles(sources, places);
  const [copy = ''] = currentFiles(sources, places);
  expect(readFileSync(copy, 'utf8').replaceAll(/\s+/g, ' ').trim()).toBe('export const value = 1;');
  appendFileSync(source, '// Changed.\n');
  expect(currentFiles(sources, places)).toEqual(sources);
});
