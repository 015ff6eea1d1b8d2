import Stripe from 'stripe';
import type { Card } from '../data/schema/billing.ts';
import { ApiError } from '../errors.ts';
import type {
  CardAnswer,
  CardRequest,
  ChargeAnswer,
  ChargeRequest,
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
    const session = await reached(() =>
      this.#stripe.checkout.sessions.create({
        mode: 'setup',
        currency: 'usd',
        client_reference_id: organisationId,
        ...(customer ? { customer } : { customer_creation: 'always' }),
        success_url: returnUrl,
        cancel_url: returnUrl,
      }),
    );
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
      throw unreachable(error);
    }
  }

  async refund({ id, payment, cents }: RefundRequest): Promise<string> {
    const given = await reached(() => this.#stripe.refunds.list({ payment_intent: payment, limit: LISTED }));
    const before = given.data.find(({ metadata }) => metadata?.credit_note === id);
    if (before) return before.id;
    const refund = await reached(() =>
      this.#stripe.refunds.create(
        { payment_intent: payment, amount: cents, metadata: { credit_note: id } },
        { idempotencyKey: id },
      ),
    );
    return refund.id;
  }

  async #paymentOf(customer: string, key: string): Promise<Stripe.PaymentIntent | undefined> {
    const { data } = await reached(() => this.#stripe.paymentIntents.list({ customer, limit: LISTED }));
    return data.find(({ metadata }) => metadata.key === key);
  }
}

function partsOf({ reference }: Card) {
  const [customer = '', method = ''] = reference.split(':');
  return { customer, method };
}

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

/** Whatever Stripe says of a fault is for its operator: here it is that nothing is known. */
const unreachable = (cause: unknown): ApiError => new ApiError('billing_unavailable', { cause });
