import { describe, expect, it } from 'vitest';
import { operationOf } from './operations.ts';
import { allows, covers, parseScopes, scopeFor } from './scopes.ts';

const may = (scope: string, request: string) => {
  const [method = '', path = ''] = request.split(' ');
  return allows(parseScopes([scope]), method, path);
};

describe('a conversion by the path of a template', () => {
  it.each([
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
    // What the router decodes is decoded here too, and what it does not know is no way around.
    ['templates:write', 'POST /v1/templates/invoice%2Epdf', false],
    ['templates:write', 'POST /v1/templates/invoice%2epdf', false],
    ['templates:write', 'POST /v1/templates/invoice.%70df', false],
    ['templates:write', 'POST /v1/templates/invoice.exe', false],
    ['templates:write', 'POST /v1/templates/%', false],
    ['convert:pdf', 'POST /v1/templates/invoice%2Epdf', true],
    ['POST /v1/templates/*', 'POST /v1/templates/invoice.pdf', false],
    ['POST /v1/templates/invoice.pdf', 'POST /v1/templates/invoice.pdf', true],
    ['POST /v1/templates/invoice.pdf', 'POST /v1/templates/receipt.pdf', false],
    ['templates:write', 'POST /v1/templates/validate', true],
    ['convert:*', 'POST /v1/templates/validate', false],
    ['templates:write', 'POST /v1/templates/invoice/publish', true],
    ['convert:*', 'POST /v1/templates/invoice/publish', false],
    ['templates:read', 'GET /v1/templates/invoice.html', true],
    ['convert:*', 'GET /v1/templates/invoice.html', false],
  ])('%s lets through %s: %s', (scope, request, expected) => {
    expect(may(scope, request)).toBe(expected);
  });

  it('is given to a key only by one that may convert', () => {
    const gives = (outer: string, inner: string) => covers(parseScopes([outer]), parseScopes([inner]));
    expect(gives('templates:write', 'POST /v1/templates/invoice.pdf')).toBe(false);
    expect(gives('templates:write', '* /v1/templates/invoice.pdf')).toBe(false);
    expect(gives('templates:write', 'templates:read')).toBe(true);
    expect(gives('convert:pdf', 'POST /v1/templates/invoice.pdf')).toBe(true);
    expect(gives('POST /v1/templates/invoice.pdf', 'POST /v1/templates/invoice.pdf')).toBe(true);
    expect(gives('*', '* /v1/templates/invoice.pdf')).toBe(true);
  });

  it('names the scope that is lacking', () => {
    expect(scopeFor('POST', '/v1/templates/invoice.pdf')).toBe('convert:pdf');
    expect(scopeFor('POST', '/v1/templates/invoice.html')).toBe('convert:*');
    expect(scopeFor('POST', '/v1/templates')).toBe('templates:write');
  });

  it('is a conversion to roles too', () => {
    expect(operationOf('POST', '/v1/templates/invoice.pdf')).toEqual({ resource: 'convert', action: 'write' });
    expect(operationOf('POST', '/v1/templates/validate')).toEqual({ resource: 'templates', action: 'write' });
    expect(operationOf('GET', '/v1/templates/invoice.html')).toEqual({ resource: 'templates', action: 'read' });
  });
});
