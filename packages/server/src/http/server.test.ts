import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import { RawClient } from '../testing/raw-client.ts';
import { startTestService, type TestService } from '../testing/service.ts';
import { Lifecycle } from './lifecycle.ts';
import { HTTP_LIMITS } from './limits.ts';
import { createHttpServer } from './server.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.close());

async function ask(method: string, target: string): Promise<string> {
  const client = await RawClient.open(service.port);
  client.send(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return client.untilClosed();
}

describe('paths', () => {
  it.each([
    '/v1',
    '/v1/converts',
    '/v1/convert/pdf/',
    '//v1/convert/pdf',
    '/v1//convert/pdf',
    '/v1/convert/../convert/pdf',
    '/v1/convert/./pdf',
    '/v1/convert/%2e%2e/convert/pdf',
    '/v1%2fconvert%2fpdf',
    '/v1/convert/pdf;jsessionid=1',
    '/V1/convert/PDF',
    '/v1/convert/pdf%00',
    '*',
    `/${'a'.repeat(8_000)}`,
  ])('%s leads nowhere', async (path) => {
    const answer = await ask('POST', path);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"error_code":"not_found"');
  });

  it.each(['/%', '/v1/%zz', '/%c0%af'])('%s is refused', async (path) => {
    const answer = await ask('GET', path);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('content-type: application/problem+json');
    expect(answer).toContain('x-content-type-options: nosniff');
  });
});

describe('methods', () => {
  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])(
    '%s is not allowed for a conversion',
    async (method) => {
      const answer = await ask(method, '/v1/convert/pdf?x=1');
      expect(answer).toMatch(/^HTTP\/1\.1 405 /);
      expect(answer).toMatch(/^allow: POST\r$/m);
      expect(answer).toContain('"error_code":"method_not_allowed"');
      expect(answer).toContain('This path takes POST.');
      expect(answer).not.toMatch(/access-control/i);
    },
  );

  it('cannot be overridden by a header', async () => {
    const response = await fetch(`${service.url}/v1/convert/pdf`, { headers: { 'x-http-method-override': 'POST' } });
    expect(response.status).toBe(405);
  });

  it('answers HEAD where it answers GET', async () => {
    expect(await ask('HEAD', '/livez')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask('POST', '/livez')).toMatch(/^allow: GET, HEAD\r$/m);
  });

  it('closes a CONNECT without an answer', async () => {
    expect(await ask('CONNECT', 'example.test:443')).toBe('');
  });
});

describe('every answer', () => {
  it('has the headers that keep browsers from doing anything with it', async () => {
    for (const path of ['/livez', '/health', '/nowhere', '/v1/convert/pdf', '/%zz']) {
      const { headers } = await fetch(service.url + path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.has('server') || headers.has('x-powered-by')).toBe(false);
    }
  });

  it('carries the id that the client chose, in header and body', async () => {
    const response = await fetch(`${service.url}/nowhere`, { headers: { 'x-request-id': 'chosen.id-1' } });
    expect(response.headers.get('x-request-id')).toBe('chosen.id-1');
    expect(await response.json()).toMatchObject({ request_id: 'chosen.id-1' });
  });

  it.each(['/v1/convert/pdf/', '//v1/convert/pdf', '/V1/Convert/PDF'])('%s is told how it is written', async (path) => {
    const answer = await ask('POST', path);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('The path is written \\"/v1/convert/pdf\\".');
  });

  it('names the path of another service, when only the host of its client was changed', async () => {
    expect(await ask('POST', '/v2/scrape')).toContain('The path is written \\"/firecrawl/v2/scrape\\".');
    expect(await ask('POST', '/chromium/pdf?token=a')).toContain(
      'The path is written \\"/browserless/chromium/pdf\\".',
    );
  });

  it.each([0, 1])('has one shape, also when %i errors were answered before in vain', async (failing) => {
    const log = { event: () => {}, close: () => {} };
    const parts = { limits: HTTP_LIMITS, lifecycle: new Lifecycle(), log, idleConnections: 0, isProxy: () => false };
    const app = createHttpServer(parts);
    await app.register(async (scope) => {
      scope.addHook('onSend', async (_request, reply) => {
        if (failing === 1 || reply.statusCode < 400) throw new ApiError('database_unavailable');
      });
      scope.get('/made', async () => 'made');
    });
    const answer = await app.inject('/made');
    await app.close();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'application/problem+json']);
    expect(answer.json()).toMatchObject({ error_code: 'database_unavailable', success: false, code: 503 });
    expect(answer.headers['x-request-id']).toBe(answer.json().request_id);
  });

  it('works without a network too', async () => {
    const response = await service.app.inject({ method: 'POST', url: '/v1/convert/pdf' });
    expect(response.statusCode).toBe(401);
  });
});
