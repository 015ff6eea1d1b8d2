import { describe, expect, it } from 'vitest';
import { readSource } from '../text/source.ts';
import { currencyPlace } from './currency-place.ts';

function placeIn(text: string, code: string, beside?: string): string | null {
  const at = beside === undefined ? -1 : text.indexOf(beside);
  const place = currencyPlace(readSource(text).lines, code, at < 0 ? null : { start: at, end: at + 1 });
  return place && `${place.start} ${text.slice(place.start, place.end)}`;
}

describe('where a currency is printed', () => {
  it('is beside the sum, else the first place', () => {
    expect(placeIn('Tea EUR 2.00\nTotal 2.00 €', 'EUR', 'Total')).toBe('24 €');
    expect(placeIn('Tea EUR 2.00\nTotal 2.00', 'EUR', 'Total')).toBe('4 EUR');
  });

  it('is the sign that several share where the code is not printed', () => {
    expect(placeIn('ABN 12\nTotal $2.00', 'AUD')).toBe('13 $');
    expect(placeIn('Total $2.00 AUD', 'AUD')).toBe('12 AUD');
  });

  it('is nowhere where nothing names it', () => {
    expect(placeIn('Total 2.00', 'EUR')).toBeNull();
  });
});
