import type { SealedObject } from '../vault/vault.ts';
import type { BatchItem } from './schema.ts';

export interface SharedBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** Liquid template of names. */
  readonly name?: string | undefined;
  readonly numbering: 'item' | 'whole';
}

/** Sealed as what all items share. */
export const sharedOf = (organisationId: string, batchId: string): SealedObject => ({
  organisationId,
  kind: 'batch_request',
  id: batchId,
});

export const writeItem = (item: BatchItem): Buffer => Buffer.from(JSON.stringify(item));
export const readItem = (bytes: Buffer): BatchItem => JSON.parse(bytes.toString('utf8')) as BatchItem;

/** The variables of an item: its own stand over the shared ones. Undefined if there are none at all. */
export function dataOf({ data: shared }: SharedBody, { data }: BatchItem): Record<string, unknown> | undefined {
  return shared === undefined && data === undefined ? undefined : { ...shared, ...data };
}

/** The body of the conversion of an item. @param name of its result */
export function bodyOfItem(shared: SharedBody, item: BatchItem, name?: string): Record<string, unknown> {
  const data = dataOf(shared, item);
  return {
    ...shared.fields,
    ...item.options,
    ...(data === undefined ? {} : { data }),
    ...(name === undefined ? {} : { download_name: name }),
  };
}
