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
  void queries.invalidateQueries({ queryKey: ['/v1/billing/agreement'] });
  void queries.invalidateQueries({ queryKey: ['/v1/account'] });
  return subscription;
}

export type BillingDetails = Schemas['BillingDetails'];
export type Tax = Schemas['Tax'];
export type Agreement = Schemas['BusinessAgreement'];

const DETAILS = '/v1/billing/details';
const AGREEMENT = '/v1/billing/agreement';

interface DetailsNow {
  readonly details: BillingDetails | null;
  /** What is added to prices. */
  readonly tax: Tax | null;
}

export const detailsQuery = queryOptions({
  queryKey: [DETAILS],
  queryFn: async ({ signal }) => await platen.json<DetailsNow>(DETAILS, { signal }),
});

export const detailsCall = (body: BillingDetails) => ({ method: 'PUT', path: DETAILS, body }) as const;

export async function saveDetails({ path, method, body }: ReturnType<typeof detailsCall>): Promise<void> {
  queries.setQueryData(detailsQuery.queryKey, await platen.json<DetailsNow>(path, { method, body }));
}

export const agreementQuery = queryOptions({
  queryKey: [AGREEMENT],
  queryFn: async ({ signal }) =>
    (await platen.json<{ readonly agreement: Agreement }>(AGREEMENT, { signal })).agreement,
});

/** Accepts the text that has this hash; the HIPAA profile goes on with it. */
export async function acceptAgreement(sha256: string): Promise<void> {
  const answer = await platen.json<{ readonly agreement: Agreement }>(AGREEMENT, { method: 'PUT', body: { sha256 } });
  queries.setQueryData(agreementQuery.queryKey, answer.agreement);
  void queries.invalidateQueries({ queryKey: ['session'] });
}
