import { z } from 'zod';
import { timeField } from '../http/time-field.ts';

/** What requests and answers about records look like. */

const since = timeField.optional().describe('Only what happened then or later.');
const page = {
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Rows in one answer, newest first.'),
  cursor: z.string().max(100).optional().describe('The last `next_cursor`.'),
  since,
  until: since.describe('Only what happened before.'),
};
const id = z
  .string()
  .regex(/^[\w.:*-]{1,100}$/, 'must be an id or a name')
  .optional();

export const auditQuery = z.strictObject({
  ...page,
  action: id.describe('Only this, for example `key.created`.'),
  actor: id.describe('Only what this key or person did.'),
  target: id.describe('Only what was done to this.'),
});

export const logQuery = z.strictObject({
  ...page,
  status: z.enum(['all', 'success', 'error']).default('all').describe('Only what went well, or what did not.'),
  key_id: id.describe('Only requests with this key; `*`: with any.'),
});

const list = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({
    success: z.literal(true),
    data: z.array(row),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe('`cursor` of the next request; null at the end.'),
  });

const auditRow = z
  .strictObject({
    id: z.string(),
    seq: z.int().describe('Place in the chain of the organisation: 1, 2, 3 …'),
    at: z.iso.datetime(),
    actor: z.string().describe('Id of the key or person that did it, or `system`.'),
    action: z.string(),
    target: z.string().nullable().describe('Id of what it was done to.'),
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    hash: z.string().describe('SHA-256 over the row and the hash before, in hex.'),
  })
  .meta({ id: 'AuditRow' });

export const logEntry = z
  .strictObject({
    id: z.string(),
    request_id: z.string().describe('As the answer had it in X-Request-Id.'),
    at: z.iso.datetime(),
    key_id: z.string().nullable(),
    method: z.string(),
    route: z.string().describe('Pattern of the path; ids are not in it.'),
    status: z.int().describe('499 if the client left before the end of the answer.'),
    duration_ms: z.int(),
    bytes: z.int().describe('Length of the answer.'),
    format: z
      .string()
      .nullable()
      .describe('Format of the result, `several`, or the kind of analysis; null for what made none.'),
    credits: z.int().describe('Credits that were charged for it: 0 for what failed, is free, or was answered before.'),
    error_code: z.string().nullable(),
  })
  .meta({ id: 'LogEntry' });

export const auditAnswer = list(auditRow);
export const logAnswer = list(logEntry);

export type AuditJson = z.infer<typeof auditRow>;
export type LogJson = z.infer<typeof logEntry>;
