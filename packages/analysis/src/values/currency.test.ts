import { describe, expect, it } from 'vitest';
import { commonest, currencyAt, currencyBefore } from './currency.ts';

describe('currencies', () => {
  it('stand at a place by symbol or code', () => {
    expect(currencyAt('€5', 0)?.code).toBe('EUR');
    expect(currencyAt('5 GBP', 2)?.code).toBe('GBP');
    expect(currencyAt('HK$5', 0)?.code).toBe('HKD');
    expect(currencyAt('CA$5', 0)?.code).toBe('CAD');
    expect(currencyAt('CA$5', 1)).toBeNull();
    expect(currencyAt('EC$5', 1)).toBeNull();
    expect(currencyAt('FORMS', 2)).toBeNull();
    expect(currencyAt('EURO', 0)?.code).toBe('EUR');
  });

  it('stand before a place', () => {
    expect(currencyBefore('RM5', 2)).toMatchObject({ code: 'MYR', start: 0 });
    expect(currencyBefore('ALARM5', 5)).toBeNull();
  });

  it('stand behind a number in letters of East Asia', () => {
    expect(currencyAt('280円', 3)?.code).toBe('JPY');
    expect(currencyAt('￥280', 0)?.code).toBe('JPY');
  });

  it('are counted', () => {
    expect(commonest(['EUR', null, 'USD', 'EUR'])).toBe('EUR');
    expect(commonest([null])).toBeNull();
  });
});
