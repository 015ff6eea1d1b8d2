import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { analyse } from 'scslre';
import { describe, expect, it } from 'vitest';
import { PAGED, PAGED_ELEMENTS } from '../../packages/engine/src/pdf/paged/pattern.ts';
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

  // Those above are literals: these are put together of texts.
  it.each([
    ['of margins', '@page{', 'margin:1111px 1111px 1111px 1111px;'],
    ['of sizes', '@page{', 'size:11.11mm 1.111in;'],
    ['of spaces', '@page {', ' '],
    ['of breaks', 'p{break-before:', ' '],
  ])('of paged media are quick with many %s', (_, start, part) => {
    const css = `${start}${part.repeat(10_000)}x:1}`;
    expect([PAGED, PAGED_ELEMENTS].map((pattern) => typeof pattern.test(css))).toEqual(['boolean', 'boolean']);
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
