import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerStatement } from './answer.ts';

/** Whatever the text, the answer keeps its promises. */

const PIECES = [
  '01.02.2024',
  '03/15',
  'Mar 5',
  '2024-02-30',
  '31.12.',
  '20',
  'Sept.',
  '1.234,56',
  '-12.50',
  '(3.00)',
  '5,00 S',
  '7.00 CR',
  '€ 1 500',
  '12,34,567.89',
  '042,287',
  '100%',
  'Opening balance',
  'Neuer Saldo',
  'Solde au',
  'Übertrag',
  'Total debits',
  'Date Description Amount Balance',
  'Datum Text Soll Haben',
  'Deposits and other credits',
  'Daily balance summary',
  'Kreditkartenabrechnung',
  'IBAN DE00 1111 2222 3333 4444 55',
  'Herr',
  'Rent',
  'Lastschrift',
  '\n',
  '\n',
  '\n',
  '\n\n',
  '\f',
  '\t',
  '   ',
  ' ',
  '-',
  '+',
  '\u00a0',
  '\u200b',
  '\ud800',
  '💶',
  'Page 1 of 2',
  '   250.00      1,000.00',
];

const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 80 }).map((pieces) => pieces.join(' '));

describe('answerStatement on any text', () => {
  it('answers in the promised shape', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { transactions, transactionCount, verification, evidence } = answerStatement(text, {
          includeEvidence: true,
        });
        expect(transactionCount).toBe(transactions.length);
        for (const { date, amount, balance, type, balanceSource, description } of transactions) {
          expect(date === null || /^\d{4}-\d\d-\d\d$/.test(date)).toBe(true);
          expect(Number.isFinite(amount) && !Object.is(amount, -0)).toBe(true);
          expect(type).toBe(amount < 0 ? 'debit' : 'credit');
          expect(balance === null).toBe(balanceSource === null);
          expect(description).not.toMatch(/[\n\r\t]/);
        }
        for (const { start, end } of Object.values(evidence ?? {})) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
        if (verification.status === 'verified') expect(verification.checks.every(({ ok }) => ok)).toBe(true);
      }),
      { numRuns: 1500, seed: 9 },
    );
  });

  it('prints every amount that it returns', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { transactions, evidence } = answerStatement(text, { includeEvidence: true });
        for (const [at, { amount }] of transactions.entries()) {
          const { start = 0, end = 0 } = evidence?.[`transactions.${at}.amount`] ?? {};
          const digits = text.slice(start, end).replace(/\D/g, '').replace(/^0+/, '');
          expect(String(Math.round(Math.abs(amount) * 100)).replace(/0+$/, '')).toBe(digits.replace(/0+$/, '') || '');
        }
      }),
      { numRuns: 500, seed: 10 },
    );
  });

  it('answers the same for the same text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(answerStatement(text)).toEqual(answerStatement(text));
      }),
      { numRuns: 100, seed: 11 },
    );
  });
});
