import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from '../access/caller.ts';
import { bodyOf } from '../http/request-body.ts';
import { invalidField, valid } from '../http/valid.ts';
import { csv } from './csv.ts';
import { invoicesOf } from './invoices.ts';
import { invoiceJson, plansJson } from './json.ts';
import type { Credits } from './open.ts';
import { CENT } from './plans.ts';
import type { UsageRow } from './records.ts';
import { billingRequest, invoiceQuery, MOST_USAGE_ROWS, usageQuery } from './schema.ts';

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

/** `GET /v1/plans`: what there is, for everybody. */
export function planRoutes(scope: FastifyInstance, { catalogue }: Pick<Credits, 'catalogue'>): void {
  const answer = plansJson(catalogue);
  scope.get('/v1/plans', async () => answer);
}

/**
 * `GET /v1/credits/usage` and `GET /v1/invoices`: what the caller's organisation has used, and what it would pay;
 * `PATCH /v1/billing`: what it may use beyond its plan.
 */
export function creditRoutes(
  scope: FastifyInstance,
  { metering, records, subscriptions, agreements, clock }: Omit<Credits, 'catalogue' | 'holder' | 'close'>,
): void {
  scope.patch('/v1/billing', async (request) => {
    const { id: actor, organisationId } = callerOf(request);
    const { overage_ceiling_cents: cents } = valid(billingRequest, bodyOf(request).json);
    await agreements.setCeiling({ organisationId, actor }, cents === null ? null : cents * CENT);
    return { success: true, overage_ceiling_cents: cents };
  });

  scope.get('/v1/credits/usage', async (request, reply) => {
    const { organisationId } = callerOf(request);
    const { since, until, format, limit, cursor } = valid(usageQuery, request.query);
    const asCsv = (format ?? preferred(request)) === 'csv';
    const span = {
      since: new Date(since ?? (await metering.limitsOf(organisationId)).pools.credits.start),
      until: new Date(until ?? Math.ceil(clock.now() + 1)),
    };
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
  });

  scope.get('/v1/invoices', async (request) => {
    const { organisationId } = callerOf(request);
    const { limit, cursor } = valid(invoiceQuery, request.query);
    const [history, use] = [await subscriptions.history(organisationId), await records.periods(organisationId)];
    const invoices = invoicesOf(history, use, clock.now()).filter(
      ({ start }) => cursor === undefined || start < Number(cursor),
    );
    const shown = invoices.slice(0, limit);
    const last = invoices.length > limit ? shown.at(-1) : undefined;
    return {
      success: true,
      data: shown.map(invoiceJson),
      has_more: last !== undefined,
      next_cursor: last === undefined ? null : String(last.start),
    };
  });
}

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
