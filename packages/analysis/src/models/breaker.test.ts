import { describe, expect, it } from 'vitest';
import { CircuitBreaker } from './breaker.ts';

const LIMITS = { failures: 3, pauseMs: 1_000, longWaitMs: 10_000, longestPauseMs: 60_000 };

function breakerAt() {
  let now = 0;
  const clock = { now: () => now, sleep: async () => undefined, random: () => 0 };
  return { breaker: new CircuitBreaker(clock, LIMITS), pass: (ms: number) => (now += ms) };
}

describe('CircuitBreaker', () => {
  it('opens after failures in a row, lets one trial through and closes when it succeeds', () => {
    const { breaker, pass } = breakerAt();
    for (let turn = 0; turn < 3; turn += 1) {
      expect(breaker.admit()).toBe(true);
      breaker.fail(null);
    }
    expect(breaker.admit()).toBe(false);
    expect(breaker.remainingMs).toBe(1_000);
    pass(1_000);
    expect([breaker.admit(), breaker.admit()]).toEqual([true, false]);
    breaker.succeed();
    expect([breaker.admit(), breaker.remainingMs]).toEqual([true, 0]);
  });

  it('counts failures in a row only', () => {
    const { breaker } = breakerAt();
    for (let turn = 0; turn < 10; turn += 1) {
      breaker.fail(null);
      breaker.fail(null);
      breaker.succeed();
    }
    expect(breaker.admit()).toBe(true);
  });

  it('opens at once for a provider that names a long wait, but not for the whole of it', () => {
    const { breaker, pass } = breakerAt();
    breaker.fail(86_400_000);
    expect([breaker.admit(), breaker.remainingMs]).toEqual([false, 60_000]);
    pass(60_000);
    expect(breaker.admit()).toBe(true);
  });
});
