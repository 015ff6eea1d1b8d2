import { describe, expect, it } from 'vitest';
import { atOnce } from './at-once.ts';

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 0; number < count; number += 1) yield number;
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('atOnce', () => {
  it('gives results in order, and begins no more at once than it may', async () => {
    let running = 0;
    let most = 0;
    const results = atOnce(3, numbers(10), async (number) => {
      running += 1;
      most = Math.max(most, running);
      // The first ones take longest.
      for (let left = 10 - number; left > 0; left -= 1) await turn();
      running -= 1;
      return number * 2;
    });
    expect(await Array.fromAsync(results)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
    expect(most).toBe(3);
  });

  it('throws the first error when what was begun has ended, and begins nothing after it', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = atOnce(2, numbers(10), async (number) => {
      begun.push(number);
      if (number === 1) throw new Error('gone');
      await turn();
      await turn();
      ended.push(number);
    });
    await expect(Array.fromAsync(work)).rejects.toThrow('gone');
    expect(begun).toEqual([0, 1]);
    expect(ended).toEqual([0]);
  });

  it('waits for what was begun when there is no next entry to be had', async () => {
    const ended: number[] = [];
    async function* broken() {
      yield 1;
      throw new Error('away');
    }
    const work = atOnce(2, broken(), async (number) => {
      await turn();
      ended.push(number);
    });
    await expect(Array.fromAsync(work)).rejects.toThrow('away');
    expect(ended).toEqual([1]);
  });
});
