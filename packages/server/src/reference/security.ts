import type { JsonSchema } from '../http/endpoint.ts';
import type { Access } from '../rights/access.ts';

/** What OpenAPI says of who may ask; undefined where the rule of the whole document holds. */
export function securityOf(access: Access): readonly JsonSchema[] | undefined {
  if (access === 'session') return [{ session: [] }];
  return access === 'open' || access === 'operator' ? [] : undefined;
}
