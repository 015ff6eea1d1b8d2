import { describe, expect, it } from 'vitest';
import { dateOrder, isoDate, parseDate, readsOneWay, scanDates } from './dates.ts';

describe('a date', () => {
  it.each([
    ['2024-02-29', '2024-02-29'],
    ['2024/3/7', '2024-03-07'],
    ['29.02.2024', '2024-02-29'],
    ['5. März 2024', '2024-03-05'],
    ['1er août 2023', '2023-08-01'],
    ['3 de enero de 2024', '2024-01-03'],
    ['14 luglio 2023', '2023-07-14'],
    ['9 mei 2024', '2024-05-09'],
    ['May 9, 2024', '2024-05-09'],
    ['Sept. 30 2024', '2024-09-30'],
    ['09-Oct-24', '2024-10-09'],
    ['12JAN18', '2018-01-12'],
    ['31/12/99', '1999-12-31'],
    ['20240131', '2024-01-31'],
    ['14/06/2568', '2025-06-14'],
  ])('%s is %s', (text, iso) => {
    expect(parseDate(text)).toBe(iso);
  });

  it.each(['29.02.2023', '31/04/2024', '2024-13-01', '1/2', '12.50', 'May', '', '10.20.30.40'])('is not %j', (text) => {
    expect(parseDate(text)).toBeNull();
  });

  it('puts the day or the month first as the whole document does', () => {
    expect(dateOrder('03/04/2024 and 03/25/2024')).toBe('mdy');
    expect(dateOrder('03/04/2024 and 25/03/2024')).toBe('dmy');
    expect(parseDate('03/04/2024', 'mdy')).toBe('2024-03-04');
    expect(parseDate('03/04/2024', 'dmy')).toBe('2024-04-03');
    expect(scanDates('03/04/2024')[0]?.ambiguous).toBe(true);
  });

  it('puts the month first at an address in the United States, when no date decides', () => {
    expect(dateOrder('12 Elm St, Salem, OR 97301\n03/04/2024')).toBe('mdy');
    expect(dateOrder('12 Elm St, Salem\n03/04/2024')).toBe('dmy');
  });

  it('puts the month first where a town, a state or a telephone of the United States is named', () => {
    const texts = ['DENVER CO 80206\n03/04/24', 'Chicago, Illinois 60647\n03/04/24', '$5.00 (216) 555-0149\n03/04/24'];
    for (const text of texts) expect(dateOrder(text)).toBe('mdy');
    expect(dateOrder('€5.00 ROMA RM 00184\n03/04/24')).toBe('dmy');
    expect(dateOrder('GALLONS 10.500\n03/04/24')).toBe('mdy');
    expect(dateOrder('5 gallon bucket £4.00\n03/04/24')).toBe('dmy');
  });

  it('may be written in Chinese letters, and have a time behind a slash', () => {
    expect(scanDates('令和7年6月14日 平成31年4月30日').map(({ iso }) => iso)).toEqual(['2025-06-14', '2019-04-30']);
    expect(scanDates('2024年5月6日 12:30').map(({ iso }) => iso)).toEqual(['2024-05-06']);
    expect(scanDates('31.03.2026/18:52').map(({ iso }) => iso)).toEqual(['2026-03-31']);
  });

  it('with a dot is day first in any document', () => {
    expect(parseDate('03.04.2024', 'mdy')).toBe('2024-04-03');
  });

  it('without a year is found on request', () => {
    expect(scanDates('03.04. rent  12 Mar fee')).toEqual([]);
    const partial = scanDates('03.04. rent  12 Mar fee', { partial: true });
    expect(partial.map((date) => [date.day, date.month, date.year])).toEqual([
      [3, 4, null],
      [12, 3, null],
    ]);
  });

  it('is found among other words and numbers', () => {
    const text = 'Paid 12.50 on 7 June 2024 at 10:15, ref 2024/55';
    expect(scanDates(text).map((date) => text.slice(date.start, date.end))).toEqual(['7 June 2024']);
  });

  it('exists', () => {
    expect(isoDate(1900, 2, 29)).toBeNull();
    expect(isoDate(2000, 2, 29)).toBe('2000-02-29');
  });
});

describe('scanDates beside other dates and words', () => {
  it('takes no year from a date that follows', () => {
    expect(scanDates('02/JUN  03/JUN', { partial: true }).map(({ text, year }) => [text, year])).toEqual([
      ['02/JUN', null],
      ['03/JUN', null],
    ]);
  });

  it('is none where a letter stands for one of its digits: the day would be another', () => {
    for (const text of ['Date:l3/10/2029', 'Due 2030-09-1l', 'l4.07.2030', 'O5/10/2029 ']) {
      expect(scanDates(text), text).toEqual([]);
    }
    const others = '|2030-09-14| 2030-09-14T10:00 no3/10/2029 Il 14/10/2029';
    expect(scanDates(others).map(({ iso }) => iso)).toEqual(['2030-09-14', '2030-09-14', '2029-10-03', '2029-10-14']);
  });

  it('reads October in Portuguese where a year stands behind it', () => {
    expect(scanDates('14 OUT 2025 a 31 out 2025').map(({ iso }) => iso)).toEqual(['2025-10-14', '2025-10-31']);
    expect(scanDates('5 out of 10', { partial: true })).toEqual([]);
  });
});

describe('calendars and languages', () => {
  it.each([
    ['1403/02/15', '2024-05-04'],
    ['15 اردیبهشت 1403', '2024-05-04'],
    ['1403/12/30', '2025-03-20'],
    ['1404/01/01', '2025-03-21'],
    ['民國 114 年 6 月 18 日', '2025-06-18'],
    ['2025. gada 9. maijā', '2025-05-09'],
    ['2025 m. vasario 18 d.', '2025-02-18'],
    ['19 tháng 03 năm 2025', '2025-03-19'],
    ['03 червня 2025', '2025-06-03'],
    ['16 października 2025', '2025-10-16'],
  ])('%s', (text, iso) => {
    expect(scanDates(text).map((date) => date.iso)).toEqual([iso]);
  });

  it('has no day that those calendars do not have', () => {
    expect(scanDates('1402/12/30').map((date) => date.iso)).toEqual([]);
    expect(scanDates('1446/05/12').map((date) => date.iso)).toEqual([]);
  });

  it.each(['Rechnung Nr. 1402-05-12', 'Order 1390/11/20', '1404.01.01 Rev. B'])('has none in %s', (text) => {
    expect(scanDates(text)).toEqual([]);
  });

  it('is never sure of a year that is one of another calendar', () => {
    expect(scanDates('2081-05-12').map(readsOneWay)).toEqual([false]);
  });

  it('takes the order that a day of the week beside a date asks for', () => {
    expect(dateOrder('06/05/2025 THU 12:40')).toBe('mdy');
    expect(dateOrder('06/05/2025 TUE 12:40')).toBe('dmy');
  });
});
