import { expect, it } from 'vitest';
import { shared } from './shared.ts';

it('is started again after it failed, and when it has gone, and else once', async () => {
  const gone = new Set<number>();
  let starts = 0;
  const asked = shared({
    start: async () => {
      starts += 1;
      if (starts === 1) throw new Error('busy');
      return starts;
    },
    isGone: (number) => gone.has(number),
    end: async () => {},
  });
  await expect(asked()).rejects.toThrow('busy');
  expect([await asked(), await asked()]).toEqual([2, 2]);
  gone.add(2);
  expect(await Promise.all([asked(), asked()])).toEqual([3, 3]);
});
