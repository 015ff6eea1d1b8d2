import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isWellFormedKey, keyHint, makeKey } from './key-format.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('makeKey', () => {
  it('makes different keys of the documented form', () => {
    const keys = Array.from({ length: 100 }, () => makeKey());
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) expect(key).toMatch(/^plk_live_[0-9A-Za-z]{36}$/);
    expect(makeKey('test')).toMatch(/^plk_test_[0-9A-Za-z]{36}$/);
  });

  it('ends with a checksum that anybody can verify', () => {
    for (const key of Array.from({ length: 100 }, () => makeKey())) {
      const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);
      expect(value).toBe(crc32(key.slice(0, -6)));
    }
  });
});

describe('isWellFormedKey', () => {
  const key = makeKey();

  it('knows keys of both kinds', () => {
    expect(isWellFormedKey(Buffer.from(key))).toBe(true);
    expect(isWellFormedKey(Buffer.from(makeKey('test')))).toBe(true);
  });

  it('refuses a key with one character changed, wherever it is', () => {
    for (let at = 0; at < key.length; at += 1) {
      const other = key[at] === 'x' ? 'y' : 'x';
      expect(isWellFormedKey(Buffer.from(key.slice(0, at) + other + key.slice(at + 1)))).toBe(false);
    }
  });

  it.each(['', 'x', key.slice(1), `${key} `, key.toUpperCase(), key.replace('live', 'prod'), `${key.slice(0, -1)}ü`])(
    'refuses %j',
    (text) => {
      expect(isWellFormedKey(Buffer.from(text))).toBe(false);
    },
  );
});

it('the hint of a key cannot be used as a key', () => {
  const key = makeKey('test');
  const { prefix, last4 } = keyHint(key);
  expect(key.startsWith(prefix)).toBe(true);
  expect(prefix).toMatch(/^plk_test_.{4}$/);
  expect(key.endsWith(last4)).toBe(true);
  expect(prefix.length + last4.length).toBeLessThan(key.length / 2);
});
