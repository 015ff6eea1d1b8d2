import { describe, expect, it } from 'vitest';
import { amountsIn, readDocument } from './document.ts';
import { currencyOfDocument } from './document-currency.ts';

function currency(text: string): string | null {
  const document = readDocument(text);
  const amounts = [...document.source.lines].flatMap((line) => amountsIn(document, line));
  return currencyOfDocument(document, amounts)?.code ?? null;
}

describe('the crown', () => {
  it('is that of the country whose registers or letters are there, and unknown otherwise', () => {
    expect(currency('Brygga\nTe 20,00 kr')).toBeNull();
    expect(currency('Kvarnens Mat\nBröd 20,00 kr\nAtt betala 20,00 kr')).toBe('SEK');
    expect(currency('Brygga Mat\nOrg.nr NO 987 654 321 MVA\nTe 20,00 kr')).toBe('NOK');
    expect(currency('Brygga Mad\nCVR-nr 12345674\nTe 20,00 kr')).toBe('DKK');
    expect(currency('Brygga\nISK\nTe 20,00 kr')).toBe('ISK');
  });
});
