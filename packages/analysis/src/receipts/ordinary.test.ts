import { describe, expect, it } from 'vitest';
import { createAnalyst } from '../analyst.ts';

/** Ordinary receipts, as tills, slips of cards and shops on the web print them. */

async function read(...lines: string[]) {
  const { answer } = await createAnalyst().run({ kind: 'receipt-scanner', text: lines.join('\n') });
  const { fields } = answer.verification;
  return (name: 'merchant' | 'date' | 'total' | 'currency') =>
    [answer.receiptData[name], fields[name]?.status ?? null] as const;
}

async function totalChecks(...lines: string[]) {
  const { answer } = await createAnalyst().run({ kind: 'receipt-scanner', text: lines.join('\n') });
  return answer.verification.fields.total?.checks.map(({ name }) => name);
}

const GOODS = ['Soup  6.00', 'Bread  4.00', 'Total  $10.00'];

describe('the merchant', () => {
  it.each([
    ['The Larkspur Table', ['The Larkspur Table', '2218 Pearl Street', 'Boulder, CO 80302', 'Table 14']],
    ['The Dun Cow', ['The Dun Cow', 'High Street', 'Shottery', 'CV37 9HH']],
    ['Hôtel Bellevue', ['Hôtel Bellevue', '4 rue du Port', '44000 Nantes']],
    ['ミナトマート', ['ミナトマート', '横浜元町店', '横浜市中区元町2-204', '電話:045-555-0144']],
    ['Zipline', ['October 23, 2030', 'Zipline', 'Thanks for riding, Ada']],
    [
      'Quillbase, Inc.',
      [
        'Receipt',
        'Invoice number C44',
        'Receipt number 22',
        'Date paid May 3, 2030',
        'Quillbase, Inc.    Bill to',
        '22 Market Street    Ada Okafor',
      ],
    ],
  ])('is %s', async (name, heading) => {
    expect((await read(...heading, ...GOODS))('merchant')).toEqual([name, 'verified']);
  });

  it('is no customer from whom it was received', async () => {
    const of = await read('Receipt', 'No 22', 'Received from', 'Okafor Ltd', '88 Dock Road', ...GOODS);
    expect(of('merchant')[1]).not.toBe('verified');
  });

  it.each([
    ['the customer', ['Receipt', 'Receipt number 22', 'May 3, 2030', 'Paid', 'Bill to', 'Okafor Ltd', '88 Dock Road']],
    [
      'one of two companies',
      ['Receipt', 'No 22', 'May 3, 2030', 'Paid', 'Okafor Ltd', '88 Dock Road', 'Prism Ltd', '4 Quay Road'],
    ],
  ])('is not proven by a name that may be %s', async (_, heading) => {
    expect((await read(...heading, ...GOODS))('merchant')[1]).not.toBe('verified');
  });
});

it('takes a tip on the slip of the card for a part of the total', async () => {
  const sale = [
    'Velvet Comb Salon',
    '2905 S Congress Ave',
    'Cut  $68.00',
    'Care  $22.50',
    'Total  $90.50',
    'VISA SALE  $90.50',
  ];
  expect((await read(...sale, 'Tip Amount  $25.00', 'Total Amount  $115.50'))('total')).toEqual([115.5, 'verified']);
  expect((await read(...sale, 'Tip Amount  $20.00', 'Total Amount  $115.50'))('total')[1]).not.toBe('verified');
});

it('reads a day of the United States whose year has two digits, where it cannot be a month', async () => {
  const at = async (day: string) => (await read('Ada Diner', 'Boulder, CO 80302', day, ...GOODS))('date');
  expect(await at('05/09/26')).toEqual(['2026-05-09', 'verified']);
  expect((await at('05/09/11'))[1]).not.toBe('verified');
});

it('takes no currency of a country that is a name', async () => {
  const goods = ['Soup  6.00', 'Bread  4.00', 'Total  10.00'];
  expect((await read('TOKYO SUSHI BAR', 'Hauptstr. 8, 10115 Berlin', ...goods))('currency')[0]).toBeNull();
});

it('takes no currency of the country of a customer', async () => {
  const goods = ['Soup  6.00', 'Bread  4.00', 'Total  10.00'];
  expect((await read('Pier Shop', 'Buffalo, NY 14201', ...goods))('currency')[0]).toBe('USD');
  expect((await read('Pier Shop', 'Ship to: Ada', 'Buffalo, NY 14201', ...goods))('currency')[0]).toBeNull();
});

it('names no merchant after the way it was paid', async () => {
  expect((await read('May 3, 2030', 'Paid by card', ...GOODS))('merchant')[0]).toBeNull();
});

it.each([
  ['Your order with Pagoda Books is confirmed', []],
  ['Pagoda Books', ['We will charge your card when the items ship.']],
  ['Votre commande chez Pagode est confirmée', []],
])('proves nothing of an order that is not paid: %s', async (first, more) => {
  const order = [
    first,
    'Order number: 204-8822',
    ...more,
    '1 x Salt Path  £9.99',
    '1 x Map  £14.99',
    'Order total  £24.98',
  ];
  expect((await read(...order))('total')[1]).not.toBe('verified');
  expect((await read(...order, 'Paid with PayPal'))('total')[1]).toBe('verified');
});

it('proves a total by its table of taxes, where a row of the goods cannot be read', async () => {
  const table = (tax: string) => ['MwSt  Netto  MwSt  Umsatz', `A  7%  9,28  ${tax}  9,93`, 'B 19%  2,35  0,45  2,80'];
  const shop = ['Hofladen Süd', 'Pfand 0,25   2 x 0,25', '0,50 B', 'Brot 11,48', 'Summe 12,73'];
  const checks = async (tax: string) => (await totalChecks(...shop, ...table(tax))) ?? [];
  expect(await checks('0,65')).toContain('net_and_tax');
  expect(await checks('0,95')).not.toContain('net_and_tax');
});

it('proves a tax beside a tip, and one at the only rate that goods have', async () => {
  const taxOf = async (...lines: string[]) => {
    const { answer } = await createAnalyst().run({ kind: 'receipt-scanner', text: lines.join('\n') });
    return [answer.receiptData.tax, answer.verification.fields.tax?.status];
  };
  const cafe = [
    'Juniper Coffee',
    '1184 Alder St',
    'Latte  $10.50',
    'Cake  $5.75',
    'Subtotal  $16.25',
    'Meals Tax (8.37%)  $1.36',
  ];
  expect(await taxOf(...cafe, 'Tip  $3.00', 'Total  $20.61')).toEqual([1.36, 'verified']);
  const bar = [
    'Pasticceria Lunardi',
    'P.IVA 02204417023',
    'CORNETTO  10,00%  4,30',
    'TORTA  10,00%  13,50',
    'TOTALE COMPLESSIVO  17,80',
  ];
  expect(await taxOf(...bar, 'di cui IVA  1,62')).toEqual([1.62, 'verified']);
  expect((await taxOf(...bar, 'di cui IVA  1,26'))[1]).not.toBe('verified');
});

it('takes a code above the column of the sums for the currency', async () => {
  expect((await read('Hofladen Süd', 'EUR', 'Brot  2,00', 'Käse  3,00', 'Summe  5,00'))('currency')).toEqual([
    'EUR',
    'verified',
  ]);
});
