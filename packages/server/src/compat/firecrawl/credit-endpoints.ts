import { z } from 'zod';
import { callerOf } from '../../access/caller.ts';
import { GATE_ERRORS } from '../../access/errors.ts';
import { accountCredits } from '../../credits/json.ts';
import type { Credits } from '../../credits/open.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer } from '../../http/define-endpoint.ts';

/** `GET /firecrawl/v2/team/credit-usage` and `v1`: what is left, by which nodes of n8n and other tools see whether a key is one. */

type Parts = Pick<Credits, 'metering' | 'records'>;

const endpoint = endpointsOf<Parts>();

/** Their clients know no plan without a limit, and read what is missing as nothing left. */
const NO_LIMIT = 999_999_999;

const NAMES = {
  v2: ['remainingCredits', 'planCredits', 'billingPeriodStart', 'billingPeriodEnd'],
  v1: ['remaining_credits', 'plan_credits', 'billing_period_start', 'billing_period_end'],
} as const;

const usage = (version: 'v1' | 'v2') => {
  const [remaining, plan, start, end] = NAMES[version];
  const count = z.int().describe(`${NO_LIMIT} if there is no limit.`);
  return endpoint({
    method: 'get',
    path: `/firecrawl/${version}/team/credit-usage`,
    layer: 'firecrawl',
    operation: `firecrawl_${version}_credit_usage`,
    tag: 'Credits',
    summary: 'What is left',
    description: 'Of the credits of the period.',
    access: { resource: 'usage', action: 'read' },
    scope: ['usage:read'],
    countsAs: '/v1/credits/usage',
    answer: jsonAnswer(
      'The credits.',
      z.object({
        success: z.literal(true),
        data: z.object({ [remaining]: count, [plan]: count, [start]: z.iso.datetime(), [end]: z.iso.datetime() }),
      }),
    ),
    errors: GATE_ERRORS,
    handle: async ({ request }, { metering, records }) => {
      const { organisationId } = callerOf(request);
      const allowed = await metering.limitsOf(organisationId);
      const { credits } = accountCredits(allowed, await records.now(organisationId, allowed));
      return {
        success: true,
        data: {
          [remaining]: credits.remaining ?? NO_LIMIT,
          [plan]: credits.base ?? NO_LIMIT,
          [start]: credits.period.start,
          [end]: credits.period.end,
        },
      };
    },
  });
};

export const FIRECRAWL_CREDITS: readonly HandledEndpoint<Parts>[] = [usage('v2'), usage('v1')];
