import { type BookEntry, signed, two } from './books.ts';
import { de, dmy, FRENCH, fr, GERMAN, type Layout, left, pick, plain, right } from './printing.ts';

/** Statements in other languages. */
export const OTHER_LAYOUTS: readonly Layout[] = [
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
