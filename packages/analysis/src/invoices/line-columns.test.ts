import { expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerInvoice } from './answer.ts';

function lines(...text: string[]) {
  return answerInvoice(readDocument(text.join('\n'))).invoiceData.lineItems;
}

it('reads rate and tax of each line from their columns', () => {
  const found = lines(
    'Item             Qty     Price   VAT %     VAT       Net',
    'Reading lamp       2     10.00      20    4.00     20.00',
    'Booklet            1      8.00       0    0.00      8.00',
    'Net total                                          28.00',
  );
  expect(found.map(({ taxRate, taxAmount, amount }) => [taxRate, taxAmount, amount])).toEqual([
    [20, 4, 20],
    [0, 0, 8],
  ]);
});

it('takes no rebate for a rate of tax, and reads the price in front of it', () => {
  const [line] = lines(
    'Pos  Artikel          Menge     Preis   Rabatt    Betrag',
    '1    Flachstahl           4     25,00    10,0%     90,00',
    'Summe netto                                       90,00',
  );
  expect(line).toMatchObject({ quantity: 4, unitPrice: 25, amount: 90, taxRate: null });
});

it('reads a count without a price, and no count from a code', () => {
  const found = lines(
    'Description                  Qty    Unit price    Amount',
    'Unused time on Team plan       1                  -5.00',
    'Compute us-east-1 tier 3                          12.00',
    'Total                                              7.00',
  );
  expect(found.map(({ quantity, amount }) => [quantity, amount])).toEqual([
    [1, -5],
    [null, 12],
  ]);
});

it('reads groups with sums of their own as one list', () => {
  const found = lines(
    'Charges                              Amount',
    'Compute small                          4.00',
    'Compute large                          6.00',
    'Subtotal Compute                      10.00',
    'Storage                                5.00',
    'Subtotal Storage                       5.00',
    'Total charges                         15.00',
  );
  expect(found.map(({ amount }) => amount)).toEqual([4, 6, 5]);
});
