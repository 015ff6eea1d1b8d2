import { type BookEntry, money, signed, two } from './books.ts';
import { dmy, type Layout, left, MONTHS, pick, plain, right } from './printing.ts';

/** Statements in English. */
export const ENGLISH_LAYOUTS: readonly Layout[] = [
  {
    name: 'en: money out, money in, balance at the end of the day, pages carried forward',
    print: (book) => {
      const rows = book.entries.map((entry, at) => {
        const last = book.entries[at + 1]?.iso !== entry.iso;
        const first = book.entries[at - 1]?.iso !== entry.iso || at % 12 === 0;
        const day = first ? `${two(entry.date.day)} ${MONTHS[entry.date.month - 1]}` : '';
        const amounts =
          right(pick(entry.amount < 0, money(entry.amount)), 12) +
          right(pick(entry.amount > 0, money(entry.amount)), 12);
        return `${left(day, 8)}${left(entry.text, 36)}${amounts}${right(pick(last, signed(entry.balance)), 14)}`;
      });
      const head = `${left('Date', 8)}${left('Payment details', 36)}${right('Money out', 12)}${right('Money in', 12)}${right('Balance', 14)}`;
      const pages: string[] = [];
      for (let at = 0; at < rows.length; at += 12) {
        const before = at === 0 ? book.opening : (book.entries[at - 1]?.balance ?? 0);
        const after = book.entries[Math.min(at + 11, rows.length - 1)]?.balance ?? 0;
        pages.push(
          [
            'Harbour & County Bank plc',
            'Account number 10203040  Sort code 00-11-22',
            `Your statement ${plain(book.start, '/')} to ${plain(book.end, '/')}`,
            head,
            `${left('', 8)}${left('Balance brought forward', 60)}${right(signed(before), 14)}`,
            ...rows.slice(at, at + 12),
            `${left('', 8)}${left('Balance carried forward', 60)}${right(signed(after), 14)}`,
            `Page ${at / 12 + 1} of ${Math.ceil(rows.length / 12)}`,
          ].join('\n'),
        );
      }
      return pages.join('\f');
    },
  },
  {
    name: 'en: deposits and withdrawals in sections, daily balances, month first',
    print: (book) => {
      const row = (entry: BookEntry) =>
        `${two(entry.date.month)}/${two(entry.date.day)}  ${left(entry.text, 40)} ${right(money(entry.amount), 12)}`;
      const ins = book.entries.filter((entry) => entry.amount > 0);
      const outs = book.entries.filter((entry) => entry.amount < 0);
      const total = (entries: readonly BookEntry[]) => money(entries.reduce((sum, { amount }) => sum + amount, 0));
      const daily = book.entries.filter((entry, at) => book.entries[at + 1]?.iso !== entry.iso);
      const [year, month, day] = book.end.split('-');
      return [
        'First Example Bank, N.A.                      Member FDIC',
        'Account number: 000 9988 7766',
        `Statement period: ${book.start.slice(5, 7)}/${book.start.slice(8)}/${book.start.slice(0, 4)} - ${month}/${day}/${year}`,
        '',
        'ACCOUNT SUMMARY',
        `Beginning balance on ${book.start.slice(5, 7)}/${book.start.slice(8)}            $${signed(book.opening)}`,
        `Ending balance on ${month}/${day}               $${signed(book.closing)}`,
        '',
        'DEPOSITS AND OTHER CREDITS',
        `Date   Description                              ${right('Amount', 12)}`,
        ...ins.map(row),
        `Total deposits and other credits              $${total(ins)}`,
        '',
        'WITHDRAWALS AND OTHER DEBITS',
        `Date   Description                              ${right('Amount', 12)}`,
        ...outs.map(row),
        `Total withdrawals and other debits            $${total(outs)}`,
        '',
        'DAILY BALANCE SUMMARY',
        ...daily.map(
          (entry) => `${two(entry.date.month)}/${two(entry.date.day)}   ${right(signed(entry.balance), 12)}`,
        ),
      ].join('\n');
    },
  },
  {
    name: 'en: newest first, currency signs, plus and minus',
    print: (book) =>
      [
        'Neon Bank',
        `Account statement ${book.start} to ${book.end}`,
        'IBAN LT00 1000 0111 0100 1000',
        `${left('Date', 14)}${left('Description', 36)}${right('Amount', 14)}${right('Balance', 16)}`,
        ...book.entries
          .toReversed()
          .map(
            (entry) =>
              `${left(entry.iso, 14)}${left(entry.text, 36)}${right(`${entry.amount < 0 ? '-' : '+'}€${money(entry.amount)}`, 14)}${right(`€${signed(entry.balance)}`, 16)}`,
          ),
        `${left('', 14)}${left('Opening balance', 36)}${right('', 14)}${right(`€${signed(book.opening)}`, 16)}`,
      ].join('\n'),
  },
  {
    name: 'en: DR and CR, overdrawn',
    plan: { opening: -120_055 },
    print: (book) => {
      const mark = (cents: number) => `${money(cents)} ${cents < 0 ? 'DR' : 'CR'}`;
      return [
        'Lion City Bank Ltd',
        'Account No: 012-345678-9',
        `Statement Period: ${plain(book.start, '/')} - ${plain(book.end, '/')}`,
        `${left('Date', 12)}${left('Particulars', 34)}${right('Amount', 15)}${right('Balance', 18)}`,
        `${left('', 12)}${left('BALANCE B/F', 49)}${right(mark(book.opening), 18)}`,
        ...book.entries.map(
          (entry) =>
            `${left(dmy(entry, '/'), 12)}${left(entry.text, 34)}${right(mark(entry.amount), 15)}${right(mark(entry.balance), 18)}`,
        ),
        `${left('', 12)}${left('BALANCE C/F', 49)}${right(mark(book.closing), 18)}`,
      ].join('\n');
    },
  },
  {
    name: 'en: overdrawn balances marked OD',
    plan: { opening: -5_000 },
    print: (book) => {
      const mark = (cents: number) => `${money(cents)}${cents < 0 ? ' OD' : ''}`;
      const columns = (debit: string, credit: string, balance: string) =>
        `${right(debit, 12)}${right(credit, 12)}${right(balance, 16)}`;
      return [
        'Overdraft Example Bank',
        `Statement period ${book.start} to ${book.end}`,
        `${left('Date', 12)}${left('Details', 34)}${columns('Payments', 'Receipts', 'Balance')}`,
        `${left('', 12)}${left('Brought forward', 34)}${columns('', '', mark(book.opening))}`,
        ...book.entries.map((entry) => {
          const debit = pick(entry.amount < 0, money(entry.amount));
          const credit = pick(entry.amount > 0, money(entry.amount));
          return `${left(dmy(entry, '/'), 12)}${left(entry.text, 34)}${columns(debit, credit, mark(entry.balance))}`;
        }),
      ].join('\n');
    },
  },
  {
    name: 'en: debit and credit columns lost, balance at the end of the day',
    print: (book) =>
      [
        'Plain Text Bank',
        `Statement period ${book.start} to ${book.end}`,
        'Date Description Paid out Paid in Balance',
        `Balance brought forward ${signed(book.opening)}`,
        ...book.entries.map((entry, at) => {
          const last = book.entries[at + 1]?.iso !== entry.iso;
          return `${dmy(entry, '/')} ${entry.text} ${money(entry.amount)}${pick(last, ` ${signed(entry.balance)}`)}`;
        }),
        `Balance carried forward ${signed(book.closing)}`,
      ].join('\n'),
  },
  {
    name: 'en: amounts in brackets, month names first',
    print: (book) =>
      [
        'Example Credit Union',
        'Acct # 5566778   Member: Sam Sample',
        `Period: ${MONTHS[Number(book.start.slice(5, 7)) - 1]} ${Number(book.start.slice(8))}, ${book.start.slice(0, 4)} - ${MONTHS[Number(book.end.slice(5, 7)) - 1]} ${Number(book.end.slice(8))}, ${book.end.slice(0, 4)}`,
        `${left('Date', 10)}${left('Transaction', 40)}${right('Amount', 14)}${right('Balance', 14)}`,
        `${left('', 10)}${left('Opening Balance', 40)}${right('', 14)}${right(signed(book.opening), 14)}`,
        ...book.entries.map((entry) => {
          const amount = entry.amount < 0 ? `(${money(entry.amount)})` : `${money(entry.amount)} `;
          const balance = entry.balance < 0 ? `(${money(entry.balance)})` : `${money(entry.balance)} `;
          return `${left(`${MONTHS[entry.date.month - 1]} ${two(entry.date.day)}`, 10)}${left(entry.text, 40)}${right(amount, 14)}${right(balance, 15)}`;
        }),
        `Ending Balance ${book.closing < 0 ? `(${money(book.closing)})` : money(book.closing)}`,
      ].join('\n'),
  },
  {
    name: 'en: yen, without decimals',
    print: (book) => {
      const yen = (cents: number) =>
        `${cents < 0 ? '-' : ''}${String(Math.abs(cents)).replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`;
      return [
        'Sakura Example Bank',
        `Statement ${book.start} to ${book.end}   Currency: JPY   Account number 1234567`,
        `${left('Date', 12)}${left('Details', 36)}${right('Withdrawals', 14)}${right('Deposits', 14)}${right('Balance', 14)}`,
        `${left('', 12)}${left('Balance brought forward', 64)}${right(yen(book.opening), 14)}`,
        ...book.entries.map(
          (entry) =>
            `${left(entry.iso, 12)}${left(entry.text, 36)}${right(pick(entry.amount < 0, yen(Math.abs(entry.amount))), 14)}${right(pick(entry.amount > 0, yen(entry.amount)), 14)}${right(yen(entry.balance), 14)}`,
        ),
        `${left('', 12)}${left('Closing balance', 64)}${right(yen(book.closing), 14)}`,
      ].join('\n');
    },
  },
];
