import { describe, expect, it } from 'vitest';
import { amountsIn, readDocument } from './document.ts';
import { currencyOfDocument } from './document-currency.ts';

function currency(text: string): string | null {
  const document = readDocument(text);
  const amounts = [...document.source.lines].flatMap((line) => amountsIn(document, line));
  return currencyOfDocument(document, amounts)?.code ?? null;
}

describe('the rand', () => {
  it('is the letter ahead of the sums of a South African document, and a code of goods elsewhere', () => {
    expect(currency('Karoo\nVAT Reg 4650188327\nTyre R 2 390.00\nTotal R 2 390.00')).toBe('ZAR');
    expect(currency('Corner Grocer\nApples R 7.99\nBread R 6.99')).toBeNull();
  });
});

describe('the dollar', () => {
  it('is that of the United States where fuel is sold by the gallon', () => {
    expect(currency('Fuels\nGALLONS 14.458\nPRICE/GAL $3.59\nTOTAL $52.03')).toBe('USD');
    expect(currency('Paints\n1 gallon white $52.03')).toBeNull();
    expect(
      currency('EDS La Candelaria\nNIT 900.123.456-7\nCORRIENTE 5.123 GAL   $ 15.200\nTOTAL   $ 77.870'),
    ).toBeNull();
  });
});

describe('the crown', () => {
  it('is that of the country whose registers or letters are there, and unknown otherwise', () => {
    expect(currency('Brygga\nTe 20,00 kr')).toBeNull();
    expect(currency('Kvarnens Mat\nBröd 20,00 kr\nAtt betala 20,00 kr')).toBe('SEK');
    expect(currency('Brygga Mat\nOrg.nr NO 987 654 321 MVA\nTe 20,00 kr')).toBe('NOK');
    expect(currency('Brygga Mad\nCVR-nr 12345674\nTe 20,00 kr')).toBe('DKK');
    expect(currency('Brygga\nISK\nTe 20,00 kr')).toBe('ISK');
  });
});
