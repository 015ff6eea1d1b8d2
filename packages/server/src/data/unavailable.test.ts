import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import { isUnavailable, translated } from './unavailable.ts';

const withCode = (code: string) => Object.assign(new Error('quoted: secret'), { code });

describe('isUnavailable', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ENOENT',
    'ENOTFOUND',
    '08006',
    '53300',
    '57014',
    '57P01',
    '57P03',
    '58030',
    '25006',
    '25P03',
  ])('is true for %s', (code) => expect(isUnavailable(withCode(code))).toBe(true));

  it.each(['23505', '42P01', '42501', '40001', '53400', '28P01', '3D000'])('is false for %s', (code) => {
    expect(isUnavailable(withCode(code))).toBe(false);
  });

  it('knows what node-postgres says without a code', () => {
    expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true);
    expect(isUnavailable(new Error('Query read timeout'))).toBe(true);
    expect(isUnavailable(new Error('Something else'))).toBe(false);
  });

  it('looks at every address of a name', () => {
    expect(isUnavailable(new AggregateError([withCode('ECONNREFUSED'), withCode('ETIMEDOUT')]))).toBe(true);
    expect(isUnavailable(new AggregateError([withCode('ECONNREFUSED'), withCode('28P01')]))).toBe(false);
  });
});

describe('translated', () => {
  it('makes an answer that says nothing of the cause', () => {
    const error = translated(withCode('ECONNREFUSED'));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'database_unavailable', entry: { status: 503 }, retryAfter: 2 });
    expect((error as ApiError).message).not.toContain('secret');
  });

  it('leaves other errors as they are', () => {
    const error = withCode('23505');
    expect(translated(error)).toBe(error);
  });
});
