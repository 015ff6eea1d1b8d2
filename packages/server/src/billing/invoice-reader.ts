import type { Database } from '../data/database.ts';
import { taxJson } from './details-schema.ts';
import type { BillJson } from './invoice-schema.ts';
import { type InvoiceRow, type LineRow, readLines } from './invoice-store.ts';

/** Invoices and credit notes that were issued, as the API shows them. */
export class InvoiceReader {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Newest first. @param filter.before an id of an invoice: only those made before it */
  async list(
    organisationId: string,
    { id, before, limit }: { readonly id?: string; readonly before?: string; readonly limit: number },
  ): Promise<readonly BillJson[]> {
    return await this.#database.inOrganisation(organisationId, async (queries) => {
      const rows = await queries
        .selectFrom('billing_invoices')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where('sequence', 'is not', null)
        .$if(id !== undefined, (query) => query.where('id', '=', id as string))
        .$if(before !== undefined, (query) => query.where('id', '<', before as string))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      const ids = rows.map((row) => row.id);
      const lines = Map.groupBy(await readLines(queries, organisationId, ids), (line) => line.invoice_id);
      const payments = await queries
        .selectFrom('billing_payments')
        .select(['invoice_id', 'amount_cents'])
        .where('organisation_id', '=', organisationId)
        .where('invoice_id', 'in', ids.length > 0 ? ids : [''])
        .execute();
      const paid = Map.groupBy(payments, (payment) => payment.invoice_id);
      return rows.map((row) =>
        billJson(row, {
          lines: lines.get(row.id) ?? [],
          paidCents: (paid.get(row.id) ?? []).reduce((sum, { amount_cents: cents }) => sum + cents, 0),
        }),
      );
    });
  }

  async get(organisationId: string, id: string): Promise<BillJson | undefined> {
    const [found] = await this.list(organisationId, { id, limit: 1 });
    return found;
  }

  /** Whether any organisation has an invoice with this id. */
  async exists(id: string): Promise<boolean> {
    const row = await this.#database.system
      .selectFrom('billing_invoices')
      .select('id')
      .where('id', '=', id)
      .where('sequence', 'is not', null)
      .executeTakeFirst();
    return row !== undefined;
  }
}

function billJson(
  row: InvoiceRow,
  { lines, paidCents }: { readonly lines: readonly LineRow[]; readonly paidCents: number },
): BillJson {
  const { issuer, issuerLines, customer, customerLines, customerCountry, customerTaxId } = row.parties;
  const taxes = lines.filter(({ kind }) => kind === 'tax');
  return {
    id: row.id,
    number: `${row.year}-${String(row.sequence).padStart(6, '0')}`,
    kind: row.kind,
    status: row.status as BillJson['status'],
    corrects: row.corrects,
    currency: 'usd',
    issuer,
    issuer_lines: [...(issuerLines ?? [])],
    customer,
    customer_lines: [...(customerLines ?? [])],
    customer_country: customerCountry ?? null,
    customer_tax_id: customerTaxId ?? null,
    issued_at: (row.issued_at ?? row.made_at).toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    lines: lines.map(({ kind, text, quantity, unit_price: price, amount_cents: cents }) => ({
      kind,
      text,
      quantity,
      unit_price_micro_usd: price,
      amount_cents: cents,
    })),
    tax: taxJson(row.tax),
    tax_cents: taxes.reduce((sum, { amount_cents: cents }) => sum + cents, 0),
    total_cents: row.total_cents,
    paid_cents: paidCents,
  };
}
