import type { Queries } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import { type AccountStore, type Turn, TurnLost } from './account-store.ts';
import type { Departed } from './departed.ts';
import { insertInvoice } from './invoice-store.ts';
import { monthLines, totalOf } from './lines.ts';
import { LEAST_CENTS } from './provider.ts';
import type { Seller } from './seller.ts';
import * as states from './states.ts';
import type { Steps } from './steps.ts';
import { writeOff } from './write-off.ts';

export interface ClosingOptions {
  readonly store: AccountStore;
  readonly steps: Steps;
  /** Who bills. */
  readonly seller: Seller;
  readonly departed: Departed;
}

/** Ends what an organization pays for when it is deleted. */
export class Closing {
  readonly #options: ClosingOptions;

  constructor(options: ClosingOptions) {
    this.#options = options;
  }

  /**
   * Has an organization deleted, with what the payment provider keeps of it, while nobody else changes its account. Before that, what it used beyond its plan is charged, once.
   * @param remove deletes it, and calls `settle` in the same transaction: what is not paid by then is written off. That returns its cents
   * @throws ApiError `billing_busy`; `billing_unavailable` while nobody knows whether a charge was made
   */
  async close(
    organisationId: string,
    remove: (settle: (queries: Queries) => Promise<number>) => Promise<void>,
  ): Promise<void> {
    const { store, steps } = this.#options;
    const turn = await store.take(organisationId);
    try {
      // A charge under way is ended first: else its payment would be written down nowhere.
      await steps.settle(turn);
      await this.#chargeUsed(turn);
      await remove((queries) => this.#end(queries, turn));
      // What cannot be reached now is done later, and told then.
      await this.#options.departed.forget(organisationId).catch(() => {});
    } catch (error) {
      throw error instanceof TurnLost ? new ApiError('billing_busy', { cause: error }) : error;
    } finally {
      await store.giveBack(turn).catch(() => {});
    }
  }

  async #chargeUsed(turn: Turn): Promise<void> {
    const { store, steps, seller } = this.#options;
    const { organisationId } = turn;
    const isCharged = await store.change(turn, async ({ queries, account, now }) => {
      const lines =
        states.isRunning(account) && account.owed === undefined
          ? await monthLines(queries, organisationId, states.unbilled(account, now))
          : [];
      if (totalOf(lines) < LEAST_CENTS) return { account, value: false };
      const { id, total_cents: cents } = await insertInvoice(queries, { organisationId, seller, lines, at: now });
      return {
        account: states.collectingBegun(account, { invoice: id, why: 'closing' }),
        value: true,
        entry: { actor: 'system', action: 'invoice.issued', target: id, detail: { cents } },
      };
    });
    if (isCharged) await steps.settle(turn);
  }

  /** @returns cents that are written off */
  async #end(queries: Queries, turn: Turn): Promise<number> {
    const { organisationId } = turn;
    const { account, now } = await this.#options.store.moment(queries, turn);
    await this.#options.departed.note(queries, organisationId, account);
    const open = await queries
      .updateTable('billing_invoices')
      .set({ status: 'uncollectible' })
      .where('organisation_id', '=', organisationId)
      .where('status', '=', 'open')
      .returning('total_cents as cents')
      .execute();
    const owed = open.reduce((sum, { cents }) => sum + cents, 0);
    if (!states.isRunning(account)) return owed;
    return owed + (await writeOff(queries, { organisationId, seller: this.#options.seller, account, now }));
  }
}
