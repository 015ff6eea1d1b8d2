import { ENGINE_ERRORS, EngineError } from '@platen/engine';
import { describe, expect, it } from 'vitest';
import { API_ERRORS, ApiError, jitteredSeconds, toApiError } from './errors.ts';

describe('the catalogue', () => {
  it('has a status, a title and a remedy for everything, also for what the engine throws', () => {
    expect(Object.keys(API_ERRORS)).toEqual(expect.arrayContaining(Object.keys(ENGINE_ERRORS)));
    for (const entry of Object.values(API_ERRORS)) {
      expect(entry.status).toBeGreaterThanOrEqual(400);
      expect(entry.status).toBeLessThanOrEqual(504);
      expect(entry.title).toMatch(/^[A-Z].*[^.]$/);
      expect(entry.remedy).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('says when to come back wherever it is the service that is busy', () => {
    // These end with a month, or when the operator does something.
    const others = ['ai_limit_exceeded', 'bank_pages_exceeded', 'ai_not_configured'];
    const busy = Object.entries(API_ERRORS)
      .filter(([code, { status }]) => (status === 429 || status === 503) && !others.includes(code))
      .map(([, entry]) => entry);
    expect(busy).toHaveLength(10);
    expect(busy.every(({ retryable, retryAfter }) => retryable && (retryAfter ?? 0) >= 1)).toBe(true);
  });
});

describe('toApiError', () => {
  it('keeps what the engine says about the request', () => {
    const error = toApiError(
      new EngineError('url_not_allowed', 'This address cannot be reached.', { pointer: '/source/url' }),
    );
    expect(error.entry.status).toBe(422);
    expect(error.issues).toEqual([
      { pointer: '/source/url', code: 'url_not_allowed', detail: 'This address cannot be reached.' },
    ]);
  });

  it('says nothing about faults of our own', () => {
    for (const fault of [new TypeError('canary in /srv/app/secret.ts'), 'canary', undefined, { message: 'canary' }]) {
      const error = toApiError(fault);
      expect(error.code).toBe('internal_error');
      expect(error.message).not.toContain('canary');
    }
  });

  it('passes on an ApiError unchanged', () => {
    const error = new ApiError('not_found');
    expect(toApiError(error)).toBe(error);
  });
});

describe('jitteredSeconds', () => {
  it('is a whole number, at least one, and never early', () => {
    for (const base of [0, 0.2, 1, 2, 59.5, 3_600]) {
      const seconds = jitteredSeconds(base);
      expect(Number.isInteger(seconds)).toBe(true);
      expect(seconds).toBeGreaterThanOrEqual(Math.max(1, base));
      expect(seconds).toBeLessThanOrEqual(Math.ceil(Math.max(1, base)) * 1.5 + 1);
    }
  });
});
