import { type Role, reachOf } from '../rights/roles.ts';
import { operationOf } from './operations.ts';
import { parseScopes, SCOPES, type Scopes } from './scopes.ts';

/** The scopes that a person of this role can give to a key: those that let through what the role may do itself. */
export function scopesOfRole(role: Role): Scopes {
  if (role === 'owner') return parseScopes(['*']);
  const names = Object.entries(SCOPES).filter(([, patterns]) => patterns.every((pattern) => mayAll(role, pattern)));
  return parseScopes(names.map(([name]) => name));
}

/** A key is bound to nothing but its scopes, so what a role may do with a part only cannot be given. */
function mayAll(role: Role, pattern: string): boolean {
  const [method = '', path = ''] = pattern.split(' ');
  const methods = method === '*' ? ['GET', 'POST'] : [method];
  return methods.every((name) => {
    const operation = operationOf(name, path);
    return operation !== undefined && reachOf(role, operation.resource, operation.action) === 'all';
  });
}
