import type { Database, Queries } from '../data/database.ts';
import type { Account } from './account.ts';
import type { PaymentProvider } from './provider.ts';

/** Customers of one look. */
const MOST = 100;

export interface DepartedOptions {
  readonly database: Database;
  readonly provider: PaymentProvider;
}

/**
 * Deletes what the payment provider keeps of organizations that are deleted: their customer, with its card. It is noted in the
 * transaction of the deletion and done after it, so that a provider that is away, or a kill, forgets none.
 */
export class Departed {
  readonly #options: DepartedOptions;

  constructor(options: DepartedOptions) {
    this.#options = options;
  }

  /** Belongs into the transaction that deletes the organization. */
  async note(queries: Queries, organisationId: string, { card, setup }: Account): Promise<void> {
    const references = [card?.reference, setup?.reference].filter((reference) => reference !== undefined);
    if (this.#options.provider.forget === undefined || references.length === 0) return;
    await queries
      .insertInto('billing_departed')
      .values(references.map((reference) => ({ organisation_id: organisationId, reference })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /**
   * Does what was noted. Doing it again, or at once in two processes, does no harm.
   * @throws ApiError `billing_unavailable`; what is left is done the next time
   */
  async forget(): Promise<void> {
    const { database, provider } = this.#options;
    const noted = database.system.selectFrom('billing_departed').select('reference').orderBy('at').limit(MOST);
    for (const { reference } of await noted.execute()) {
      await provider.forget?.(reference);
      await database.system.deleteFrom('billing_departed').where('reference', '=', reference).execute();
    }
  }
}
