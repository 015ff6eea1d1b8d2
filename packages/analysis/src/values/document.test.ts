import { describe, expect, it } from 'vitest';
import { amountsIn, documentCurrency, readDocument } from './document.ts';

function currency(text: string): string | null {
  const document = readDocument(text);
  const amounts = [...document.source.lines].flatMap((line) => amountsIn(document, line));
  return documentCurrency(document, amounts);
}

describe('the crown', () => {
  it('is that of the country whose registers are named, and of Sweden otherwise', () => {
    expect(currency('Brygga Livs\nTe 20,00 kr')).toBe('SEK');
    expect(currency('Brygga Mat\nOrg.nr NO 987 654 321 MVA\nTe 20,00 kr')).toBe('NOK');
    expect(currency('Brygga Mad\nCVR-nr 12345674\nTe 20,00 kr')).toBe('DKK');
    expect(currency('Brygga\nISK\nTe 20,00 kr')).toBe('ISK');
  });
});
