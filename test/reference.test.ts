import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const MAKERS = [
  'script/reference.ts',
  'script/guides.ts',
  'test/openapi/client-types.ts',
  'test/openapi/python-types.ts',
];

// In one process, which reads the sources of the service once. What is behind says so itself.
it('what is made of the sources is what they say', () => {
  const program = MAKERS.map((name) => `await import(${JSON.stringify(path.join(ROOT, name))});`).join('');
  const words = ['--input-type=module', '--eval', program, '--', '--check'];
  expect(() => execFileSync(process.execPath, words, { stdio: 'pipe' })).not.toThrow();
});
