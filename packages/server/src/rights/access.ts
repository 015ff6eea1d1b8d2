import { type Action, type Resource, type Role, reachOf } from './roles.ts';

/** What a role needs. */
export interface Right {
  readonly resource: Resource;
  readonly action: Action;
  /** Whether all of it is shown: a role that sees names only is refused. */
  readonly whole?: boolean;
}

/**
 * Who may ask: `open`, whoever can reach the service; `session`, whoever is signed in, whatever organisation they belong
 * to (a key cannot); `everybody`, whoever is let in, whatever their scopes or role; `operator`, who runs the service;
 * else who has a right, by their role, or by a scope of the endpoint.
 */
export type Access = 'open' | 'session' | 'everybody' | 'operator' | Right;

/** Whether somebody who is signed in with this role may ask. */
export function mayAsk(role: Role, access: Access): boolean {
  if (typeof access === 'string') return access !== 'operator';
  const reach = reachOf(role, access.resource, access.action);
  return access.whole ? reach === 'all' : reach !== undefined;
}
