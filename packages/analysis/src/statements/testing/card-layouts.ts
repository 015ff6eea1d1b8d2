import { type BookEntry, money, signed, two } from './books.ts';
import { de, GERMAN, type Layout, left, MONTHS, plain, right } from './printing.ts';

/** Bills of credit cards: purchases make the debt larger. */
export const CARD_LAYOUTS: readonly Layout[] = [
  {
    name: 'en card: payments marked CR',
    plan: { opening: -90_000 },
    print: (book) =>
      [
        'Example Bank Credit Card Statement',
        'Card number 4000 XXXX XXXX 1234   Credit limit 9,000.00',
        `Statement date ${Number(book.end.slice(8))} ${MONTHS[Number(book.end.slice(5, 7)) - 1]} ${book.end.slice(0, 4)}`,
        `Previous balance ${signed(-book.opening)}`,
        `${left('Date', 9)}${left('Description', 40)}${right('Amount', 12)}`,
        ...book.entries.map(
          (entry) =>
            `${left(`${two(entry.date.day)} ${MONTHS[entry.date.month - 1]}`, 9)}${left(entry.text, 40)}${right(money(entry.amount), 12)}${entry.amount > 0 ? ' CR' : ''}`,
        ),
        `New balance ${signed(-book.closing)}`,
        'Minimum payment 25.00',
      ].join('\n'),
  },
  {
    name: 'en card: payments with a minus',
    plan: { opening: -90_000 },
    print: (book) =>
      [
        'Sample Visa card statement',
        'Card number ending 1234',
        `Statement period ${book.start} to ${book.end}`,
        `Previous balance $${signed(-book.opening)}`,
        `New balance $${signed(-book.closing)}`,
        'Minimum payment due $25.00',
        'Date Description Amount',
        ...book.entries.map(
          (entry) => `${entry.iso} ${entry.text} ${entry.amount > 0 ? '-' : ''}$${money(entry.amount)}`,
        ),
      ].join('\n'),
  },
  {
    name: 'de card: minus behind purchases',
    plan: { texts: GERMAN, opening: -90_000 },
    print: (book) => {
      const mark = (cents: number) => `${de(cents)}${cents < 0 ? ' -' : '+'}`;
      const short = ({ date }: BookEntry) => `${two(date.day)}.${two(date.month)}.${String(date.year).slice(2)}`;
      return [
        'Kreditkartenabrechnung der Musterbank',
        `VISA Card-Nummer: 4907 62XX XXXX 1084  Abrechnungsdatum: ${plain(book.end)}`,
        'Belegdatum Buchungsdatum Verwendungszweck Betrag in EUR',
        `${plain(book.start)} Saldo letzte Abrechnung ${mark(book.opening)}`,
        ...book.entries.map((entry) => `${short(entry)} ${short(entry)} ${entry.text} ${mark(entry.amount)}`),
        `Neuer Saldo ${mark(book.closing)}`,
      ].join('\n');
    },
  },
];
