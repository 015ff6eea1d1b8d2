import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS, OPEN_ERRORS } from '../access/errors.ts';
import { ApiError, type ApiErrorCode } from '../errors.ts';
import { type Call, endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import { registerEndpoints } from '../http/register.ts';
import { invalidField } from '../http/valid.ts';
import { subscriptionJson } from './json.ts';
import type { BillingService } from './open.ts';
import { beginRequest, cardRequest, changeRequest, clockRequest, subscriptionAnswer } from './schema.ts';
import type { AccountNow, SubscriptionService } from './subscription-service.ts';

/** `/v1/billing`: the subscription of an organisation, and the card that pays for it. */

export interface BillingParts {
  readonly billing: BillingService;
}

const endpoint = endpointsOf<BillingParts>();

const TAG = 'Billing';
const READ = {
  tag: TAG,
  access: { resource: 'billing', action: 'read' },
  scope: ['billing:read', 'billing:manage'],
} as const;
const WRITE = { tag: TAG, access: { resource: 'billing', action: 'write' }, scope: ['billing:manage'] } as const;
const ANSWER = jsonAnswer('The subscription as it is now.', subscriptionAnswer);
/** Errors of what changes a subscription. */
export const SUBSCRIPTION_ERRORS: readonly ApiErrorCode[] = [
  'billing_off',
  'billing_busy',
  'billing_unavailable',
  'subscription_missing',
  ...GATE_ERRORS,
];
const CARD_ERRORS: readonly ApiErrorCode[] = [...BODY_ERRORS, ...SUBSCRIPTION_ERRORS, 'card_declined'];

const get = endpoint({
  ...READ,
  method: 'get',
  path: '/v1/billing/subscription',
  operation: 'get_subscription',
  summary: 'Look at the subscription',
  description: 'Its state, plan and card, what follows, and what is owed.',
  answer: ANSWER,
  errors: GATE_ERRORS,
  handle: async ({ request }, { billing }) => {
    const { organisationId } = callerOf(request);
    return answerOf(await billing.look(organisationId), billing);
  },
});

const begin = endpoint({
  ...WRITE,
  method: 'post',
  path: '/v1/billing/subscription',
  operation: 'begin_subscription',
  summary: 'Begin a plan',
  description: 'With a trial of 7 × 24 hours, for which a card is needed and not charged, or at once.',
  request: jsonBody('BeginSubscriptionRequest', beginRequest, [
    { name: 'trial', summary: 'A trial, on one machine', value: { plan: 'starter', card: '4242424242424242' } },
  ]),
  answer: ANSWER,
  errors: [
    ...CARD_ERRORS,
    'not_found',
    'payment_required',
    'subscription_exists',
    'billing_details_missing',
    'trial_used',
  ],
  handle: (call, parts) =>
    changed(call, parts, ({ subscriptions, context, body: { plan, billing, trial, ...card } }) =>
      subscriptions.begin(context, { plan, billing, trial, ...cardChoice(card, parts) }),
    ),
});

const change = endpoint({
  ...WRITE,
  method: 'patch',
  path: '/v1/billing/subscription',
  operation: 'change_subscription',
  summary: 'Change the plan',
  description:
    'A larger plan begins at once, less what is left of the one before, to the second; any other when the period or the trial is over.',
  request: jsonBody('ChangeSubscriptionRequest', changeRequest, [
    { name: 'larger', summary: 'Another plan', value: { plan: 'boost' } },
  ]),
  answer: ANSWER,
  errors: [...CARD_ERRORS, 'not_found', 'payment_required'],
  handle: (call, parts) =>
    changed(call, parts, async ({ subscriptions, context, body }) => {
      const { account } = await subscriptions.look(context.organisationId);
      const { plan = account.plan?.name ?? '', billing = account.billing ?? 'month' } = body;
      if (plan === '') throw new ApiError('subscription_missing');
      return await subscriptions.change(context, { plan, billing });
    }),
});

const cancel = endpoint({
  ...WRITE,
  method: 'post',
  path: '/v1/billing/subscription/cancel',
  operation: 'cancel_subscription',
  summary: 'Cancel',
  description:
    'It goes on until what is paid, or the trial, is over; at once where an invoice is owed. Only credits beyond the plan are charged.',
  answer: ANSWER,
  errors: SUBSCRIPTION_ERRORS,
  handle: (call, parts) => changed(call, parts, ({ subscriptions, context }) => subscriptions.cancel(context)),
});

const resume = endpoint({
  ...WRITE,
  method: 'post',
  path: '/v1/billing/subscription/resume',
  operation: 'resume_subscription',
  summary: 'Go on after all',
  description: 'Takes back that it was canceled, or that another plan follows.',
  answer: ANSWER,
  errors: SUBSCRIPTION_ERRORS,
  handle: (call, parts) => changed(call, parts, ({ subscriptions, context }) => subscriptions.resume(context)),
});

const card = endpoint({
  ...WRITE,
  method: 'post',
  path: '/v1/billing/card',
  operation: 'replace_card',
  summary: 'Use another card',
  description: 'What is owed is charged to it at once.',
  request: jsonBody('ReplaceCardRequest', cardRequest, [
    { name: 'test', summary: 'On one machine', value: { card: '4242424242424242' } },
  ]),
  answer: ANSWER,
  errors: CARD_ERRORS,
  handle: (call, parts) =>
    changed(call, parts, ({ subscriptions, context, body }) =>
      subscriptions.replaceCard(context, cardChoice(body, parts)),
    ),
});

const confirm = endpoint({
  ...WRITE,
  method: 'post',
  path: '/v1/billing/card/confirm',
  operation: 'confirm_card',
  summary: 'Go on with a card that was confirmed',
  description:
    'When the customer is back from `confirmation_url`; again changes nothing. With `BILLING=test` asking is confirming.',
  answer: ANSWER,
  errors: [...SUBSCRIPTION_ERRORS, 'card_declined', 'trial_used'],
  handle: (call, parts) => changed(call, parts, ({ subscriptions, context }) => subscriptions.confirm(context)),
});

const clock = endpoint({
  ...WRITE,
  method: 'post',
  path: '/v1/billing/test/clock',
  operation: 'move_test_clock',
  summary: 'Move the clock',
  description: 'With `BILLING=test` only. It goes forward for good, and all happens on the way, each at its time.',
  request: jsonBody('MoveTestClockRequest', clockRequest, [
    { name: 'week', summary: 'Eight days', value: { advance_seconds: 691_200 } },
  ]),
  answer: ANSWER,
  errors: [...BODY_ERRORS, 'billing_off', 'billing_busy', ...GATE_ERRORS],
  handle: (call, parts) =>
    changed(call, parts, ({ context, body: { advance_seconds: seconds } }) => {
      const { moveClock } = parts.billing;
      if (!moveClock) throw new ApiError('billing_off', { detail: 'Clocks are moved with BILLING=test only.' });
      return moveClock(context, seconds * 1_000);
    }),
});

export const BILLING_ENDPOINTS: readonly HandledEndpoint<BillingParts>[] = [
  get,
  begin,
  change,
  cancel,
  resume,
  card,
  confirm,
  clock,
];

const events = endpoint({
  method: 'post',
  path: '/stripe/events',
  operation: 'take_stripe_event',
  tag: TAG,
  summary: 'Events of Stripe',
  description: 'For Stripe alone, with `BILLING=stripe`.',
  access: 'open',
  answer: jsonAnswer('It was taken, or is none of ours.', z.strictObject({ success: z.literal(true) })),
  errors: ['billing_off', 'invalid_signature', 'billing_busy', 'billing_unavailable', ...OPEN_ERRORS],
  handle: async ({ request }, { billing }) => {
    if (!billing.events) throw new ApiError('billing_off');
    const signature = request.headers['stripe-signature'];
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    await billing.events.take(body, typeof signature === 'string' ? signature : '');
    return { success: true };
  },
});

/** Those that need no key. */
export const EVENT_ENDPOINTS: readonly HandledEndpoint<BillingParts>[] = [events];

/** Events of Stripe have some kB. */
const EVENT_BYTES = 256 * 1024;

/** What is signed is what was sent: it is not parsed before. */
export function eventRoutes(scope: FastifyInstance, parts: BillingParts): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: EVENT_BYTES }, (_request, body, done) => {
    done(null, body);
  });
  registerEndpoints(scope, EVENT_ENDPOINTS, parts);
}

