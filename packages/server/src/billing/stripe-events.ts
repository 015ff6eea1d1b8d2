import { sql } from 'kysely';
import Stripe from 'stripe';
import type { Database } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import type { SubscriptionService } from './subscription-service.ts';

/** Days that an event is remembered; Stripe sends one again for three. */
const KEPT = 30;

export interface StripeEventsOptions {
  readonly stripe: Stripe;
  /** What events are signed with. */
  readonly webhookSecret: string;
  readonly database: Database;
  readonly subscriptions: SubscriptionService;
}

/**
 * Events of Stripe's. They are signed, each is taken once, and nothing of them is believed: what they name is read
 * again, so that their order does not matter.
 */
export class StripeEvents {
  readonly #options: StripeEventsOptions;

  constructor(options: StripeEventsOptions) {
    this.#options = options;
  }

  /**
   * @param body as it was sent
   * @throws ApiError `invalid_signature`
   */
  async take(body: Buffer, signature: string): Promise<void> {
    const { stripe, webhookSecret } = this.#options;
    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(body, signature, webhookSecret);
    } catch {
      throw new ApiError('invalid_signature');
    }
    if (event.type !== 'checkout.session.completed' || (await this.#isTaken(event.id))) return;
    await this.#confirm(event.data.object.id);
    await this.#note(event.id);
  }

  async #confirm(sessionId: string): Promise<void> {
    const { stripe, database, subscriptions } = this.#options;
    const session = await stripe.checkout.sessions.retrieve(sessionId).catch((cause: unknown) => {
      // A session of another account is none of ours.
      if (cause instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
      throw new ApiError('billing_unavailable', { cause });
    });
    const organisationId = session?.client_reference_id;
    if (!organisationId) return;
    const account = await database.system
      .selectFrom('billing_accounts')
      .select('setup')
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();
    if (account?.setup?.reference !== sessionId) return;
    await subscriptions.confirm({ organisationId, actor: 'stripe' }).catch((error: unknown) => {
      // The customer sees why when they look: Stripe cannot help by sending it again.
      if (!(error instanceof ApiError) || error.entry.status >= 500) throw error;
    });
  }

  async #isTaken(id: string): Promise<boolean> {
    const row = await this.#options.database.system
      .selectFrom('billing_events')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  async #note(id: string): Promise<void> {
    await this.#options.database.system
      .insertInto('billing_events')
      .values({ id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await sql`delete from billing_events where at < now() - make_interval(days => ${KEPT})`.execute(
      this.#options.database.system,
    );
  }
}
