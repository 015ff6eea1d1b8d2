import type { JobDestination } from '../destinations/resolve.ts';
import type { SealedObject } from '../vault/vault.ts';
import type { BatchItem } from './schema.ts';

export interface SharedBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** The template as the request named it, if it named no version. */
  readonly asked?: string | undefined;
  /** Liquid template of names. */
  readonly name?: string | undefined;
  readonly numbering: 'item' | 'whole';
  /** Where the one file is sent. */
  readonly destinations?: readonly JobDestination[] | undefined;
}

/** An item as it is kept. */
export interface StoredItem extends BatchItem {
  /** Version of the template that it is made of, in place of that of all: it was tried again after a new one was published. */
  readonly version?: string | undefined;
}

/** Sealed as what all items share. */
export const sharedOf = (organisationId: string, batchId: string): SealedObject => ({
  organisationId,
  kind: 'batch_request',
  id: batchId,
});

export const writeItem = (item: StoredItem): Buffer => Buffer.from(JSON.stringify(item));
export const readItem = (bytes: Buffer): StoredItem => JSON.parse(bytes.toString('utf8')) as StoredItem;

/** The variables of an item: its own stand over the shared ones. Undefined if there are none at all. */
export function dataOf({ data: shared }: SharedBody, { data }: BatchItem): Record<string, unknown> | undefined {
  return shared === undefined && data === undefined ? undefined : { ...shared, ...data };
}

/** The body of the conversion of an item. @param name of its result */
export function bodyOfItem(shared: SharedBody, item: StoredItem, name?: string): Record<string, unknown> {
  const data = dataOf(shared, item);
  return {
    ...shared.fields,
    ...item.options,
    ...(item.version === undefined ? {} : { template_id: item.version }),
    ...(data === undefined ? {} : { data }),
    ...(name === undefined ? {} : { download_name: name }),
  };
}