interface Changing<Body> {
  readonly subscriptions: SubscriptionService;
  readonly context: { readonly organisationId: string; readonly actor: string };
  readonly body: Body;
}

async function changed<Body>(
  { request, body }: Call<unknown, unknown, Body>,
  { billing }: BillingParts,
  work: (changing: Changing<Body>) => Promise<AccountNow>,
) {
  const { subscriptions } = billing;
  if (!subscriptions) throw new ApiError('billing_off');
  return answerOf(await work({ subscriptions, context: contextOf(request), body }), billing);
}

function contextOf(request: FastifyRequest) {
  const { id: actor, organisationId } = callerOf(request);
  return { organisationId, actor };
}

const answerOf = (state: AccountNow, { provider }: BillingService) => ({
  success: true,
  subscription: subscriptionJson(state, provider),
});

function cardChoice(
  { card, return_url: returnUrl }: { readonly card?: string; readonly return_url?: string },
  { billing: { provider, origin } }: BillingParts,
) {
  if (provider === 'test' && card === undefined) throw invalidField('/card', 'With BILLING=test, "card" is needed.');
  if (provider !== 'test' && card !== undefined) throw invalidField('/card', '"card" is for BILLING=test only.');
  return { card, returnUrl: returnUrl ?? origin() };
}
