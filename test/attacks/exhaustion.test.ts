import { describe, expect, it } from 'vitest';
import { residentMemory } from '../../packages/engine/src/chromium/processes.ts';
import { descendants } from '../../packages/engine/src/isolation/descendants.ts';
import { FLOODS, FRAME_BOMBS, MEMORY_BOMBS, noise, STORAGE_BOMBS, TIME } from './exhausting-pages.ts';
import { survive } from './exhaustion.ts';
import { useRange } from './range.ts';

/** Pages that take time, memory or attention without an end. */
const range = useRange();
const LONGEST = 60_000;

describe.each([
  ['time', TIME],
  ['memory', MEMORY_BOMBS],
  ['attention', FLOODS],
])('%s: a page that', (_, pages) => {
  it.each(pages)('$name', async (page) => void (await survive(range, page)), LONGEST);
});

describe('storage: a page that fills', () => {
  it.each(STORAGE_BOMBS)(
    '$name costs its neighbours no browser',
    async (page) => {
      range.events.length = 0;
      let most = 0;
      const watch = setInterval(() => {
        most = Math.max(most, ...descendants(process.pid).map(residentMemory));
      }, 100);
      await survive(range, page).finally(() => clearInterval(watch));
      expect(range.events).not.toContain('browser_lost');
      // Of all processes: renderers have a limit of their own, below it.
      expect(most / 2 ** 20).toBeLessThan(1_100);
    },
    LONGEST,
  );
});

describe('frames: a page that', () => {
  it.each(FRAME_BOMBS)('$name costs its neighbours no browser', async (page) => {
    range.events.length = 0;
    await survive(range, page);
    expect(range.events).not.toContain('browser_lost');
  });
});

it(
  'a large picture comes whole, and costs its neighbours no browser',
  async () => {
    range.events.length = 0;
    const { result } = await survive(range, noise(3_000));
    expect(result?.bytes.length).toBeGreaterThan(20_000_000);
    expect(range.events).not.toContain('browser_lost');
  },
  LONGEST,
);
