import { z } from 'zod';
import { accountFields } from '../credits/schema.ts';
import { ROLES } from '../rights/roles.ts';

export const accountAnswer = z.strictObject({
  success: z.literal(true),
  organisation: z.strictObject({ id: z.string(), name: z.string() }),
  key: z
    .strictObject({
      id: z.string(),
      name: z.string(),
      mode: z.enum(['live', 'test']),
      scopes: z.array(z.string()),
      allowlist: z.array(z.string()),
      expires_at: z.iso.datetime().nullable(),
      monthly_credit_cap: z.int().nullable(),
    })
    .nullable()
    .describe('The key of the request; null for a person who has signed in.'),
  person: z
    .strictObject({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(ROLES) })
    .nullable()
    .describe('Who has signed in; null for a key.'),
  limits: z.strictObject({
    requests_per_minute: z.int().nullable().describe('null: no limit.'),
    concurrent_requests: z.int().nullable().describe('null: no limit.'),
  }),
  ...accountFields,
});

export type AccountJson = z.infer<typeof accountAnswer>;
