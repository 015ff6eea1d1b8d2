import type { Card } from '../data/schema/billing.ts';

/** A card that is asked for. */
export interface CardRequest {
  readonly organisationId: string;
  /** Number of a card, where the provider is for trying. */
  readonly number?: string;
  /** The card that it replaces. */
  readonly card?: Card;
  /** Where the customer's browser goes when it is done. */
  readonly returnUrl: string;
}

/** A card that can be charged, one that the customer has to confirm at `url`, or none. */
export type CardAnswer =
  | { readonly card: Card }
  | { readonly url: string; readonly reference: string }
  | { readonly declined: true };

/** Cents that a card can be charged at least. */
export const LEAST_CENTS = 50;

export interface ChargeRequest {
  readonly organisationId: string;
  readonly invoiceId: string;
  /** 1 for the first time. A charge that is asked for again with the same number is the same charge. */
  readonly attempt: number;
  readonly cents: number;
  readonly card: Card;
  readonly lines: readonly { readonly text: string; readonly amount_cents: number }[];
}

export type ChargeAnswer = { readonly paid: true; readonly reference: string } | { readonly paid: false };

export interface RefundRequest {
  readonly organisationId: string;
  /** Id of the credit note: a refund that is asked for again with the same one is the same refund. */
  readonly id: string;
  /** What the provider called the payment. */
  readonly payment: string;
  readonly cents: number;
}

/** Money that moved at the provider. */
export interface Movement {
  readonly kind: 'payment' | 'refund' | 'dispute' | 'dispute_won';
  /** What the provider calls it. */
  readonly reference: string;
  /** What it calls the payment that this is about; of a payment, itself. */
  readonly payment: string;
  /** Negative for what went back. */
  readonly cents: number;
  /** Of a payment: whose it is, and for which invoice, as it was noted there when it was made. */
  readonly organisationId?: string;
  readonly invoiceId?: string;
}

/**
 * Who keeps the cards and takes the money. What it is asked for again, after a crash, it answers as before: each call
 * has a key of its own. It rejects when it cannot be reached; then nothing is known, and it is asked again.
 */
export interface PaymentProvider {
  readonly name: 'test' | 'stripe';
  /** Asks for a card that may be charged later. Nothing is charged. */
  setUpCard(request: CardRequest): Promise<CardAnswer>;
  /** The card that a customer has confirmed; undefined: not yet. */
  confirmedCard(organisationId: string, reference: string): Promise<Card | undefined>;
  charge(request: ChargeRequest): Promise<ChargeAnswer>;
  /** @returns what the provider calls the refund; undefined: less than that is left of the payment */
  refund(request: RefundRequest): Promise<string | undefined>;
  /** A payment that was made, and all that went back of it. Empty where it is none of ours. */
  movementsOf(payment: string): Promise<readonly Movement[]>;
  /**
   * Deletes whoever has a card, or would have confirmed it; what was paid stays. Absent where nothing is kept of them.
   * @param reference of a card, or of a card that was asked for
   */
  forget?(reference: string): Promise<void>;
  /** All that began to move since then, and may be of others. @param since milliseconds since the Unix epoch */
  moved(since: number): AsyncIterable<Movement>;
}
