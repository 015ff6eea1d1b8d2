import type { SealedObject } from '../vault/vault.ts';
import type { DeliveryRow, EventRow } from './delivery-store.ts';

/** What of webhooks is sealed, and as what. */

/** One try, as it is shown. */
export interface Exchange {
  readonly request?: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
  };
  /** The beginning of the answer. */
  readonly answer?: string;
}

export const eventBody = ({ organisation_id: organisationId, id }: Pick<EventRow, 'organisation_id' | 'id'>) =>
  ({ organisationId, kind: 'webhook_event', id }) satisfies SealedObject;

export const exchangeOf = (
  { organisation_id: organisationId, id }: Pick<DeliveryRow, 'organisation_id' | 'id'>,
  number: number,
) => ({ organisationId, kind: 'webhook_attempt', id, version: number }) satisfies SealedObject;

export const endpointTarget = (organisationId: string, id: string): SealedObject => ({
  organisationId,
  kind: 'webhook_endpoint',
  id,
});

export const jobTarget = (organisationId: string, jobId: string): SealedObject => ({
  organisationId,
  kind: 'job_webhook',
  id: jobId,
});
