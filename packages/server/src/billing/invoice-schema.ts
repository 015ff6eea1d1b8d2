import { z } from 'zod';
import { taxSchema } from './details-schema.ts';

/** What requests and answers about invoices look like. */

export const BILL_ID = /^bil_[0-9a-z]{26}$/;

const time = z.iso.datetime();

export const billListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Entries in one answer.'),
  cursor: z
    .string()
    .regex(BILL_ID, 'must be "next_cursor" of an answer')
    .optional()
    .describe('The last `next_cursor`.'),
  format: z
    .enum(['json', 'csv'])
    .default('json')
    .describe('`csv`: a row for each line; the next page is in the header Link.'),
});

export const billParams = z.strictObject({ id: z.string().describe('Id of an invoice, such as `bil_01j…`.') });

const bill = z
  .strictObject({
    id: z.string(),
    number: z.string().describe('Without gaps for each issuer and year.'),
    kind: z.enum(['invoice', 'credit_note']),
    status: z
      .enum(['open', 'paid', 'uncollectible', 'issued'])
      .describe('`open`: being charged or owed; `uncollectible`: given up; `issued`: a credit note.'),
    corrects: z.string().nullable().describe('Id of the invoice that a credit note is about.'),
    currency: z.literal('usd'),
    issuer: z.string(),
    issuer_lines: z.array(z.string()).describe('Address and tax number.'),
    customer: z.string(),
    customer_lines: z.array(z.string()),
    customer_country: z.string().nullable(),
    customer_tax_id: z.string().nullable(),
    issued_at: time,
    paid_at: time.nullable(),
    lines: z.array(
      z.strictObject({
        kind: z.enum(['plan', 'plan_credit', 'overage', 'tax', 'refund']),
        text: z.string(),
        quantity: z.int(),
        unit_price_micro_usd: z.int().min(0).describe('Millionths of a US dollar.'),
        amount_cents: z.int().describe('Rounded once, half up; negative for what is given back.'),
      }),
    ),
    tax: taxSchema,
    tax_cents: z.int(),
    total_cents: z.int().describe('The sum of the lines.'),
    paid_cents: z.int().describe('What came in, less what went back.'),
  })
  .meta({ id: 'Bill' });

export const billAnswer = z.strictObject({ success: z.literal(true), invoice: bill });
export const billsAnswer = z.strictObject({
  success: z.literal(true),
  data: z.array(bill),
  has_more: z.boolean(),
  next_cursor: z.string().nullable().describe('`cursor` of the next request; null at the end.'),
});
export type BillJson = z.infer<typeof bill>;
