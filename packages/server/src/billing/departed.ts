import { sql } from 'kysely';
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
   * Does what was noted, the oldest first. Doing it again, or at once in two processes, does no harm.
   * @param organisationId only what is left of this one. Default: of all
   * @throws ApiError `billing_unavailable`; what is left is done the next time
   */
  async forget(organisationId?: string): Promise<void> {
    const { database, provider } = this.#options;
    // Noted for another provider, which may be set again.
    if (provider.forget === undefined) return;
    const noted = database.system
      .selectFrom('billing_departed')
      .select('reference')
      .$if(organisationId !== undefined, (query) => query.where('organisation_id', '=', organisationId as string))
      .orderBy('at')
      .limit(MOST);
    for (const { reference } of await noted.execute()) {
      try {
        await provider.forget(reference);
      } catch (error) {
        // Behind all others: one that is refused each time keeps none of them.
        await sql`update billing_departed set at = now() where reference = ${reference}`.execute(database.system);
        throw error;
      }
      await database.system.deleteFrom('billing_departed').where('reference', '=', reference).execute();
    }
  }
}
