import type { FastifyRequest } from 'fastify';
import { callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS, OPEN_ERRORS } from '../access/errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import { page } from '../http/page.ts';
import { invalidField } from '../http/valid.ts';
import { csv } from './csv.ts';
import { invoicesOf } from './invoices.ts';
import { invoiceJson, plansJson } from './json.ts';
import type { Credits } from './open.ts';
import { CENT } from './plans.ts';
import type { UsageRow } from './records.ts';
import {
  billingAnswer,
  billingRequest,
  invoiceQuery,
  invoicesAnswer,
  MOST_USAGE_ROWS,
  plansAnswer,
  usageAnswer,
  usageQuery,
} from './schema.ts';

/** What there is to buy, what the caller's organisation has used and would pay, and what it may use beyond its plan. */

export type CreditParts = Omit<Credits, 'holder' | 'close'>;

const endpoint = endpointsOf<CreditParts>();
const TAG = 'Credits';

const USAGE_ROWS = 100;
const COLUMNS = [
  'day',
  'key_id',
  'format',
  'template',
  'tag',
  'jobs',
  'credits',
  'overage_credits',
  'ai_operations',
  'bank_pages',
  'bytes',
] as const satisfies readonly (keyof UsageRow)[];

const plans = endpoint({
  method: 'get',
  path: '/v1/plans',
  operation: 'list_plans',
  tag: TAG,
  summary: 'List the plans',
  description: 'What each costs and includes. Money is in US cents, unit prices in millionths of a US dollar.',
  access: 'open',
  answer: jsonAnswer('The plans, the smallest first.', plansAnswer),
  errors: OPEN_ERRORS,
  handle: (_call, { catalogue }) => plansJson(catalogue),
});

const usage = endpoint({
  method: 'get',
  path: '/v1/credits/usage',
  operation: 'credit_usage',
  tag: TAG,
  summary: 'What was used',
  description:
    'By day, key, format, template and tag. Work that took nothing is not in it. As CSV with `format=csv` or `Accept: text/csv`; an apostrophe goes before formulas.',
  access: { resource: 'usage', action: 'read' },
  scope: ['usage:read'],
  query: usageQuery,
  answer: {
    description: 'The rows, newest day first.',
    json: usageAnswer,
    binary: ['text/csv'],
    headers: [{ name: 'Link', description: 'The rows that follow, with CSV: `<…>; rel="next"`.', optional: true }],
  },
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, reply, query }, { metering, records }) => {
    const { organisationId } = callerOf(request);
    const { since, until, format, limit, cursor } = query;
    const asCsv = (format ?? preferred(request)) === 'csv';
    const { at, pools } = await metering.limitsOf(organisationId);
    const span = { since: new Date(since ?? pools.credits.start), until: new Date(until ?? Math.ceil(at + 1)) };
    if (span.since > span.until) throw invalidField('/since', '"since" must not be later than "until".');
    const most = limit ?? (asCsv ? MOST_USAGE_ROWS : USAGE_ROWS);
    const offset = Number(cursor ?? 0);
    const rows = await records.usage(organisationId, { ...span, limit: most + 1, offset });
    const data = rows.slice(0, most);
    const next = rows.length > most ? String(offset + most) : null;
    reply.header('vary', 'accept');
    if (asCsv) {
      if (next !== null) reply.header('link', `<${nextAddress(request, next)}>; rel="next"`);
      reply.header('content-type', 'text/csv; charset=utf-8; header=present');
      reply.header('content-disposition', 'attachment; filename="usage.csv"');
      return csv(
        COLUMNS,
        data.map((row) => COLUMNS.map((column) => row[column])),
      );
    }
    const [from, to] = [span.since.toISOString(), span.until.toISOString()];
    return { success: true, since: from, until: to, data, has_more: next !== null, next_cursor: next };
  },
});

const billing = endpoint({
  method: 'patch',
  path: '/v1/billing',
  operation: 'update_billing',
  tag: TAG,
  summary: 'Set what may be used beyond the plan',
  description: 'It counts at once. A trial has nothing beyond its credits.',
  access: { resource: 'billing', action: 'write' },
  scope: ['billing:manage'],
  request: jsonBody('UpdateBillingRequest', billingRequest, [
    { name: 'ceiling', summary: 'At most 20 US dollars a period', value: { overage_ceiling_cents: 2_000 } },
  ]),
  answer: jsonAnswer('The ceiling as it is now.', billingAnswer),
  errors: [...BODY_ERRORS, ...GATE_ERRORS],
  handle: async ({ request, body: { overage_ceiling_cents: cents } }, { agreements }) => {
    const { id: actor, organisationId } = callerOf(request);
    await agreements.setCeiling({ organisationId, actor }, cents === null ? null : cents * CENT);
    return { success: true, overage_ceiling_cents: cents };
  },
});

const invoices = endpoint({
  method: 'get',
  path: '/v1/invoices',
  operation: 'list_invoices',
  tag: TAG,
  summary: 'What would be billed',
  description:
    'One invoice for each period of the plan, made from the ledger. A plan is paid in advance, credits beyond it when they are used. Another plan begins a period of its own; what was paid for the rest of the one before is given back, by time or by credits that were left, whichever is less.',
  access: { resource: 'billing', action: 'read' },
  scope: ['billing:read', 'billing:manage'],
  query: invoiceQuery,
  answer: jsonAnswer('The invoices, newest first.', invoicesAnswer),
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, query: { limit, cursor } }, { subscriptions, metering, records }) => {
    const { organisationId } = callerOf(request);
    const { at } = await metering.limitsOf(organisationId);
    const [history, use] = [await subscriptions.history(organisationId), await records.periods(organisationId)];
    const rows = invoicesOf(history, use, at).filter(({ start }) => cursor === undefined || start < Number(cursor));
    return page(rows, limit, invoiceJson, ({ start }) => String(start));
  },
});

/** Those that need no key. */
export const PLAN_ENDPOINTS: readonly HandledEndpoint<CreditParts>[] = [plans];
export const CREDIT_ENDPOINTS: readonly HandledEndpoint<CreditParts>[] = [usage, billing, invoices];

/** RFC 9110, section 12.5.1, for two types: CSV if it is named and JSON is not, or not before it. */
function preferred({ headers }: FastifyRequest): 'json' | 'csv' {
  const accept = (headers.accept ?? '').toLowerCase();
  const at = accept.indexOf('text/csv');
  if (at === -1) return 'json';
  const json = accept.indexOf('application/json');
  return json !== -1 && json < at ? 'json' : 'csv';
}

function nextAddress(request: FastifyRequest, cursor: string): string {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  searchParams.set('cursor', cursor);
  return `${pathname}?${searchParams}`;
}
