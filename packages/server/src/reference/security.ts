import type { Endpoint, JsonSchema } from '../http/endpoint.ts';

/** What OpenAPI says of who may ask; undefined where the rule of the whole document holds. */
export function securityOf({
  access,
  withoutKeys,
}: Pick<Endpoint, 'access' | 'withoutKeys'>): readonly JsonSchema[] | undefined {
  if (access === 'session' || withoutKeys) return [{ session: [] }];
  return access === 'open' || access === 'operator' ? [] : undefined;
}
