import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerReceipt } from './answer.ts';

describe('fuel', () => {
  it('is a quantity times a price, wherever they stand', () => {
    const { receiptData, verification } = answerReceipt(
      readDocument(
        'Dune Gas\nPUMP 4\nPRODUCT  DIESEL\nGALLONS  10.500\nPRICE/GAL  $3.999\nFUEL TOTAL  $41.99\nVISA ****1234',
      ),
    );
    expect(receiptData.items).toEqual([
      { description: 'DIESEL', quantity: 10.5, unitPrice: 3.999, amount: 41.99, type: 'item' },
    ]);
    expect(receiptData).toMatchObject({ total: 41.99, paymentMethod: 'card' });
    expect(verification.checks).toContainEqual({ name: 'items_total', ok: true, expected: 41.99, actual: 41.99 });
  });

  it('is not looked for where the goods add up', () => {
    const { receiptData } = answerReceipt(
      readDocument('Corner Market\nMILK 2 liters  3.00\nBREAD  2.50\nTOTAL  5.50\nCASH  6.00\nCHANGE  0.50'),
    );
    expect(receiptData.items.map(({ amount }) => amount)).toEqual([3, 2.5]);
  });
});
