import type { Generated, JSONColumnType } from 'kysely';
import type { Moved, Written } from './columns.ts';
import type { Plan } from './plan.ts';

/** Subscriptions that are paid by card, their invoices and their money. */
export interface BillingTables {
  billing_accounts: BillingAccountsTable;
  billing_trials: BillingTrialsTable;
  billing_numbers: BillingNumbersTable;
  billing_invoices: BillingInvoicesTable;
  billing_lines: BillingLinesTable;
  billing_details: BillingDetailsTable;
  billing_payments: BillingPaymentsTable;
  billing_test_charges: BillingTestChargesTable;
  billing_events: BillingEventsTable;
  agreement_texts: AgreementTextsTable;
  billing_departed: BillingDepartedTable;
}

/** Of how many months at once a plan is paid. */
export type BillingInterval = 'month' | 'year';

/** A plan, and how it is paid. */
export interface Terms {
  readonly plan: Plan;
  readonly billing: BillingInterval;
}

/** A card as the provider knows it. */
export interface Card {
  readonly reference: string;
  /** The same for the same number, whoever has it. */
  readonly fingerprint: string;
  readonly brand: string;
  readonly last4: string;
}

/** Why an invoice is charged: what to do when it was, and when it could not be. */
export type Collecting = {
  readonly invoice: string;
  readonly why: 'renewal' | 'retry' | 'card' | 'start' | 'change' | 'final' | 'closing' | 'refund';
};

/** A card that waits to be confirmed, and what begins then; null: it replaces the one before. */
export interface CardSetup {
  readonly reference: string;
  readonly url: string;
  readonly choice: (Terms & { readonly trial: boolean }) | null;
}

/** An email to be sent. */
export interface Notice {
  readonly kind:
    | 'trial_ending'
    | 'payment_failed'
    | 'paid'
    | 'ended'
    | 'lapsed'
    | 'overage_off'
    | 'refunded'
    | 'disputed'
    | 'dispute_won';
  readonly cents?: number;
  /** ISO 8601. */
  readonly at?: string;
}

interface BillingAccountsTable {
  organisation_id: string;
  state: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'canceled';
  terms: JSONColumnType<Plan, string | null, string | null> | null;
  billing: BillingInterval | null;
  since: Date | null;
  anchor: Date | null;
  months: Generated<number>;
  trial_ends_at: Date | null;
  reminded: Generated<boolean>;
  ends_with_period: Generated<boolean>;
  next: JSONColumnType<Terms, string | null, string | null> | null;
  collecting: JSONColumnType<Collecting, string | null, string | null> | null;
  owed: string | null;
  failed_at: Date | null;
  tries: Generated<number>;
  disputed: Generated<boolean>;
  card: JSONColumnType<Card, string | null, string | null> | null;
  setup: JSONColumnType<CardSetup, string | null, string | null> | null;
  notices: JSONColumnType<readonly Notice[], string | undefined, string>;
  due_at: Date | null;
  holder: string | null;
  held_until: Date | null;
  updated_at: Moved;
}

interface BillingTrialsTable {
  kind: 'organisation' | 'card' | 'domain';
  /** SHA-256, in hex. */
  digest: string;
  at: Date;
}

interface BillingNumbersTable {
  issuer: string;
  year: number;
  last: number;
}

/** Who bills, and who is billed. */
export interface Parties {
  readonly issuer: string;
  readonly customer: string;
  /** Address and tax number, as they are printed. */
  readonly issuerLines?: readonly string[];
  readonly customerLines?: readonly string[];
  readonly customerCountry?: string;
  readonly customerTaxId?: string;
}

/** Name, address and tax number of who is billed. */
export interface BillingDetails {
  readonly name: string;
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  /** State or province, where addresses have one. */
  readonly region?: string;
  readonly postal_code?: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly tax_id?: string;
}

interface BillingDetailsTable {
  organisation_id: string;
  details: JSONColumnType<BillingDetails, string, string>;
  updated_at: Date;
}

/** A tax of an invoice. */
export interface Tax {
  readonly name: string;
  /** Millionths of the sum without tax. */
  readonly rate: number;
  /** The customer accounts for it, and nothing is added. */
  readonly reverseCharge: boolean;
  readonly country: string;
}

interface BillingInvoicesTable {
  id: string;
  organisation_id: string;
  kind: 'invoice' | 'credit_note';
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void' | 'issued';
  issuer: string;
  year: number | null;
  sequence: number | null;
  intent: JSONColumnType<Terms, string | null, string | null> | null;
  corrects: string | null;
  parties: JSONColumnType<Parties, string, never>;
  tax: JSONColumnType<Tax, string | null, never> | null;
  total_cents: number;
  attempts: Generated<number>;
  made_at: Date;
  issued_at: Date | null;
  paid_at: Date | null;
}

interface BillingLinesTable {
  invoice_id: string;
  organisation_id: string;
  position: number;
  kind: 'plan' | 'plan_credit' | 'overage' | 'tax' | 'refund';
  text: string;
  quantity: number;
  /** Micro-USD. */
  unit_price: number;
  amount_cents: number;
  period_start: Date | null;
}

interface BillingPaymentsTable {
  id: string;
  organisation_id: string;
  invoice_id: string;
  kind: 'payment' | 'refund' | 'dispute' | 'dispute_won';
  /** Negative for what went back. */
  amount_cents: number;
  provider: string;
  reference: string;
  at: Date;
}

/** Events of a provider that were taken. */
interface BillingEventsTable {
  id: string;
  at: Written;
}

/** Texts of agreements that somebody has accepted. */
interface AgreementTextsTable {
  /** Of the text as UTF-8, in hex. */
  sha256: string;
  version: string;
  text: string;
  at: Date;
}

interface BillingTestChargesTable {
  key: string;
  organisation_id: string;
  amount_cents: number;
  succeeded: boolean;
  at: Written;
}

interface BillingDepartedTable {
  organisation_id: string;
  reference: string;
  at: Written;
}
