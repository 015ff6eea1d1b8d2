import { describe, expect, it } from 'vitest';
import { datesOf, resolvedDate, statementDateOrder, wrappedDate } from './days.ts';

const GERMAN = { order: 'dmy', decimal: ',' } as const;
const AMERICAN = { order: 'mdy', decimal: '.' } as const;

describe('datesOf', () => {
  it.each([
    ['01.04. 06.04. Miete', ['4-1', '4-6']],
    ['29.12. 31.12. Abschluss', ['12-29', '12-31']],
    ['18.06 Max 19.06 100,00', ['6-18', '6-19']],
    ['Habenzins bis 31.12. 32,16 H', ['12-31']],
  ])('%s', (line, days) => {
    expect(datesOf(line, GERMAN).map(({ month, day }) => `${month}-${day}`)).toEqual(days);
  });

  it.each([
    ['Oct 01        Rent', ['10-1']],
    ['03-15  Rent', ['3-15']],
    ['05JAN  Rent', ['1-5']],
    ['05JAN24 Rent', ['1-5']],
    ['03/27   Refund shop 24/7', ['3-27']],
    ['Coffee 12.10 beans', []],
  ])('%s', (line, days) => {
    expect(datesOf(line, AMERICAN).map(({ month, day }) => `${month}-${day}`)).toEqual(days);
  });
});

describe('resolvedDate', () => {
  const day = (month: number, date: number) => {
    const [token] = datesOf(`${String(date).padStart(2, '0')}.${String(month).padStart(2, '0')}.`, GERMAN);
    return token!;
  };

  it('puts December before January at the turn of the year', () => {
    const period = { start: '2023-12-10', end: '2024-01-18' };
    expect(resolvedDate(day(12, 28), period)).toBe('2023-12-28');
    expect(resolvedDate(day(1, 3), period)).toBe('2024-01-03');
  });

  it('takes the year before the end when only the end is known', () => {
    expect(resolvedDate(day(12, 28), { start: null, end: '2024-01-05' })).toBe('2023-12-28');
    expect(resolvedDate(day(1, 4), { start: null, end: '2024-01-05' })).toBe('2024-01-04');
  });

  it('knows leap days', () => {
    expect(resolvedDate(day(2, 29), { start: '2024-02-01', end: '2024-02-29' })).toBe('2024-02-29');
  });

  it('is null without any year', () => {
    expect(resolvedDate(day(2, 3), { start: null, end: null })).toBeNull();
  });
});

describe('statementDateOrder', () => {
  it('is decided by a day over twelve, else by the hint', () => {
    expect(statementDateOrder('03/27 Rent\n03/28 Fee', false)).toBe('mdy');
    expect(statementDateOrder('27/03 Rent\n28/03 Fee', true)).toBe('dmy');
    expect(statementDateOrder('03/04 Rent\n05/06 Fee', true)).toBe('mdy');
    expect(statementDateOrder('03/04 Rent\n05/06 Fee', false)).toBe('dmy');
  });
});

describe('wrappedDate', () => {
  it('finds the month of a day in one of the next lines', () => {
    expect(wrappedDate(['20', 'Sept. Transfer', '2024'])?.date).toMatchObject({ day: 20, month: 9 });
    expect(wrappedDate(['20', 'Transfer to a friend', 'Sam'])).toBeNull();
    expect(wrappedDate(['Page 20', 'Sept. Transfer'])).toBeNull();
  });
});
