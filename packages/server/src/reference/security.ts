import type { Access, JsonSchema } from '../http/endpoint.ts';

/** What OpenAPI says of who may ask; undefined where the rule of the whole document holds. */
export function securityOf(access: Access): readonly JsonSchema[] | undefined {
  if (access === 'session') return [{ session: [] }];
  return access === 'open' || access === 'operator' ? [] : undefined;
}
