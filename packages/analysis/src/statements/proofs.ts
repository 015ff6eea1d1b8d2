import { isIban } from '../values/identifiers.ts';
import {
  type FieldVerification,
  type FieldVerifications,
  fieldOf,
  givenFields,
  proof,
  UNPROVEN,
} from '../verification/fields.ts';
import type { Check, VerificationStatus } from '../verification/verification.ts';
import type { Identity } from './identity/identity.ts';
import type { Quote } from './lines/line.ts';
import type { StatementAccount, StatementOptions, StatementTransaction } from './types.ts';

/** What proves each value of a statement. */

export interface StatementFacts {
  /** Of the balances and amounts. */
  readonly sums: VerificationStatus;
  readonly checks: readonly Check[];
  readonly identity: Identity;
  /** Of the first account. */
  readonly accountNumber: Quote | null;
  readonly accountType: Quote | null;
  readonly options: StatementOptions;
  /** Whether the currency stands beside the balances or in the heading of the table, and no other does. */
  readonly currencyPrinted: boolean;
  /** Whether the table has columns for interest and principal, as that of a loan. */
  readonly loan: boolean;
  /** Positions of transactions whose sign neither a balance nor a print tells. */
  readonly unsure: readonly number[];
  /** Whether letters took the place of digits of its days, or nothing says if day or month comes first in them. */
  readonly openDays: boolean;
}

const HOLDER_LABEL = /holder|inhaber|titulaire|titular|intestat|t\.n\.v|name/i;
/** So many lines are the heading. */
const HEADING = 12;

/** The fields of the transactions, and of the first account. */
export function statementFields(
  transactions: readonly StatementTransaction[],
  account: StatementAccount,
  facts: StatementFacts,
): FieldVerifications {
  const { identity, options } = facts;
  const period = facts.openDays ? UNPROVEN : periodField(transactions, account);
  const balance = balanceField(facts);
  const { balanceMeaning: _, ...values } = account;
  const own: Record<keyof typeof values, FieldVerification> = {
    accountNumber: numberField(facts.accountNumber),
    statementPeriod: period,
    bankName: options.bankName
      ? given(options.bankName)
      : when(isInHeading(identity.bankName), 'name_in_heading', identity.bankName),
    holder: when(isBehind(HOLDER_LABEL, identity.holder), 'name_beside_label', identity.holder),
    accountType: options.accountType
      ? given(options.accountType)
      : when(isInHeading(facts.accountType), 'name_in_heading', facts.accountType),
    currency: facts.currencyPrinted ? fieldOf([proof('currency_printed', account.currency)]) : UNPROVEN,
    openingBalance: balance,
    closingBalance: balance,
    periodStart: period,
    periodEnd: period,
  };
  const prefixed = (members: object) =>
    Object.fromEntries(Object.entries(members).map(([name, value]) => [`accountInfo.${name}`, value]));
  return {
    ...givenFields({ transactions }, { transactions: rowsField(facts) }),
    ...Object.fromEntries(facts.unsure.map((index) => [`transactions.${index}.amount`, UNPROVEN])),
    ...givenFields(prefixed(values), prefixed(own)),
  };
}

/** Sums of all rows; the balance of one row only where it does not hold. */
function rowsField({ sums, checks, loan, openDays }: StatementFacts): FieldVerification {
  // Only a part of each payment changes the balance of a loan. A day that may be another one adds up to nothing.
  if (loan || openDays) return UNPROVEN;
  const telling = checks.filter(({ name, ok }) => !ok || !/^(?:transactions\.|daily_balance)/.test(name));
  return sums === 'unverified' ? { status: sums, checks: telling.filter(({ ok }) => ok) } : fieldOf(telling);
}

function balanceField({ sums, checks }: StatementFacts): FieldVerification {
  const telling = checks.filter(({ name }) => /(?:closing_balance|opening_plus_amounts|running_balance)$/.test(name));
  if (telling.some(({ ok }) => !ok)) return fieldOf(telling);
  return sums === 'verified' ? fieldOf(telling) : { status: 'unverified', checks: telling };
}

/** The days of the rows lie in the period, from its first to its last. */
function periodField(
  transactions: readonly StatementTransaction[],
  { periodStart, periodEnd }: StatementAccount,
): FieldVerification {
  if (periodStart === null || periodEnd === null || transactions.length === 0) return UNPROVEN;
  const within = transactions.every(({ date }) => date !== null && periodStart <= date && date <= periodEnd);
  return within ? fieldOf([proof('rows_in_period', `${periodStart}/${periodEnd}`)]) : UNPROVEN;
}

function numberField(quote: Quote | null): FieldVerification {
  if (quote && isIban(quote.text)) return fieldOf([proof('iban_checksum', quote.text)]);
  return when(isBehind(/\p{L}{2}/u, quote), 'number_beside_label', quote);
}

const given = (value: string) => fieldOf([proof('given_by_caller', value)]);

const when = (holds: boolean, name: string, quote: Quote | null) =>
  holds && quote ? fieldOf([proof(name, quote.text)]) : UNPROVEN;

const isInHeading = (quote: Quote | null) => quote !== null && quote.line.index < HEADING;

const isBehind = (label: RegExp, quote: Quote | null) =>
  quote !== null && label.test(quote.line.text.slice(Math.max(0, quote.start - 60), quote.start));
