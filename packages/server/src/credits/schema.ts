import { z } from 'zod';
import { timeField } from '../http/time-field.ts';

/** What requests and answers about plans and credits look like. */

const time = z.iso.datetime();
const count = z.int().min(0);

export const MOST_USAGE_ROWS = 10_000;

export const usageQuery = z.strictObject({
  since: timeField.optional().describe('Only what was used then or later. Default: the beginning of the period.'),
  until: timeField.optional().describe('Only what was used before. Default: now.'),
  format: z.enum(['json', 'csv']).optional().describe('Default: as the header Accept says, else JSON.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_USAGE_ROWS)
    .optional()
    .describe('Rows in one answer. Default 100, for CSV 10,000.'),
  cursor: z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be "next_cursor" of an answer')
    .optional()
    .describe('`next_cursor` of the answer before; for CSV it is in the header Link.'),
});

const usageRow = z
  .strictObject({
    day: z.iso.date().describe('UTC.'),
    key_id: z.string().nullable().describe('null: a person who has signed in.'),
    format: z.string().nullable().describe('Format of the result; `several` for several results of one page.'),
    template: z.string().nullable(),
    tag: z.string().nullable(),
    jobs: z.int().describe('Pieces of work that went well.'),
    credits: z.int(),
    overage_credits: z.int().describe('Of these, beyond what the plan includes.'),
    ai_operations: z.int(),
    bank_pages: z.int(),
    bytes: z.int().describe('Length of the results.'),
  })
  .meta({ id: 'UsageRow' });

export const usageAnswer = z.strictObject({
  success: z.literal(true),
  since: time,
  until: time,
  data: z.array(usageRow),
  has_more: z.boolean(),
  next_cursor: z.string().nullable().describe('`cursor` of the next request; null at the end.'),
});

const period = z.strictObject({ start: time, end: time });

const pool = z
  .strictObject({
    limit: count,
    used: count,
    remaining: count.describe('What is neither used nor set aside for work under way.'),
    resets_at: time.describe('The first of the next month, UTC.'),
  })
  .meta({ id: 'AccountPool' });

/** What `GET /v1/account` tells beside who asks. */
export const accountFields = {
  plan: z.strictObject({
    name: z.string().nullable().describe('null: none.'),
    title: z.string().nullable(),
    status: z
      .enum(['self_hosted', 'trialing', 'active', 'unpaid'])
      .describe('`self_hosted`: no plan is needed here; `unpaid`: there is none, or it is over.'),
    billing: z.enum(['month', 'year']).nullable(),
    ends_at: time.nullable().describe('When a trial, or a plan that was ended, is over.'),
  }),
  credits: z.strictObject({
    base: count.nullable().describe('Credits that the period includes; null: no limit.'),
    used: count,
    reserved: count.describe('Set aside for work under way.'),
    remaining: count.nullable().describe('What is left of `base`; null: no limit.'),
    period,
  }),
  overage: z.strictObject({
    credits: count.describe('Credits beyond `base`.'),
    unit_price_micro_usd: count.describe('What one costs, in millionths of a US dollar.'),
    amount_cents: count.describe('What they cost until now, in US cents.'),
    ceiling_cents: count.describe('What they may cost in one period; 0: work is refused where the credits end.'),
  }),
  pools: z.strictObject({ ai_operations: pool, bank_pages: pool }),
};

const plan = z
  .strictObject({
    name: z.string(),
    title: z.string(),
    price_cents: count.describe('Of a month, in US cents.'),
    year_price_cents: count.describe('Of a year, paid at once: that of ten months.'),
    credits: count.describe('Of a month, also when the year is paid at once.'),
    overage_price_micro_usd: count.describe('Of one credit beyond those, in millionths of a US dollar.'),
    ai_operations: count.describe('Of a calendar month.'),
    bank_pages: count.describe('Of a calendar month.'),
    requests_per_minute: count.describe('Of one key; 0: no limit.'),
    concurrent_requests: count.describe('Of one key; 0: no limit.'),
    business_associate_agreement: z.boolean().describe('Whether one (HIPAA) can be had.'),
  })
  .meta({ id: 'Plan' });

export const plansAnswer = z.strictObject({
  success: z.literal(true),
  data: z.array(plan),
  trial: z
    .strictObject({ days: count, ai_operations: count, bank_pages: count })
    .describe('What a trial is, with the credits of the plan that was chosen and none beyond them.'),
});

export const billingRequest = z.strictObject({
  overage_ceiling_cents: z
    .int()
    .min(0)
    .max(100_000_000)
    .nullable()
    .describe(
      'What credits beyond the plan may cost in one period, in US cents. 0: none are given, and work is refused where those of the plan end; null: the monthly price of the plan.',
    ),
});

export const billingAnswer = z.strictObject({
  success: z.literal(true),
  overage_ceiling_cents: count.nullable().describe('null: the monthly price of the plan.'),
});

export const invoiceQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(12).describe('Invoices in one answer.'),
  cursor: z
    .string()
    .regex(/^[0-9]{1,14}$/, 'must be "next_cursor" of an answer')
    .optional()
    .describe('The last `next_cursor`.'),
});

const invoice = z
  .strictObject({
    period,
    status: z.enum(['open', 'closed']).describe('The period that is running is open: more may be added.'),
    currency: z.literal('usd'),
    lines: z.array(
      z.strictObject({
        kind: z.enum(['plan', 'plan_credit', 'overage']),
        text: z.string(),
        quantity: z.int(),
        unit_price_micro_usd: count.describe('Millionths of a US dollar.'),
        amount_cents: z.int().describe('Rounded once, half up; negative for what is given back.'),
      }),
    ),
    total_cents: z.int().describe('The sum of the lines, in US cents.'),
  })
  .meta({ id: 'Invoice' });

export const invoicesAnswer = z.strictObject({
  success: z.literal(true),
  data: z.array(invoice),
  has_more: z.boolean(),
  next_cursor: z.string().nullable().describe('`cursor` of the next request; null at the end.'),
});

export type AccountFields = {
  readonly [Name in keyof typeof accountFields]: z.infer<(typeof accountFields)[Name]>;
};
export type PlansJson = z.infer<typeof plansAnswer>;
export type InvoiceJson = z.infer<typeof invoice>;
