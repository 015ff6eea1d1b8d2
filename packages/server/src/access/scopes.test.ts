import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Role } from '../rights/roles.ts';
import { SCOPE_NAMES } from '../rights/scope-names.ts';
import { ENDPOINTS, SCOPE_SETS } from '../service/endpoints.ts';
import { allows, lackedScope, parseScopes, type ScopeFault, type Scopes, storedScopes } from './scopes.ts';

/** The endpoint of a request, as the router would find it, with what its path names. */
function find(request: string) {
  const [method = '', path = ''] = request.split(' ');
  const found = ENDPOINTS.filter((endpoint) => endpoint.method.toUpperCase() === method)
    .map((endpoint) => ({ endpoint, match: patternOf(endpoint.path).exec(path) }))
    .filter(({ match }) => match !== null)
    .sort(
      (a, b) =>
        (a.match?.groups ? Object.values(a.match.groups).join('').length : 0) -
        (b.match?.groups ? Object.values(b.match.groups).join('').length : 0),
    )[0];
  if (!found) throw new Error(`Nothing answers ${request}.`);
  return { endpoint: found.endpoint, params: { ...found.match?.groups } };
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

const may = (scopes: Scopes, request: string) => {
  const { endpoint, params } = find(request);
  return allows(scopes, endpoint, params);
};
const fault = (entry: string, check: (entries: readonly string[]) => unknown = parseScopes) => {
  try {
    check(['convert:pdf', entry]);
    return undefined;
  } catch (error) {
    expect((error as ScopeFault).index).toBe(1);
    return (error as ScopeFault).message;
  }
};
const covers = (outer: readonly string[], inner: readonly string[]) =>
  SCOPE_SETS.covers(parseScopes(outer), parseScopes(inner));

describe('scopes', () => {
  it.each([
    ['*', 'POST /v1/convert/pdf', true],
    ['*', 'DELETE /v1/keys/key_1', true],
    ['*', 'PATCH /v1/organisations/org_1', true],
    ['convert:pdf', 'POST /v1/convert/pdf', true],
    ['convert:pdf', 'POST /v1/convert/image', false],
    ['convert:pdf', 'POST /v1/convert', false],
    ['convert:pdf', 'GET /v1/keys', false],
    ['convert:*', 'POST /v1/convert', true],
    ['convert:*', 'POST /v1/convert/markdown', true],
    ['templates:read', 'GET /v1/templates/invoice', true],
    ['templates:read', 'PUT /v1/templates/invoice', false],
    ['templates:write', 'PUT /v1/templates/invoice', true],
    ['templates:write', 'GET /v1/snippets/line', true],
    ['keys:manage', 'POST /v1/keys/key_1/rotate', true],
    ['audit:read', 'GET /v1/audit', true],
    ['logs:read', 'GET /v1/audit', false],
    ['members:read', 'GET /v1/invitations', true],
    ['members:read', 'POST /v1/invitations', false],
    ['usage:read', 'GET /api/user/ai-usage', true],
    ['ai:*', 'POST /api/pdf/chat', true],
    ['ai:*', 'POST /api/waitlist', true],
    ['ai:chat', 'POST /api/pdf/summarize', false],
    ['billing:read', 'PATCH /v1/billing', false],
    ['billing:manage', 'GET /v1/invoices', true],
    ['POST /v1/convert/*', 'POST /v1/convert/pdf', true],
    ['POST /v1/convert/*', 'POST /v1/convert', false],
    ['POST /v1/convert/*', 'POST /v1/keys', false],
    ['* /v1/keys/*/rotate', 'POST /v1/keys/key_1/rotate', true],
    ['* /v1/keys/*/rotate', 'GET /v1/keys/key_1', false],
    ['* /v1/keys/key_1/rotate', 'POST /v1/keys/key_1/rotate', true],
    ['* /v1/keys/key_1/rotate', 'POST /v1/keys/key_2/rotate', false],
    ['GET /*', 'GET /v1/keys', true],
    ['GET /*', 'POST /v1/keys', false],
    ['GET   /v1/keys', 'GET /v1/keys', true],
    // A conversion by the path of a template counts as that conversion.
    ['convert:pdf', 'POST /v1/templates/invoice.pdf', true],
    ['convert:pdf', 'POST /v1/templates/invoice@3.pdf', true],
    ['convert:pdf', 'POST /v1/templates/invoice.png', false],
    ['convert:image', 'POST /v1/templates/invoice.webp', true],
    ['convert:text', 'POST /v1/templates/invoice.txt', true],
    ['convert:markdown', 'POST /v1/templates/invoice.md', true],
    ['convert:*', 'POST /v1/templates/invoice.html', true],
    ['*', 'POST /v1/templates/invoice.html', true],
    ['templates:write', 'POST /v1/templates/invoice.pdf', false],
    ['templates:write', 'POST /v1/templates/invoice.html', false],
    ['POST /v1/convert/*', 'POST /v1/templates/invoice.pdf', true],
    ['POST /v1/templates/*', 'POST /v1/templates/invoice.pdf', false],
    ['POST /v1/templates/invoice.pdf', 'POST /v1/templates/invoice.pdf', true],
    ['POST /v1/templates/invoice.pdf', 'POST /v1/templates/receipt.pdf', false],
    ['templates:write', 'POST /v1/templates/validate', true],
    ['convert:*', 'POST /v1/templates/validate', false],
    ['templates:write', 'POST /v1/templates/invoice/publish', true],
    ['templates:read', 'GET /v1/templates/invoice.html', true],
    ['convert:*', 'GET /v1/templates/invoice.html', false],
  ])('%s lets through %s: %s', (scope, request, expected) => {
    expect(may(parseScopes([scope]), request)).toBe(expected);
  });

  it('add up, and none is nothing but the question who one is', () => {
    expect(may(parseScopes(['convert:pdf', 'logs:read']), 'GET /v1/logs')).toBe(true);
    expect(may([], 'POST /v1/convert/pdf')).toBe(false);
    expect(may([], 'GET /v1/account')).toBe(true);
  });

  it.each([
    ['convert:pfd', '(the nearest name is "convert:pdf")'],
    ['templates', 'must be a scope such as'],
    ['Convert:PDF', '(the nearest name is "convert:pdf")'],
    ['storage:manage', 'must be a scope such as'],
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

  it.each([
    'POST  /etc',
    'GET /v1/billing',
    'DELETE /v1/keys',
    'GET /v1/storage/*',
    'POST /v1/auth/sign-in',
    'GET /v1/audit/*',
  ])('refuse %j, which matches no endpoint', (entry) => {
    expect(fault(entry, (entries) => SCOPE_SETS.refuseUnmatched(entries))).toMatch(/^must match an endpoint; "/);
  });

  it('that were given once and are none any more let nothing through', () => {
    const scopes = storedScopes(['storage:manage', 'no scope at all', 'logs:read', 'POST  /etc']);
    expect(may(scopes, 'GET /v1/logs')).toBe(true);
    expect(may(scopes, 'GET /v1/keys')).toBe(false);
    expect(SCOPE_SETS.covers(parseScopes(['logs:read']), scopes)).toBe(true);
  });
});

describe('what may be given', () => {
  it.each([
    [['*'], ['keys:manage', 'POST /v1/convert/*', '*'], true],
    [['* /*'], ['*'], true],
    [['keys:manage'], ['*'], false],
    // What will be added to the API is not theirs.
    [SCOPE_NAMES.filter((name) => name !== '*'), ['*'], false],
    [['GET /*', 'POST /*', 'PUT /*', 'PATCH /*', 'DELETE /*'], ['* /*'], false],
    [['keys:manage'], ['keys:manage'], true],
    [['keys:manage', 'convert:*'], ['convert:pdf', 'POST /v1/convert/*'], true],
    [['convert:pdf'], ['convert:*'], false],
    [['convert:pdf'], ['POST /v1/convert/*'], false],
    [['POST /v1/convert/*'], ['convert:*'], false],
    [['POST /v1/convert/*'], ['convert:pdf'], true],
    [['GET /v1/keys'], ['* /v1/keys'], false],
    [['* /v1/keys/*/rotate'], ['POST /v1/keys/key_1/rotate'], true],
    [['* /v1/keys/key_1/rotate'], ['POST /v1/keys/*/rotate'], false],
    [['POST /v1/keys/*'], ['POST /v1/keys/*/rotate'], true],
    [['templates:write'], ['templates:read'], true],
    [['templates:read'], ['GET /v1/templates/invoice'], true],
    [['convert:pdf'], [], true],
    [['templates:write'], ['POST /v1/templates/invoice.pdf'], false],
    [['templates:write'], ['* /v1/templates/invoice.pdf'], false],
    [['convert:pdf'], ['POST /v1/templates/invoice.pdf'], true],
    [['POST /v1/templates/invoice.pdf'], ['POST /v1/templates/invoice.pdf'], true],
    [['*'], ['* /v1/templates/invoice.pdf'], true],
  ])('%j covers %j: %s', (outer, inner, expected) => {
    expect(covers(outer, inner)).toBe(expected);
  });

  it('never reaches further than what it is taken from', () => {
    const paths = ENDPOINTS.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x'));
    const path = fc
      .tuple(fc.constantFrom(...paths), fc.array(fc.nat(5), { maxLength: 2 }), fc.boolean())
      .map(([text, stars, open]) => {
        const segments = text.split('/').slice(1);
        const changed = segments.map((segment, at) => (stars.includes(at) ? '*' : segment));
        return `/${(open ? [...changed.slice(0, -1), '*'] : changed).join('/')}`;
      });
    const raw = fc.tuple(fc.constantFrom('*', 'GET', 'POST', 'PATCH'), path).map((parts) => parts.join(' '));
    const scope = fc.oneof(raw, fc.constantFrom<string>(...SCOPE_NAMES));
    const requests = ENDPOINTS.filter(({ access }) => typeof access === 'object').flatMap((endpoint) => [
      { endpoint, params: { id: 'x', slug: 'x', name: 'x' } },
      { endpoint, params: { id: 'y', slug: 'y', name: 'y' } },
    ]);
    fc.assert(
      fc.property(scope, scope, (outer, inner) => {
        const [wide, narrow] = [parseScopes([outer]), parseScopes([inner])];
        if (!SCOPE_SETS.covers(wide, narrow)) return;
        for (const { endpoint, params } of requests) {
          if (allows(narrow, endpoint, params)) expect(allows(wide, endpoint, params)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<[Role, string, boolean]>([
    ['owner', '*', true],
    ['admin', '*', false],
    ['admin', 'keys:manage', true],
    ['admin', 'convert:*', true],
    ['admin', 'POST /v1/convert/*', true],
    ['admin', 'billing:read', true],
    ['admin', 'billing:manage', false],
    ['admin', 'members:manage', false],
    ['admin', '* /v1/billing', false],
    ['developer', 'convert:*', true],
    ['developer', 'ai:*', true],
    ['developer', 'templates:write', true],
    ['developer', 'keys:manage', false],
    ['developer', 'audit:read', false],
    ['billing', 'billing:manage', true],
    ['billing', 'convert:pdf', false],
    ['auditor', 'audit:read', true],
    ['auditor', 'keys:manage', false],
    ['auditor', 'templates:read', false],
    ['auditor', 'convert:text', false],
  ])('%s can give %s: %s', (role, scope, expected) => {
    expect(SCOPE_SETS.covers(SCOPE_SETS.ofRole(role), parseScopes([scope]))).toBe(expected);
  });
});

describe('a refusal', () => {
  it.each([
    ['POST /v1/convert/image', 'convert:image'],
    ['POST /v1/convert', 'convert:*'],
    ['GET /v1/templates/x', 'templates:read'],
    ['PUT /v1/templates/x', 'templates:write'],
    ['POST /v1/templates/x.pdf', 'convert:pdf'],
    ['POST /v1/templates/x.html', 'convert:*'],
    ['POST /v1/keys', 'keys:manage'],
    ['GET /v1/invoices', 'billing:read'],
    ['GET /v1/audit', 'audit:read'],
    ['POST /api/waitlist', 'ai:*'],
    ['DELETE /v1/organisations/x', '*'],
  ])('of %s names %s, which lets it through', (request, name) => {
    expect(lackedScope(find(request).endpoint)).toBe(name);
    expect(may(parseScopes([name]), request)).toBe(true);
  });
});
