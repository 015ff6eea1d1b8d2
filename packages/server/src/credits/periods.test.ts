import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, monthAt, periodAt } from './periods.ts';

const iso = (time: number) => new Date(time).toISOString();
const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });

describe('periods (P8)', () => {
  it('that begin on the last days of a month end with it, and do not drift', () => {
    const anchor = Date.UTC(2027, 0, 31, 23, 59, 59, 999);
    expect(Array.from({ length: 15 }, (_, index) => iso(addMonths(anchor, index)).slice(0, 10))).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
      '2027-07-31',
      '2027-08-31',
      '2027-09-30',
      '2027-10-31',
      '2027-11-30',
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
    ]);
    expect(iso(addMonths(anchor, 1))).toBe('2027-02-28T23:59:59.999Z');
    expect(iso(addMonths(Date.UTC(2028, 1, 29), 12))).toBe('2029-02-28T00:00:00.000Z');
    expect(iso(addMonths(Date.UTC(2028, 1, 29), 48))).toBe('2032-02-29T00:00:00.000Z');
  });

  it('hold their instant, and follow each other without gaps', () => {
    fc.assert(
      fc.property(instant, fc.nat(40 * 366 * 86_400_000), fc.constantFrom(1, 12), (date, later, months) => {
        const anchor = date.getTime();
        const now = anchor + later;
        const period = periodAt(anchor, now, months);
        expect(period.start).toBeLessThanOrEqual(now);
        expect(period.end).toBeGreaterThan(now);
        expect(periodAt(anchor, period.start, months)).toEqual(period);
        expect(periodAt(anchor, period.end - 1, months)).toEqual(period);
        const next = periodAt(anchor, period.end, months);
        expect([next.index, next.start]).toEqual([period.index + 1, period.end]);
      }),
    );
  });

  it('before their anchor are the first', () => {
    expect(periodAt(1_000, 0)).toMatchObject({ index: 0, start: 1_000 });
  });

  it('of the calendar begin on the first, UTC', () => {
    const now = Date.UTC(2027, 11, 31, 23, 59, 59, 999);
    expect(monthAt(now)).toEqual({ start: Date.UTC(2027, 11), end: Date.UTC(2028, 0) });
    expect(monthAt(now + 1).start).toBe(Date.UTC(2028, 0));
  });
});
