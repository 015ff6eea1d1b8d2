import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerReceipt } from './answer.ts';

const read = (text: string) => answerReceipt(readDocument(text));

const BILL = `
Marigold Grill
12 Elm St, Dayton, OH 45402
05/06/2024 7:10 PM
1 Garden salad          8.00
2 Lemonade              6.00
Subtotal               14.00
Tax                     1.05
Total                  15.05
`;

describe('the tip of a receipt', () => {
  it('is part of the total where it was given', () => {
    const { receiptData, verification } = read(`${BILL}Tip                     3.00\nTotal                  18.05\n`);
    expect(receiptData).toMatchObject({ total: 18.05, tip: 3, tax: 1.05, date: '2024-05-06' });
    expect(verification.fields.total?.status).toBe('verified');
  });

  it.each([
    ['Merchant copy', 'Customer copy'],
    ['Händlerbeleg', 'Kundenbeleg'],
    ['EXEMPLAIRE COMMERCANT', 'EXEMPLAIRE CLIENT'],
    ['COPIA COMERCIO', 'COPIA CLIENTE'],
  ])('is not certain where only one of two copies has it: %s, %s', (house, guest) => {
    const slip = 'Amount                 15.05\nTip                     3.00\nTotal                  18.05\n';
    const once = read(`${BILL}TIP: ________\n${house}\n${slip}${guest}\n`).verification.fields.total;
    expect(once).toMatchObject({
      status: 'failed',
      checks: expect.arrayContaining([{ name: 'other_total', ok: false, expected: 18.05, actual: 15.05 }]),
    });
    expect(read(`${BILL}${slip}${house}\n${slip}${guest}\n`).verification.fields.total?.status).toBe('verified');
  });

  it('is not one of those that are suggested', () => {
    const suggestions = 'Suggested gratuity\n15%: Tip 2.10 Total 17.15\n20%: Tip 2.80 Total 17.85\n';
    const { receiptData, verification } = read(`${BILL}TIP: ________\nTOTAL: ________\n${suggestions}`);
    expect(receiptData).toMatchObject({ total: 15.05, tip: null });
    expect(verification.fields.total?.status).toBe('unverified');
  });

  it.each([
    'Tip ________\nTotal ________',
    'Tip ________  Total ________',
    'Gratuity: $______\nGrand Total: $______',
    'Trinkgeld ..........\nGesamt ..........',
  ])('leaves a total unproven that the guest still writes: %s', (blank) => {
    const { receiptData, verification } = read(`${BILL}${blank}\n`);
    expect([receiptData.total, verification.fields.total?.status]).toEqual([15.05, 'unverified']);
    expect(read(`${BILL}${blank.replace(/Tip|Gratuity|Trinkgeld/, 'Signature')}\n`).verification.status).toBe(
      'verified',
    );
  });

  it('leaves a total unproven that does not hold it', () => {
    const { verification } = read(`${BILL}Tip                     3.00\nTotal                  28.05\n`);
    expect(verification.fields.total?.status).not.toBe('verified');
  });
});
