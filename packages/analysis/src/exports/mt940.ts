import { type Exported, exportedAs, missingOf } from './exported.ts';
import { type AccountBook, booksOf, daysOf, decimals, type StatementData, signed, undated } from './statement-data.ts';

/** SWIFT MT940: a customer statement, in its text block only, as programs for accounts import it. */

const LINE = 65;
const LINES = 6;
const LONGEST_ACCOUNT = 35;

export function mt940(statement: StatementData): Exported {
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
  const write = () => books.map((book, at) => `${messageOf(book, at).join('\r\n')}\r\n-\r\n`).join('');
  return exportedAs('mt940', 'text/plain; charset=us-ascii', { missing, write });
}

function messageOf(book: AccountBook, at: number): string[] {
  const { account, rows } = book;
  const { first, last } = daysOf(book);
  const balance = (tag: string, value: number | null, date: string | null) => {
    const own = signed(account, value ?? 0);
    return `:${tag}:${own < 0 ? 'D' : 'C'}${day(date)}${account.currency}${figure(own, account.currency)}`;
  };
  return [
    `:20:STMT${day(last)}${at + 1}`,
    `:25:${swift((account.accountNumber ?? '').replace(/\s/g, '')).slice(0, LONGEST_ACCOUNT)}`,
    ':28C:00001/001',
    balance('60F', account.openingBalance, first ?? last),
    ...rows.flatMap(({ row }) => [
      `:61:${day(row.valueDate ?? row.date)}${day(row.date).slice(2)}${row.amount < 0 ? 'D' : 'C'}${figure(row.amount, account.currency)}NTRFNONREF`,
      ...information(row.description),
    ]),
    balance('62F', account.closingBalance, last),
  ];
}

/** `:86:` and its lines; none may begin like a tag. */
function information(text: string): string[] {
  const plain = swift(text).slice(0, LINE * LINES);
  const lines = plain.match(new RegExp(`.{1,${LINE}}`, 'g')) ?? ['-'];
  return [`:86:${lines.map((line) => line.replace(/^[:-]/, ' ')).join('\r\n')}`];
}

const day = (iso: string | null) => (iso ?? '').replaceAll('-', '').slice(2);
const figure = (amount: number, currency: string | null) => {
  const text = decimals(Math.abs(amount), currency).replace('.', ',');
  return text.includes(',') ? text : `${text},`;
};

/** Letters without accents, and only what the X character set of SWIFT has. */
function swift(text: string): string {
  return text
    .replaceAll('ß', 'ss')
    .replaceAll('€', 'EUR')
    .replace(/[øØ]/g, 'o')
    .replace(/[æÆ]/g, 'ae')
    .replace(/[łŁ]/g, 'l')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9/?:().,'+ -]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
