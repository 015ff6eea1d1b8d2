import { ConfigError } from './error.ts';

/** How Stripe is reached. */
export interface StripeSettings {
  readonly secretKey: string;
  /** What its events are signed with. */
  readonly webhookSecret: string;
  /** Default: Stripe's own address. */
  readonly apiBase?: string;
}

interface Values {
  readonly BILLING: 'off' | 'test' | 'stripe';
  readonly DATABASE_URL?: string;
  readonly STRIPE_SECRET_KEY?: string;
  readonly STRIPE_WEBHOOK_SECRET?: string;
  readonly STRIPE_API_BASE?: string;
}

/**
 * The settings of Stripe, with `BILLING=stripe`.
 * @throws ConfigError when one of them is missing, or there is no PostgreSQL: money is not kept in one process
 */
export function readStripe(values: Values): StripeSettings | undefined {
  if (values.BILLING !== 'stripe') return undefined;
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = values;
  if (values.DATABASE_URL === undefined) {
    throw new ConfigError('BILLING', '"stripe" keeps its records in PostgreSQL; set DATABASE_URL');
  }
  if (!secretKey?.match(/^(?:sk|rk)_(?:live|test)_\w{1,250}$/)) {
    throw new ConfigError('STRIPE_SECRET_KEY', 'use the secret key of your Stripe account, sk_live_… or sk_test_…');
  }
  if (!webhookSecret?.match(/^whsec_\w{1,250}$/)) {
    throw new ConfigError('STRIPE_WEBHOOK_SECRET', 'use the signing secret of the endpoint in Stripe, whsec_…');
  }
  if (apiBase === undefined) return { secretKey, webhookSecret };
  const { protocol, hostname } = new URL(apiBase);
  if (protocol !== 'https:' && hostname !== '127.0.0.1') {
    throw new ConfigError('STRIPE_API_BASE', 'use https, or a server on 127.0.0.1');
  }
  return { secretKey, webhookSecret, apiBase };
}
