import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import { readIdempotencyKey } from './header.ts';

describe('readIdempotencyKey', () => {
  it.each([
    ['a', 'a'],
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['"8e03978e"', '8e03978e'],
    ['order 7, line 2; again', 'order 7, line 2; again'],
    ['"with \\"quotes\\" and \\\\"', 'with "quotes" and \\'],
    ['plain \\ "quoted"', 'plain \\ "quoted"'],
    ['x'.repeat(128), 'x'.repeat(128)],
    [`"${'\\"'.repeat(128)}"`, '"'.repeat(128)],
  ])('reads %s', (value, key) => {
    expect(readIdempotencyKey([value])).toBe(key);
  });

  it('reads none where there is none', () => {
    expect(readIdempotencyKey(undefined)).toBeUndefined();
  });

  it.each([
    ['nothing', ['']],
    ['nothing in quotes', ['""']],
    ['an open quote', ['"a']],
    ['more after the quotes', ['"a" b']],
    ['a parameter', ['"a";b=1']],
    ['an escape that is none', ['"\\n"']],
    ['a quote that is not escaped', ['"a"b"']],
    ['too many characters', ['x'.repeat(129)]],
    ['too many characters in quotes', [`"${'x'.repeat(129)}"`]],
    ['a letter beyond ASCII', ['schlüssel']],
    ['a control character', ['a\tb']],
    ['two keys', ['a', 'b']],
    ['one key twice', ['a', 'a']],
  ])('refuses %s, and quotes nothing of it', (_name, values) => {
    const error = (() => {
      try {
        return readIdempotencyKey(values);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('"Idempotency-Key"') });
    expect((error as ApiError).message).not.toContain('schlüssel');
  });
});
