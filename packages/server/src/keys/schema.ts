import { z } from 'zod';
import { parseScopes, ScopeFault } from '../access/scopes.ts';
import { timeField } from '../http/time-field.ts';
import { AllowlistFault, parseAllowlist } from '../network/allowlist.ts';

/** What requests and answers about keys look like. */

/** Ids of keys; that of the environment is named after it. */
export const KEY_ID = /^(?:key_[0-9a-z]{26}|bootstrap)$/;

const MOST_ENTRIES = 100;
const MOST_RATE = 1_000_000;

/** A list whose entries are read by `parse`, which throws a fault with the index of the entry. */
function checkedList(parse: (entries: readonly string[]) => unknown, most: number) {
  return z
    .array(z.string().max(200))
    .max(most)
    .superRefine((entries, context) => {
      try {
        parse(entries);
      } catch (error) {
        if (!(error instanceof ScopeFault || error instanceof AllowlistFault)) throw error;
        context.addIssue({ code: 'custom', path: [error.index], message: error.message });
      }
    });
}

const name = z
  .string()
  .min(1)
  .max(100)
  .refine((text) => !/\p{Cc}/u.test(text), 'must be without control characters')
  .describe('What it is for, to tell keys apart.');

const fields = {
  scopes: checkedList(parseScopes, MOST_ENTRIES).describe(
    'What the key may do: names such as `convert:pdf`, `convert:*`, `templates:read`, `keys:manage`, or patterns such as `POST /v1/convert/*`; `*` is everything. You can give only what your own key has.',
  ),
  allowlist: checkedList(parseAllowlist, MOST_ENTRIES).describe(
    'Addresses and CIDR ranges (IPv4 and IPv6) that the key may be used from; an empty list means everywhere.',
  ),
  expires_at: timeField.nullable().describe('When the key stops to work; null: never.'),
  monthly_credit_cap: z
    .int()
    .min(0)
    .nullable()
    .describe(
      'Credits in one period of the organisation (see `GET /v1/account`); null: as many as the organisation has. Work that would go beyond it is refused with 402 `credits_exhausted`.',
    ),
  rate_limit: z
    .int()
    .min(1)
    .max(MOST_RATE)
    .nullable()
    .describe('Requests a minute, within the limit of the service; null: that limit.'),
};

const mode = z
  .enum(['live', 'test'])
  .describe(
    'A test key works in the sandbox only: free, 10 conversions a minute, PDFs and pictures marked with "SANDBOX". It can make test keys only.',
  );

export const createRequest = z.strictObject({
  name,
  mode: mode.default('live'),
  scopes: fields.scopes.min(1),
  allowlist: fields.allowlist.default([]),
  expires_at: fields.expires_at.default(null),
  monthly_credit_cap: fields.monthly_credit_cap.default(null),
  rate_limit: fields.rate_limit.default(null),
});

export const updateRequest = z.strictObject({
  name: name.optional(),
  scopes: fields.scopes.min(1).optional(),
  allowlist: fields.allowlist.optional(),
  expires_at: fields.expires_at.optional(),
  monthly_credit_cap: fields.monthly_credit_cap.optional(),
  rate_limit: fields.rate_limit.optional(),
});

export const rotateRequest = z.strictObject({
  overlap_hours: z
    .number()
    .min(0)
    .max(24 * 30)
    .default(24)
    .describe('Hours in which the old key still works beside the new one.'),
});

export const keyId = z.strictObject({ id: z.string().describe('Id of a key, such as `key_01j…`.') });

export const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Entries in one answer.'),
  cursor: z.string().regex(KEY_ID, 'must be "next_cursor" of an answer').optional().describe('The last `next_cursor`.'),
});

const time = z.iso.datetime();

const keyShape = {
  id: z.string(),
  name,
  mode,
  prefix: z.string().describe('The beginning of the key.'),
  last4: z.string().describe('Its last four characters.'),
  status: z.enum(['active', 'expired', 'revoked']),
  ...fields,
  expires_at: time.nullable(),
  rate_limit: z.int().min(0).nullable().describe('Requests a minute; null: the limit of the service; 0: none.'),
  created_at: time,
  last_used_at: time.nullable().describe('A few seconds late.'),
  revoked_at: time.nullable(),
  rotated_to: z.string().nullable().describe('Id of the key that replaces it.'),
  overlap_until: time.nullable().describe('Until when it works beside the key that replaces it.'),
};

const key = z.strictObject(keyShape).meta({ id: 'Key' });

export const keyAnswer = z.strictObject({ success: z.literal(true), key });

export const newKeyAnswer = keyAnswer.extend({
  secret: z.string().describe('The key itself. It is shown only now and kept nowhere.'),
});

export const keyListAnswer = z.strictObject({
  success: z.literal(true),
  data: z.array(key),
  has_more: z.boolean(),
  next_cursor: z.string().nullable().describe('`cursor` of the next request; null at the end.'),
});

export type KeyJson = z.infer<typeof key>;
