import { table } from './csv.ts';
import { type Exported, exportedAs } from './exported.ts';
import { booksOf, type StatementData } from './statement-data.ts';

/** Transactions as comma-separated values (RFC 4180), one a row; empty where nothing is stated. */
export function statementCsv(statement: StatementData): Exported {
  const books = booksOf(statement);
  const head = ['account', 'date', 'valueDate', 'description', 'amount', 'balance', 'currency', 'category'];
  const rows = books.flatMap(({ account, rows }) =>
    rows.map(({ row }) => [
      account.accountNumber,
      row.date,
      row.valueDate,
      row.description,
      row.amount,
      row.balance,
      account.currency,
      row.category,
    ]),
  );
  return exportedAs('csv', 'text/csv; charset=utf-8', { missing: [], write: () => table([head, ...rows]) });
}
