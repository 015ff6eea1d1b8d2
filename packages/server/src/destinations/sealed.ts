import type { SealedObject } from '../vault/vault.ts';
import type { OnConflict } from './kind.ts';

/** What of destinations is sealed, and as what. */

/** Where a delivery goes. */
export interface DeliveryTarget {
  readonly path: string;
  readonly onConflict: OnConflict;
  /** Of a destination that the request itself describes. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

/** What became of a delivery. */
export interface DeliveryOutcome {
  readonly location?: string | undefined;
  readonly path?: string | undefined;
  readonly etag?: string | undefined;
  readonly detail?: string | undefined;
}

export const connectionSettings = (organisationId: string, id: string): SealedObject => ({
  organisationId,
  kind: 'connection',
  id,
});

export const deliveryTarget = (organisationId: string, id: string): SealedObject => ({
  organisationId,
  kind: 'delivery_target',
  id,
});

export const deliveryOutcome = (organisationId: string, id: string): SealedObject => ({
  organisationId,
  kind: 'delivery_outcome',
  id,
});
