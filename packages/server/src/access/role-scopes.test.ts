import { describe, expect, it } from 'vitest';
import type { Role } from '../rights/roles.ts';
import { scopesOfRole } from './role-scopes.ts';
import { covers, parseScopes } from './scopes.ts';

describe('scopesOfRole', () => {
  it.each<[Role, string, boolean]>([
    ['owner', '*', true],
    ['admin', '*', false],
    ['admin', 'keys:manage', true],
    ['admin', 'convert:*', true],
    ['admin', 'POST /v1/convert/*', true],
    ['admin', 'billing:read', true],
    ['admin', '* /v1/billing', false],
    ['developer', 'convert:*', true],
    ['developer', 'ai:*', true],
    ['developer', 'templates:write', true],
    ['developer', 'keys:manage', false],
    ['developer', 'connections:manage', false],
    ['developer', 'audit:read', false],
    ['billing', 'billing:read', true],
    ['billing', 'convert:pdf', false],
    ['billing', 'jobs:read', false],
    ['auditor', 'audit:read', true],
    ['auditor', 'keys:manage', false],
    ['auditor', 'templates:read', false],
    ['auditor', 'convert:text', false],
  ])('%s can give %s: %s', (role, scope, expected) => {
    expect(covers(scopesOfRole(role), parseScopes([scope]))).toBe(expected);
  });
});
