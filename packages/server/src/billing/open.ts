import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Billing, Config } from '../config/config.ts';
import type { AgreementContext } from '../credits/agreements.ts';
import type { Credits } from '../credits/open.ts';
import type { Database } from '../data/database.ts';
import type { Log } from '../log/log.ts';
import { NO_ACCOUNT } from './account.ts';
import { AccountStore } from './account-store.ts';
import { Closing } from './closing.ts';
import { Collector } from './collector.ts';
import { Comparison } from './comparison.ts';
import { Departed } from './departed.ts';
import { DetailsStore } from './details.ts';
import { InvoiceReader } from './invoice-reader.ts';
import { BillingEmails, type NoticeMailer } from './notices.ts';
import type { PaymentProvider } from './provider.ts';
import { Reconciler } from './reconciler.ts';
import { readSeller, type Seller } from './seller.ts';
import { Steps } from './steps.ts';
import type { StripeEvents } from './stripe-events.ts';
import type { StripeOptions } from './stripe-provider.ts';
import { type AccountNow, SubscriptionService } from './subscription-service.ts';
import { moveClock } from './test-clock.ts';
import { TestProvider } from './test-provider.ts';

export interface BillingOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly credits: Pick<Credits, 'subscriptions' | 'catalogue'>;
  /** Default: emails wait for a process that sends some. */
  readonly mailer?: NoticeMailer;
  readonly clock: Clock;
  readonly config: Pick<Config, 'billing' | 'stripe' | 'sellerFile'>;
  /** Where browsers reach the service. */
  readonly origin: () => string;
  readonly log?: Log;
  /** Default: as the settings say. */
  readonly provider?: PaymentProvider;
  readonly seller?: Seller;
}

/** Subscriptions of this process. */
export interface BillingService {
  readonly provider: Billing;
  /** Absent where nothing is billed. */
  readonly subscriptions?: SubscriptionService;
  readonly collector?: Collector;
  readonly closing?: Closing;
  readonly reconciler?: Reconciler;
  /** Absent where the provider is this service itself. */
  readonly comparison?: Comparison;
  readonly seller: Seller;
  readonly details: DetailsStore;
  readonly origin: () => string;
  readonly invoices: InvoiceReader;
  /** Events of Stripe's, where that charges. */
  readonly events?: StripeEvents;
  look(organisationId: string): Promise<AccountNow>;
  /** Moves the clock of an organisation forward, where billing is for trying. */
  readonly moveClock?: (context: AgreementContext, milliseconds: number) => Promise<AccountNow>;
  stop(): Promise<void>;
}

export async function openBilling(options: BillingOptions): Promise<BillingService> {
  const { database, audit, credits, mailer, clock, config, origin, log } = options;
  const invoices = new InvoiceReader(database);
  const seller = options.seller ?? readSeller(config.sellerFile);
  const details = new DetailsStore({ database, audit, clock }, seller);
  const stripe = config.stripe && (await loadStripe(config.stripe));
  const provider = options.provider ?? stripe?.provider ?? providerOf(config.billing, database);
  if (!provider) {
    return {
      provider: 'off',
      seller,
      details,
      origin,
      invoices,
      look: async () => ({ account: NO_ACCOUNT, now: Math.floor(clock.now()) }),
      stop: async () => {},
    };
  }
  const store = new AccountStore({ database, audit, clock });
  const emails = mailer && new BillingEmails({ database, mailer });
  const shared = { store, provider, subscriptions: credits.subscriptions, seller };
  const steps = new Steps({ ...shared, emails });
  const subscriptions = new SubscriptionService({ ...shared, steps, details, catalogue: credits.catalogue });
  const reconciler = new Reconciler({ ...shared, database, subscriptions });
  const collector = new Collector({ store, steps, log });
  const departed = new Departed({ database, provider });
  const closing = new Closing({ store, steps, seller, departed });
  const comparison = stripe && new Comparison({ database, reconciler, departed, clock, log });
  return {
    provider: config.billing,
    seller,
    details,
    subscriptions,
    collector,
    closing,
    reconciler,
    comparison,
    origin,
    invoices,
    events:
      stripe && config.stripe
        ? new stripe.Events({
            stripe: stripe.client,
            webhookSecret: config.stripe.webhookSecret,
            database,
            subscriptions,
            reconciler,
            log,
          })
        : undefined,
    look: (organisationId) => subscriptions.look(organisationId),
    moveClock:
      provider.name === 'test'
        ? ({ organisationId }, milliseconds) =>
            subscriptions.inTurn(organisationId, (turn, { now }) =>
              moveClock(turn, now + milliseconds, { store, steps, subscriptions: credits.subscriptions }),
            )
        : undefined,
    stop: async () => void (await Promise.all([collector.stop(), comparison?.stop()])),
  };
}

/** Loaded here only: most services charge nobody. */
async function loadStripe(options: StripeOptions) {
  const { openStripe, StripeProvider } = await import('./stripe-provider.ts');
  const { StripeEvents: Events } = await import('./stripe-events.ts');
  const client = openStripe(options);
  return { client, provider: new StripeProvider(client), Events };
}

function providerOf(billing: Billing, database: Database): PaymentProvider | undefined {
  return billing === 'test' ? new TestProvider(database) : undefined;
}
