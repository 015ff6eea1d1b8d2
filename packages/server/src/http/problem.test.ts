import { EngineError } from '@platen/engine';
import { describe, expect, it } from 'vitest';
import { ApiError, toApiError } from '../errors.ts';
import { problemAnswer, problemOf } from './problem.ts';

describe('problemOf', () => {
  it('has the members of RFC 9457 and those that existing clients read, and no others', () => {
    const issues = [{ pointer: '/a', code: 'unknown_field', detail: 'The field "a" is not known.' }];
    const error = toApiError(new EngineError('unknown_field', 'The field "a" is not known.', { issues }));
    expect(problemOf(error, 'request-1')).toEqual({
      type: 'urn:platen:error:unknown_field',
      title: 'A field is not known',
      status: 400,
      detail: 'The field "a" is not known.',
      instance: 'urn:platen:request:request-1',
      success: false,
      error: 'The field "a" is not known.',
      code: 400,
      error_code: 'unknown_field',
      request_id: 'request-1',
      retryable: false,
      errors: issues,
    });
  });

  it.each([
    ['rate_limited', 'default'],
    ['concurrency_limited', 'concurrent'],
  ] as const)('has the registered type of a quota that is used up for %s', (code, policy) => {
    expect(problemOf(new ApiError(code), 'request-1')).toMatchObject({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      status: 429,
      error_code: code,
      'violated-policies': [policy],
    });
  });

  it('stays small whatever a client named its fields', () => {
    const issues = Array.from({ length: 1_000 }, () => ({
      pointer: `/${'😀'.repeat(5_000)}`,
      code: 'unknown_field',
      detail: 'x'.repeat(5_000),
    }));
    const { body } = problemAnswer(new ApiError('unknown_field', { issues }), 'request-1');
    expect(body.length).toBeLessThan(100_000);
    expect(() => JSON.parse(body.toString())).not.toThrow();
  });
});

describe('problemAnswer', () => {
  it('may not be stored, sniffed or run', () => {
    const { headers } = problemAnswer(new ApiError('not_found'), 'request-1');
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'request-1',
    });
    expect(headers).not.toHaveProperty('retry-after');
  });

  it('says when to come back, with jitter', () => {
    const seconds = Array.from({ length: 100 }, () => {
      const error = toApiError(new EngineError('capacity', 'Full.', { retryAfterSeconds: 10 }));
      return Number(problemAnswer(error, 'request-1').headers['retry-after']);
    });
    expect(seconds.every((value) => Number.isInteger(value) && value >= 10 && value <= 15)).toBe(true);
    expect(new Set(seconds).size).toBeGreaterThan(1);
  });
});
