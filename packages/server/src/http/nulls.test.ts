import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { validBody } from './valid.ts';

const schema = z.strictObject({
  name: z.string(),
  end: z.string().nullable().default(null),
  size: z.union([z.number(), z.strictObject({ width: z.number(), height: z.number().optional() })]).optional(),
  headers: z.record(z.string(), z.string()).default({}),
  list: z.array(z.string().or(z.strictObject({ a: z.number().default(1) }))).optional(),
});

describe('null in a body', () => {
  it.each([
    [
      { name: 'x', size: null, headers: null, list: null },
      { name: 'x', end: null, headers: {} },
    ],
    [
      { name: 'x', end: null },
      { name: 'x', end: null, headers: {} },
    ],
    [
      { name: 'x', size: { width: 1, height: null } },
      { name: 'x', end: null, headers: {}, size: { width: 1 } },
    ],
    [
      { name: 'x', list: ['a', { a: null }], headers: { a: null, b: 'c' } },
      { name: 'x', end: null, headers: { b: 'c' }, list: ['a', { a: 1 }] },
    ],
  ])('%j counts as absent where it has no meaning', (json, expected) => {
    expect(validBody(schema, json)).toEqual(expected);
  });

  it.each<[unknown, string, string]>([
    [null, '', 'invalid_request'],
    [{ name: null }, '/name', 'invalid_request'],
    [{ name: 'x', nam: null }, '/nam', 'unknown_field'],
    [{ name: 'x', list: ['a', null] }, '/list/1', 'invalid_request'],
    [{ name: null, size: 'x' }, '/name', 'invalid_request'],
  ])('%j is refused', (json, pointer, code) => {
    const refusal = () => validBody(schema, json);
    expect(refusal).toThrow(ApiError);
    try {
      refusal();
    } catch (error) {
      expect((error as ApiError).issues[0]).toMatchObject({ pointer, code });
    }
  });

  it('does not keep the service busy: a body full of it is refused after a few looks', () => {
    const headers = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`h${at}`, null]));
    expect(() => validBody(schema, { name: 'x', headers })).toThrow(ApiError);
  });
});
