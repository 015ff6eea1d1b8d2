import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../data/database.ts';
import type { BillingDetails, Parties, Tax } from '../data/schema/billing.ts';
import { invalidField } from '../http/valid.ts';
import { addressFaults, addressLines, countryName } from './countries.ts';
import type { Seller } from './seller.ts';
import { taxFor } from './tax.ts';
import { checkedTaxNumber } from './tax-number.ts';

/** Details, and what is added to prices because of them. */
export interface DetailsNow {
  readonly details?: BillingDetails;
  readonly tax?: Tax;
}

/** Who is billed: name, address and tax number of each organisation. */
export class DetailsStore {
  readonly #options: { readonly database: Database; readonly audit: AuditLog; readonly clock: Clock };
  readonly #seller: Seller;

  constructor(
    options: { readonly database: Database; readonly audit: AuditLog; readonly clock: Clock },
    seller: Seller,
  ) {
    this.#options = options;
    this.#seller = seller;
  }

  async read(organisationId: string): Promise<DetailsNow> {
    const details = await this.#options.database.inOrganisation(organisationId, (queries) =>
      readDetails(queries, organisationId),
    );
    return { details, tax: taxFor(this.#seller, details) };
  }

  /**
   * Writes them, for invoices from now on.
   * @throws ApiError `invalid_request` for an address that lacks something, or a tax number that is none
   */
  async write(
    { organisationId, actor }: { readonly organisationId: string; readonly actor: string },
    given: BillingDetails,
  ): Promise<DetailsNow> {
    const { audit, clock } = this.#options;
    for (const { field, message } of addressFaults(given)) throw invalidField(`/${field}`, `"${field}" ${message}.`);
    const details: BillingDetails =
      given.tax_id === undefined ? given : { ...given, tax_id: await checkedTaxNumber(given.country, given.tax_id) };
    const set = { details: JSON.stringify(details), updated_at: new Date(clock.now()) };
    await audit.act(
      organisationId,
      (queries) =>
        queries
          .insertInto('billing_details')
          .values({ organisation_id: organisationId, ...set })
          .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(set))
          .execute(),
      () => ({
        actor,
        action: 'billing_details.changed',
        target: organisationId,
        detail: { country: details.country, tax_id: details.tax_id !== undefined },
      }),
    );
    return { details, tax: taxFor(this.#seller, details) };
  }
}

export async function readDetails(queries: Queries, organisationId: string): Promise<BillingDetails | undefined> {
  const row = await queries
    .selectFrom('billing_details')
    .select('details')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return row?.details;
}

/** Who bills and who is billed, as an invoice of now has it. */
export async function partiesOf(
  queries: Queries,
  organisationId: string,
  { seller, details }: { readonly seller: Seller; readonly details: BillingDetails | undefined },
): Promise<Parties> {
  const issuer = issuerOf(seller);
  if (details) {
    const { tax_id: taxId, country } = details;
    return {
      ...issuer,
      customer: details.name,
      customerLines: [...addressLines(details), ...(taxId === undefined ? [] : [taxIdLine(taxId)])],
      customerCountry: country,
      ...(taxId === undefined ? {} : { customerTaxId: taxId }),
    };
  }
  const { name } = await queries
    .selectFrom('organisations')
    .select('name')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return { ...issuer, customer: name };
}

const taxIdLine = (taxId: string): string => `Tax number: ${taxId}`;

/** Who bills, as an invoice has it. */
export function issuerOf({ name, address, country, taxId }: Seller) {
  const place = country === undefined ? [] : [countryName(country)];
  const number = taxId === undefined ? [] : [taxIdLine(taxId)];
  return { issuer: name, issuerLines: [...address, ...place, ...number] };
}
