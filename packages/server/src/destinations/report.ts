import { z } from 'zod';
import type { Vault } from '../vault/vault.ts';
import type { DeliveryRow } from './delivery-store.ts';
import { faultCode } from './fault-code.ts';
import { DELIVERY_FAULTS, type DeliveryFaultCode, remedyOf } from './faults.ts';
import { type DeliveryOutcome, type DeliveryTarget, deliveryOutcome, deliveryTarget } from './sealed.ts';

/** A delivery as answers and webhooks tell of it. */
export const delivery = z
  .strictObject({
    id: z.string(),
    position: z.int().min(0).describe('Place of the destination in the request.'),
    output: z.int().min(0).describe('Which of the results.'),
    kind: z.string(),
    connection: z.string().nullable(),
    state: z
      .enum(['waiting', 'delivered', 'failed'])
      .describe(
        '`waiting`: it is tried until `next_attempt_at` and later. `failed`: it is tried again when asked for.',
      ),
    path: z.string().nullable().describe('Null for whoever may not fetch the result.'),
    location: z.string().nullable().describe('Where it is; null before that.'),
    etag: z.string().nullable(),
    attempts: z.int().min(0),
    next_attempt_at: z.iso.datetime().nullable(),
    ended_at: z.iso.datetime().nullable(),
    error: z
      .strictObject({ code: faultCode, detail: z.string(), remedy: z.string() })
      .nullable()
      .describe('What was wrong at the last try.'),
  })
  .meta({ id: 'JobDelivery' });
export type DeliveryJson = z.infer<typeof delivery>;

/** @param options.open whether the reader may fetch the result: paths and details may quote it */
export async function deliveryJson(
  vault: Vault,
  row: DeliveryRow,
  { open }: { readonly open: boolean },
): Promise<DeliveryJson> {
  const outcome = await outcomeOf(vault, row);
  const target = outcome.path === undefined ? await targetOf(vault, row) : undefined;
  const code = row.last_error as DeliveryFaultCode | null;
  return {
    id: row.id,
    position: row.position,
    output: row.output,
    kind: row.kind,
    connection: row.connection_id,
    state: row.state,
    path: open ? (outcome.path ?? target?.path ?? null) : null,
    location: open ? (outcome.location ?? null) : null,
    etag: outcome.etag ?? null,
    attempts: row.attempts,
    next_attempt_at: row.state === 'waiting' ? row.next_at.toISOString() : null,
    ended_at: row.ended_at?.toISOString() ?? null,
    error:
      code === null
        ? null
        : {
            code,
            detail: (open ? outcome.detail : undefined) ?? `${DELIVERY_FAULTS[code].title}.`,
            remedy: remedyOf(code, row.state === 'failed'),
          },
  };
}

async function outcomeOf(vault: Vault, { organisation_id, id, outcome }: DeliveryRow): Promise<DeliveryOutcome> {
  if (!outcome) return {};
  return JSON.parse(
    (await vault.open(deliveryOutcome(organisation_id, id), outcome)).toString('utf8'),
  ) as DeliveryOutcome;
}

async function targetOf(vault: Vault, { organisation_id, id, target }: DeliveryRow): Promise<DeliveryTarget> {
  return JSON.parse((await vault.open(deliveryTarget(organisation_id, id), target)).toString('utf8')) as DeliveryTarget;
}
