import { KIND_NAMES } from '@platen/analysis';
import { z } from 'zod';

/** What the endpoints beside the analyses answer. */

const count = z.int().min(0);

export const usageAnswer = z.object({
  success: z.literal(true),
  usage: z.object({
    used: count.describe('AI operations that went well this month.'),
    limit: count,
    remaining: count,
    resetAt: z.iso.datetime().describe('The first of the next month, 00:00 UTC.'),
    operations: z
      .array(z.object({ type: z.enum(KIND_NAMES), count, lastUsed: z.iso.datetime() }))
      .describe('One for each type that was used; they add up to `used`.'),
  }),
});

export const waitlistAnswer = z.object({
  success: z.literal(true),
  status: z.enum(['waiting', 'granted']).describe('`granted`: your organisation may use the analysis.'),
});
