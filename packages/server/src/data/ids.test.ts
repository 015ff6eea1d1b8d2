import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId } from './ids.ts';

afterEach(() => vi.useRealTimers());

const many = (count: number) => Array.from({ length: count }, () => newId('key'));

/** The UUID in an id, as 32 hex digits. */
function uuid(id: string): string {
  const digits = [...id.slice(id.indexOf('_') + 1)];
  const value = digits.reduce((sum, each) => sum * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(each)), 0n);
  return value.toString(16).padStart(32, '0');
}

describe('newId', () => {
  it('makes ids of one form, each once', () => {
    const ids = many(20_000);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids.slice(0, 100)) expect(id).toMatch(/^key_[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it('makes ids that sort in the order they were made, also within a millisecond', () => {
    const ids = many(20_000);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('keeps that order when the clock is set back', () => {
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] });
    const before = newId('key');
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(newId('key') > before).toBe(true);
  });

  it('holds a UUID of version 7 with the time in it', () => {
    const soon = Date.now() + 7_200_000;
    vi.useFakeTimers({ now: soon, toFake: ['Date'] });
    const hex = uuid(newId('key'));
    expect(Number.parseInt(hex.slice(0, 12), 16)).toBe(soon);
    expect(hex.charAt(12)).toBe('7');
    expect(hex.charAt(16)).toMatch(/[89ab]/);
  });
});
