import { z } from 'zod';

/** What the operator of an instance is shown. */

const count = z.int();
const success = { success: z.literal(true) };

/** What a process tells of itself. */
const processSchema = z.strictObject({
  role: z.string(),
  version: z.string(),
  browser: z.string().nullable(),
  isolation: z.string().nullable(),
  started_at: z.iso.datetime(),
  running: count,
  queued: count,
  concurrency: count,
});

export const instanceAnswer = z.strictObject({
  ...success,
  plans: z.array(z.strictObject({ plan: z.string().nullable(), organisations: count })),
  jobs: z.strictObject({ waiting: count, oldest_seconds: z.number() }),
  processes: z.array(processSchema).describe('As of their last heartbeat, every 10 seconds.'),
  settings: z
    .array(z.strictObject({ name: z.string(), set: z.boolean(), value: z.string().nullable() }))
    .describe('Of the process that answers; secrets are null.'),
});

export const organisationsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Entries in one answer.'),
  cursor: z
    .string()
    .regex(/^[a-z]{3}_[0-9a-z]{26}$/, 'must be "next_cursor" of an answer')
    .optional()
    .describe('The last `next_cursor`.'),
});

export const organisationsAnswer = z.strictObject({
  ...success,
  data: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      created_at: z.iso.datetime(),
      members: count,
      plan: z.string().nullable(),
      credits_used: count,
      hipaa: z.boolean(),
      held: z.boolean(),
    }),
  ),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
});
