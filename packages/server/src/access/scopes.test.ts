import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allows, covers, parseScopes, SCOPES, type ScopeFault, scopeFor } from './scopes.ts';

const may = (scopes: string[], request: string) => {
  const [method = '', path = ''] = request.split(' ');
  return allows(parseScopes(scopes), method, path);
};
const fault = (entry: string) => {
  try {
    parseScopes(['convert:pdf', entry]);
    return undefined;
  } catch (error) {
    expect((error as ScopeFault).index).toBe(1);
    return (error as ScopeFault).message;
  }
};

describe('scopes', () => {
  it.each([
    ['*', 'POST /v1/convert/pdf', true],
    ['*', 'DELETE /v1/keys/key_1', true],
    ['convert:pdf', 'POST /v1/convert/pdf', true],
    ['convert:pdf', 'POST /v1/convert/image', false],
    ['convert:pdf', 'POST /v1/convert', false],
    ['convert:pdf', 'GET /v1/convert/pdf', false],
    ['convert:pdf', 'POST /v1/convert/pdf/more', false],
    ['convert:pdf', 'GET /v1/keys', false],
    ['convert:*', 'POST /v1/convert', true],
    ['convert:*', 'POST /v1/convert/markdown', true],
    ['templates:read', 'GET /v1/templates/invoice', true],
    ['templates:read', 'HEAD /v1/templates/invoice', true],
    ['templates:read', 'PUT /v1/templates/invoice', false],
    ['templates:write', 'PUT /v1/templates/invoice', true],
    ['keys:manage', 'POST /v1/keys/key_1/rotate', true],
    ['audit:read', 'GET /v1/audit', true],
    ['logs:read', 'GET /v1/audit', false],
    ['ai:*', 'POST /api/pdf/chat', true],
    ['ai:chat', 'POST /api/pdf/summarize', false],
    ['POST /v1/convert/*', 'POST /v1/convert/pdf', true],
    ['POST /v1/convert/*', 'POST /v1/convert', false],
    ['POST /v1/convert/*', 'POST /v1/convert/../keys', true],
    ['POST /v1/convert/*', 'POST /v1/keys', false],
    ['* /v1/jobs/*/result', 'GET /v1/jobs/job_1/result', true],
    ['* /v1/jobs/*/result', 'GET /v1/jobs/job_1/events', false],
    ['GET /*', 'GET /v1/keys', true],
    ['GET /*', 'POST /v1/keys', false],
  ])('%s lets through %s: %s', (scope, request, expected) => {
    expect(may([scope], request)).toBe(expected);
  });

  it('add up, and none is nothing but the question who one is', () => {
    expect(may(['convert:pdf', 'logs:read'], 'GET /v1/logs')).toBe(true);
    expect(may([], 'POST /v1/convert/pdf')).toBe(false);
    expect(may([], 'GET /v1/account')).toBe(true);
  });

  it.each([
    ['convert:pfd', '(the nearest name is "convert:pdf")'],
    ['templates', 'must be a scope such as'],
    ['Convert:PDF', '(the nearest name is "convert:pdf")'],
    ['', 'must be a scope such as'],
    ['__proto__', 'must be a scope such as'],
    ['FETCH /v1/keys', 'must begin with one of *, GET'],
    ['post /v1/keys', 'must begin with one of'],
    ['POST v1/keys', 'must have a path'],
    ['POST /v1/keys?x', 'must have a path'],
    ['POST /v1/../keys', 'must have a path'],
    ['POST /v1//keys', 'must have a path'],
    ['POST /v1/key*', 'must have a path'],
    ['POST /v1/%6beys', 'must have a path'],
    ['POST /', 'must have a path'],
  ])('refuse %j: %s', (entry, message) => {
    expect(fault(entry)).toContain(message);
  });
});

describe('what may be given', () => {
  it.each([
    [['*'], ['keys:manage', 'POST /v1/convert/*', '*'], true],
    [['keys:manage'], ['*'], false],
    [['keys:manage'], ['keys:manage'], true],
    [['keys:manage', 'convert:*'], ['convert:pdf', 'POST /v1/convert/*'], true],
    [['convert:pdf'], ['convert:*'], false],
    [['convert:pdf'], ['POST /v1/convert/*'], false],
    [['POST /v1/convert/*'], ['convert:*'], false],
    [['GET /v1/keys'], ['* /v1/keys'], false],
    [['* /v1/jobs/*/result'], ['GET /v1/jobs/job_1/result'], true],
    [['* /v1/jobs/*/result'], ['GET /v1/jobs/*'], false],
    [['GET /v1/jobs/*'], ['GET /v1/jobs/*/result'], true],
    [['templates:write'], ['templates:read'], true],
    [['convert:pdf'], [], true],
  ])('%j covers %j: %s', (outer, inner, expected) => {
    expect(covers(parseScopes(outer), parseScopes(inner))).toBe(expected);
  });

  it('never reaches further than what it is taken from', () => {
    const segment = fc.constantFrom('*', 'v1', 'a', 'b');
    const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
    const scope = fc.tuple(fc.constantFrom('*', 'GET', 'POST'), path).map((parts) => parts.join(' '));
    const requests = fc.tuple(
      fc.constantFrom('GET', 'POST', 'DELETE'),
      fc
        .array(fc.constantFrom('v1', 'a', 'b', 'c'), { minLength: 1, maxLength: 6 })
        .map((parts) => `/${parts.join('/')}`),
    );
    fc.assert(
      fc.property(scope, scope, fc.array(requests, { minLength: 20, maxLength: 20 }), (outer, inner, tried) => {
        const [wide, narrow] = [parseScopes([outer]), parseScopes([inner])];
        if (!covers(wide, narrow)) return;
        for (const [method, at] of tried) if (allows(narrow, method, at)) expect(allows(wide, method, at)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('scopeFor', () => {
  it.each([
    ['POST', '/v1/convert/image', 'convert:image'],
    ['POST', '/v1/convert', 'convert:*'],
    ['GET', '/v1/templates/x', 'templates:read'],
    ['PUT', '/v1/templates/x', 'templates:write'],
    ['POST', '/v1/keys', 'keys:manage'],
    ['GET', '/v1/billing', 'billing:read'],
    ['GET', '/v1/audit', 'audit:read'],
    ['GET', '/somewhere/else', '*'],
  ])('%s %s needs %s', (method, path, name) => {
    expect(scopeFor(method, path)).toBe(name);
  });

  it('is a name that lets the request through', () => {
    for (const patterns of Object.values(SCOPES)) {
      for (const [method = '', path = ''] of patterns.map((text) => text.replaceAll('*', 'x').split(' '))) {
        const name = scopeFor(method, path);
        expect(allows(parseScopes([name ?? '']), method, path)).toBe(true);
      }
    }
  });
});
