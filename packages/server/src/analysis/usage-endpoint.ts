import { KIND_NAMES } from '@platen/analysis';
import { z } from 'zod';
import { callerOf } from '../access/caller.ts';
import { GATE_ERRORS } from '../access/errors.ts';
import type { Metering } from '../credits/metering.ts';
import type { Database } from '../data/database.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer } from '../http/define-endpoint.ts';
import { readAnalysisUsage } from './usage.ts';

export interface AiUsageParts {
  readonly database: Database;
  readonly metering: Metering;
}

const count = z.int().min(0);

const answer = z.object({
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

const usage = endpointsOf<AiUsageParts>()({
  method: 'get',
  path: '/api/user/ai-usage',
  operation: 'ai_usage',
  access: { resource: 'usage', action: 'read' },
  scope: ['usage:read'],
  tag: 'Analysis',
  summary: 'AI operations of this month',
  description: 'Each analysis that went well counts as one; what failed does not, nor what test keys asked for.',
  answer: jsonAnswer('The usage record.', answer),
  errors: GATE_ERRORS,
  handle: async ({ request }, parts) => ({
    success: true,
    usage: await readAnalysisUsage(callerOf(request).organisationId, parts),
  }),
});

export const AI_USAGE_ENDPOINTS: readonly HandledEndpoint<AiUsageParts>[] = [usage];
