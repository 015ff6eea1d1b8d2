import Stripe from 'stripe';
import type { Card } from '../data/schema/billing.ts';
import { ApiError } from '../errors.ts';
import type {
  CardAnswer,
  CardRequest,
  ChargeAnswer,
  ChargeRequest,
  Movement,
  PaymentProvider,
  RefundRequest,
} from './provider.ts';

/** The version of Stripe's API that all of this was written for. */
const API_VERSION = '2026-10-28.endive';
/** Milliseconds that Stripe has for one answer. */
const TIMEOUT = 20_000;
const LISTED = 100;

export interface StripeOptions {
  readonly secretKey: string;
  /** Default: Stripe's own. */
  readonly apiBase?: string;
}

/** A client of Stripe's API, of the version that is written here. */
export function openStripe({ secretKey, apiBase }: StripeOptions): Stripe {
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT,
    // What was lost is looked for, and not sent again.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(base
      ? {
          host: base.hostname,
          protocol: base.protocol === 'http:' ? 'http' : 'https',
          ...(base.port === '' ? {} : { port: base.port }),
        }
      : {}),
  });
}

/**
 * Stripe keeps the cards (Checkout in its setup mode) and takes the money (payments without the customer being there).
 * What is to be paid when is decided here, and by nobody else.
 */
export class StripeProvider implements PaymentProvider {
  readonly name = 'stripe';
  readonly #stripe: Stripe;

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  async setUpCard({ organisationId, card, returnUrl }: CardRequest): Promise<CardAnswer> {
    const customer = card && partsOf(card).customer;
    const wanted = {
      mode: 'setup',
      currency: 'usd',
      client_reference_id: organisationId,
      success_url: returnUrl,
      cancel_url: returnUrl,
    } as const;
    const anew = () => this.#stripe.checkout.sessions.create({ ...wanted, customer_creation: 'always' });
    const session = await reached(() => {
      if (!customer) return anew();
      // One that was deleted in the dashboard is made again.
      return this.#stripe.checkout.sessions.create({ ...wanted, customer }).catch(without(anew));
    });
    if (session.url === null) throw new ApiError('billing_unavailable');
    return { url: session.url, reference: session.id };
  }

  async confirmedCard(organisationId: string, reference: string): Promise<Card | undefined> {
    const session = await reached(() =>
      this.#stripe.checkout.sessions.retrieve(reference, { expand: ['setup_intent.payment_method'] }),
    );
    // A session of somebody else gives nobody a card.
    if (session.client_reference_id !== organisationId || session.status !== 'complete') return undefined;
    const intent = typeof session.setup_intent === 'object' ? session.setup_intent : undefined;
    const method = typeof intent?.payment_method === 'object' ? intent.payment_method : undefined;
    if (!method?.card || session.customer === null) return undefined;
    const customer = typeof session.customer === 'string' ? session.customer : session.customer.id;
    const { fingerprint, brand, last4 } = method.card;
    return { reference: `${customer}:${method.id}`, fingerprint: fingerprint ?? method.id, brand, last4 };
  }

