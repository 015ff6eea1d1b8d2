import { sql } from 'kysely';
import type { Database } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import type { AccountStore, Turn } from './account-store.ts';
import { bookMovement } from './bookings.ts';
import type { Movement, PaymentProvider } from './provider.ts';
import type { Seller } from './seller.ts';
import type { SubscriptionService } from './subscription-service.ts';

/** What our records and the provider said differently. */
export interface Difference {
  /** `confirmed`: a card that waited; `missing`: in our records, and not at the provider; `amount`: another sum. */
  readonly kind: Movement['kind'] | 'confirmed' | 'missing' | 'amount';
  readonly organisationId?: string;
  /** What the provider calls it. */
  readonly reference: string;
  readonly cents: number;
  /** Whether our records say it now; if not, somebody has to look. */
  readonly repaired: boolean;
}

export interface ReconcilerOptions {
  readonly database: Database;
  readonly store: AccountStore;
  readonly provider: PaymentProvider;
  readonly subscriptions: SubscriptionService;
  readonly seller: Seller;
}

/** Movements that are compared with one query. */
const CHUNK = 100;

/**
 * Makes our records say what the provider says: money that came or went without us, such as refunds in its dashboard and
 * disputes, and what was lost on the way. Doing it again changes nothing.
 */
export class Reconciler {
  readonly #options: ReconcilerOptions;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
  }

  /**
   * Reads again what became of a payment, and writes down what is missing.
   * @returns what was; undefined: it is no payment of ours
   * @throws ApiError `billing_busy`, `billing_unavailable`
   */
  async take(payment: string): Promise<readonly Difference[] | undefined> {
    const movements = await this.#options.provider.movementsOf(payment);
    return movements.length === 0 ? undefined : await this.#repair(movements);
  }

  /**
   * Compares all that moved since then.
   * @throws ApiError `billing_unavailable`
   */
  async all(since: number): Promise<readonly Difference[]> {
    const { provider } = this.#options;
    const found: Difference[] = [];
    const seen = new Set<string>();
    const payments = new Map<string, Movement[]>();
    let chunk: Movement[] = [];
    const compare = async () => {
      const known = await this.#known(chunk);
      for (const movement of chunk) {
        const { reference, payment, cents, organisationId } = movement;
        const booked = known.get(reference);
        seen.add(reference);
        if (booked === undefined) payments.set(payment, [...(payments.get(payment) ?? []), movement]);
        else if (booked !== cents) found.push({ kind: 'amount', organisationId, reference, cents, repaired: false });
      }
      chunk = [];
    };
    for await (const movement of provider.moved(since)) {
      chunk.push(movement);
      if (chunk.length === CHUNK) await compare();
    }
    await compare();
    for (const payment of await this.#disputed()) payments.set(payment, payments.get(payment) ?? []);
    for (const [payment, unknown] of payments) {
      found.push(...((await this.take(payment).catch(unlessBusy(unknown))) ?? []));
    }
    return [...(await this.#confirmed(since)), ...found, ...(await this.#missing(since, seen))];
  }

  /** Goes on with cards of which nobody has told us that they are confirmed. */
  async #confirmed(since: number): Promise<readonly Difference[]> {
    const { database, provider, subscriptions } = this.#options;
    // The one for trying has nobody who confirms: asking is confirming.
    if (provider.name === 'test') return [];
    const rows = await database.system
      .selectFrom('billing_accounts')
      .select(['organisation_id', 'setup'])
      .where('setup', 'is not', null)
      .where('updated_at', '>=', new Date(since))
      .execute();
    const differences: Difference[] = [];
    for (const { organisation_id: organisationId, setup } of rows) {
      const isConfirmed = await subscriptions.confirm({ organisationId, actor: provider.name }).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof ApiError) || error.entry.status >= 500) throw error;
          // The customer is not done, or sees for themselves why it does not go on.
          return false;
        },
      );
      const reference = setup?.reference ?? '';
      if (isConfirmed) differences.push({ kind: 'confirmed', organisationId, reference, cents: 0, repaired: true });
    }
    return differences;
  }

  /** What our records say of movements, by reference. */
  async #known(movements: readonly Movement[]): Promise<ReadonlyMap<string, number>> {
    if (movements.length === 0) return new Map();
    const rows = await this.#options.database.system
      .selectFrom('billing_payments')
      .select(['reference', 'amount_cents'])
      .where('provider', '=', this.#options.provider.name)
      .where(
        'reference',
        'in',
        movements.map(({ reference }) => reference),
      )
      .execute();
    return new Map(rows.map((row) => [row.reference, row.amount_cents]));
  }

  async #repair(movements: readonly Movement[]): Promise<readonly Difference[]> {
    const { database, store, provider, subscriptions, seller } = this.#options;
    const organisationId = movements.find(({ kind }) => kind === 'payment')?.organisationId;
    if (organisationId === undefined) return [];
    const before = await this.#known(movements);
    if (before.size === movements.length) return [];
    const there = await database.system
      .selectFrom('organisations')
      .select('id')
      .where('id', '=', organisationId)
      .executeTakeFirst();
    const differences: Difference[] = [];
    const work = async (turn?: Turn) => {
      // What was begun here was ended first, and may have been all that was missing.
      const known = await this.#known(movements);
      for (const movement of movements.filter(({ reference }) => !before.has(reference))) {
        const { kind, reference, cents } = movement;
        const booked =
          known.has(reference) ||
          (turn !== undefined && (await bookMovement(turn, movement, { store, provider, seller })));
        differences.push({ kind, organisationId, reference, cents, repaired: booked });
      }
    };
    // Nothing is changed of an organisation that is gone.
    if (there) await subscriptions.inTurn(organisationId, (turn) => work(turn));
    else await work();
    return differences;
  }

  /** Payments of which banks hold some: what becomes of those may be long after. */
  async #disputed(): Promise<readonly string[]> {
    const { rows } = await sql<{ reference: string }>`
      select reference from billing_payments payment
      where provider = ${this.#options.provider.name} and kind = 'payment' and (
        select sum(amount_cents) from billing_payments moved
        where moved.invoice_id = payment.invoice_id and moved.kind in ('dispute', 'dispute_won')) < 0
    `.execute(this.#options.database.system);
    return rows.map(({ reference }) => reference);
  }

  /** What our records have since then, and the provider has not. */
  async #missing(since: number, seen: ReadonlySet<string>): Promise<readonly Difference[]> {
    const { database, provider } = this.#options;
    const { rows } = await sql<{ organisation_id: string; reference: string; amount_cents: number; payment: string }>`
      select moved.organisation_id, moved.reference, moved.amount_cents, payment.reference as payment
      from billing_payments moved
      join billing_invoices invoice on invoice.id = moved.invoice_id
      join billing_payments payment on payment.kind = 'payment'
        and payment.invoice_id = coalesce(invoice.corrects, invoice.id)
      where moved.provider = ${provider.name} and moved.at >= ${new Date(since)}
      order by moved.id
    `.execute(database.system);
    const differences: Difference[] = [];
    for (const { organisation_id: organisationId, reference, amount_cents: cents, payment } of rows) {
      if (seen.has(reference)) continue;
      // What began before, or meanwhile, is not in the list.
      const movements = await provider.movementsOf(payment);
      if (movements.some((movement) => movement.reference === reference)) continue;
      differences.push({ kind: 'missing', organisationId, reference, cents, repaired: false });
    }
    return differences;
  }
}

/** An account that another process works on, or that one has left a minute ago, is for the next time. */
const unlessBusy = (unknown: readonly Movement[]) => (error: unknown) => {
  if (!(error instanceof ApiError) || error.code !== 'billing_busy') throw error;
  return unknown.map(({ kind, organisationId, reference, cents }) => ({
    kind,
    organisationId,
    reference,
    cents,
    repaired: false,
  }));
};
