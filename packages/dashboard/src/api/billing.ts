import type { Schemas } from '@platen/client';
import { queryOptions } from '@tanstack/react-query';
import { queries } from './client.ts';
import { platen } from './platen.ts';

export type Subscription = Schemas['Subscription'];
export type Plan = Schemas['Plan'];

const PATH = '/v1/billing/subscription';

export const subscriptionQuery = queryOptions({
  queryKey: [PATH],
  queryFn: async ({ signal }) => (await platen.json<Schemas['SubscriptionAnswer']>(PATH, { signal })).subscription,
});

export const plansQuery = queryOptions({
  queryKey: ['/v1/plans'],
  queryFn: async ({ signal }) =>
    await platen.json<{ readonly data: readonly Plan[]; readonly trial: { readonly days: number } }>('/v1/plans', {
      signal,
    }),
});

/** A change of the subscription, as the API is asked for it. */
export interface SubscriptionCall {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: object;
}

export const subscriptionCall = {
  begin: (body: Schemas['BeginSubscriptionRequest']): SubscriptionCall => ({ method: 'POST', path: PATH, body }),
  change: (body: Schemas['ChangeSubscriptionRequest']): SubscriptionCall => ({ method: 'PATCH', path: PATH, body }),
  cancel: (): SubscriptionCall => ({ method: 'POST', path: `${PATH}/cancel`, body: {} }),
  resume: (): SubscriptionCall => ({ method: 'POST', path: `${PATH}/resume`, body: {} }),
  card: (body: Schemas['ReplaceCardRequest']): SubscriptionCall => ({ method: 'POST', path: '/v1/billing/card', body }),
  confirm: (): SubscriptionCall => ({ method: 'POST', path: '/v1/billing/card/confirm', body: {} }),
} as const;

/** Changes the subscription; what it is afterwards, and what it changes elsewhere, is shown at once. */
export async function changeSubscription({ path, method, body }: SubscriptionCall): Promise<Subscription> {
  const { subscription } = await platen.json<Schemas['SubscriptionAnswer']>(path, { method, body });
  queries.setQueryData(subscriptionQuery.queryKey, subscription);
  void queries.invalidateQueries({ queryKey: ['/v1/billing/invoices'] });
  void queries.invalidateQueries({ queryKey: ['/v1/account'] });
  return subscription;
}
