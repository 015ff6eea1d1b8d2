import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datesOf } from './days.ts';
import { type FigureStyle, figureStyle, figuresOf } from './figures.ts';

const COMMA: FigureStyle = { numbers: { decimal: ',', spaceGroups: false }, whole: false };
const POINT: FigureStyle = { numbers: { decimal: '.', spaceGroups: false }, whole: false };

function read(line: string, style: FigureStyle): (readonly [number, number])[] {
  const dates = datesOf(line, { order: 'dmy', decimal: style.numbers.decimal });
  return figuresOf(line, dates, style).map(({ size, mark }) => [size / 10_000, mark] as const);
}

describe('figuresOf', () => {
  it.each<[string, FigureStyle, [number, number][]]>([
    ['Rent 1,250.00', POINT, [[1250, 0]]],
    ['Rent -1,250.00', POINT, [[1250, -1]]],
    [
      'Rent (27.74)      73.00',
      POINT,
      [
        [27.74, -1],
        [73, 0],
      ],
    ],
    [
      'Salary 12.50 CR 40.00 DR',
      POINT,
      [
        [12.5, 1],
        [40, -1],
      ],
    ],
    ['Salary 266.43CR', POINT, [[266.43, 1]]],
    ['Miete 1.250,00-', COMMA, [[1250, -1]]],
    ['Auszahlung 18.500,00 -', COMMA, [[18_500, -1]]],
    ['Gutschrift 17.700,00+', COMMA, [[17_700, 1]]],
    ['alter Kontostand  0,00 H', COMMA, [[0, 1]]],
    ['Abrechnung 0,15S', COMMA, [[0.15, -1]]],
    ['Bakker 12,50 D', COMMA, [[12.5, -1]]],
    [
      '50 € 1.064,40 €',
      COMMA,
      [
        [50, 0],
        [1064.4, 0],
      ],
    ],
    ['Zahlung -€5,379.34', POINT, [[5379.34, -1]]],
    ['02.01. 02.01. Zinsen zu 2,000 % 4,76-', COMMA, [[4.76, -1]]],
    ['KAUFUMSATZ 28.09 15.30 103809', COMMA, []],
    ['DATUM 17.09.2018, 16.24 UHR', POINT, []],
    ['Street 12.50 C Avenue', POINT, [[12.5, 0]]],
    ['Store #552 ref 00123', POINT, []],
  ])('%s', (line, style, figures) => {
    expect(read(line, style)).toEqual(figures);
  });

  it('reads whole numbers as money only where the document prints no decimals', () => {
    const yen: FigureStyle = { numbers: { decimal: null, spaceGroups: false }, whole: true };
    expect(read('Rent      34,851     120,000', yen)).toEqual([
      [34_851, 0],
      [120_000, 0],
    ]);
    expect(read('Rent      34,851     120,000', POINT)).toEqual([]);
  });

  it('stays inside the line and never reads a number twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,- +()€$ CDRHS%/'), maxLength: 60 }), (line) => {
        const figures = figuresOf(line, [], COMMA);
        for (const [at, { start, end }] of figures.entries()) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(line.length);
          expect(start).toBeGreaterThanOrEqual(at === 0 ? 0 : (figures[at - 1]?.edge ?? 0));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('figureStyle', () => {
  it('takes the decimal separator from money and not from dates', () => {
    expect(figureStyle('01.04. 06.04. Rent 5,90\n02.04. 03.04. Fee 7,10').numbers.decimal).toBe(',');
    expect(figureStyle('22.01.09 21.01.09 Rent 18.500,00 -').numbers.decimal).toBe(',');
    expect(figureStyle('Balance 1,000.00').numbers.decimal).toBe('.');
  });

  it('groups by spaces only where nothing else groups', () => {
    expect(figureStyle('Solde 10 500,00').numbers.spaceGroups).toBe(true);
    expect(figureStyle('Ref 118 500,00\nSolde 1.234,00').numbers.spaceGroups).toBe(false);
  });
});
