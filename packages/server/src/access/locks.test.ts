import { describe, expect, it } from 'vitest';
import { Locks } from './locks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function setUp() {
  const clock = { time: 1_000_000, now: () => clock.time };
  const locks = new Locks(clock);
  const fail = (times: number, source = 'a') => Array.from({ length: times }, () => locks.fail(source)).at(-1);
  return { clock, locks, fail };
}

describe('Locks', () => {
  it('locks a source after 20 failures within 5 minutes, and no other source', () => {
    const { locks, fail } = setUp();
    expect(fail(19)).toBe(0);
    expect(locks.lockedSeconds('a')).toBe(0);
    expect(fail(1)).toBe(60);
    expect(locks.lockedSeconds('a')).toBe(60);
    expect(locks.lockedSeconds('b')).toBe(0);
  });

  it('does not add up failures over more than 5 minutes', () => {
    const { clock, locks, fail } = setUp();
    for (let round = 0; round < 10; round += 1) {
      fail(19);
      clock.time += 5 * MINUTE;
    }
    expect(locks.lockedSeconds('a')).toBe(0);
  });

  it('rounds the seconds up, so that no client retries too early', () => {
    const { clock, locks, fail } = setUp();
    fail(20);
    clock.time += 59_001;
    expect(locks.lockedSeconds('a')).toBe(1);
    clock.time += 999;
    expect(locks.lockedSeconds('a')).toBe(0);
  });

  it('doubles from 1 to 60 minutes, and begins anew after a day without failures', () => {
    const { clock, fail } = setUp();
    const minutes = Array.from({ length: 8 }, () => {
      const seconds = fail(20) ?? 0;
      clock.time += seconds * 1_000;
      return seconds / 60;
    });
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    clock.time += DAY;
    expect(fail(20)).toBe(60);
  });

  it('ends a lock of a clock that was set back since (F24)', () => {
    const { clock, locks, fail } = setUp();
    clock.time += 40 * DAY;
    fail(20);
    clock.time -= 40 * DAY;
    expect(locks.lockedSeconds('a')).toBe(0);
    expect(fail(19)).toBe(0);
    expect(fail(1)).toBeGreaterThan(0);
    expect(locks.lockedSeconds('a')).toBeGreaterThan(0);
  });

  it('remembers for 30 days which key was right from where', () => {
    const { clock, locks } = setUp();
    locks.prove('a', 'key-1');
    clock.time += 30 * DAY - 1;
    expect(locks.isProven('a', 'key-1')).toBe(true);
    expect(locks.isProven('b', 'key-1')).toBe(false);
    expect(locks.isProven('a', 'key-2')).toBe(false);
    clock.time += 1;
    expect(locks.isProven('a', 'key-1')).toBe(false);
  });

  it('takes over later locks of other processes, and nothing else of them', () => {
    const { clock, locks, fail } = setUp();
    clock.time = DAY;
    fail(19);
    const other = {
      failures: [],
      lockedUntil: clock.time + 4 * MINUTE,
      lastLock: 4 * MINUTE,
      lastFailure: clock.time - 1,
    };
    locks.learn('a', other);
    locks.learn('a', { ...other, lockedUntil: clock.time + MINUTE, lastLock: MINUTE });
    expect(locks.lockedSeconds('a')).toBe(4 * 60);
    clock.time += 4 * MINUTE;
    expect(fail(20)).toBe(8 * 60);
    locks.learn('b', { ...other, lockedUntil: 0, lastLock: 0, failures: Array(19).fill(clock.time) });
    expect(fail(1, 'b')).toBe(60);
  });

  it('forgets the oldest of very many sources', () => {
    const { locks, fail } = setUp();
    fail(20, 'first');
    fail(20, 'second');
    for (let at = 0; at < 9_999; at += 1) locks.fail(`source-${at}`);
    expect(locks.lockedSeconds('first')).toBe(0);
    expect(locks.lockedSeconds('second')).toBe(60);
  });
});
