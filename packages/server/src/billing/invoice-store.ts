import { type Selectable, sql } from 'kysely';
import type { Queries } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { Parties, Tax, Terms } from '../data/schema/billing.ts';
import type { Tables } from '../data/schema.ts';
import { issuerOf, partiesOf, readDetails } from './details.ts';
import { type BilledLine, totalOf } from './lines.ts';
import type { Seller } from './seller.ts';
import { creditLines, taxedLines, taxFor } from './tax.ts';

export type InvoiceRow = Selectable<Tables['billing_invoices']>;
export type LineRow = Selectable<Tables['billing_lines']>;

export interface NewInvoice {
  readonly id?: string;
  readonly organisationId: string;
  readonly seller: Seller;
  /** Without tax: that is added. */
  readonly lines: readonly BilledLine[];
  readonly at: number;
  /** What begins when it is paid: then it is issued only if it is. */
  readonly intent?: Terms;
}

/** Writes an invoice with its lines, and the tax on them. @returns its row */
export async function insertInvoice(queries: Queries, given: NewInvoice): Promise<InvoiceRow> {
  const { organisationId, seller, at, intent } = given;
  const details = await readDetails(queries, organisationId);
  const tax = taxFor(seller, details);
  const bill = {
    id: given.id ?? newId('bil'),
    organisationId,
    lines: taxedLines(given.lines, tax),
    at,
    tax,
    parties: await partiesOf(queries, organisationId, { seller, details }),
  };
  await insertBill(queries, { ...bill, intent });
  return intent
    ? await readInvoice(queries, organisationId, bill.id)
    : await issueInvoice(queries, organisationId, { id: bill.id, at });
}

export interface NewCreditNote {
  readonly seller: Seller;
  readonly invoice: InvoiceRow;
  /** What is given back, with tax. */
  readonly cents: number;
  readonly at: number;
}

/** Writes a credit note, to whom and with the tax as the invoice has them. @returns its row */
export async function insertCreditNote(
  queries: Queries,
  { seller, invoice, cents, at }: NewCreditNote,
): Promise<InvoiceRow> {
  const { organisation_id: organisationId, id: corrects, tax, parties } = invoice;
  const id = newId('bil');
  const lines = creditLines(cents, tax ?? undefined, {
    total: invoice.total_cents,
    tax: await taxOf(queries, invoice),
    given: await givenBack(queries, invoice),
  });
  const both = { ...parties, ...issuerOf(seller) };
  await insertBill(queries, { id, organisationId, lines, at, tax: tax ?? undefined, parties: both, corrects });
  return await issueInvoice(queries, organisationId, { id, at });
}

async function taxOf(queries: Queries, { organisation_id: organisationId, id }: InvoiceRow): Promise<number> {
  const lines = await readLines(queries, organisationId, [id]);
  return lines.filter(({ kind }) => kind === 'tax').reduce((sum, { amount_cents: cents }) => sum + cents, 0);
}

/** What credit notes of an invoice have given back, and the tax of it. */
async function givenBack(queries: Queries, { organisation_id: organisationId, id }: InvoiceRow) {
  const { rows } = await sql<{ total: number; tax: number }>`
    select coalesce(-sum(line.amount_cents), 0)::bigint as total,
      coalesce(-sum(line.amount_cents) filter (where line.kind = 'tax'), 0)::bigint as tax
    from billing_invoices note join billing_lines line on line.invoice_id = note.id
    where note.organisation_id = ${organisationId} and note.corrects = ${id} and note.status = 'issued'
  `.execute(queries);
  return rows[0] ?? { total: 0, tax: 0 };
}

interface NewBill extends Pick<NewInvoice, 'organisationId' | 'lines' | 'at' | 'intent'> {
  readonly id: string;
  readonly tax: Tax | undefined;
  readonly parties: Parties;
  /** The invoice that it is a credit note of. */
  readonly corrects?: string;
}

async function insertBill(queries: Queries, given: NewBill): Promise<void> {
  const { id, organisationId, lines, at, intent, corrects, tax, parties } = given;
  await queries
    .insertInto('billing_invoices')
    .values({
      id,
      organisation_id: organisationId,
      kind: corrects === undefined ? 'invoice' : 'credit_note',
      status: 'draft',
      issuer: parties.issuer,
      intent: intent ? JSON.stringify(intent) : null,
      corrects: corrects ?? null,
      parties: JSON.stringify(parties),
      tax: tax ? JSON.stringify(tax) : null,
      total_cents: totalOf(lines),
      made_at: new Date(at),
    })
    .execute();
  if (lines.length > 0) {
    await queries
      .insertInto('billing_lines')
      .values(
        lines.map((line, position) => ({
          invoice_id: id,
          organisation_id: organisationId,
          position,
          kind: line.kind,
          text: line.text,
          quantity: line.quantity,
          unit_price: line.unitPrice,
          amount_cents: line.cents,
          period_start: line.periodStart === undefined ? null : new Date(line.periodStart),
        })),
      )
      .execute();
  }
}

