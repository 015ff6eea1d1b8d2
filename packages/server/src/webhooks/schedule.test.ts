import { expect, it } from 'vitest';
import { nextTry } from './schedule.ts';

const NOW = Date.UTC(2030, 0, 1);
const middle = { random: () => 0.5 };
const after = (tries: number, options: Parameters<typeof nextTry>[2] = middle) => {
  const at = nextTry(tries, NOW, options);
  return at === undefined ? undefined : (at - NOW) / 1_000;
};

it('tries ten times over 75 hours, each moved by a fifth at most', () => {
  const delays = Array.from({ length: 11 }, (_, tries) => after(tries));
  expect(delays).toEqual([0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, undefined]);
  expect([after(2, { random: () => 0 }), after(2, { random: () => 1 })]).toEqual([240, 360]);
});

it.each<[string, string, number | undefined]>([
  ['seconds', '120', 120],
  ['a date', new Date(NOW + 600_000).toUTCString(), 600],
  ['less than the schedule', '1', 5],
  ['the past', new Date(NOW - 600_000).toUTCString(), 5],
  ['a year', '31536000', 86_400],
  ['nonsense', 'soon', 5],
])('waits as long as a receiver asks for by %s, a day at most', (_, retryAfter, seconds) => {
  expect(after(1, { ...middle, retryAfter })).toBe(seconds);
});
