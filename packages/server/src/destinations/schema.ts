import { z } from 'zod';
import { timeField } from '../http/time-field.ts';
import type { ConnectionRow } from './connection-rows.ts';
import { faultCode } from './fault-code.ts';
import type { DeliveryFaultCode } from './faults.ts';
import { KINDS, kindOf } from './kinds.ts';

/** What requests and answers about connections look like. */

export const CONNECTION_ID = /^conn_[0-9a-z]{26}$/;

const name = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !/\p{Cc}/u.test(text), 'must be without control characters')
  .describe('What it is for.');

export { name as connectionName };

const test = z
  .boolean()
  .default(true)
  .describe('Whether it is tried before it is kept: a small file is written, read and removed.');

export const createRequest = z.discriminatedUnion(
  'kind',
  KINDS.map((kind) =>
    z
      .strictObject({ name, kind: z.literal(kind.name), settings: kind.settings, test })
      .meta({ id: `Connection_${kind.name}`, title: kind.title }),
  ) as [z.ZodObject<{ name: typeof name; kind: z.ZodLiteral<string>; settings: z.ZodObject; test: typeof test }>],
);

export const updateRequest = z.strictObject({
  name: name.optional(),
  settings: z
    .record(z.string().max(100), z.unknown())
    .optional()
    .describe(
      'What changes of the settings, credentials among them; null removes one. Another server needs the credentials again.',
    ),
  test,
});

export const connectionParams = z.strictObject({ id: z.string().describe('Id of a connection, such as `conn_01j…`.') });

export const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Entries in one answer.'),
  cursor: z
    .string()
    .regex(CONNECTION_ID, 'must be "next_cursor" of an answer')
    .optional()
    .describe('The last `next_cursor`.'),
});

const connection = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    kind: z.string(),
    settings: z.record(z.string(), z.unknown()).describe('Without what is secret.'),
    secrets: z.array(z.string()).describe('Names of the settings that are kept, and not shown.'),
    version: z.int().describe('Counts its changes.'),
    delivered: z.int().describe('Tries that went well.'),
    failed: z.int().describe('Tries that did not.'),
    last_used_at: timeField.nullable(),
    last_error: faultCode.nullable().describe('What was wrong at the last try.'),
    authorization: z
      .enum(['granted', 'revoked', 'disconnected'])
      .nullable()
      .describe('Whether the account lets the service in; null: by credentials.'),
    created_at: timeField,
    updated_at: timeField,
  })
  .meta({ id: 'Connection' });
export type ConnectionJson = z.input<typeof connection>;

const tested = z
  .strictObject({
    write: z.enum(['ok', 'not_tried']),
    read: z.enum(['ok', 'not_allowed', 'not_supported']),
    remove: z.enum(['ok', 'not_allowed', 'not_supported']),
    left: z.string().nullable().describe('The file that could not be removed.'),
  })
  .nullable()
  .describe('What of the test went well; null without one.');

export const connectionAnswer = z.strictObject({ success: z.literal(true), connection, test: tested });
export const disconnectAnswer = z.strictObject({ success: z.literal(true), connection, revoked: z.boolean() });
export const connectionShown = z.strictObject({ success: z.literal(true), connection });
export const connectionListAnswer = z.strictObject({
  success: z.literal(true),
  data: z.array(connection),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
});

/** @param open whether the reader may see addresses and paths */
export function connectionJson(row: ConnectionRow, open: boolean): ConnectionJson {
  const secret = new Set<string>(kindOf(row.kind).secrets);
  const entries = Object.entries(row.opened);
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    settings: open ? Object.fromEntries(entries.filter(([field]) => !secret.has(field))) : {},
    secrets: entries.map(([field]) => field).filter((field) => secret.has(field)),
    version: row.version,
    delivered: row.delivered,
    failed: row.failed,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_error: row.last_error as DeliveryFaultCode | null,
    authorization: row.grant_state,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