  async charge({ organisationId, invoiceId, attempt, cents, card }: ChargeRequest): Promise<ChargeAnswer> {
    const { customer, method } = partsOf(card);
    const key = `${invoiceId}:${attempt}`;
    // Keys are forgotten after a day, and a crash may have been before that.
    const made = await this.#paymentOf(customer, key);
    if (made) return answerTo(made);
    try {
      return answerTo(
        await this.#stripe.paymentIntents.create(
          {
            amount: cents,
            currency: 'usd',
            customer,
            payment_method: method,
            off_session: true,
            confirm: true,
            metadata: { organisation: organisationId, invoice: invoiceId, key },
          },
          { idempotencyKey: key },
        ),
      );
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError) return { paid: false };
      // The card or its customer was deleted in the dashboard: another card helps, and asking again does not.
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return { paid: false };
      throw unreachable(error);
    }
  }

  async refund({ id, payment, cents }: RefundRequest): Promise<string | undefined> {
    const before = await reached(async () => {
      for await (const given of this.#stripe.refunds.list({ payment_intent: payment, limit: LISTED })) {
        if (given.metadata?.credit_note === id) return given.id;
      }
      return undefined;
    });
    if (before !== undefined) return before;
    try {
      const refund = await this.#stripe.refunds.create(
        { payment_intent: payment, amount: cents, metadata: { credit_note: id } },
        { idempotencyKey: id },
      );
      return refund.id;
    } catch (error) {
      // More than is left: some was given back in the dashboard, or taken back by a bank.
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
      throw unreachable(error);
    }
  }

  async movementsOf(payment: string): Promise<readonly Movement[]> {
    // One of another account is not there.
    const intent = await reached(() =>
      this.#stripe.paymentIntents.retrieve(payment).catch(without(async () => undefined)),
    );
    const paid = intent && paymentMovement(intent);
    if (!paid) return [];
    return await reached(async () => {
      const wanted = { payment_intent: payment, limit: LISTED };
      const refunds = await Array.fromAsync(this.#stripe.refunds.list(wanted), refundMovement);
      const disputes = await Array.fromAsync(this.#stripe.disputes.list(wanted), disputeMovements);
      // Lists are newest first.
      return [paid, ...refunds.reverse().flat(), ...disputes.reverse().flat()];
    });
  }

  async *moved(since: number): AsyncIterable<Movement> {
    const wanted = { created: { gte: Math.floor(since / 1_000) }, limit: LISTED };
    try {
      for await (const intent of this.#stripe.paymentIntents.list(wanted)) {
        const paid = paymentMovement(intent);
        if (paid) yield paid;
      }
      for await (const refund of this.#stripe.refunds.list(wanted)) yield* refundMovement(refund);
      for await (const dispute of this.#stripe.disputes.list(wanted)) yield* disputeMovements(dispute);
    } catch (error) {
      throw unreachable(error);
    }
  }

  async forget(reference: string): Promise<void> {
    // A session of Checkout has no colon in its id, and has a customer once it is confirmed.
    const customer = reference.includes(':') ? reference.split(':')[0] : await this.#customerOf(reference);
    if (!customer) return;
    await reached(async () => {
      try {
        await this.#stripe.customers.del(customer);
      } catch (error) {
        // Somebody has deleted it already; whatever else is refused has left it there.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'))
          throw error;
      }
    });
  }

  /** Of a session, which nobody can confirm any more then. */
  async #customerOf(id: string): Promise<string | undefined> {
    const { sessions } = this.#stripe.checkout;
    // One that is confirmed or has ended cannot be ended.
    await reached(() =>
      sessions.expire(id).then(
        () => {},
        without(async () => {}),
      ),
    );
    const session = await reached(() => sessions.retrieve(id).catch(without(async () => undefined)));
    if (session?.status === 'open') throw new ApiError('billing_unavailable');
    return idOf(session?.customer ?? null);
  }

  async #paymentOf(customer: string, key: string): Promise<Stripe.PaymentIntent | undefined> {
    const find = async () => {
      for await (const intent of this.#stripe.paymentIntents.list({ customer, limit: LISTED })) {
        if (intent.metadata.key === key) return intent;
      }
      return undefined;
    };
    return await reached(() => find().catch(without(async () => undefined)));
  }
}

function partsOf({ reference }: Card) {
  const [customer = '', method = ''] = reference.split(':');
  return { customer, method };
}

/** Undefined where nothing was paid, or not for an invoice of ours. */
function paymentMovement({ id, status, amount_received, metadata }: Stripe.PaymentIntent): Movement | undefined {
  const { organisation: organisationId, invoice: invoiceId } = metadata;
  if (status !== 'succeeded' || organisationId === undefined || invoiceId === undefined) return undefined;
  return { kind: 'payment', reference: id, payment: id, cents: amount_received, organisationId, invoiceId };
}

function refundMovement({ id, amount, status, payment_intent }: Stripe.Refund): readonly Movement[] {
  const payment = idOf(payment_intent);
  if (payment === undefined || status === 'failed' || status === 'canceled') return [];
  return [{ kind: 'refund', reference: id, payment, cents: -amount }];
}

/** What a bank took back and gave back again. A question that it only asks moves nothing. */
function disputeMovements({ payment_intent, balance_transactions, amount, currency }: Stripe.Dispute) {
  const payment = idOf(payment_intent);
  if (payment === undefined) return [];
  return balance_transactions.map((moved): Movement => {
    const isTaken = moved.amount < 0;
    // The balance may be kept in another currency.
    const cents = moved.currency === currency ? moved.amount : isTaken ? -amount : amount;
    return { kind: isTaken ? 'dispute' : 'dispute_won', reference: moved.id, payment, cents };
  });
}

const idOf = (named: string | { readonly id: string } | null): string | undefined =>
  typeof named === 'string' ? named : named?.id;

/** A payment that is neither made nor refused is asked for again later. */
function answerTo({ id, status }: Stripe.PaymentIntent): ChargeAnswer {
  if (status === 'succeeded') return { paid: true, reference: id };
  if (status === 'processing') throw new ApiError('billing_unavailable');
  return { paid: false };
}

async function reached<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw unreachable(error);
  }
}

/** What to do where Stripe does not know what was named. */
const without =
  <Value>(instead: () => Promise<Value>) =>
  (error: unknown): Promise<Value> => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return instead();
    throw error;
  };

/** Whatever Stripe says of a fault is for its operator: here it is that nothing is known. */
const unreachable = (cause: unknown): ApiError => new ApiError('billing_unavailable', { cause });
