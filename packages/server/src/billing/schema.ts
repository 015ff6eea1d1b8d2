import { z } from 'zod';
import { isTestCard } from './test-provider.ts';

/** What requests and answers about subscriptions look like. */

const time = z.iso.datetime();
const interval = z.enum(['month', 'year']).describe('How it is paid: by the month, or ten months for a year at once.');
const planName = z.string().max(50).describe('Name of a plan, see `GET /v1/plans`.');

const cardFields = {
  card: z
    .string()
    .regex(/^[0-9]{16}$/, 'must be 16 digits')
    .refine(isTestCard, 'must be a test card, such as 4242424242424242')
    .optional()
    .describe('With `BILLING=test` only, and a test card only: 4242424242424242 works.'),
  return_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional()
    .describe('Where the browser goes when the card is confirmed. Default: the address of the service.'),
};

export const beginRequest = z.strictObject({
  plan: planName,
  billing: interval.default('month'),
  trial: z.boolean().default(true).describe('Seven days for nothing first. `false` charges at once.'),
  ...cardFields,
});

export const changeRequest = z
  .strictObject({ plan: planName.optional(), billing: interval.optional() })
  .refine(({ plan, billing }) => plan !== undefined || billing !== undefined, 'must name a plan or a way of paying');

export const cardRequest = z.strictObject(cardFields);

/** Seconds that the clock moves at most at once: a little more than a year. */
const MOST_SECONDS = 400 * 86_400;

export const clockRequest = z.strictObject({
  advance_seconds: z.int().min(1).max(MOST_SECONDS).describe('How far it goes forward.'),
});

const terms = z.strictObject({ plan: z.string(), billing: interval });

const subscription = z
  .strictObject({
    provider: z.enum(['off', 'test', 'stripe']).describe('What `BILLING` is.'),
    state: z
      .enum(['none', 'incomplete', 'trialing', 'active', 'past_due', 'canceled'])
      .describe('`incomplete`: the card is to be confirmed; `past_due`: an invoice is owed.'),
    plan: z.string().nullable(),
    billing: z.enum(['month', 'year']).nullable(),
    trial_ends_at: time.nullable(),
    paid_until: time.nullable(),
    ends_at: time.nullable().describe('When it is over, if it was canceled.'),
    next: terms.nullable().describe('What follows when the period is over.'),
    card: z.strictObject({ brand: z.string(), last4: z.string() }).nullable(),
    confirmation_url: z.string().nullable().describe('Where the customer confirms the card.'),
    owed: z
      .strictObject({
        invoice: z.string(),
        failed_at: time,
        next_try_at: time,
        work_until: time.nullable().describe('Work is refused then; null: it goes on.'),
      })
      .nullable(),
    now: time.describe('By the clock of the organisation, which `BILLING=test` can move.'),
  })
  .meta({ id: 'Subscription' });

export const subscriptionAnswer = z.strictObject({ success: z.literal(true), subscription });
export type SubscriptionJson = z.infer<typeof subscription>;
