import { describe, expect, it } from 'vitest';
import type { Block } from './blocks.ts';
import { leavesOf } from './leaf-context.ts';
import { meanFeatures } from './mean-features.ts';
import { createStats } from './stats.ts';

const paragraph = (text: string): Block => ({ kind: 'text', tag: 'p', runs: [{ kind: 'text', text, marks: 0 }] });

function meanOf(texts: readonly string[], rows: readonly (readonly number[])[], chances: readonly number[]): number[] {
  const statsOf = createStats();
  const blocks = texts.map(paragraph);
  const leaves = leavesOf(blocks, statsOf, statsOf({ kind: 'group', tag: 'html', children: blocks }));
  return [...meanFeatures(rows, leaves, chances, statsOf)];
}

describe('what a page is like', () => {
  const long = 'word '.repeat(40);
  const rows = [
    [1, 4],
    [3, 8],
  ];

  it('is the mean of its blocks, as far as they are likely to be content', () => {
    expect(meanOf([long, long], rows, [1, 1])[0]).toBeCloseTo(2);
    expect(meanOf([long, long], rows, [1, 0])[1]).toBeCloseTo(4);
  });

  it('is rather what long blocks are like than short ones', () => {
    expect(meanOf([long, 'word'], [[0], [1]], [1, 1])[0]).toBeLessThan(0.1);
  });

  it('is nothing in particular where nothing is likely', () => {
    expect(meanOf([long], [[5]], [0])).toEqual([0]);
  });
});
