import { type Exported, exportedAs, missingOf } from './exported.ts';
import { type AccountBook, booksOf, daysOf, decimals, type StatementData, signed, undated } from './statement-data.ts';
import { element } from './xml.ts';

/** ISO 20022 camt.053.001.02: a statement from bank to customer. */

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02';
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const LONGEST_ID = 34;
const LONGEST_TEXT = 140;

export function camt053(statement: StatementData): Exported {
  const books = booksOf(statement);
  const missing = books.flatMap((book) => [
    ...missingOf({
      [`${book.path}.accountNumber`]: book.account.accountNumber,
      [`${book.path}.currency`]: book.account.currency,
      [`${book.path}.openingBalance`]: book.account.openingBalance,
      [`${book.path}.closingBalance`]: book.account.closingBalance,
      [`${book.path}.periodEnd`]: daysOf(book).last,
    }),
    ...undated(book),
  ]);
  const write = () =>
    `<?xml version="1.0" encoding="UTF-8"?>\n${element('Document', [message(books)], { xmlns: NAMESPACE })}`;
  return exportedAs('camt053', 'application/xml', { missing, write });
}

function message(books: readonly AccountBook[]): string {
  const last =
    books
      .flatMap((book) => daysOf(book).last ?? [])
      .toSorted()
      .at(-1) ?? '';
  const head = element('GrpHdr', [element('MsgId', `STMT-${last}`), element('CreDtTm', `${last}T00:00:00Z`)]);
  return element('BkToCstmrStmt', [head, ...books.map(statementOf)]);
}

function statementOf(book: AccountBook, at: number): string {
  const { account, rows } = book;
  const { first, last } = daysOf(book);
  const number = (account.accountNumber ?? '').replace(/\s/g, '');
  const id = IBAN.test(number)
    ? element('IBAN', number)
    : element('Othr', [element('Id', number.slice(0, LONGEST_ID))]);
  const period =
    first && last
      ? element('FrToDt', [element('FrDtTm', `${first}T00:00:00Z`), element('ToDtTm', `${last}T23:59:59Z`)])
      : null;
  return element('Stmt', [
    element('Id', `STMT-${last}-${at + 1}`),
    element('CreDtTm', `${last}T00:00:00Z`),
    period,
    element('Acct', [
      element('Id', [id]),
      element('Ccy', account.currency ?? ''),
      account.holder ? element('Ownr', [element('Nm', account.holder.slice(0, LONGEST_TEXT))]) : null,
      element('Svcr', [element('FinInstnId', bankOf(account.bankName))]),
    ]),
    balance(book, 'OPBD', account.openingBalance ?? 0, first ?? last ?? ''),
    balance(book, 'CLBD', account.closingBalance ?? 0, last ?? ''),
    ...rows.map(({ row }) => entry(book, row)),
  ]);
}

/** The bank by its name: a statement rarely prints its BIC, which readers look for first, and then for what stands in its place. */
function bankOf(name: string | null): (string | null)[] {
  return [name ? element('Nm', name.slice(0, LONGEST_TEXT)) : null, element('Othr', [element('Id', 'NOTPROVIDED')])];
}

function balance({ account }: AccountBook, code: string, printed: number, date: string): string {
  const value = signed(account, printed);
  return element('Bal', [
    element('Tp', [element('CdOrPrtry', [element('Cd', code)])]),
    ...amount(value, account.currency ?? ''),
    element('Dt', [element('Dt', date)]),
  ]);
}

function entry({ account }: AccountBook, row: AccountBook['rows'][number]['row']): string {
  const text = row.description.replace(/\s+/g, ' ').trim();
  const parts = text.match(new RegExp(`.{1,${LONGEST_TEXT}}`, 'gu')) ?? [];
  return element('Ntry', [
    ...amount(row.amount, account.currency ?? ''),
    element('Sts', 'BOOK'),
    element('BookgDt', [element('Dt', row.date ?? '')]),
    row.valueDate ? element('ValDt', [element('Dt', row.valueDate)]) : null,
    element('BkTxCd', [element('Prtry', [element('Cd', 'NTRF')])]),
    parts.length > 0
      ? element('NtryDtls', [
          element('TxDtls', [
            element(
              'RmtInf',
              parts.map((part) => element('Ustrd', part)),
            ),
          ]),
        ])
      : null,
  ]);
}

/** The size, and whether it came or went. */
function amount(value: number, currency: string): string[] {
  return [
    element('Amt', decimals(Math.abs(value), currency), { Ccy: currency }),
    element('CdtDbtInd', value < 0 ? 'DBIT' : 'CRDT'),
  ];
}
