import { describe, expect, it } from 'vitest';
import { describingHeaders, packAnswer, unpackAnswer } from './kept-answer.ts';

describe('a kept answer', () => {
  it('has the headers that describe it, and none of the exchange it was made in', () => {
    const described = {
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="a.pdf"',
      'x-pages': 3,
      'x-job-id': 'job_1',
      location: '/v1/templates/a',
    };
    const ofExchange = {
      date: 'Sat, 28 Nov 2026 14:00:00 GMT',
      'x-request-id': 'req_1',
      'content-length': '12',
      'set-cookie': ['session=secret'],
      ratelimit: '"default";r=1',
      'ratelimit-policy': '"default";q=250',
      'x-ratelimit-remaining': 1,
      'x-credits-remaining': '10',
      'retry-after': '2',
      vary: undefined,
    };
    expect(describingHeaders({ ...described, ...ofExchange })).toEqual({ ...described, 'x-pages': '3' });
  });

  it('was charged for once', () => {
    expect(describingHeaders({ 'x-credits-cost': '2', 'x-credits-used': '2' })).toEqual({
      'x-credits-cost': '0',
      'x-credits-used': '0',
    });
  });

  it.each([
    ['nothing', ''],
    ['text', 'ü'],
    ['bytes', '\0\u0001'],
  ])('comes back as it was: %s', (_name, text) => {
    const answer = { headers: { 'content-disposition': 'inline; filename="☃"' }, body: Buffer.from(text) };
    expect(unpackAnswer(packAnswer(answer))).toEqual(answer);
  });
});
