import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { analyse } from 'scslre';
import { describe, expect, it } from 'vitest';
import { type Pattern, readModule } from '../module-facts.ts';

/** S70: no text of a client can make a regular expression of ours take more than linear time. */

const ROOT = path.join(import.meta.dirname, '../..');
const FILES = globSync('packages/*/src/**/*.ts', {
  cwd: ROOT,
  // What runs in a page can slow down that page alone, and ends with it; tests have no clients.
  exclude: ['**/*.test.ts', '**/testing/**', '**/in-page/**'],
});

/** Patterns with super-linear backtracking, each with the character that shows it when it is repeated. */
const slow = (patterns: readonly Pattern[]) =>
  patterns.flatMap((pattern) =>
    analyse(pattern).reports.map(({ type, character }) => `/${pattern.source}/: ${type} of ${character.pick}`),
  );

describe('S70: regular expressions', () => {
  it.each(FILES)('%s has none that a long text makes slow', (file) => {
    expect(slow(readModule(readFileSync(path.join(ROOT, file), 'utf8')).patterns)).toEqual([]);
  });

  it('use no modifiers inside: V8 forgets `(?i:…)` at times, in a process that runs for long', () => {
    const modified = FILES.flatMap((file) =>
      readModule(readFileSync(path.join(ROOT, file), 'utf8'))
        .patterns.filter(({ source }) => /\(\?[ims-]+:/.test(source))
        .map(({ source }) => `${file}: ${source}`),
    );
    expect(modified).toEqual([]);
  });

  it.each([
    ['one that is exponential', '(a+)+$'],
    ['one with two that share a text', 'a*b?a*c'],
    ['one that begins anew everywhere', 'a+$'],
  ])('finds %s', (_name, source) => {
    expect(slow([{ source, flags: '' }])).not.toEqual([]);
  });
});
