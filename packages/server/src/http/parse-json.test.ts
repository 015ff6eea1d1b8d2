import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JSON_LIMITS, parseJson } from './parse-json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));
const refusal = (bytes: string | Buffer) => {
  try {
    parseJson(Buffer.from(bytes));
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
};

describe('parseJson', () => {
  it('gives what JSON.parse gives, for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        if (text.includes('__proto__')) return;
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('accepts a byte order mark, and texts that look like structure', () => {
    expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 });
    expect(parse(JSON.stringify({ html: `${'[{'.repeat(500)}\\"":,` }))).toEqual({ html: `${'[{'.repeat(500)}\\"":,` });
  });

  it('counts levels of arrays and objects together', () => {
    const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
    expect(parse(nested(JSON_LIMITS.depth))).toBeDefined();
    expect(refusal(nested(JSON_LIMITS.depth + 2))).toBe('The JSON nests deeper than 64 levels.');
  });

  it.each([
    ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', '{"a":'.repeat(100_000)],
    ['levels that are never closed', '['.repeat(1_000_000)],
  ])('survives 100,000 %s', (_name, text) => {
    expect(refusal(text)).toBe('The JSON nests deeper than 64 levels.');
  });

  it('bounds members and values', () => {
    const members = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":0`).join()}}`;
    expect(Object.keys(parse(members(JSON_LIMITS.members)) as object)).toHaveLength(JSON_LIMITS.members);
    expect(refusal(members(JSON_LIMITS.members + 1))).toMatch(/more than 100000 members/);
    expect(refusal(`[${'0,'.repeat(JSON_LIMITS.values + 1)}0]`)).toMatch(/more than 1000000 values/);
  });

  it.each([
    ['{"__proto__":{"polluted":1}}'],
    ['{"a":[{"\\u005f_proto__":1}]}'],
    ['{"constructor":{"prototype":{"polluted":1}}}'],
    ['{"a":{"constructor":{"x":1,"prototype":null}}}'],
  ])('refuses %s', (text) => {
    expect(refusal(text)).toMatch(/__proto__/);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('leaves "constructor" and "prototype" to those who use them as plain words', () => {
    expect(parse('{"constructor":"Smith & Sons","prototype":{"a":1}}')).toEqual({
      constructor: 'Smith & Sons',
      prototype: { a: 1 },
    });
  });

  it.each([
    ['two members with one name', '{"a":1,"b":{"c":1,"c":2}}'],
    ['the same name, spelled differently', '{"a":1,"\\u0061":2}'],
    ['a number beyond a double', '[1e400]'],
    ['a negative one', '{"a":-1e999}'],
    ['half of a surrogate pair', '["\\ud800"]'],
    ['halves in the wrong order', '{"a":"\\udc00\\ud800"}'],
    ['half of a pair in a name', '{"\\ud800":1}'],
    ['text after the value', '{"a":1} x'],
    ['a second value', '{}{}'],
    ['a trailing comma', '[1,]'],
    ['a comment', '{/* a */}'],
    ['NaN', '[NaN]'],
    ['a NUL', '{"a":1}\0'],
    ['nothing', ''],
    ['spaces only', '  '],
    ['an unfinished text', '{"a":"b'],
    ['a backslash at the end', '"\\'],
  ])('refuses %s', (_name, text) => {
    expect(refusal(text)).toBeDefined();
  });

  it.each([
    ['an overlong sequence', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['a cut sequence', Buffer.from([0x22, 0xe2, 0x82, 0x22])],
    ['Latin-1', Buffer.from('"\xe4"', 'latin1')],
    ['UTF-16', Buffer.from('\ufeff{"a":1}', 'utf16le')],
  ])('refuses %s as UTF-8', (_name, bytes) => {
    expect(refusal(bytes)).toBe('The body is not valid UTF-8.');
  });

  it('reports the position of a fault where the engine does, never the text around it', () => {
    expect(refusal('{"canary":1,\n  }')).toBe('The body is not valid JSON. The fault is at line 2, column 3.');
    expect(refusal('{"a":1,\n"canary": canary-text}')).toBe('The body is not valid JSON.');
    expect(refusal(' ')).toBe('The body is empty. Send a JSON object.');
  });
});
