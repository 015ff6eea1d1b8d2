import { describe, expect, it } from 'vitest';
import { createPredictor, type Trees } from './trees.ts';

/** One tree that asks for the second feature, and one that is a leaf. */
const TREES: Trees = {
  names: ['unused', 'length'],
  base: 0.5,
  roots: [0, 3],
  feature: [1, -1, -1, -1],
  threshold: [10, -2, 2, 0.25],
  right: [2, 0, 0, 0],
};
const chance = (score: number): number => 1 / (1 + Math.exp(-score));

describe('a model of trees', () => {
  it('adds up what its trees say', () => {
    const predict = createPredictor(TREES, ['unused', 'length']);
    expect(predict([0, 10])).toBeCloseTo(chance(0.5 - 2 + 0.25), 6);
    expect(predict([0, 11])).toBeCloseTo(chance(0.5 + 2 + 0.25), 6);
  });

  it('finds its features by name, wherever they stand', () => {
    const predict = createPredictor(TREES, ['length', 'new', 'unused']);
    expect(predict([11, 0, 0])).toBeCloseTo(chance(2.75), 6);
  });
});
