/** What a statement has to have to be written in another format. */

export interface StatementData {
  readonly accountInfo: AccountData;
  readonly accounts?: readonly AccountData[] | undefined;
  readonly transactions: readonly TransactionData[];
}

export interface AccountData {
  readonly accountNumber: string | null;
  readonly bankName: string | null;
  readonly holder: string | null;
  readonly currency: string | null;
  readonly openingBalance: number | null;
  readonly closingBalance: number | null;
  readonly balanceMeaning: 'owned' | 'owed' | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
}

export interface TransactionData {
  readonly date: string | null;
  readonly description: string;
  /** Signed. */
  readonly amount: number;
  readonly balance: number | null;
  readonly valueDate: string | null;
  readonly category: string | null;
  readonly account?: number | undefined;
}

/** One account with its transactions and their positions in the answer. */
export interface AccountBook {
  readonly account: AccountData;
  /** Path of the account in the answer. */
  readonly path: string;
  readonly rows: readonly { readonly row: TransactionData; readonly path: string }[];
}

/** The accounts of a statement, each with its own transactions. */
export function booksOf({ accountInfo, accounts, transactions }: StatementData): AccountBook[] {
  const rows = transactions.map((row, at) => ({ row, path: `transactions.${at}` }));
  if (!accounts || accounts.length < 2) return [{ account: accountInfo, path: 'accountInfo', rows }];
  return accounts.map((account, at) => ({
    account,
    path: `accounts.${at}`,
    rows: rows.filter(({ row }) => (row.account ?? 0) === at),
  }));
}

/** The first and the last day: of the period, else of the transactions. */
export function daysOf({ account, rows }: AccountBook): {
  readonly first: string | null;
  readonly last: string | null;
} {
  const days = rows.flatMap(({ row }) => row.date ?? []).toSorted();
  return { first: account.periodStart ?? days[0] ?? null, last: account.periodEnd ?? days.at(-1) ?? null };
}

/** Rows without a day: no format of a bank can have them. */
export const undated = ({ rows }: AccountBook) =>
  rows.flatMap(({ row, path }) => (row.date === null ? [`${path}.date`] : []));

/** What is owed is less than nothing. */
export function signed(account: AccountData, balance: number): number {
  return account.balanceMeaning === 'owed' ? -balance : balance;
}

/** Two decimals, or as many as the currency has; the sign apart where asked for. */
export function decimals(amount: number, currency: string | null): string {
  const places =
    currency === null
      ? 2
      : (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2);
  return amount.toFixed(places);
}
