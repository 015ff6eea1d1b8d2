import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerReceipt } from './answer.ts';

const read = (text: string) => answerReceipt(readDocument(text));

const BAKERY = `
        NORTH PIER BAKERY LTD
        (Co. No. 0042137)
        14 Harbour Street
        EX4 3AB Exmouth
        Tel: 01395 550 123
        VAT No GB 123 4567 89

   Receipt No: B-20311      Cashier: Mo
   Date: 07/11/2024  08:42

   QTY  ITEM                 AMOUNT
    2   Sourdough loaf         7.80
    1   Flat white             3.10
    3   Cinnamon bun           8.25
   SUBTOTAL                   19.15
   VAT included 20%            3.19
   TOTAL                 GBP  19.15
   CASH                       20.00
   CHANGE                      0.85
   Thank you, come again
`;

describe('a receipt', () => {
  it('is an order that says what it was paid with, and none that does not', () => {
    const order =
      'Kramladen\nBestellung #8812\n2. November 2030\nZwischensumme   49,20 €\nVersand   4,95 €\nGesamtsumme   54,15 €';
    expect(read(order).verification.fields.total?.status).toBe('unverified');
    expect(read(`${order}\nBezahlt mit PayPal`).verification.fields.total?.status).toBe('verified');
  });

  it('is read with everything it prints', () => {
    const { receiptData, verification } = read(BAKERY);
    expect(receiptData).toMatchObject({
      merchant: 'NORTH PIER BAKERY LTD',
      date: '2024-11-07',
      time: '08:42',
      total: 19.15,
      subtotal: 19.15,
      tax: 3.19,
      currency: 'GBP',
      paymentMethod: 'cash',
      receiptNumber: 'B-20311',
      phone: '01395 550 123',
      address: '14 Harbour Street EX4 3AB Exmouth',
    });
    expect(receiptData.items.map((item) => [item.description, item.quantity, item.amount])).toEqual([
      ['Sourdough loaf', 2, 7.8],
      ['Flat white', 1, 3.1],
      ['Cinnamon bun', 3, 8.25],
    ]);
    expect(verification.fields.total?.status).toBe('verified');
    expect(verification.checks).toContainEqual({ name: 'cash_less_change', ok: true, expected: 19.15, actual: 19.15 });
    expect(verification.ungrounded).toEqual([]);
  });

  it('has an address that ends where labels and titles begin', () => {
    const text = (below: string) =>
      `BENS SHELL STATION\nLOT 26 BANDAR LONG\n43000 KAJANG\n${below}\nFuel  5.00\nTotal  5.00`;
    for (const below of ['SITE : 2188', 'DOCUMENT NO : TD01167104', 'GUEST CHECK 17'])
      expect(read(text(below)).receiptData.address, below).toBe('LOT 26 BANDAR LONG 43000 KAJANG');
  });

  it('has an address that stands further down, and whose number has a label', () => {
    const text = (...lines: string[]) => `TF VALUE-MART SDN BHD\n${lines.join('\n')}\nMilk  5.00\nTotal  5.00`;
    const below = ['BENTONG-2', 'GST REG NO 000184401920', 'JALAN TRAS BATU 1', '28700 BENTONG', 'TEL : 09-2201388'];
    expect(read(text(...below)).receiptData.address).toBe('JALAN TRAS BATU 1 28700 BENTONG');
    const labeled = ['NO: 1-1&2 GROUND FLOOR', 'JLN TEMENGGUNG 13/9', '43200 CHERAS'];
    expect(read(text(...labeled)).receiptData.address).toBe(labeled.join(' '));
    expect(read(text('BENTONG-2', 'TAX INVOICE', '4 COUNTER3  2009 LIZA', 'DATE 1')).receiptData.address).toBeNull();
  });

  it('gives the place of each value', () => {
    const { evidence, receiptData } = read(BAKERY);
    const at = (path: string) => BAKERY.slice(evidence[path]?.start, evidence[path]?.end);
    expect(at('total')).toBe('GBP  19.15'.replace('GBP  ', ''));
    expect(at('merchant')).toBe(receiptData.merchant);
    expect(at('date')).toBe('07/11/2024');
    expect(at('items.1.amount')).toBe('3.10');
    expect(at('items.2.quantity')).toBe('3');
  });

  it('is the same when each box stands on its own line', () => {
    const boxes = BAKERY.split('\n')
      .flatMap((line) => line.trim().split(/ {2,}/))
      .join('\n');
    expect(read(boxes).receiptData).toMatchObject({
      merchant: 'NORTH PIER BAKERY LTD',
      date: '2024-11-07',
      total: 19.15,
    });
  });

  it('with a tax on top adds up with the tax as a line of its own', () => {
    const { receiptData, verification } = read(`
Café Lumen
Order 12
Soup of the day           6.50
Rye bread                 2.00
Subtotal                  8.50
Sales tax 8%              0.68
Grand total               9.18
Visa                      9.18
2024-05-02 12:31`);
    expect(receiptData).toMatchObject({
      merchant: 'Café Lumen',
      total: 9.18,
      tax: 0.68,
      paymentMethod: 'card',
      date: '2024-05-02',
    });
    expect(receiptData.items.map((item) => [item.type, item.amount])).toEqual([
      ['item', 6.5],
      ['item', 2],
      ['tax', 0.68],
    ]);
    expect(verification.fields.total?.status).toBe('verified');
  });

  it('takes the rounded total that was paid where it stands alone, one box a line', () => {
    const boxes = [
      'CORNER SHOP',
      'LAMP',
      '50.31',
      'POST CARDS',
      '10.00',
      'TOTAL AMT',
      '60.31',
      'ROUNDING ADJ',
      '-0.01',
    ];
    const { receiptData, verification } = read(
      [...boxes, 'RM', '60.30', 'CASH', '70.30', 'CHANGE', '10.00'].join('\n'),
    );
    expect(receiptData.total).toBe(60.3);
    expect(verification.checks).toContainEqual({ name: 'cash_less_change', ok: true, expected: 60.3, actual: 60.3 });
  });

  it('may be paid in several ways, and tell former prices', () => {
    const { receiptData, verification } = read(`
Tidewater Books
21 Nov 2026, 10:42
Field notes on terns   21.60
Staff pick: 10 % off   24.00
Flat white              6.80
2 x 3.40
Total                  28.40
Gift card ending 4410  20.00
Cash                   10.00
Change                  1.60`);
    expect(receiptData.items.map((item) => [item.description, item.quantity, item.amount])).toEqual([
      ['Field notes on terns', null, 21.6],
      ['Flat white', 2, 6.8],
    ]);
    expect(verification.checks).toContainEqual({ name: 'payments', ok: true, expected: 28.4, actual: 28.4 });
    expect(verification.fields.total?.status).toBe('verified');
  });

  it('takes the rounded total that was paid', () => {
    const { receiptData } = read(`
Marina Mart
12/03/2024
Rice 5kg          12.48
TOTAL             12.48
ROUNDING ADJ       0.02
TOTAL ROUNDED     12.50
CASH              20.00
CHANGE             7.50`);
    expect(receiptData.total).toBe(12.5);
  });

  it('subtracts discounts, and does not take what was handed over for the total', () => {
    const { receiptData, verification } = read(`
Paper Lantern GmbH
Datum 03.06.2024 17:05
Schreibheft A5            4,50
Füller                   25,00
Rabatt 10%               -2,95
Summe EUR                26,55
Bar                      50,00
Rückgeld                 23,45
Enthaltene MwSt 19%       4,24`);
    expect(receiptData).toMatchObject({ merchant: 'Paper Lantern GmbH', total: 26.55, date: '2024-06-03', tax: 4.24 });
    expect(receiptData.items.at(-1)).toMatchObject({ type: 'discount', amount: -2.95 });
    expect(verification.fields.total?.status).toBe('verified');
  });

  it.each([
    [
      'French',
      'Boulangerie Mistral SARL\nLe 4 mars 2024\nBaguette   1,20\nTarte   14,00\nTOTAL TTC   15,20 €\nCB   15,20',
      15.2,
      '2024-03-04',
    ],
    [
      'Italian',
      'Trattoria Da Nino S.r.l.\n05/03/2024\nPizza   9,00\nAcqua   2,50\nTOTALE COMPLESSIVO   11,50\nContanti   12,00\nResto   0,50',
      11.5,
      '2024-03-05',
    ],
    ['Dutch', 'Kaashuis De Molen B.V.\n6 maart 2024\nGouda   8,75\nTotaal   8,75\nPIN   8,75', 8.75, '2024-03-06'],
    [
      'Spanish',
      'Panadería Sol S.L.\n7 de marzo de 2024\nPan   2,10\nCafé   1,40\nTOTAL   3,50\nEfectivo   5,00\nCambio   1,50',
      3.5,
      '2024-03-07',
    ],
    [
      'German with weights',
      'Hofmarkt GmbH\n12.11.2024 17:42\nBananen   1,89 B\n  0,945 kg x  2,00 EUR/kg\nMilch   2,58 B\n  2 Stk x  1,29\nSUMME  EUR  4,47\nGeg. BAR  EUR  10,00\nRückgeld  EUR  5,53',
      4.47,
      '2024-11-12',
    ],
    [
      'Japanese',
      '海辺商店\n2024/05/06 12:30\nおにぎり  ¥150\nお茶  ¥130\n合計  ¥280\n現金  ¥500\nお釣り  ¥220',
      280,
      '2024-05-06',
    ],
  ])('in %s is read too', (_language, text, total, date) => {
    expect(read(text).receiptData).toMatchObject({ total, date });
    expect(read(text).verification.fields.total?.status).toBe('verified');
  });

  it('tells quantity and price that stand above or below the item', () => {
    const { receiptData, verification } = read(`
Tide Tools Ltd
01/02/2024
Wood screws 4x40        8.40
  @2 X 4.20
BRUSH 30MM @3.50
 90011                 10.50
TOTAL                  18.90
CASH                   20.00
CHANGE                  1.10`);
    expect(receiptData.items.map((item) => [item.description, item.quantity, item.unitPrice, item.amount])).toEqual([
      ['Wood screws 4x40', 2, 4.2, 8.4],
      ['BRUSH 30MM', 3, 3.5, 10.5],
    ]);
    // The 3 is not printed: it follows from amount and price.
    expect(verification.ungrounded).toEqual(['items.1.quantity']);
  });

  it('of Korea has the sum of untaxed goods beside the total, and goods may be called as payments are', () => {
    const korean =
      'Mart\n2025-08-30 18:33\n쌀   8,400\n세제   30,000\n면세 합계   8,400\n과세물품가액   27,273\n부가세   2,727\n합 계   38,400\n받은금액   40,000\n거스름돈   1,600';
    expect(read(korean).receiptData).toMatchObject({ total: 38400, tax: 2727 });
    const goods =
      'Kettle & Cup\n4 Vine St, Bath BA1 1AA\n2 x BALANCE   12.00\n1 x Tip Jar   4.00\nTotal   £16.00\nCash   £20.00\nChange   £4.00';
    expect(read(goods).receiptData.items.map(({ amount }) => amount)).toEqual([12, 4]);
    expect(read(goods).verification.fields.total?.status).toBe('verified');
  });

  it('that does not add up is not verified', () => {
    const { verification } = read(
      'Corner Shop\n01/02/2024\nTea   2.00\nMilk   1.50\nTOTAL   9.90\nCASH   5.00\nCHANGE   1.50',
    );
    expect(verification.status).toBe('failed');
    expect(verification.checks.some((check) => !check.ok)).toBe(true);
  });

  it('has null for what is not there', () => {
    const { receiptData, verification } = read('nothing to see');
    expect(receiptData).toMatchObject({
      date: null,
      total: null,
      subtotal: null,
      tax: null,
      currency: null,
      time: null,
      items: [],
    });
    expect(verification).toMatchObject({ status: 'unverified', checks: [] });
    expect(read('').receiptData.merchant).toBeNull();
  });
});
