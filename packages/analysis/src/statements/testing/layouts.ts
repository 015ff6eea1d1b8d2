import { type Book, type BookEntry, type BookPlan, bookOf, money, signed, two } from './books.ts';

/** Invented statements: how banks of several countries could print a book. */

export interface Layout {
  readonly name: string;
  readonly plan?: Partial<BookPlan>;
  readonly print: (book: Book) => string;
}

const left = (text: string, width: number) => text.slice(0, width).padEnd(width);
const right = (text: string, width: number) => text.padStart(width);
const dmy = ({ date }: BookEntry, point = '.') => `${two(date.day)}${point}${two(date.month)}${point}${date.year}`;
const plain = (iso: string, point = '.') => iso.split('-').reverse().join(point);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const de = (cents: number) => money(cents, ',', '.');
const fr = (cents: number) => money(cents, ',', ' ');
const pick = (condition: boolean, text: string) => (condition ? text : '');

const GERMAN = {
  credit: ['Gutschrift Muster GmbH', 'Gehalt Nordwind KG', 'Habenzinsen', 'Rückzahlung Versandhaus'],
  debit: ['Lastschrift Stadtwerke', 'Kartenzahlung Bäckerei 4', 'Dauerauftrag Miete', 'Entgelt Kontoführung'],
};
const FRENCH = {
  credit: ['Virement reçu Dupont', 'Salaire Exemple SARL', 'Remise de chèque 4411'],
  debit: ['Prélèvement Énergie', 'Paiement carte Boulangerie', 'Retrait guichet 12', 'Frais de tenue'],
};

