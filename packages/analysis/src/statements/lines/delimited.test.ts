import { describe, expect, it } from 'vitest';
import { readSource } from '../../text/source.ts';
import { withDelimitersAsTabs, withPlainGaps } from './delimited.ts';

const cells = (text: string) => withDelimitersAsTabs(readSource(text)).text;

describe('withDelimitersAsTabs', () => {
  it('makes cells of comma-separated values, and leaves commas in quotes', () => {
    const text = 'Date,Details,Amount\n01/05/2026,"Rent, May","1,200.00"\n01/06/2026,Tea,3.10';
    expect(cells(text)).toBe('Date\tDetails\tAmount\n01/05/2026\t Rent, May \t 1,200.00 \n01/06/2026\tTea\t3.10');
  });

  it('moves no character', () => {
    const text = '"Buchung";"Text";"Betrag"\n"01.05.2026";"Er sagte ""ja""";"-1,50"';
    expect(cells(text)).toHaveLength(text.length);
    expect(cells(text).indexOf('-1,50')).toBe(text.indexOf('-1,50'));
  });

  it('finds the table below lines with as many delimiters', () => {
    expect(cells('Bank;;\nKonto;123;\nDatum;Text;Betrag\n01.05.2026;Miete;-800,00')).not.toContain(';');
  });

  it.each([
    'Dear customer, thank you, and goodbye.\nWe wrote, you read, they slept.',
    'Opening balance 1,234.56\n01/05/2026 Rent 1,200.00 34.56',
    'Date\tText\tAmount\n01/05/2026\tRent, May\t1,200.00',
  ])('leaves other text alone: %s', (text) => {
    expect(cells(text)).toBe(text);
  });
});

describe('withPlainGaps', () => {
  it('turns the no-break spaces of gaps into blanks, and keeps those inside numbers', () => {
    const { text } = withPlainGaps(readSource('Rent\u00a0\u00a0 1\u00a0200,00'));
    expect(text).toBe('Rent   1\u00a0200,00');
  });
});
