import { sql } from 'kysely';
import Stripe from 'stripe';
import type { Database } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import type { Log } from '../log/log.ts';
import type { Reconciler } from './reconciler.ts';
import type { SubscriptionService } from './subscription-service.ts';

/** Days that an event is remembered; Stripe sends one again for three. */
const KEPT = 30;

/** What an event names: nothing else of it is used. */
interface Named {
  readonly object?: string;
  readonly id?: string;
  readonly payment_intent?: string | { readonly id: string } | null;
}

export interface StripeEventsOptions {
  readonly stripe: Stripe;
  /** What events are signed with. */
  readonly webhookSecret: string;
  readonly database: Database;
  readonly subscriptions: SubscriptionService;
  readonly reconciler: Reconciler;
  readonly log?: Log;
}

/** Events about a payment, or about what went back of it. */
const MONEY = new Set([
  'payment_intent.succeeded',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
]);

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
    const { stripe, webhookSecret, log } = this.#options;
    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(body, signature, webhookSecret);
    } catch {
      log?.event('stripe_event_refused', { reason: 'signature' });
      throw new ApiError('invalid_signature');
    }
    const isMoney = MONEY.has(event.type);
    if ((event.type !== 'checkout.session.completed' && !isMoney) || (await this.#isTaken(event.id))) return;
    const isOurs = await (isMoney ? this.#reconcile(event.data.object) : this.#confirm(event.data.object));
    if (!isOurs) log?.event('stripe_event_refused', { reason: 'foreign' });
    await this.#note(event.id);
  }

  /** @returns whether it is about a payment of ours */
  async #reconcile(named: Stripe.Event.Data.Object): Promise<boolean> {
    const { object, id, payment_intent: intent } = named as Named;
    const payment = object === 'payment_intent' ? id : typeof intent === 'string' ? intent : intent?.id;
    return payment !== undefined && (await this.#options.reconciler.take(payment)) !== undefined;
  }

  /** @returns whether it is about a session that somebody here waits for, or has waited for */
  async #confirm(named: Stripe.Event.Data.Object): Promise<boolean> {
    const { id: sessionId = '' } = named as Named;
    const { stripe, database, subscriptions } = this.#options;
    const session = await stripe.checkout.sessions.retrieve(sessionId).catch((cause: unknown) => {
      // A session of another account is none of ours.
      if (cause instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
      throw new ApiError('billing_unavailable', { cause });
    });
    const organisationId = session?.client_reference_id;
    if (!organisationId) return false;
    const account = await database.system
      .selectFrom('billing_accounts')
      .select('setup')
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();
    if (account?.setup?.reference !== sessionId) return account !== undefined;
    await subscriptions.confirm({ organisationId, actor: 'stripe' }).catch((error: unknown) => {
      // The customer sees why when they look: Stripe cannot help by sending it again.
      if (!(error instanceof ApiError) || error.entry.status >= 500) throw error;
    });
    return true;
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