export const LAYOUTS: readonly Layout[] = [
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
    name: 'de: one amount with a sign behind, lines wrapped, carried over pages',
    plan: { texts: GERMAN },
    print: (book) => {
      const row = (entry: BookEntry) =>
        `${dmy(entry)} ${dmy(entry)} ${left(entry.text, 34)}${right(de(entry.amount), 14)}${entry.amount < 0 ? '-' : '+'}\n` +
        '                      Ref. 2024 118/77 Muster 12,5 kg\n                      End-to-End 00471';
      const mark = (cents: number) => `${de(cents)}${cents < 0 ? '-' : '+'}`;
      const middle = Math.ceil(book.entries.length / 2);
      const carried = book.entries[middle - 1]?.balance ?? book.opening;
      return [
        'Sparbank Musterstadt eG',
        `Kontoauszug 3/2024 vom ${plain(book.end)}`,
        'IBAN: DE00 1111 2222 3333 4444 55   Kontoinhaber: Erika Beispiel',
        'Buchung    Wert       Erläuterung                             Betrag EUR',
        `Alter Saldo vom ${plain(book.start)}                        ${right(mark(book.opening), 16)}`,
        ...book.entries.slice(0, middle).map(row),
        `Übertrag auf Blatt 2                                  ${right(mark(carried), 16)}`,
        'Seite 1 von 2',
        'Buchung    Wert       Erläuterung                             Betrag EUR',
        `Übertrag von Blatt 1                                  ${right(mark(carried), 16)}`,
        ...book.entries.slice(middle).map(row),
        `Neuer Saldo vom ${plain(book.end)}                        ${right(mark(book.closing), 16)}`,
        'Guthaben sind als Einlagen nach Maßgabe des Gesetzes entschädigungsfähig, höchstens 100.000,00 EUR.',
      ].join('\n');
    },
  },
  {
    name: 'de: S and H behind, no years, over the turn of the year, no layout',
    plan: { texts: GERMAN, start: '2023-12-10', days: 40 },
    print: (book) => {
      const mark = (cents: number) => `${de(cents)} ${cents < 0 ? 'S' : 'H'}`;
      const day = ({ date }: BookEntry) => `${two(date.day)}.${two(date.month)}.`;
      return [
        'Volksbank Beispielland eG',
        `Kontonummer 123456789 Kontoauszug Nr. 1/2024 erstellt am ${plain(book.end)}`,
        'Bu-Tag Wert Vorgang',
        `alter Kontostand vom ${plain(book.start)} ${mark(book.opening)}`,
        ...book.entries.map(
          (entry) => `${day(entry)} ${day(entry)} ${entry.text} ${mark(entry.amount)}\nKunde 77 Vertrag A-12`,
        ),
        `neuer Kontostand vom ${plain(book.end)} ${mark(book.closing)}`,
      ].join('\n');
    },
  },
  {
    name: 'fr: débit et crédit, groupes par espaces, totaux',
    plan: { texts: FRENCH, opening: 1_234_567 },
    print: (book) => {
      const sum = (sign: number) =>
        fr(book.entries.reduce((total, { amount }) => total + (Math.sign(amount) === sign ? amount : 0), 0));
      return [
        "Banque de l'Exemple",
        'Relevé de compte   N° de compte 00040 03128 00012345678 90   IBAN FR76 3000 4000 0312 3456 7890 143',
        `Période du ${plain(book.start, '/')} au ${plain(book.end, '/')}`,
        `${left('Date', 12)}${left('Libellé des opérations', 38)}${left('Valeur', 12)}${right('Débit', 12)}${right('Crédit', 14)}`,
        `${left('', 12)}${left(`SOLDE CREDITEUR AU ${plain(book.start, '/')}`, 50)}${right('', 12)}${right(fr(book.opening), 14)}`,
        ...book.entries.map(
          (entry) =>
            `${left(dmy(entry, '/'), 12)}${left(entry.text, 38)}${left(dmy(entry, '/'), 12)}${right(pick(entry.amount < 0, fr(entry.amount)), 12)}${right(pick(entry.amount > 0, fr(entry.amount)), 14)}`,
        ),
        `${left('', 12)}${left('TOTAL DES OPERATIONS', 50)}${right(sum(-1), 12)}${right(sum(1), 14)}`,
        `${left('', 12)}${left(`SOLDE CREDITEUR AU ${plain(book.end, '/')}`, 50)}${right('', 12)}${right(fr(book.closing), 14)}`,
      ].join('\n');
    },
  },
  {
    name: 'es: importe con signo y saldo',
    plan: {
      texts: {
        credit: ['Nómina Ejemplo SA', 'Transferencia recibida'],
        debit: ['Recibo Agua', 'Compra tarjeta 1188', 'Comisión'],
      },
    },
    print: (book) =>
      [
        'Banco del Ejemplo, S.A.',
        'Titular: Ana Muestra   Número de cuenta: ES91 2100 0418 4502 0005 1332',
        `Extracto del ${plain(book.start, '/')} al ${plain(book.end, '/')}   Divisa: EUR`,
        `Saldo anterior: ${signed(book.opening, ',', '.')}`,
        'F. Operación F. Valor Concepto Importe Saldo',
        ...book.entries.map(
          (entry) =>
            `${dmy(entry, '/')} ${dmy(entry, '/')} ${entry.text} ${signed(entry.amount, ',', '.')} ${signed(entry.balance, ',', '.')}`,
        ),
        `Saldo final: ${signed(book.closing, ',', '.')}`,
      ].join('\n'),
  },
  {
    name: 'it: dare e avere, saldo iniziale e finale',
    plan: {
      texts: {
        credit: ['Bonifico a vostro favore', 'Stipendio'],
        debit: ['Pagamento POS 22', 'Addebito utenza luce', 'Prelievo bancomat'],
      },
    },
    print: (book) => {
      const balance = (day: string, cents: number, name: string) =>
        `${left(plain(day, '/'), 24)}${right(pick(cents < 0, de(cents)), 13)}${right(pick(cents >= 0, de(cents)), 13)}   ${name}`;
      return [
        'Banca Esempio S.p.A.',
        `Estratto conto al ${plain(book.end, '/')}   Conto n. 12345/678   Intestatario: Rossi Prova`,
        `${left('Data', 12)}${left('Valuta', 12)}${right('Dare', 13)}${right('Avere', 13)}   Descrizione operazioni`,
        balance(book.start, book.opening, 'SALDO INIZIALE'),
        ...book.entries.map(
          (entry) =>
            `${left(dmy(entry, '/'), 12)}${left(dmy(entry, '/'), 12)}${right(pick(entry.amount < 0, de(entry.amount)), 13)}${right(pick(entry.amount > 0, de(entry.amount)), 13)}   ${entry.text}`,
        ),
        balance(book.end, book.closing, 'SALDO FINALE'),
      ].join('\n');
    },
  },
  {
    name: 'nl: af en bij als woord',
    plan: {
      texts: {
        credit: ['Salaris Voorbeeld BV', 'Terugbetaling'],
        debit: ['Betaalautomaat Bakker', 'Incasso Energie', 'Geldopname'],
      },
    },
    print: (book) =>
      [
        'Voorbeeld Bank N.V.',
        'Rekeningnummer NL00 VOOR 0123 4567 89   Rekeninghouder: J. Jansen',
        `Periode ${plain(book.start, '-')} t/m ${plain(book.end, '-')}`,
        `Vorig saldo  EUR ${signed(book.opening, ',', '.')}`,
        `${left('Datum', 12)}${left('Omschrijving', 34)}${left('Af Bij', 8)}${right('Bedrag', 12)}`,
        ...book.entries.map(
          (entry) =>
            `${left(dmy(entry, '-'), 12)}${left(entry.text, 34)}${left(entry.amount < 0 ? 'Af' : 'Bij', 8)}${right(de(entry.amount), 12)}`,
        ),
        `Nieuw saldo  EUR ${signed(book.closing, ',', '.')}`,
      ].join('\n'),
  },
  {
    name: 'ch: apostrophes, debit and credit columns lost, balance behind the value date',
    plan: { texts: GERMAN },
    print: (book) => {
      const ch = (cents: number) => signed(cents, '.', "'");
      return [
        'Kantonalbank Beispiel',
        'Kontoauszug in CHF IBAN CH00 0070 0110 0012 3456 7',
        `Vom ${plain(book.start)} bis ${plain(book.end)}`,
        `Saldo per ${plain(book.start)} ${ch(book.opening)}`,
        `Saldo per ${plain(book.end)} ${ch(book.closing)}`,
        'Datum Information Belastung Gutschrift Valuta Saldo',
        ...book.entries.map(
          (entry) => `${dmy(entry)} ${entry.text} ${ch(Math.abs(entry.amount))} ${dmy(entry)} ${ch(entry.balance)}`,
        ),
        `Total CHF ${ch(book.closing)}`,
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
    name: 'de: description before the date, value date below',
    plan: { texts: GERMAN },
    print: (book) =>
      [
        'Direktbank Beispiel SE',
        `Kontoauszug Nr. 4/2024\n${plain(book.start)} bis ${plain(book.end)}`,
        'Beschreibung Verbuchungsdatum Betrag',
        ...book.entries.map(
          (entry) =>
            `${entry.text} ${dmy(entry)} ${entry.amount < 0 ? '-' : '+'}${de(entry.amount)}€\nWertstellung ${dmy(entry)}`,
        ),
        'IBAN: DE00999911112222333344',
        `Übersicht\nDein alter Kontostand ${signed(book.opening, ',', '.')}€`,
        `Dein neuer Kontostand ${signed(book.closing, ',', '.')}€`,
      ].join('\n'),
  },
  {
    name: 'pl: a head in a language that is not known',
    print: (book) =>
      [
        'Przykład',
        `Od ${book.start} do ${book.end}`,
        `Saldo początkowe ${signed(book.opening, ',', ' ')}`,
        `${left('Zaksięgowano', 14)}${left('Rodzaj', 36)}${right('Kwota', 14)}${right('Po operacji', 16)}`,
        ...book.entries.map(
          (entry) =>
            `${left(entry.iso, 14)}${left(entry.text, 36)}${right(signed(entry.amount, ',', ' '), 14)}${right(signed(entry.balance, ',', ' '), 16)}`,
        ),
        `Saldo końcowe ${signed(book.closing, ',', ' ')}`,
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
  {
    name: 'de: amount and balance before the text',
    plan: { texts: GERMAN },
    print: (book) =>
      [
        'Konsumbank Österreich AG',
        `Kontonummer: 12-34567-8901   Kontoinhaber: Max Muster`,
        `Kontostand per ${plain(book.start)} Kontostand per ${plain(book.end)}`,
        `€ ${signed(book.opening, ',', '.')} € ${signed(book.closing, ',', '.')}`,
        'Buchungsdatum Valutadatum Betrag Saldo Buchungstext',
        ...book.entries.map(
          (entry) =>
            `${dmy(entry)} ${dmy(entry)} ${signed(entry.amount, ',', '.')} ${signed(entry.balance, ',', '.')} ${entry.text}`,
        ),
      ].join('\n'),
  },
];

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

/** A statement of a layout with its book. */
export function invent(layout: Layout, seed: number, count: number): { text: string; book: Book } {
  const book = bookOf({ seed, count, ...layout.plan });
  return { text: layout.print(book), book };
}
