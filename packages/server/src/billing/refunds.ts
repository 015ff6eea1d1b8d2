import { sql } from 'kysely';
import type { AgreementContext } from '../credits/agreements.ts';
import type { Queries } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import type { AccountStore, Turn } from './account-store.ts';
import { insertCreditNote, readInvoice } from './invoice-store.ts';
import type { Seller } from './seller.ts';
import * as states from './states.ts';

/**
 * Writes a credit note for money that is to be given back; the step that follows gives it back.
 * @throws ApiError `not_found` when there is no such invoice, `limit_reached` when less than that was paid and not given
 *   back yet
 */
export async function noteRefund(
  { turn, store, seller }: { readonly turn: Turn; readonly store: AccountStore; readonly seller: Seller },
  { actor }: AgreementContext,
  { invoice: id, cents }: { readonly invoice: string; readonly cents: number },
): Promise<void> {
  const { organisationId } = turn;
  await store.change(turn, async ({ queries, account, now: at }) => {
    const left = await refundable(queries, organisationId, id);
    if (left === undefined) throw new ApiError('not_found', { detail: 'There is no invoice with this id.' });
    if (!Number.isSafeInteger(cents) || cents <= 0 || cents > left) {
      throw new ApiError('limit_reached', { detail: `Give back whole cents, at most ${left}.` });
    }
    const invoice = await readInvoice(queries, organisationId, id);
    const note = await insertCreditNote(queries, { seller, invoice, cents, at });
    return {
      account: states.collectingBegun(account, { invoice: note.id, why: 'refund' }),
      value: undefined,
      entry: { actor, action: 'invoice.refunded', target: id, detail: { cents, credit_note: note.id } },
    };
  });
}

/** Cents of an invoice that were paid and not given back; undefined: there is none. */
async function refundable(queries: Queries, organisationId: string, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ left: number | null }>`
    select (
      select coalesce(sum(payment.amount_cents), 0)::bigint from billing_payments payment
      where payment.organisation_id = ${organisationId}
        and (payment.invoice_id = invoice.id
          or payment.invoice_id in (select note.id from billing_invoices note where note.corrects = invoice.id))
    ) as left
    from billing_invoices invoice
    where invoice.organisation_id = ${organisationId} and invoice.id = ${id} and invoice.kind = 'invoice'
      and invoice.sequence is not null
  `.execute(queries);
  return rows[0]?.left ?? undefined;
}
