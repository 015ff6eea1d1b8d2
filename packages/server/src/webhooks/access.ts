import { type Caller, callerOf, type KeyCaller } from '../access/caller.ts';
import type { DenialRecord } from '../access/denial.ts';
import { allows, lackedScope, type Scoped } from '../access/scopes.ts';
import { ApiError } from '../errors.ts';
import type { Beginning } from '../http/define-endpoint.ts';
import { routeOf } from '../http/register.ts';
import { reachOf } from '../rights/roles.ts';
import type { ListedDelivery } from './delivery-store.ts';
import type { EndpointContext, EndpointRow } from './endpoint-store.ts';
import type { Webhooks } from './open.ts';
import { DELIVERY_ID, ENDPOINT_ID } from './schema.ts';

/** What the endpoints of webhooks share: whose they are, and who may see and change what. */

export interface WebhookParts {
  readonly webhooks: Webhooks;
  readonly denials: DenialRecord;
  /** What fetches a result: whoever has events of jobs sent somewhere has their results. */
  readonly result: Scoped;
}

/** Events that say where a result is. */
const WITH_RESULTS: ReadonlySet<string> = new Set([
  '*',
  'conversion.succeeded',
  'delivery.succeeded',
  'delivery.failed',
]);

/** Whose endpoints a caller sees: their own, if they may no more. */
export function contextOf(caller: Caller): EndpointContext {
  const { organisationId, id: actor } = caller;
  if (caller.kind === 'key') return { organisationId, actor, owner: caller.userId, ownOnly: false };
  return { organisationId, actor, owner: caller.id, ownOnly: reachOf(caller.role, 'webhooks', 'read') === 'own' };
}

/** The person whose deliveries alone a caller sees; undefined if they see all. */
export const onlyOf = (caller: Caller): string | undefined => {
  const { owner, ownOnly } = contextOf(caller);
  return ownOnly ? owner : undefined;
};

/** Whether a caller is shown what opens something: addresses, links, bodies. */
export const seesSecrets = (caller: Caller): boolean =>
  caller.kind === 'key' || reachOf(caller.role, 'webhooks', 'read') !== 'secretless';

/** A key has nothing sent that it could not fetch. @throws ApiError `insufficient_scope` */
export function refuseResults(caller: Caller, events: readonly string[], { result }: WebhookParts): void {
  const saying = events.filter((event) => WITH_RESULTS.has(event));
  if (caller.kind !== 'key' || saying.length === 0) return;
  if (allows((caller as KeyCaller).scopes, result)) return;
  const names = saying.map((event) => `"${event}"`).join(', ');
  const detail = `${names} ${saying.length === 1 ? 'says' : 'say'} where a result is. Use a key with the scope "${lackedScope(result)}", or other events.`;
  throw new ApiError('insufficient_scope', { detail });
}

/** The endpoint that the path names. One of somebody else is not there, and that it was asked for is recorded. */
export async function findEndpoint(
  { request, params: { id } }: Beginning<{ readonly id: string }>,
  { webhooks: { endpoints }, denials }: WebhookParts,
): Promise<EndpointRow> {
  const caller = callerOf(request);
  const possible = ENDPOINT_ID.test(id);
  const row = possible ? await endpoints.get(contextOf(caller), id) : undefined;
  if (row) return row;
  if (possible && (await endpoints.exists(id))) {
    await denials.record(caller, { reason: 'other_organisation', ...routeOf(request), target: id });
  }
  throw new ApiError('not_found', { detail: 'There is no webhook endpoint with this id.' });
}

/** The delivery that the path names. */
export async function findDelivery(
  { request, params: { id } }: Beginning<{ readonly id: string }>,
  { webhooks: { deliveries }, denials }: WebhookParts,
): Promise<ListedDelivery> {
  const caller = callerOf(request);
  const possible = DELIVERY_ID.test(id);
  const row = possible ? await deliveries.get(caller.organisationId, id, onlyOf(caller)) : undefined;
  if (row) return row;
  if (possible && (await deliveries.exists(id))) {
    await denials.record(caller, { reason: 'other_organisation', ...routeOf(request), target: id });
  }
  throw new ApiError('not_found', { detail: 'There is no delivery with this id.' });
}
