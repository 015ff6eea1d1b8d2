import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerReceipt } from './answer.ts';

describe('the currency of a total', () => {
  const statusOf = (...lines: string[]) => {
    const { receiptData, verification } = answerReceipt(readDocument(['Hotel Adria Bar', ...lines].join('\n')));
    return [receiptData.total, verification.fields.currency?.status ?? null];
  };

  it('is not that of the same total in another one', () => {
    const goods = ['Pivo 2x 29,00   58,00', 'UKUPNO KN   58,00'];
    expect(statusOf(...goods, 'UKUPNO EUR   7,70')).toEqual([58, 'unverified']);
    expect(statusOf('Pivo 2x 29,00   58,00', 'UKUPNO EUR   58,00')).toEqual([58, 'verified']);
  });
});
