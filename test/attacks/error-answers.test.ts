import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../packages/server/src/testing/service.ts';

const PDF = '/v1/convert/pdf';
const MARKUP = '<img src=x onerror=alert(1)>';
let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.close());

describe('S75: an error', () => {
  const html = { source: { html: 'x' } };
  it.each([
    ['the name of a field', PDF, { ...html, [MARKUP]: 1 }, {}],
    ['the name of a field below', PDF, { ...html, viewport: { [MARKUP]: 1 } }, {}],
    ['a value', PDF, { ...html, media: MARKUP, format: MARKUP, wait_for: MARKUP }, {}],
    ['the name of a header', PDF, { ...html, http_headers: { [MARKUP]: 'x' } }, {}],
    ['the name of a file', PDF, { source: { html: 'x', files: { [`../${MARKUP}`]: 'eA==' } } }, {}],
    ['an address', PDF, { source: { url: `http://${MARKUP}/` } }, {}],
    ['a scheme', PDF, { source: { url: `${MARKUP}://x` } }, {}],
    ['broken JSON', PDF, `{"a": ${MARKUP}}`, {}],
    ['the document itself', PDF, { source: { html: MARKUP, url: MARKUP } }, {}],
    ['a media type', PDF, html, { 'content-type': MARKUP }],
    ['a key', PDF, html, { authorization: `Bearer ${MARKUP}` }],
    ['an id of a request', PDF, {}, { 'x-request-id': MARKUP }],
    ['a path', `/v1/${MARKUP}`, html, {}],
  ])('does not repeat markup of %s, and no browser would run it', async (_name, path, body, headers) => {
    const response = await service.post(path, body, headers);
    const text = await response.text();
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': (JSON.parse(text) as { request_id: string }).request_id,
    });
    expect(text).not.toMatch(/[<>]/);
  });
});
