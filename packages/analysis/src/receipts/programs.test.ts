import { describe, expect, it } from 'vitest';
import { createAnalyst } from '../analyst.ts';

/** Receipts as tills and services of several countries print them. */

async function read(...lines: string[]) {
  const { answer } = await createAnalyst().run({ kind: 'receipt-scanner', text: lines.join('\n') });
  return (name: keyof typeof answer.receiptData) => [
    answer.receiptData[name],
    answer.verification.fields[name]?.status ?? null,
  ];
}

describe('a receipt', () => {
  it('in rand has its sums behind an R', async () => {
    const of = await read(
      'PROTEA SPAR',
      'Shop 4, Kloof Street',
      'VAT NO 4417882041',
      'Meat  350.86',
      'Eggs  61.99',
      'TOTAL (2 ITEMS)  R412.85',
      'CARD  R412.85',
    );
    expect([of('merchant')[0], of('total'), of('currency')]).toEqual([
      'PROTEA SPAR',
      [412.85, 'verified'],
      ['ZAR', 'verified'],
    ]);
  });

  it('of a ride has its total on top, with the tip in it', async () => {
    const rows = [
      'Total  SGD 18.70',
      'Trip fare  SGD 16.40',
      'Platform fee  SGD 0.90',
      'ERP  SGD 2.00',
      'Tip  SGD 1.40',
      'Promotion  -SGD 2.00',
    ];
    expect(
      (await read('HailGo', '27 June 2025', ...rows, 'Payments', 'Visa ••••4178 SGD 18.70', '27/6/25 9:14 PM'))(
        'total',
      ),
    ).toEqual([18.7, 'verified']);
    // A tip that is not in it was left on paper.
    const [, status] = (
      await read('HailGo', '27 June 2025', 'Total  SGD 18.70', 'Tip  SGD 1.40', 'Visa 4178  SGD 18.70')
    )('total');
    expect(status).not.toBe('verified');
  });

  it('in pounds has the day first', async () => {
    const of = await read('Hartley Stores Ltd', 'Milk  £1.65', 'Bread  £1.40', 'TOTAL  £3.05', '04/03/25 13:41');
    expect(of('date')).toEqual(['2025-03-04', 'verified']);
  });

  it.each([
    ['PIEKARNIA KŁOS SP. Z O.O.', ['ul. Długa 17, 31-147 Kraków', 'NIP 676-244-17-88'], 'verified'],
    ['UDUPI GARDEN', ['(A unit of Kamath Foods Pvt Ltd)', '14, 4th Block, Bengaluru - 560011'], 'unverified'],
  ])('has the name of the shop above who runs it: %s', async (name, below, status) => {
    expect(
      (await read(name, ...below, '02/10/2025', 'Bread  8.90', 'Rolls  3.00', 'TOTAL  11.90'))('merchant'),
    ).toEqual([name, status]);
  });

  it.each([
    [
      'an item that was taken back is none of the sale',
      ['Toy  4.97', 'Tea  9.03', 'VOIDED ENTRY', 'Toy  4.97-', 'Eggs  5.00', 'TOTAL  14.03', 'VISA  14.03'],
      'verified',
    ],
    [
      'a sale that was taken back',
      ['Tea  19.00', 'Eggs  5.00', 'TOTAL  24.00', 'Cash  24.00', 'VOID', 'Cash  -24.00'],
      'unverified',
    ],
    [
      'the sum below a rounding for cash',
      [
        'Coffee  2.19',
        'Bagel  6.99',
        'SUBTOTAL  9.18',
        'HST 14%  1.29',
        'TOTAL  10.47',
        'ROUNDING  -0.02',
        'CASH TOTAL  10.45',
        'CASH  20.00',
        'CHANGE  9.55',
      ],
      'verified',
    ],
    ['a card of Brazil', ['Gasolina  14,00', 'TOTAL R$  14,00', 'Cartao de Debito  14,00'], 'verified'],
  ])('has a total: %s', async (_, rows, status) => {
    const of = await read('Corner Shop Ltd', '12 High Street', ...rows);
    expect(of('total')[1]).toBe(status);
    expect(of('total')[0]).not.toBe(10.47);
  });

  it('is not sold by the first of its goods, whose letters are a legal form elsewhere', async () => {
    const of = await read(
      'PT Session',
      'Evaluation  90.00',
      'Band  15.00',
      'Total  105.00',
      'Visa  105.00',
      'Harbor Physio Inc',
    );
    expect(of('merchant')[1]).not.toBe('verified');
  });

  it('is in euros where the label of its total says so', async () => {
    const of = await read('Gasóleos La Mancha S.L.', 'GASOLEO A  65,02', 'TOTAL EUROS  65,02', 'TARJETA  65,02');
    expect(of('currency')).toEqual(['EUR', 'verified']);
  });

  it('is not in the currency of a letter that stands beside one item', async () => {
    const of = await read('Café Lindo', 'Guatemala', 'Café  Q 12.50', 'Pan  3.00', 'Total  15.50');
    expect(of('currency')[1]).not.toBe('verified');
  });
});
