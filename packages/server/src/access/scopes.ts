import { nearestName } from '@platen/engine';
import type { Endpoint } from '../http/endpoint.ts';
import { SCOPE_NAMES, type ScopeName } from '../rights/scope-names.ts';
import { matches, type Pattern, segmentsOf } from './scope-pattern.ts';

/**
 * A scope is a name that endpoints have, or a pattern: a method and a path. A `*` in it stands for any method, for one
 * segment of a path, or at its end for all that follow.
 */
export type Scope = { readonly name: ScopeName } | Pattern;

/** What a list of scopes lets through. */
export type Scopes = readonly Scope[];

/** What scopes need to know of an endpoint. */
export type Scoped = Pick<Endpoint, 'method' | 'path' | 'scope' | 'countsAs' | 'access' | 'withoutKeys'>;

/** All there is. */
export const EVERYTHING: Scopes = [{ name: '*' }];

/** What is wrong with an entry, as the rest of a sentence that begins with its name: "must …". */
export class ScopeFault extends Error {
  /** Which entry it is. */
  readonly index: number;

  constructor(index: number, remedy: string) {
    super(remedy);
    this.name = 'ScopeFault';
    this.index = index;
  }
}

const METHODS = ['*', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const RAW = /^(\S+) +(\S+)$/;
const PATH = /^(?:\/(?:\*|[A-Za-z0-9._~-]+))+$/;

/** @throws ScopeFault for the first entry that is neither a name nor a pattern */
export function parseScopes(entries: readonly string[]): Scopes {
  return entries.map((entry, index) => {
    const scope = scopeOf(entry.trim());
    if (typeof scope === 'string') throw new ScopeFault(index, scope);
    return scope;
  });
}

/** Scopes that were given once. What is no scope any more lets nothing through. */
export function storedScopes(entries: readonly string[]): Scopes {
  return entries.flatMap((entry) => {
    const scope = scopeOf(entry.trim());
    return typeof scope === 'string' ? [] : [scope];
  });
}

/** Whether these scopes let a request through. @param params what stands in the variable segments of its path */
export function allows(
  scopes: Scopes,
  endpoint: Scoped,
  params: Readonly<Record<string, string | undefined>> = {},
): boolean {
  if (endpoint.access === 'everybody') return true;
  const method = endpoint.method.toUpperCase();
  const segments = segmentsOf(endpoint.path).map((segment) =>
    segment.replaceAll(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole),
  );
  return scopes.some((scope) => lets(scope, endpoint, { method, segments }));
}

/**
 * Whether a scope lets through what an endpoint answers at a path. An endpoint that counts as another is let through by
 * a pattern for that one, or by one that names the very path.
 */
export function lets(
  scope: Scope,
  { scope: names = [], countsAs }: Scoped,
  { method, segments }: { readonly method: string; readonly segments: readonly string[] },
): boolean {
  if ('name' in scope) return scope.name === '*' || names.includes(scope.name);
  if (countsAs === undefined) return matches(scope, method, segments);
  const namesIt = scope.segments.at(-1) !== '*' && matches(scope, method, segments);
  return namesIt || matches(scope, method, segmentsOf(countsAs));
}

/** Whether these scopes let through everything, whatever is added to the API. */
export const allowEverything = (scopes: Scopes): boolean =>
  scopes.some((scope) => ('name' in scope ? scope.name === '*' : matches(scope, '*', ['*'])));

/** The scope that whoever is refused lacks: the narrowest that has a name. */
export const lackedScope = ({ scope }: Scoped): ScopeName => scope?.[0] ?? '*';

function scopeOf(entry: string): Scope | string {
  const name = SCOPE_NAMES.find((known) => known === entry);
  if (name !== undefined) return { name };
  const [, method, path = ''] = RAW.exec(entry) ?? [];
  if (method === undefined) {
    const nearest = nearestName(entry, [...SCOPE_NAMES]);
    const hint = nearest === undefined ? '' : ` (the nearest name is "${nearest}")`;
    return `must be a scope such as "convert:pdf", or a method and path such as "POST /v1/convert/*"${hint}`;
  }
  if (!METHODS.includes(method)) return `must begin with one of ${METHODS.join(', ')}`;
  if (!PATH.test(path) || path.split('/').some((segment) => segment === '.' || segment === '..')) {
    return 'must have a path such as /v1/convert/pdf or /v1/convert/* after the method';
  }
  return { method, segments: segmentsOf(path) };
}
