import type { Verification } from '../verification/verification.ts';

/** What a bank statement is read as. Members beyond the specification's are additions; a missing value is null. */

export interface StatementTransaction {
  /** Booking date, YYYY-MM-DD; null when the document does not tell the year. */
  date: string | null;
  description: string;
  /** Signed: money that leaves the account, and a purchase by card, is negative. */
  amount: number;
  /** The balance after this transaction. */
  balance: number | null;
  type: 'debit' | 'credit';
  /** Whether the balance stands in the document or follows from a statement that adds up. */
  balanceSource: 'printed' | 'computed' | null;
  /** The date from which interest counts, when a second date is printed. */
  valueDate: string | null;
  category: TransactionCategory | null;
  /** Position in `accounts`; only when the document holds several. */
  account?: number;
}

export type TransactionCategory =
  | 'salary'
  | 'interest'
  | 'tax'
  | 'fee'
  | 'cash'
  | 'card'
  | 'direct_debit'
  | 'transfer'
  | 'securities'
  | 'cheque'
  | 'refund';

export interface StatementAccount {
  /** The printed account, card or IBAN number. */
  accountNumber: string | null;
  /** The period as printed. */
  statementPeriod: string | null;
  bankName: string | null;
  holder: string | null;
  accountType: string | null;
  /** ISO 4217. */
  currency: string | null;
  /** As printed. Where `balanceMeaning` is `owed`, a positive balance is a debt to the bank, as on most card bills. */
  openingBalance: number | null;
  closingBalance: number | null;
  /** Null when neither a transaction nor a balance was read. */
  balanceMeaning: 'owned' | 'owed' | null;
  /** YYYY-MM-DD. */
  periodStart: string | null;
  periodEnd: string | null;
}

/** Offsets in the caller's text, in UTF-16 code units. */
export interface EvidenceSpan {
  readonly start: number;
  readonly end: number;
}

export interface StatementAnalysis {
  transactions: StatementTransaction[];
  /** The first account of the document. */
  accountInfo: StatementAccount;
  /** Every account, when there are several. */
  accounts?: StatementAccount[];
  transactionCount: number;
  /**
   * `verified`: every amount has a known sign and the printed balances confirm all of them; or the document says that
   * nothing was booked, and its balances are the same. `failed`: a check failed;
   * its name says where, such as `transactions.3.balance`. `unverified`: the document prints too little to tell, or has
   * more than 300,000 lines with text, of which the first are read; the check `lines_read` says how many.
   */
  verification: Verification;
  /** By path, such as `transactions.0.amount`. Only on request. */
  evidence?: Record<string, EvidenceSpan>;
}

export interface StatementOptions {
  /** Adds `evidence`. Default false. */
  includeEvidence?: boolean;
  /** The bank, when the caller knows it; otherwise it is looked for in the text. */
  bankName?: string | undefined;
  /** The kind of account, when the caller knows it. */
  accountType?: string | undefined;
}
