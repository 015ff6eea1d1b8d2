import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest.ts';

describe('nearestName', () => {
  const known = ['format', 'margin', 'header', 'tagged'];

  it.each([
    ['formt', 'format'],
    ['fromat', 'format'],
    ['Margins', 'margin'],
    ['haeder', 'header'],
  ])('%s means %s', (name, meant) => {
    expect(nearestName(name, known)).toBe(meant);
  });

  it('is none when nothing is near', () => {
    expect(nearestName('executablePath', known)).toBeUndefined();
    expect(nearestName('x'.repeat(100_000), known)).toBeUndefined();
  });
});
