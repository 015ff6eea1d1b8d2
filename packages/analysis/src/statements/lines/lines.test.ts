import { describe, expect, it } from 'vitest';
import { readSource } from '../../text/source.ts';
import { findHeads } from '../rows/heads.ts';
import { readStatementText } from './lines.ts';

const linesOf = (text: string) => readStatementText(readSource(text)).lines;
const labelsIn = (line: string) => linesOf(line).flatMap(({ labels }) => labels.map(({ kind }) => kind));

describe('labels of balances', () => {
  it.each([
    ['Opening balance   $2,410.55', ['opening']],
    ['01.07.2025 ALTER SALDO 82.536,92', ['opening']],
    ['Solde précédent au 01/05/2024     45 218,19', ['opening']],
    ['Nieuw saldo  EUR 12,00', ['closing']],
    ['*** Kontostand zum 10.08.2024 *** 15.523,37+', ['balance']],
    ['Übertrag auf Blatt 2      1.234,56+', ['carry']],
    ['Total withdrawals      1,776.85', ['debits']],
    ['B/F      1,234.56', ['carry']],
    ['CF 150 affitto      150,00', []],
    ['B F Goodrich      150.00', []],
    ['Average daily balance  1,234.00', ['other']],
    ['03.11.2025 Übertrag Girokonto 2.000,00', []],
    ['02 May Balance of the invoice 12.00', []],
    ['Der Kontostand kann Beträge mit späterer Wertstellung enthalten', ['other']],
  ])('%s', (line, kinds) => {
    expect(labelsIn(line)).toEqual(kinds);
  });
});

describe('findHeads', () => {
  const columns = (text: string) =>
    [...findHeads(linesOf(text)).values()].map(({ money }) => money.map(({ kind }) => kind));

  it('names the columns of money from left to right', () => {
    expect(columns('Date   Details    Paid out   Paid in   Balance')).toEqual([['debit', 'credit', 'balance']]);
    expect(columns('Datum Erläuterung Betrag Soll EUR Betrag Haben EUR')).toEqual([['debit', 'credit']]);
    expect(columns('F. Operación F. Valor Concepto Importe Saldo')).toEqual([['amount', 'balance']]);
  });

  it('joins the lines of a stacked head', () => {
    const text =
      'Buchungs- Wert-\ndatum stellung Buchungstext Belastungen Gutschriften\n24.10.2011 19.10.2011 Zins 100,00';
    expect(columns(text)).toEqual([['debit', 'credit']]);
  });

  it('takes neither summaries nor sentences', () => {
    expect(columns('PRODUKT ANFANGSSALDO ZAHLUNGSEINGANG ZAHLUNGSAUSGANG ENDSALDO')).toEqual([]);
    expect(columns('Please check the date and the amount of each payment in your statement carefully')).toEqual([]);
  });

  it('knows when the booking date is the second', () => {
    const [head] = findHeads(linesOf('Valutadatum Buchungstag Beschreibung Betrag (EUR)')).values();
    expect(head?.bookedSecond).toBe(true);
  });
});
