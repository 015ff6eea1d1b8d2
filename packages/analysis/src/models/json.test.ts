import { describe, expect, it } from 'vitest';
import { readModelJson } from './json.ts';

const value = (text: string) => {
  const reading = readModelJson(text);
  return reading.ok ? JSON.parse(JSON.stringify(reading.value)) : reading.problem;
};

describe('readModelJson', () => {
  it('reads what JSON.parse reads', () => {
    const data = { a: [1, -2.5e3, 'x\\"\u00e9\n', null, true, false, {}, []], b: { c: '' } };
    expect(value(JSON.stringify(data, null, 2))).toEqual(data);
  });

  it('reads an object in a code fence, after words and after thoughts', () => {
    expect(value('```json\n{"a":1}\n```')).toEqual({ a: 1 });
    expect(value('Here it is: {"a":1} Done.')).toEqual({ a: 1 });
    expect(value('<think>{"a":2}</think>\n{"a":1}')).toEqual({ a: 1 });
  });

  it('takes line breaks that a model left unescaped', () => {
    expect(value('{"a":"one\ntwo"}')).toEqual({ a: 'one\ntwo' });
  });

  it.each([
    '{"a":1,"a":2}',
    '{"a":{"b":1,"b":1}}',
    '{"a":1}}',
    '"a":{"b":1}}',
    '{"a":1',
    '{"a":1,}',
    '{"a":01}',
    "{'a':1}",
    '{"a":"\\x"}',
    '[{"a":1}]',
    'no object',
    '',
  ])('refuses %s', (text) => {
    expect(readModelJson(text)).toMatchObject({ ok: false });
  });

  it('leaves out keys that reach prototypes', () => {
    const reading = readModelJson('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":1}');
    expect(reading.ok && Object.keys(reading.value)).toEqual(['a']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('refuses what is too deep, too long or too much', () => {
    expect(readModelJson(`{"a":${'['.repeat(100_000)}`)).toMatchObject({ ok: false });
    expect(readModelJson(`{"a":"${'x'.repeat(1_100_000)}"}`)).toMatchObject({ ok: false });
    expect(readModelJson(`{"a":[${'1,'.repeat(150_000)}1]}`)).toMatchObject({ ok: false });
    expect(readModelJson(`{"a":1e999}`)).toMatchObject({ ok: false });
  });

  it('reads long strings', () => {
    for (const text of ['x'.repeat(900_000), '\\n'.repeat(450_000)]) {
      expect(readModelJson(`{"a":"${text}"}`)).toMatchObject({ ok: true });
      expect(readModelJson(`{"a":"${text}`)).toMatchObject({ ok: false });
    }
  });

  it('removes controls, bidirectional overrides and broken pairs, also escaped ones', () => {
    expect(value('{"a":"x\\u0000\\u202ey\\ud800z\\u200e"}')).toEqual({ a: 'xy\ufffdz' });
  });
});
