import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateLimit } from './rate-limit.ts';

function setUp(limit: number) {
  const clock = { time: 1_700_000_000_000, now: () => clock.time };
  const rate = new RateLimit({ limit, clock });
  const take = (times: number, client = 'a') => Array.from({ length: times }, () => rate.take(client));
  return { clock, rate, take };
}

describe('RateLimit', () => {
  it('lets the whole quota through at once, and then one for each share of the minute', () => {
    const { clock, rate, take } = setUp(250);
    expect(take(251)).toEqual([...Array(250).fill(true), false]);
    clock.time += 239;
    expect(rate.take('a')).toBe(false);
    clock.time += 1;
    expect(take(2)).toEqual([true, false]);
    clock.time += 60_000;
    expect(take(251).filter(Boolean)).toHaveLength(250);
  });

  it('reports what is left and when the next request is free', () => {
    const { clock, rate, take } = setUp(6);
    expect(rate.look('a')).toEqual({ remaining: 6, nextIn: 0, wholeIn: 0 });
    take(2);
    expect(rate.look('a')).toEqual({ remaining: 4, nextIn: 10_000, wholeIn: 20_000 });
    clock.time += 4_000;
    expect(rate.look('a')).toEqual({ remaining: 4, nextIn: 6_000, wholeIn: 16_000 });
    take(5);
    expect(rate.look('a')).toEqual({ remaining: 0, nextIn: 6_000, wholeIn: 56_000 });
  });

  it('keeps clients apart', () => {
    const { rate, take } = setUp(3);
    take(10, 'a');
    expect(rate.take('a')).toBe(false);
    expect(rate.take('b')).toBe(true);
  });

  it('forgets the clients that were quiet, and no other', () => {
    const { clock, rate, take } = setUp(60);
    for (let client = 0; client < 1_000; client += 1) rate.take(`client-${client}`);
    clock.time += 59_000;
    take(60, 'busy');
    clock.time += 1_000;
    rate.take('one more');
    expect(rate.look('busy').remaining).toBe(1);
    clock.time += 60_000;
    rate.take('another');
    expect(rate.size).toBe(2);
    clock.time += 600_000;
    rate.take('another');
    expect(rate.size).toBe(1);
  });

  it('admits the quota and what came back of it, never more, and keeps its word about the time', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 90_000 })));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), steps, (limit, list) => {
        const { clock, rate, take } = setUp(limit);
        const begun = clock.time;
        let admitted = 0;
        for (const [times, wait] of list) {
          admitted += take(times).filter(Boolean).length;
          const { remaining, nextIn, wholeIn } = rate.look('a');
          expect(remaining).toBeGreaterThanOrEqual(0);
          expect(nextIn).toBeLessThanOrEqual(wholeIn + 1e-3);
          expect(admitted).toBeLessThanOrEqual(limit + ((clock.time - begun) * limit) / 60_000 + 1e-3);
          if (remaining === 0) {
            clock.time += Math.ceil(nextIn);
            expect(rate.take('a')).toBe(true);
            admitted += 1;
          }
          clock.time += wait;
        }
      }),
    );
  });
});
