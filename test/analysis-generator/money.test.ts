import { describe, expect, it } from 'vitest';
import { APOSTROPHE, COMMA, digitsOf, LAKH, NARROW_SPACE, POINT, SPACE, signed } from './money.ts';

describe('digitsOf', () => {
  it('writes the digits as the country does', () => {
    expect(digitsOf(123456789, POINT)).toBe('1,234,567.89');
    expect(digitsOf(123456789, COMMA)).toBe('1.234.567,89');
    expect(digitsOf(123456789, SPACE)).toBe('1 234 567,89');
    expect(digitsOf(123456789, NARROW_SPACE)).toBe('1\u202f234\u202f567,89');
    expect(digitsOf(123456789, APOSTROPHE)).toBe("1'234'567.89");
    expect(digitsOf(123456789, LAKH)).toBe('12,34,567.89');
  });

  it('keeps two decimals and a zero ahead of them', () => {
    expect(digitsOf(5, POINT)).toBe('0.05');
    expect(digitsOf(0, COMMA)).toBe('0,00');
    expect(digitsOf(100000, POINT)).toBe('1,000.00');
  });
});

describe('signed', () => {
  it('puts a minus ahead of what is negative', () => {
    expect(signed(-1250, COMMA)).toBe('-12,50');
    expect(signed(1250, COMMA)).toBe('12,50');
    expect(signed(1250, COMMA, '+')).toBe('+12,50');
  });
});
