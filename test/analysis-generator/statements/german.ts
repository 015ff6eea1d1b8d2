import { addDays, printDate } from '../calendar.ts';
import { COMMA, digitsOf, signed } from '../money.ts';
import { headLine, line, pair, printDocument } from '../page.ts';
import { iban, inFours } from '../vocabulary/describe.ts';
import { GERMAN } from '../vocabulary/germanic.ts';
import { ledgerRows, left, right, type StatementLayout } from './layout.ts';
import { type Account, composeAccount, type Entry } from './ledger.ts';

const WIDTH = 92;

const euros = (minor: number) => digitsOf(minor, COMMA);
const trailing = (minor: number) => `${euros(minor)}${minor < 0 ? '-' : '+'}`;
const marked = (minor: number) => `${euros(minor)} ${minor < 0 ? 'S' : 'H'}`;
const day = (date: string) => printDate(date, 'dd.MM.yyyy');
const shortDay = (date: string) => `${printDate(date, 'dd.MM')}.`;

/** One column of amounts with the sign behind them, many lines of references, no balances beside rows. */
export const germanTrailingSign: StatementLayout = {
  name: 'de-trailing-sign',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yyyy', language: 'de' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: GERMAN,
      currency: 'EUR',
      accountNumber: inFours(iban('DE', random)),
      balances: 'none',
      bankName: 'Sparkasse Auental',
      overdraft: random.chance(0.4),
    }),
  ],
  render(accounts, random) {
    const [account] = accounts as [Account];
    const number = random.integer(1, 12);
    const table = {
      columns: [left('Datum', 12), left('Erläuterung', 56), right('Betrag EUR', 18)],
      description: 1,
      cells: (entry: Entry) => [day(entry.date), '', trailing(entry.amount)],
    };
    const balance = (date: string, minor: number) => pair(`Kontostand am ${day(date)}`, trailing(minor), WIDTH - 2);
    return printDocument(
      {
        height: 58,
        margin: 6,
        head: (page) => [
          account.bankName,
          pair('Kontoauszug', `Nr. ${number}/${account.period.end.slice(0, 4)}   Blatt ${page}`, WIDTH),
          pair(account.holder, `IBAN ${account.accountNumber}`, WIDTH),
          '',
        ],
      },
      [
        {
          before: [
            ...account.address,
            '',
            `Privatgirokonto, ${day(account.period.start)} - ${day(account.period.end)}`,
            '',
          ],
          head: [headLine(table.columns)],
          rows: [
            { lines: [balance(addDays(account.period.start, -1), account.opening)], running: account.opening },
            ...ledgerRows(table, account.printed),
          ],
          after: [
            balance(account.period.end, account.closing),
            '',
            `Anzahl Umsätze: ${account.booked.length}`,
            'Guthaben sind als Einlagen nach Maßgabe des Einlagensicherungsgesetzes entschädigungsfähig.',
          ],
        },
      ],
    );
  },
};

/** Booking and value days without a year, S and H behind amounts, and carry-over lines between sheets. */
export const germanMarks: StatementLayout = {
  name: 'de-soll-haben-marks',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd.MM', language: 'de' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: GERMAN,
      currency: 'EUR',
      accountNumber: inFours(iban('DE', random)),
      balances: 'none',
      bankName: random.pick(['Volksbank Nordheide eG', 'Raiffeisenbank Isargau eG']),
      overdraft: random.chance(0.4),
    }),
  ],
  render(accounts, random) {
    const [account] = accounts as [Account];
    const number = random.integer(1, 12);
    const table = {
      columns: [left('Bu-Tag', 6), left('Wert', 6), left('Vorgang', 54), right('', 18)],
      description: 2,
      gap: 1,
      cells: (entry: Entry) => [shortDay(entry.date), shortDay(entry.valueDate), '', marked(entry.amount)],
    };
    const label = (text: string, minor: number) => [line(table.columns, ['', '', text, marked(minor)], 1)];
    return printDocument(
      {
        height: 44,
        head: (page) => [
          account.bankName,
          pair(
            `EUR-Konto   Kontonummer ${account.accountNumber.replaceAll(' ', '').slice(-10)}`,
            `Kontoauszug Nr. ${number}/${account.period.end.slice(0, 4)}`,
            WIDTH,
          ),
          pair(`IBAN: ${account.accountNumber}`, `erstellt am ${day(account.period.end)} 22:31  Blatt ${page}`, WIDTH),
          '',
        ],
        carryOut: (running, page) => label(`Übertrag auf Blatt ${page + 1}`, running),
        carryIn: (running, page) => label(`Übertrag von Blatt ${page - 1}`, running),
      },
      [
        {
          before: [
            account.holder,
            ...account.address,
            `Auszugszeitraum ${day(account.period.start)} bis ${day(account.period.end)}`,
            '',
          ],
          head: [headLine(table.columns, 1)],
          rows: [
            {
              lines: label(`alter Kontostand vom ${day(addDays(account.period.start, -1))}`, account.opening),
              running: account.opening,
            },
            ...ledgerRows(table, account.printed),
          ],
          opening: account.opening,
          after: [
            ...label(`neuer Kontostand vom ${day(account.period.end)}`, account.closing),
            '',
            'Bitte beachten Sie die Hinweise auf der Rückseite.',
          ],
        },
      ],
    );
  },
};

/** A leading minus, the value day under the booking day, mandate and reference on lines of their own. */
export const germanValueDateBelow: StatementLayout = {
  name: 'de-value-date-below',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yyyy', language: 'de' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: GERMAN,
      currency: 'EUR',
      accountNumber: inFours(iban('DE', random)),
      balances: 'none',
      bankName: 'Hanse Direktbank AG',
    }),
  ],
  render(accounts, random) {
    const [account] = accounts as [Account];
    const columns = [left('Buchung', 12), left('Buchung / Verwendungszweck', 58), right('Betrag (EUR)', 16)];
    const rows = account.printed.map((entry) => {
      const [first = '', second = `Referenz NOTPROVIDED`, ...more] = entry.lines;
      return {
        lines: [
          line(columns, [day(entry.date), first, signed(entry.amount, COMMA)]),
          line(columns, [day(entry.valueDate), second]),
          ...more.map((text) => line(columns, ['', text])),
        ],
        running: entry.running,
      };
    });
    const right40 = (label: string, value: string) => pair(label, value, 60);
    return printDocument(
      {
        height: 56,
        margin: 2,
        head: (page) => [
          pair(account.bankName, `Seite ${page}`, WIDTH),
          pair('Girokonto', `IBAN ${account.accountNumber}`, WIDTH),
          '',
        ],
        foot: () => [
          '',
          'Hanse Direktbank AG, Kaistraße 40, Hamburg. Vorsitzende des Vorstands: Dr. E. Lorenz. HRB 70411',
        ],
      },
      [
        {
          before: [
            account.holder,
            ...account.address,
            '',
            right40('Datum', day(account.period.end)),
            right40('Auszugsnummer', String(random.integer(1, 12))),
            right40('Zeitraum', `${day(account.period.start)} - ${day(account.period.end)}`),
            right40('Eingeräumte Kontoüberziehung', '2.500,00 Euro'),
            right40('Alter Saldo', `${signed(account.opening, COMMA)} Euro`),
            right40('Neuer Saldo', `${signed(account.closing, COMMA)} Euro`),
            '',
          ],
          head: [headLine(columns), 'Valuta'],
          rows,
          after: [line(columns, ['', 'Neuer Saldo', signed(account.closing, COMMA)]), ''],
        },
      ],
    );
  },
};
