import { describe, expect, it } from 'vitest';
import { requestOf, requestsOf } from './body.ts';

const codeOf = (work: () => unknown) => {
  try {
    work();
    return undefined;
  } catch (error) {
    const { code, issues } = error as { code: string; issues: readonly { pointer: string }[] };
    return [code, issues[0]?.pointer];
  }
};

describe('a request of PDFShift', () => {
  it.each([
    ['an error of the source is converted', { source: 'https://a.test' }, { allow_error_status: true }],
    ['unless it is to be told', { source: 'https://a.test', raise_for_status: true }, { allow_error_status: false }],
    ['HTML has no status', { source: '<p>', raise_for_status: false }, {}],
    ['no time-out is none', { source: '<p>', timeout: 0 }, {}],
    ['a time-out stays', { source: '<p>', timeout: 30 }, { timeout: 30 }],
    [
      'sides that are not given',
      { source: '<p>', margin: { top: '2cm' } },
      { margin: { top: '2cm', right: 48, bottom: 48, left: 48 } },
    ],
    ['one margin for all', { source: '<p>', margin: '1cm' }, { margin: '1cm' }],
    [
      'the author beside the passwords',
      { source: '<p>', protection: { author: 'Ada', encryption: 128, user_password: 'a' } },
      { protection: { user_password: 'a' }, metadata: { author: 'Ada' } },
    ],
    [
      'the height of older clients',
      { source: '<p>', header: { source: 'x', spacing: 50 } },
      { header: { source: 'x', height: 50 } },
    ],
    [
      'places of a watermark with a unit',
      { source: '<p>', watermark: { text: 'a', offset_x: 50, offset_y: '100px' } },
      { watermark: { text: 'a', offset_x: 50, offset_y: 75 } },
    ],
    [
      'places of a watermark by name',
      { source: '<p>', watermark: { text: 'a', offset_x: 'left', offset_y: null } },
      { watermark: { text: 'a', offset_x: 'left', offset_y: null } },
    ],
    [
      'cookies as their client of Node.js adds them',
      { source: '<p>', cookies: [{ 0: { name: 'a', value: 'b' } }, { name: 'c', value: 'd' }] },
      {
        cookies: [
          { name: 'a', value: 'b' },
          { name: 'c', value: 'd' },
        ],
      },
    ],
    ['promises to keep nothing', { source: '<p>', is_hipaa: true, is_gdpr: true, log_request: false }, {}],
    ['fields that it does not know', { source: '<p>', tagged: false }, { tagged: false }],
  ])('is ours: %s', (_name, { source, ...json }, expected) => {
    expect(JSON.parse(JSON.stringify(requestOf({ source, ...json }, 'pdf')))).toEqual({ source, ...expected });
  });

  it('has its format in the path', () => {
    expect(requestOf({ source: '<p>', margin: { top: 1 } }, 'webp')).toEqual({
      source: '<p>',
      margin: { top: 1 },
      target_format: 'webp',
    });
  });

  it("is kept for a minute only, if it may not be stored here and goes to a place of one's own", () => {
    const sent = { source: '<p>', s3_destination: 's3://bucket/key' };
    expect(requestOf({ ...sent, is_hipaa: true, webhook: 'https://a.test' }, 'pdf')).toEqual({
      ...sent,
      webhook: 'https://a.test',
      expires_in: 60,
    });
    expect(requestOf(sent, 'pdf')).toEqual(sent);
  });

  it.each([
    [{ log_request: true }, ['not_supported', '/log_request']],
    [{ is_hipaa: true, filename: 'invoice' }, ['storage_forbidden', '/filename']],
    [{ is_hipaa: 'yes', filename: 'invoice' }, ['invalid_request', '/is_hipaa']],
    [{ log_request: 'true' }, ['invalid_request', '/log_request']],
    [{ protection: { author: 7 } }, ['invalid_request', '/protection/author']],
    [{ is_gdpr: true, webhook: 'https://a.test' }, ['storage_forbidden', '/webhook']],
  ])('is refused, and the field named: %j', (fields, expected) => {
    expect(codeOf(() => requestOf({ source: '<p>', ...fields }, 'pdf'))).toEqual(expected);
  });

  it('of several documents is several', () => {
    const webhook = 'https://a.test';
    expect(requestsOf({ source: '<p>' })).toBeUndefined();
    expect(requestsOf({ source: ['<p>a', '<p>b'], webhook })).toEqual([
      { source: '<p>a', webhook },
      { source: '<p>b', webhook },
    ]);
    expect(codeOf(() => requestsOf({ source: ['<p>'] }))).toEqual(['invalid_request', '/webhook']);
    expect(codeOf(() => requestsOf({ source: [], webhook }))).toEqual(['invalid_request', '/source']);
    expect(codeOf(() => requestsOf({ source: Array(51).fill('<p>'), webhook }))).toEqual([
      'invalid_request',
      '/source',
    ]);
  });
});
