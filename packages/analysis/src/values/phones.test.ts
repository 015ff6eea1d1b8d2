import { describe, expect, it } from 'vitest';
import { phonesIn } from './phones.ts';

const numbers = (text: string) => phonesIn(text).map((phone) => phone.value);

describe('telephone numbers', () => {
  it('are found by label, by country code and by area code', () => {
    expect(numbers('Tel: 030 123 45 67')).toEqual(['030 123 45 67']);
    expect(numbers('call +44 20 7946 0958 now')).toEqual(['+44 20 7946 0958']);
    expect(numbers('(555) 010-2233')).toEqual(['(555) 010-2233']);
  });

  it('are not amounts, dates or codes', () => {
    expect(numbers('Total 1,234.56 on 12/05/2024, order 4567891')).toEqual([]);
  });
});
