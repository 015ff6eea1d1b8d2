import { nearestName } from '@platen/engine';
import { mayAsk } from '../rights/access.ts';
import { type Role, reachOf } from '../rights/roles.ts';
import { SCOPE_NAMES, type ScopeName } from '../rights/scope-names.ts';
import { partOf, segmentsOf } from './scope-pattern.ts';
import {
  allowEverything,
  EVERYTHING,
  lackedScope,
  lets,
  parseScopes,
  type Scope,
  type Scoped,
  ScopeFault,
  type Scopes,
} from './scopes.ts';

/** What a scope lets through of one endpoint. */
interface Part {
  readonly endpoint: Scoped;
  readonly method: string;
  readonly segments: readonly string[];
}

/** Scopes as sets of the endpoints that there are. */
export class ScopeSets {
  readonly #endpoints: readonly Scoped[];

  /** @param endpoints all that are behind the gate */
  constructor(endpoints: readonly Scoped[]) {
    this.#endpoints = endpoints.filter(
      ({ access }) => access !== 'open' && access !== 'session' && access !== 'operator',
    );
  }

  /** Whether everything that `inner` lets through is let through by `outer` too: nobody gives what they have not. */
  covers(outer: Scopes, inner: Scopes): boolean {
    // What will be added counts too.
    if (allowEverything(inner)) return allowEverything(outer);
    return inner
      .flatMap((scope) => this.#partsOf(scope))
      .every((part) => outer.some((scope) => lets(scope, part.endpoint, part)));
  }

  /** @throws ScopeFault for the first pattern that matches no endpoint */
  refuseUnmatched(entries: readonly string[]): void {
    for (const [index, scope] of parseScopes(entries).entries()) {
      if ('name' in scope || this.#partsOf(scope).length > 0) continue;
      const entry = `${scope.method} /${scope.segments.join('/')}`;
      const nearest = nearestName(
        entry,
        this.#endpoints.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
      );
      const hint = nearest === undefined ? '' : ` (the nearest is "${nearest}")`;
      throw new ScopeFault(index, `must match an endpoint; "${entry}" matches none${hint}`);
    }
  }

  /**
   * The scopes that a person of this role can give to a key: those that let through what the role may do itself. A key
   * is bound to nothing but its scopes, so what a role may do with a part only cannot be given.
   */
  ofRole(role: Role): Scopes {
    if (role === 'owner') return EVERYTHING;
    return SCOPE_NAMES.filter((name) => name !== '*')
      .map((name): Scope => ({ name }))
      .filter((scope) => this.#partsOf(scope).every(({ endpoint }) => mayAll(role, endpoint)));
  }

  /**
   * The scope that these scopes lack of what a role may do, wholly or in part; undefined if they let through all of it.
   */
  lackedForRole(scopes: Scopes, role: Role): ScopeName | undefined {
    // What will be added counts too.
    if (role === 'owner') return allowEverything(scopes) ? undefined : '*';
    const beyond = this.#endpoints.find((endpoint) => {
      // What refuses every key has no scope that could be lacking.
      if (endpoint.withoutKeys || typeof endpoint.access !== 'object' || !mayAsk(role, endpoint.access)) return false;
      const whole = { method: endpoint.method.toUpperCase(), segments: segmentsOf(endpoint.path) };
      return !scopes.some((scope) => lets(scope, endpoint, whole));
    });
    return beyond && lackedScope(beyond);
  }

  /** The endpoints of a scope that has a name. */
  of(name: ScopeName): readonly Scoped[] {
    return this.#partsOf({ name }).map(({ endpoint }) => endpoint);
  }

  #partsOf(scope: Scope): readonly Part[] {
    return this.#endpoints.flatMap((endpoint) => {
      const method = endpoint.method.toUpperCase();
      const whole = { endpoint, method, segments: segmentsOf(endpoint.path) };
      if (lets(scope, endpoint, whole)) return [whole];
      const segments = 'name' in scope ? undefined : partOf(scope, { method, path: endpoint.path });
      return segments && lets(scope, endpoint, { method, segments }) ? [{ endpoint, method, segments }] : [];
    });
  }
}

function mayAll(role: Role, { access }: Scoped): boolean {
  return typeof access === 'object' && reachOf(role, access.resource, access.action) === 'all';
}
