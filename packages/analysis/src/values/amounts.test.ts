import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberStyle, parseAmount, scanAmounts } from './amounts.ts';

const value = (text: string) => parseAmount(text)?.value;

describe('the sign of a column', () => {
  it('stands left of its sum, and is not the one of the sum before it', () => {
    const text = 'Oak boards   12,00 €     918,46 €\nTotal  $     918.46';
    const found = scanAmounts(text, numberStyle(text)).map(({ start, end }) => text.slice(start, end));
    expect(found.slice(0, 2)).toEqual(['12,00 €', '918,46 €']);
  });

  it.each(['12,00 €', '12,00  €', '12,00- €'])('is not the one of %s, however wide the gap behind it is', (before) => {
    for (let gap = 2; gap < 20; gap += 1) {
      const text = `Oak boards   ${before}${' '.repeat(gap)}918,46 €`;
      const last = scanAmounts(text, numberStyle(text)).at(-1);
      expect(text.slice(last?.start, last?.end), `${gap} blanks`).toBe('918,46 €');
    }
  });
});

describe('sums in rand', () => {
  it('have blanks among their thousands', () => {
    const text = 'Tyres  R 2 390.00\nTotal  R 2 875.00';
    expect(scanAmounts(text, numberStyle(text)).map((amount) => amount.value)).toEqual([2390, 2875]);
  });
});

describe('an amount', () => {
  it.each([
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ["1'234.56", 1234.56],
    ['1 234,56', 1234.56],
    ['1\u00a0234\u00a0567,89', 1234567.89],
    ['1,23,456.00', 123456],
    ['(123.45)', -123.45],
    ['123.45-', -123.45],
    ['-123.45', -123.45],
    ['\u2212123,45', -123.45],
    ['.50', 0.5],
    ['0.10', 0.1],
    ['12.345.678', 12345678],
  ])('%s is %d', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it.each([
    ['$5.00', 5, 'USD'],
    ['-$5.00', -5, 'USD'],
    ['$     918.46', 918.46, 'USD'],
    ['$-5.00', -5, 'USD'],
    ['RM-0.20', -0.2, 'MYR'],
    ['RM.50', 0.5, 'MYR'],
    ['5,00 €', 5, 'EUR'],
    ['EUR 5,00', 5, 'EUR'],
    ['5.00 CHF', 5, 'CHF'],
    ['£12', 12, 'GBP'],
    ['Rp 15.000', 15000, 'IDR'],
  ])('%s has a currency', (text, expected, currency) => {
    expect(parseAmount(text)).toMatchObject({ value: expected, currency });
  });

  it('can be marked as credit or debit', () => {
    expect(parseAmount('12.00 CR')?.marker).toBe('credit');
    expect(parseAmount('12,00 S')?.marker).toBe('debit');
  });

  it('knows percentages', () => {
    expect(scanAmounts('19 % of 100.00').map((amount) => amount.percent)).toEqual([true, false]);
  });

  it.each(['12.05.2018', '192.168.1.1', '1.23.4567', 'twelve', '', '123456789012345678901234567890'])(
    'is not in %j',
    (text) => {
      expect(scanAmounts(text)).toEqual([]);
    },
  );

  it('with three digits behind its separator is read by the habits of the document', () => {
    const german = numberStyle('Summe 1.234,50 und 12,00');
    const english = numberStyle('Sum 1,234.50 and 12.00');
    expect(numberStyle('Total KWD 3.750, change 1.250').decimal).toBe('.');
    expect(scanAmounts('2.500', german)[0]?.value).toBe(2500);
    expect(scanAmounts('2.500', english)[0]?.value).toBe(2.5);
    expect(scanAmounts('2,500', english)[0]?.value).toBe(2500);
  });

  it('does not swallow a count in front of it', () => {
    expect(scanAmounts('5 RM 10.00').map((amount) => [amount.value, amount.currency])).toEqual([
      [5, null],
      [10, 'MYR'],
    ]);
    expect(scanAmounts('Stk 2 100,00', numberStyle('Stk 2 100,00')).map((amount) => amount.value)).toEqual([2, 100]);
  });

  it('is grouped by a space where nothing else can be meant', () => {
    const repeated = 'Te 1 120,00\nATT BETALA 1 369,45\nKort 1 369,45\nMoms 1 369,45';
    for (const text of ['Kaffe 40,20\nATT BETALA 1 069,45', repeated]) expect(numberStyle(text).spaceGroups).toBe(true);
    expect(numberStyle('Te 1 120,00\nKaffe 2 240,00').spaceGroups).toBe(false);
  });

  it('is negative with a minus behind it, and with the code of a tax behind that', () => {
    expect(scanAmounts('COUPON  4.00-A').map(({ value }) => value)).toEqual([-4]);
    expect(scanAmounts('A4.00-80').map(({ value }) => value)).not.toContain(-4);
  });

  it('is exact for every amount of cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_99 }), (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(parseAmount(text)?.exact).toBe(cents * 100);
        expect(parseAmount(text)?.value).toBe(Number(text));
      }),
    );
  });
});
