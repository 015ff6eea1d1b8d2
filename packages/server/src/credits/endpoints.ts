import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import type { Endpoint } from '../http/endpoint.ts';
import {
  billingAnswer,
  billingRequest,
  invoiceQuery,
  invoicesAnswer,
  plansAnswer,
  usageAnswer,
  usageQuery,
} from './schema.ts';

/** What the reference says of plans, usage and invoices. */

const TAG = 'Credits';

export const CREDIT_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/v1/plans',
    operation: 'list_plans',
    tag: TAG,
    summary: 'List the plans',
    description: 'What each costs and includes. Money is in US cents, unit prices in millionths of a US dollar.',
    open: true,
    answer: { description: 'The plans, the smallest first.', json: plansAnswer, headers: [] },
    errors: [],
  },
  {
    method: 'get',
    path: '/v1/credits/usage',
    operation: 'credit_usage',
    tag: TAG,
    summary: 'What was used',
    description:
      'By day, key, format, template and tag. Work that failed, was given up or was made in the sandbox took nothing and is not in it. As CSV with `format=csv` or `Accept: text/csv`; text that a spreadsheet would take for a formula has an apostrophe before it there.',
    query: usageQuery,
    answer: {
      description: 'The rows, newest day first.',
      json: usageAnswer,
      binary: ['text/csv'],
      headers: [{ name: 'Link', description: 'The rows that follow, with CSV: `<…>; rel="next"`.', optional: true }],
    },
    errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  },
  {
    method: 'patch',
    path: '/v1/billing',
    operation: 'update_billing',
    tag: TAG,
    summary: 'Set what may be used beyond the plan',
    description:
      'It counts within a second, for the period that is running too. A trial has nothing beyond its credits.',
    request: {
      name: 'UpdateBillingRequest',
      schema: billingRequest,
      required: [],
      multipart: false,
      examples: [
        { name: 'ceiling', summary: 'At most 20 US dollars a period', value: { overage_ceiling_cents: 2_000 } },
        { name: 'off', summary: 'Nothing beyond the plan', value: { overage_ceiling_cents: 0 } },
      ],
    },
    answer: { description: 'The ceiling as it is now.', json: billingAnswer, headers: [] },
    errors: [...BODY_ERRORS, ...GATE_ERRORS],
  },
  {
    method: 'get',
    path: '/v1/invoices',
    operation: 'list_invoices',
    tag: TAG,
    summary: 'What would be billed',
    description:
      'One invoice for each period of the plan, made from the ledger. A plan is paid in advance, credits beyond it when they are used. Another plan begins a period of its own; what was paid for the rest of the one before is given back, by time or by credits that were left, whichever is less.',
    query: invoiceQuery,
    answer: { description: 'The invoices, newest first.', json: invoicesAnswer, headers: [] },
    errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  },
];
