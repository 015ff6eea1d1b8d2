import type { Engine } from '@platen/engine';
import type { FastifyReply } from 'fastify';
import { callerOf } from '../access/caller.ts';
import type { DenialRecord } from '../access/denial.ts';
import { GATE_ERRORS } from '../access/errors.ts';
import { csv } from '../credits/csv.ts';
import { ApiError, type ApiErrorCode } from '../errors.ts';
import { type Beginning, endpointsOf, type HandledEndpoint, jsonAnswer } from '../http/define-endpoint.ts';
import { page } from '../http/page.ts';
import { routeOf } from '../http/register.ts';
import { invoicePdf } from './invoice-document.ts';
import type { InvoiceReader } from './invoice-reader.ts';
import { BILL_ID, type BillJson, billAnswer, billListQuery, billParams, billsAnswer } from './invoice-schema.ts';

/** `/v1/billing/invoices`: what was billed, for people and for accountants. */

export interface InvoiceParts {
  readonly invoices: InvoiceReader;
  readonly denials: DenialRecord;
  readonly engine: Engine;
}

const endpoint = endpointsOf<InvoiceParts>();

const READ = {
  tag: 'Billing',
  access: { resource: 'billing', action: 'read' },
  scope: ['billing:read', 'billing:manage'],
} as const;
const ONE = { params: billParams, find } as const;
const OF_ONE: readonly ApiErrorCode[] = ['invalid_request', 'unknown_field', 'not_found', ...GATE_ERRORS];
const COLUMNS = [
  'number',
  'kind',
  'status',
  'issued_at',
  'paid_at',
  'customer',
  'line',
  'text',
  'quantity',
  'unit_price_micro_usd',
  'amount_cents',
  'currency',
  'tax_percent',
  'reverse_charge',
  'customer_country',
  'customer_tax_id',
] as const;

const list = endpoint({
  ...READ,
  method: 'get',
  path: '/v1/billing/invoices',
  operation: 'list_bills',
  summary: 'List what was billed',
  description: 'Invoices and credit notes, newest first.',
  query: billListQuery,
  answer: {
    description: 'The invoices.',
    json: billsAnswer,
    binary: ['text/csv'],
    headers: [{ name: 'Link', description: 'The rows that follow, with CSV: `<…>; rel="next"`.', optional: true }],
  },
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, reply, query: { limit, cursor, format } }, { invoices }) => {
    const rows = await invoices.list(callerOf(request).organisationId, { before: cursor, limit: limit + 1 });
    const answer = page(
      rows,
      limit,
      (row) => row,
      ({ id }) => id,
    );
    return format === 'csv' ? asCsv(reply, answer, limit) : answer;
  },
});

const get = endpoint({
  ...READ,
  ...ONE,
  method: 'get',
  path: '/v1/billing/invoices/{id}',
  operation: 'get_bill',
  summary: 'Look at an invoice',
  description: 'With its lines, and what was paid.',
  answer: jsonAnswer('The invoice.', billAnswer),
  errors: OF_ONE,
  handle: ({ found }) => ({ success: true, invoice: found }),
});

const pdf = endpoint({
  ...READ,
  ...ONE,
  method: 'get',
  path: '/v1/billing/invoices/{id}.pdf',
  operation: 'get_bill_pdf',
  summary: 'An invoice as PDF',
  description: 'A4, tagged; the same bytes each time as long as the invoice is the same.',
  answer: { description: 'The document.', binary: ['application/pdf'], headers: [] },
  errors: [...OF_ONE, 'capacity', 'queue_timeout', 'render_timeout', 'render_crashed'],
  handle: async ({ reply, found }, { engine }) => {
    const bytes = await invoicePdf(engine, found, found.id);
    reply.header('content-type', 'application/pdf');
    reply.header('content-disposition', `attachment; filename="${found.number}.pdf"`);
    return reply.send(bytes);
  },
});

export const INVOICE_ENDPOINTS: readonly HandledEndpoint<InvoiceParts>[] = [list, get, pdf];

/** The invoice that the path names. One of another organisation is not there, and that it was asked for is recorded. */
async function find(
  { request, params: { id } }: Beginning<{ readonly id: string }>,
  { invoices, denials }: InvoiceParts,
): Promise<BillJson> {
  const caller = callerOf(request);
  const possible = BILL_ID.test(id);
  const invoice = possible ? await invoices.get(caller.organisationId, id) : undefined;
  if (invoice) return invoice;
  if (possible && (await invoices.exists(id))) {
    await denials.record(caller, { reason: 'other_organisation', ...routeOf(request), target: id });
  }
  throw new ApiError('not_found', { detail: 'There is no invoice with this id.' });
}

function asCsv(
  reply: FastifyReply,
  { data, next_cursor: next }: { readonly data: readonly BillJson[]; readonly next_cursor: string | null },
  limit: number,
): string {
  if (next !== null) {
    reply.header('link', `</v1/billing/invoices?format=csv&limit=${limit}&cursor=${next}>; rel="next"`);
  }
  reply.header('content-type', 'text/csv; charset=utf-8; header=present');
  reply.header('content-disposition', 'attachment; filename="invoices.csv"');
  const rows = data.flatMap(({ lines, tax, ...bill }) =>
    lines.map((line) => {
      const { kind, text, quantity, unit_price_micro_usd, amount_cents } = line;
      const taxed = { tax_percent: tax?.percent ?? 0, reverse_charge: tax?.reverse_charge ? 'yes' : 'no' };
      const row = { ...bill, ...taxed, line: kind, text, quantity, unit_price_micro_usd, amount_cents };
      return COLUMNS.map((column) => row[column]);
    }),
  );
  return csv(COLUMNS, rows);
}
