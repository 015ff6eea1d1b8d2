import { BANK_LAYOUTS } from './banks/layouts.ts';
import type { Language } from './calendar.ts';
import type { AmountStyle } from './money.ts';
import { randomFrom } from './random.ts';
import { americanDailyColumn, americanSections } from './statements/american.ts';
import { britishMoneyInOut, britishNewestFirst, britishPaidOutPaidIn } from './statements/british.ts';
import { americanCard, britishCard } from './statements/cards.ts';
import { markdownTable, tabSeparated } from './statements/exports.ts';
import { germanMarks, germanTrailingSign, germanValueDateBelow } from './statements/german.ts';
import type { StatementLayout } from './statements/layout.ts';
import type { Account } from './statements/ledger.ts';
import { dutchAfBij, dutchTwoColumns, swedishSpaces } from './statements/northern.ts';
import { australianCrDr, brazilianMarks, indianLakh } from './statements/overseas.ts';
import { narrowTrailingMinus, noTransactions, oneBoxPerLine, parentheses } from './statements/plain-text.ts';
import { frenchDebitCredit, frenchSigned, italianAmountsFirst, spanishSigned } from './statements/romance.ts';
import { severalAccounts } from './statements/several-accounts.ts';
import { swissApostrophes } from './statements/swiss.ts';

const LAYOUTS: readonly StatementLayout[] = [
  americanSections,
  americanDailyColumn,
  severalAccounts,
  americanCard,
  britishCard,
  narrowTrailingMinus,
  parentheses,
  oneBoxPerLine,
  noTransactions,
  britishPaidOutPaidIn,
  britishMoneyInOut,
  britishNewestFirst,
  germanTrailingSign,
  germanMarks,
  germanValueDateBelow,
  swissApostrophes,
  frenchDebitCredit,
  frenchSigned,
  spanishSigned,
  italianAmountsFirst,
  dutchAfBij,
  dutchTwoColumns,
  swedishSpaces,
  australianCrDr,
  indianLakh,
  brazilianMarks,
  tabSeparated,
  markdownTable,
];

/** The names of all layouts of statements. */
export const STATEMENT_LAYOUTS: readonly string[] = LAYOUTS.map((layout) => layout.name);

export interface TrueTransaction {
  /** YYYY-MM-DD, the day of booking. */
  date: string;
  description: string;
  /** Minor units; what leaves the account is negative. */
  amount: number;
  /** Minor units, or null where the layout prints no balance beside the row. */
  balance: number | null;
}

export interface TrueAccountInfo {
  bankName: string;
  /** As printed, with its blanks and masks. */
  accountNumber: string;
  accountType: 'account' | 'card';
  /** ISO 4217. */
  currency: string;
  /** Minor units. On a card, what is owed is negative here, although it is printed without a sign. */
  openingBalance: number;
  closingBalance: number;
  periodStart: string;
  periodEnd: string;
}

export interface TrueAccount {
  accountInfo: TrueAccountInfo;
  /** In the order of time, which is not the printed order in every layout. */
  transactions: TrueTransaction[];
}

/** What a statement says. With several accounts, `accountInfo` is of the first and `transactions` of all. */
export interface StatementTruth extends TrueAccount {
  accounts?: TrueAccount[];
}

export interface Statement {
  text: string;
  truth: StatementTruth;
  layout: string;
  seed: number;
  /** How amounts and dates of rows are written. */
  style: { amounts: AmountStyle; dates: { pattern: string; language: Language } };
}

/** Makes a statement; without a layout, seeds go round all of them. The same seed gives the same statement. */
export function generateStatement({ seed, layout }: { seed: number; layout?: string }): Statement {
  const chosen = layoutOf(seed, layout);
  const accounts = chosen.compose(randomFrom('compose', chosen.name, seed));
  return {
    text: renderStatement({ seed, layout: chosen.name, accounts }),
    truth: truthOf(accounts, chosen.accountType),
    layout: chosen.name,
    seed,
    style: { amounts: chosen.amounts, dates: chosen.dates },
  };
}

/** The accounts of a statement as they were drawn, for mutations. */
export function accountsOf({ seed, layout }: { seed: number; layout: string }): Account[] {
  return layoutOf(seed, layout).compose(randomFrom('compose', layout, seed));
}

/** Prints accounts, changed or not, as the statement of this seed prints them. */
export function renderStatement(document: { seed: number; layout: string; accounts: readonly Account[] }): string {
  const layout = layoutOf(document.seed, document.layout);
  return layout.render(document.accounts, randomFrom('render', layout.name, document.seed));
}

function layoutOf(seed: number, name?: string): StatementLayout {
  const layout =
    name === undefined
      ? LAYOUTS[seed % LAYOUTS.length]
      : [...LAYOUTS, ...BANK_LAYOUTS].find((each) => each.name === name);
  if (!layout) throw new Error(`no layout of statements is named ${name}`);
  return layout;
}

function truthOf(accounts: readonly Account[], accountType: 'account' | 'card'): StatementTruth {
  const all = accounts.map((account) => trueAccount(account, accountType));
  const [first] = all;
  if (!first) throw new Error('a statement needs an account');
  if (all.length === 1) return first;
  return {
    accountInfo: first.accountInfo,
    transactions: all.flatMap(({ transactions }) => transactions),
    accounts: all,
  };
}

function trueAccount(account: Account, accountType: 'account' | 'card'): TrueAccount {
  return {
    accountInfo: {
      bankName: account.bankName,
      accountNumber: account.accountNumber,
      accountType,
      currency: account.currency,
      openingBalance: account.opening,
      closingBalance: account.closing,
      periodStart: account.period.start,
      periodEnd: account.period.end,
    },
    transactions: account.booked.map((entry) => ({
      date: entry.date,
      description: entry.lines.join(' '),
      amount: entry.amount,
      balance: entry.balance,
    })),
  };
}
