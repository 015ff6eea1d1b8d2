import { createHash } from 'node:crypto';
import type { Database } from '../data/database.ts';
import type { Card } from '../data/schema/billing.ts';
import {
  type CardAnswer,
  type CardRequest,
  type ChargeAnswer,
  type ChargeRequest,
  LEAST_CENTS,
  type Movement,
  type PaymentProvider,
  type RefundRequest,
} from './provider.ts';

/** What becomes of a card of the provider for trying, by its number; those of Stripe's test mode do the same. */
const CARDS: Readonly<Record<string, 'declined' | 'fails' | 'confirm'>> = {
  '4000000000000002': 'declined',
  '4000000000000341': 'fails',
  '4000000000003220': 'confirm',
};

/** Cards that work begin so: the range of test cards, in which no bank has any. */
const WORKS = /^424242[0-9]{10}$/;

/** Whether it is the number of a card for trying. No other may be sent here. */
export const isTestCard = (number: string): boolean =>
  Object.hasOwn(CARDS, number) || (WORKS.test(number) && isNumber(number));

/** ISO/IEC 7812-1, annex B: the Luhn formula. */
function isNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * A provider for trying on one machine: cards that work or do not, and charges that are rows of a table. It writes in
 * transactions of its own, as one elsewhere would.
 */
export class TestProvider implements PaymentProvider {
  readonly name = 'test';
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async setUpCard({ number = '', returnUrl }: CardRequest): Promise<CardAnswer> {
    const fate = CARDS[number];
    if (fate === 'declined' || !isTestCard(number)) return { declined: true };
    const card = cardOf(number, fate === 'fails' ? 'fails' : 'works');
    // The reference holds all that is known of the card: there is nothing to keep.
    return fate === 'confirm' ? { url: returnUrl, reference: card.reference } : { card };
  }

  async confirmedCard(_organisationId: string, reference: string): Promise<Card | undefined> {
    const [, , last4 = '', fingerprint = ''] = reference.split('_');
    return { reference, fingerprint, brand: 'visa', last4 };
  }

  async charge({ organisationId, invoiceId, attempt, cents, card }: ChargeRequest): Promise<ChargeAnswer> {
    const succeeds = card.reference.startsWith('test_works_') && cents >= LEAST_CENTS;
    const key = `${invoiceId}:${attempt}`;
    const succeeded = await this.#once(organisationId, { key, cents, succeeds });
    return succeeded ? { paid: true, reference: key } : { paid: false };
  }

  async refund({ organisationId, id, cents }: RefundRequest): Promise<string | undefined> {
    await this.#once(organisationId, { key: id, cents: -cents, succeeds: true });
    return id;
  }

  async movementsOf(payment: string): Promise<readonly Movement[]> {
    const rows = await this.#rows().where('key', '=', payment).where('amount_cents', '>', 0).execute();
    return rows.map(movementOf);
  }

  async *moved(since: number): AsyncIterable<Movement> {
    const rows = await this.#rows().where('at', '>=', new Date(since)).execute();
    yield* rows.map(movementOf);
  }

  #rows() {
    return this.#database.system
      .selectFrom('billing_test_charges')
      .select(['key', 'organisation_id', 'amount_cents'])
      .where('succeeded', '=', true);
  }

  /** @returns how it was answered, now or before */
  async #once(
    organisationId: string,
    { key, cents, succeeds }: { readonly key: string; readonly cents: number; readonly succeeds: boolean },
  ): Promise<boolean> {
    return await this.#database.inOrganisation(organisationId, async (queries) => {
      await queries
        .insertInto('billing_test_charges')
        .values({ key, organisation_id: organisationId, amount_cents: cents, succeeded: succeeds })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
      const { succeeded } = await queries
        .selectFrom('billing_test_charges')
        .select('succeeded')
        .where('organisation_id', '=', organisationId)
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      return succeeded;
    });
  }
}

const movementOf = (row: { readonly key: string; readonly organisation_id: string; readonly amount_cents: number }) =>
  ({
    kind: row.amount_cents > 0 ? 'payment' : 'refund',
    reference: row.key,
    payment: row.key,
    cents: row.amount_cents,
    organisationId: row.organisation_id,
    // The number of the try is behind the id of the invoice.
    invoiceId: row.key.split(':')[0],
  }) as const satisfies Movement;

function cardOf(number: string, fate: 'works' | 'fails'): Card {
  const fingerprint = createHash('sha256').update(number).digest('hex').slice(0, 24);
  const last4 = number.slice(-4);
  return { reference: `test_${fate}_${last4}_${fingerprint}`, fingerprint, brand: 'visa', last4 };
}
