import { type Exported, exportedAs, missingOf } from './exported.ts';
import { type AccountBook, booksOf, daysOf, decimals, type StatementData, signed, undated } from './statement-data.ts';
import { element } from './xml.ts';

/**
 * Open Financial Exchange 1.02, as programs for accounts import it. Every element is closed, as in version 2: that is
 * SGML too, and what reads the text below the head as XML can.
 */

/** Readers of version 2 take its letters for ASCII, or know no version 2; all that were tried read UTF-8 below this head. */
const HEADER = `${[
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'SECURITY:NONE',
  'ENCODING:UTF-8',
  'CHARSET:NONE',
  'COMPRESSION:NONE',
  'OLDFILEUID:NONE',
  'NEWFILEUID:NONE',
].join('\r\n')}\r\n\r\n`;
const LONGEST_NAME = 32;
const LONGEST_MEMO = 255;
const OK = element('STATUS', [element('CODE', 0), element('SEVERITY', 'INFO')]);

export function ofx(statement: StatementData): Exported {
  const books = booksOf(statement);
  const missing = books.flatMap((book) => [
    ...missingOf({
      [`${book.path}.accountNumber`]: book.account.accountNumber,
      [`${book.path}.currency`]: book.account.currency,
      [`${book.path}.closingBalance`]: book.account.closingBalance,
      [`${book.path}.periodEnd`]: daysOf(book).last,
    }),
    ...undated(book),
  ]);
  return exportedAs('ofx', 'application/x-ofx', { missing, write: () => HEADER + file(books) });
}

function file(books: readonly AccountBook[]): string {
  const last =
    books
      .flatMap((book) => daysOf(book).last ?? [])
      .toSorted()
      .at(-1) ?? '';
  const server = [OK, element('DTSERVER', day(last)), element('LANGUAGE', 'ENG')];
  const cards = books.filter(({ account }) => account.balanceMeaning === 'owed');
  const banks = books.filter((book) => !cards.includes(book));
  return element('OFX', [
    element('SIGNONMSGSRSV1', [element('SONRS', server)]),
    banks.length > 0
      ? element(
          'BANKMSGSRSV1',
          banks.map((book) => response('STMTTRNRS', statementOf(book))),
        )
      : null,
    cards.length > 0
      ? element(
          'CREDITCARDMSGSRSV1',
          cards.map((book) => response('CCSTMTTRNRS', cardOf(book))),
        )
      : null,
  ]);
}

const response = (name: string, inner: string) => element(name, [element('TRNUID', 0), OK, inner]);

function statementOf(book: AccountBook): string {
  const { accountNumber, bankName } = book.account;
  const from = element('BANKACCTFROM', [
    element('BANKID', plain(bankName ?? '') || 'UNKNOWN'),
    element('ACCTID', (accountNumber ?? '').replace(/\s/g, '').slice(0, 22)),
    element('ACCTTYPE', 'CHECKING'),
  ]);
  return element('STMTRS', [element('CURDEF', book.account.currency ?? ''), from, ...listOf(book)]);
}

function cardOf(book: AccountBook): string {
  const id = element('ACCTID', (book.account.accountNumber ?? '').replace(/\s/g, '').slice(0, 22));
  return element('CCSTMTRS', [
    element('CURDEF', book.account.currency ?? ''),
    element('CCACCTFROM', [id]),
    ...listOf(book),
  ]);
}

function listOf(book: AccountBook): string[] {
  const { first, last } = daysOf(book);
  const seen = new Map<string, number>();
  const rows = book.rows.map(({ row }) => {
    const key = `${row.date}${decimals(row.amount, null)}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    const text = row.description.replace(/\s+/g, ' ').trim() || '-';
    return element('STMTTRN', [
      element('TRNTYPE', row.amount < 0 ? 'DEBIT' : 'CREDIT'),
      element('DTPOSTED', day(row.date ?? '')),
      element('TRNAMT', decimals(row.amount, book.account.currency)),
      // The same in every export of the same statement, so that nothing is imported twice.
      element('FITID', `${row.date}/${decimals(row.amount, null)}/${times}`),
      element('NAME', [...text].slice(0, LONGEST_NAME).join('')),
      [...text].length > LONGEST_NAME ? element('MEMO', [...text].slice(0, LONGEST_MEMO).join('')) : null,
    ]);
  });
  const range = [element('DTSTART', day(first ?? last ?? '')), element('DTEND', day(last ?? ''))];
  const balance = signed(book.account, book.account.closingBalance ?? 0);
  return [
    element('BANKTRANLIST', [...range, ...rows]),
    element('LEDGERBAL', [
      element('BALAMT', decimals(balance, book.account.currency)),
      element('DTASOF', day(last ?? '')),
    ]),
  ];
}

/** Noon, so that no zone moves it to another day. */
const day = (iso: string) => `${iso.replaceAll('-', '')}120000`;
const plain = (name: string) =>
  name
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 9)
    .toUpperCase();