/** Gives an invoice its number: the next one of its issuer and year. */
export async function issueInvoice(
  queries: Queries,
  organisationId: string,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<InvoiceRow> {
  const invoice = await readInvoice(queries, organisationId, id);
  if (invoice.sequence !== null) return invoice;
  const year = new Date(at).getUTCFullYear();
  const { rows } = await sql<{ last: number }>`
    insert into billing_numbers (issuer, year, last) values (${invoice.issuer}, ${year}, 1)
    on conflict (issuer, year) do update set last = billing_numbers.last + 1 returning last
  `.execute(queries);
  return await queries
    .updateTable('billing_invoices')
    .set({
      status: invoice.kind === 'credit_note' ? 'issued' : invoice.total_cents === 0 ? 'paid' : 'open',
      year,
      sequence: rows[0]?.last ?? 0,
      issued_at: new Date(at),
      paid_at: invoice.kind === 'invoice' && invoice.total_cents === 0 ? new Date(at) : null,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws NoResultError when the organisation has none with this id */
export async function readInvoice(queries: Queries, organisationId: string, id: string): Promise<InvoiceRow> {
  return await queries
    .selectFrom('billing_invoices')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The lines of invoices, in their order. */
export async function readLines(
  queries: Queries,
  organisationId: string,
  invoices: readonly string[],
): Promise<readonly LineRow[]> {
  if (invoices.length === 0) return [];
  return await queries
    .selectFrom('billing_lines')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', 'in', invoices)
    .orderBy('invoice_id')
    .orderBy('position')
    .execute();
}

/** Whether it was paid, is not issued after all, or will not be paid; and that a charge was answered. */
export async function settleInvoice(
  queries: Queries,
  { organisation_id: organisationId, id, attempts }: Pick<InvoiceRow, 'organisation_id' | 'id' | 'attempts'>,
  change: {
    readonly status?: 'paid' | 'void' | 'uncollectible';
    readonly paidAt?: number;
    readonly answered?: boolean;
  },
): Promise<void> {
  const { status, paidAt, answered = false } = change;
  await queries
    .updateTable('billing_invoices')
    .set({
      attempts: attempts + (answered ? 1 : 0),
      ...(status === undefined ? {} : { status }),
      ...(paidAt === undefined ? {} : { paid_at: new Date(paidAt) }),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

export interface NewPayment {
  readonly organisationId: string;
  readonly invoiceId: string;
  readonly kind: Tables['billing_payments']['kind'];
  readonly cents: number;
  readonly provider: string;
  /** What the provider calls it. */
  readonly reference: string;
  readonly at: number;
}

/** Writes money down, once. @returns whether it was not there */
export async function insertPayment(queries: Queries, given: NewPayment): Promise<boolean> {
  const row = await queries
    .insertInto('billing_payments')
    .values({
      id: newId('pay'),
      organisation_id: given.organisationId,
      invoice_id: given.invoiceId,
      kind: given.kind,
      amount_cents: given.cents,
      provider: given.provider,
      reference: given.reference,
      at: new Date(given.at),
    })
    .onConflict((conflict) => conflict.columns(['provider', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What the provider calls the payment that a credit note gives back. */
export async function paymentOf(queries: Queries, { organisation_id: id, corrects }: InvoiceRow): Promise<string> {
  const { reference } = await queries
    .selectFrom('billing_payments')
    .select('reference')
    .where('organisation_id', '=', id)
    .where('invoice_id', '=', corrects)
    .where('kind', '=', 'payment')
    .executeTakeFirstOrThrow();
  return reference;
}

/** Cents that banks have taken back of an organisation's payments, and not given back again. */
export async function disputedCents(queries: Queries, organisationId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(-sum(amount_cents), 0)::bigint as cents from billing_payments
    where organisation_id = ${organisationId} and kind in ('dispute', 'dispute_won')
  `.execute(queries);
  return rows[0]?.cents ?? 0;
}
