import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, pickPeriod, printDate } from './calendar.ts';
import { randomFrom } from './random.ts';

describe('printDate', () => {
  it('prints each pattern that a layout uses', () => {
    expect(printDate('2024-03-07', 'MM/dd')).toBe('03/07');
    expect(printDate('2024-03-07', 'M/d')).toBe('3/7');
    expect(printDate('2024-03-07', 'dd.MM.yy')).toBe('07.03.24');
    expect(printDate('2024-03-07', 'd MMM yyyy')).toBe('7 Mar 2024');
    expect(printDate('2024-03-07', 'MMMM d, yyyy')).toBe('March 7, 2024');
    expect(printDate('2024-03-07', 'd. MMMM yyyy', 'de')).toBe('7. März 2024');
    expect(printDate('2024-03-07', 'd MMMM yyyy', 'fr')).toBe('7 mars 2024');
  });
});

describe('days', () => {
  it('are counted over months and years', () => {
    expect(addDays('2023-12-30', 3)).toBe('2024-01-02');
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
    expect(daysBetween('2023-12-30', '2024-01-02')).toBe(3);
  });
});

describe('pickPeriod', () => {
  it('gives periods of about a month, some of them over the turn of the year', () => {
    const periods = Array.from({ length: 200 }, (_, seed) => pickPeriod(randomFrom('period', seed)));
    for (const { start, end } of periods) {
      expect(daysBetween(start, end)).toBeGreaterThanOrEqual(27);
      expect(daysBetween(start, end)).toBeLessThanOrEqual(33);
    }
    const turns = periods.filter(({ start, end }) => start.slice(0, 4) !== end.slice(0, 4));
    expect(turns.length).toBeGreaterThan(20);
    expect(turns.length).toBeLessThan(150);
  });
});
