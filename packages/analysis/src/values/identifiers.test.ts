import { describe, expect, it } from 'vitest';
import { ibansIn, vatIdsIn } from './identifiers.ts';

const texts = (found: readonly { readonly text: string }[]) => found.map(({ text }) => text);

describe('numbers with check digits', () => {
  it('are IBANs when their remainder is one', () => {
    expect(texts(ibansIn('to GB29 NWBK 6016 1331 9268 19 or DE89370400440532013000 today'))).toEqual([
      'GB29 NWBK 6016 1331 9268 19',
      'DE89370400440532013000',
    ]);
    expect(ibansIn('DE89 3704 0044 0532 0130 01, DE00 1234 5678 9012 3456 78')).toEqual([]);
  });

  it('are IBANs without the words behind them', () => {
    expect(texts(ibansIn('DE89 3704 0044 0532 0130 00 BANK OF'))).toEqual(['DE89 3704 0044 0532 0130 00']);
  });

  it('are VAT numbers of several countries', () => {
    expect(texts(vatIdsIn('DE136695976, IT00743110157, NL856412390B01 and ATU12345678'))).toEqual([
      'DE136695976',
      'IT00743110157',
      'NL856412390B01',
      'ATU12345678',
    ]);
    expect(vatIdsIn('DE136695975 and IT00743110158')).toEqual([]);
  });
});
