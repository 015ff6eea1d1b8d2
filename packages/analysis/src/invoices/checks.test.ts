import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerInvoice } from './answer.ts';

const HEAD =
  'Acme Ltd\nInvoice No. 4711\nDate 2024-03-05\nDescription   Qty   Price   Amount\nShelf   2   50.00   100.00\n';

function status(sums: string): string {
  return answerInvoice(readDocument(`${HEAD}${sums}`)).verification.fields.total?.status ?? 'unverified';
}

it('of two in one text is not verified though the second has what the first leaves to pay', () => {
  const second = 'Invoice No. 4712\nWork   66.67\nSubtotal   66.67\nVAT 20%   13.33\nTotal   80.00';
  expect(status(`Subtotal   100.00\nVAT 20%   20.00\nTotal   120.00\nDeposit paid   40.00\n${second}`)).toBe(
    'unverified',
  );
});

describe('an invoice is verified', () => {
  it.each([
    ['when subtotal and tax give the total', 'Subtotal   100.00\nVAT 20%   20.00\nTotal   120.00'],
    ['with a discount and freight in between', 'Subtotal   100.00\nDiscount   -10.00\nShipping   5.00\nTotal   95.00'],
    ['with a rounding that is printed', 'Subtotal   100.00\nVAT 8.1%   8.10\nRounding   -0.05\nTotal   108.05'],
    [
      'with columns of a table by rates on the rows of the sums',
      'Goods total   100.00\nVAT analysis            VAT   20.00\nRate   Net   VAT            Invoice total   120.00',
    ],
    ['when the total holds its tax', 'Total   100.00\nIncludes GST of   9.09'],
    [
      'with its parts by rate below',
      'Subtotal   100.00\nVAT 20%   20.00\nTotal   120.00\nTotal at 20% 72.00\nTotal at 20% 48.00',
    ],
    [
      'when what instalments leave of it is named below once more',
      'Subtotal   100.00\nVAT 20%   20.00\nTotal   120.00\nabzüglich gezahlter Abschläge   -80.00\nNachzahlung   40.00\nDer Betrag von 40.00 wird abgebucht.',
    ],
    ['when what is left to pay follows from the total', 'Total   100.00\nAmount paid   40.00\nBalance due   60.00'],
  ])('%s', (_, sums) => {
    expect(status(sums)).toBe('verified');
  });
});

describe('an invoice is not verified', () => {
  it.each([
    ['a cent off', 'Subtotal   100.00\nVAT 20%   20.00\nTotal   120.01'],
    ['when the lines are a cent off', 'Subtotal   100.01\nVAT 20%   20.00\nTotal   120.01'],
    ['when another sum is due and nothing says why', 'Total   100.00\nBalance due   160.00'],
    ['when the tax within the total is at no known rate', 'Total   100.00\nIncludes GST of   9.69'],
    [
      'when the sum of the lines leads to no subtotal',
      'Line total   100.00\nNet total   110.00\nVAT 20%   22.00\nTotal   132.00',
    ],
  ])('%s', (_, sums) => {
    expect(status(sums)).not.toBe('verified');
  });

  it.each([
    ['with a discount for who pays early', 'Settlement discount   -5.00\nVAT 20%   19.00\nTotal   114.00'],
    ['in another language', 'Neue Nettosumme   90,00\nMwSt 20%   18,00\nNeue Summe   108,00'],
    ['of a part', '30% deposit   30.00\nVAT on deposit   6.00\nTotal this invoice   36.00'],
    ['of a second invoice', 'Subtotal   50.00\nVAT 20%   10.00\nTotal   60.00'],
    ['below the word for a correction', 'ERRATUM: the VAT rate is 5%, please pay   105.00'],
    ['without words for a total', 'Valor corrigido   108.00'],
  ])('when another total stands below: %s', (_, below) => {
    const sums = 'Subtotal   100.00\nVAT 20%   20.00\nTotal   120.00';
    expect(status(`${sums}\n${below}`)).not.toBe('verified');
  });

  it('when what stays to pay adds up, but the total above it does not', () => {
    const sums =
      'Subtotal   100.00\nVAT 20%   20.00\nGrand total   126.00\nWithholding tax   -10.00\nAmount due   110.00';
    expect(status(sums)).not.toBe('verified');
  });
});
