import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeKey } from './key-format.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('makeKey', () => {
  it('makes different keys of the documented form', () => {
    const keys = Array.from({ length: 100 }, makeKey);
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) expect(key).toMatch(/^plk_live_[0-9A-Za-z]{36}$/);
  });

  it('ends with a checksum that anybody can verify', () => {
    for (const key of Array.from({ length: 100 }, makeKey)) {
      const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);
      expect(value).toBe(crc32(key.slice(0, -6)));
    }
  });
});
