import { describe, expect, it } from 'vitest';
import { createAnalyst } from '../index.ts';

const analyst = createAnalyst();
async function read(text: string) {
  const { answer } = await analyst.run({ kind: 'receipt-scanner', text });
  const { receiptData: data, verification } = answer as unknown as {
    receiptData: Record<string, unknown>;
    verification: { fields: Record<string, { status: string }> };
  };
  const verified = Object.entries(verification.fields).flatMap(([name, { status }]) =>
    status === 'verified' ? [name] : [],
  );
  return { data, verified };
}

describe('receipts in languages and signs of other countries', () => {
  it('reads Persian digits and the calendar of Iran', async () => {
    const { data, verified } = await read(
      'نان سحر\nتهران، خیابان شریعتی\nتاریخ: ۱۴۰۲/۱۱/۰۳\nنان سنگک   ۲   ۳۰٬۰۰۰   ۶۰٬۰۰۰\nپنیر   ۱   ۹۰٬۰۰۰   ۹۰٬۰۰۰\nجمع کل   ۱۵۰٬۰۰۰ ریال\nکارت   ۱۵۰٬۰۰۰ ریال',
    );
    expect(data).toMatchObject({ total: 150_000, date: '2024-01-23', currency: 'IRR' });
    expect(verified).toEqual(expect.arrayContaining(['total', 'date']));
  });

  it('reads the fiscal receipt of Serbia, whose name is no title', async () => {
    const { data, verified } = await read(
      '====== ФИСКАЛНИ РАЧУН ======\n104417788\nКЊИЖАРА БРЕЗА ДОО\nНови Сад\nСвеска   2   120,00   240,00\nОловка   1   60,00   60,00\nУкупан износ:   300,00\nГотовина:   500,00\nПовраћај:   200,00\nЂ  О-ПДВ  20,00%  50,00\nУкупан износ пореза:  50,00',
    );
    expect(data).toMatchObject({ merchant: 'КЊИЖАРА БРЕЗА ДОО', total: 300, tax: 50 });
    expect(verified).toContain('total');
  });

  it('takes the number of a register for no name, whatever the register is called', async () => {
    const { data } = await read(
      'Moka House\nNTN 7714402-3\nTea   2   50.00   100.00\nCake   1   80.00   80.00\nTotal   180.00',
    );
    expect(data).toMatchObject({ merchant: 'Moka House' });
  });

  it('reads sums with three decimals where the currency has them', async () => {
    const { data, verified } = await read(
      'Nizwa Dates Shop\n12/10/2025\nDates box   4.500\nHalwa   2.250\nSub total   6.750\nVAT 5%   0.338\nTotal OMR   7.088\nCash   8.000\nChange   0.912',
    );
    expect(data).toMatchObject({ total: 7.088, tax: 0.338, currency: 'OMR' });
    expect(verified).toContain('total');
  });

  it('proves a total that is printed once more in another currency, and not the other one', async () => {
    const { data, verified } = await read(
      'БИСТРО РОЗА ЕООД\nСУПА   8.00 Б\nХЛЯБ   2.00 Б\nОБЩА СУМА   10.00 ЛВ\nОБЩА СУМА   5.11 EUR\nВ БРОЙ ЛВ   10.00',
    );
    expect(data).toMatchObject({ total: 10, currency: 'BGN' });
    expect(verified).toContain('total');
    expect(verified).not.toContain('currency');
  });

  it('proves no currency that only repeats a label of another sum', async () => {
    const { verified } = await read('БИСТРО РОЗА\nСУПА   8.00\nКРАЙ   10.00\nКРАЙ   5.11 EUR');
    expect(verified).not.toContain('currency');
  });

  it('proves no currency by a code that stands beside one sum, as an abbreviation does', async () => {
    const of = async (text: string) => (await read(`Surf Shop\n${text}`)).verified.includes('currency');
    expect(await of('Board SBD 240.00\nWax   10.00\nTotal   250.00')).toBe(false);
    expect(await of('C/ Sol S/ 12.00\nWax   10.00\nTotal   22.00')).toBe(false);
    expect(await of('Board   240.00\nWax   10.00\nTotal SBD   250.00')).toBe(true);
    expect(await of('Board SBD 240.00\nWax SBD 10.00\nTotal   250.00')).toBe(true);
    expect(await of('Item   Price (SBD)\nBoard   240.00\nWax   10.00\nTotal   250.00')).toBe(true);
  });

  it('proves no tax beside a share that no word is known for', async () => {
    const text = (other: string) =>
      `Adom Spot\nRice   100.00\nFish   100.00\nSubtotal   200.00\nNHIL 2.5%   5.00\n${other}   10.00\nTOTAL   215.00\nCASH   215.00`;
    expect((await read(text('GETFund 5%'))).verified).toContain('tax');
    expect((await read(text('Kumasi share 5%'))).verified).not.toContain('tax');
  });

  it.each([
    ['TOTAL KSHS   450.00', 'KES'],
    ['TOTAL GHS   450.00', 'GHS'],
    ['Total Tk.   450.00', 'BDT'],
    ['TOTAL   450.00 ₾', 'GEL'],
    ['Total   S/ 450.00', 'PEN'],
  ])('reads the currency of %s', async (line, currency) => {
    const { data } = await read(`Corner Shop\nRice   450.00\n${line}`);
    expect(data).toMatchObject({ currency });
  });

  it.each([
    ['Kandy', 'Total Rs.   450.00', 'LKR'],
    ['Trinidad W.I.', 'TOTAL   $450.00', 'TTD'],
    ['101 Reykjavík', 'Samtals   450,00 kr.', 'ISK'],
    ['Sarajevo', 'UKUPNO KM   450,00', 'BAM'],
  ])('tells it by an address: %s', async (town, line, currency) => {
    const { data } = await read(`Corner Shop\nHigh Street, ${town}\nRice   450.00\n${line.replaceAll(',', '.')}`);
    expect(data).toMatchObject({ currency });
  });

  it.each([
    'S/N 4417',
    'NUM SERIE S/ 4417',
    'SALZ JOD 0.89',
    '1S/01/2030',
    'Dist 12.50 KM',
    'TAUX   MNT',
    'Kaffee, Honduras\nMilch 0,50 L',
  ])('takes no currency from %s', async (line) => {
    const { data } = await read(`Corner Shop\n${line}\nRice   450.00\nTotal   450.00`);
    expect(data).toMatchObject({ currency: null });
  });

  it.each([
    ['Salisbury, NC 28144', 'USD'],
    ['LUCKY TRADING SDN BHD', 'MYR'],
    ['横浜市中区元町2-204 レジ', 'JPY'],
    ['ATCUD: JJ4F7WQK-88204', 'EUR'],
    ['SIRET 882 204 417 00019', 'EUR'],
    ['Salisbury, NC 28144\nHamilton ON L8P 4A9', null],
  ])('takes that of the shop where no sum has a sign: %s', async (line, currency) => {
    const { data } = await read(`Corner Shop\n${line}\nRice   450.00\nTotal   450.00`);
    expect(data).toMatchObject({ currency });
  });

  it('proves no name behind a label', async () => {
    const text = (first: string) => `${first}\nTaxi fare   22.00\nTotal   22.00\nCard   22.00`;
    expect((await read(text('Passenger: John Miller'))).verified).not.toContain('merchant');
    expect((await read(text('Northgate Taxi Ltd'))).verified).toContain('merchant');
  });

  it('takes no short word of English or a menu for one of another language', async () => {
    const { data } = await read('Sub House\nEDV MEAL   11.90\nTEA   2.10\nTOTAL TO BE COLLECTED   14.00');
    expect(data).toMatchObject({ tax: null, total: 14, items: [{ amount: 11.9 }, { amount: 2.1 }] });
  });

  it.each(['Pan y Café', 'Pin Oak Grill', 'Tin Roof Cafe', 'HP Store', 'Bin 152 Wine Bar'])(
    'takes %s for a name, which begins as a register is called',
    async (name) => {
      const { data } = await read(`${name}\nCalle Mayor 3\nCroissant   2.00\nTea   1.50\nTotal   3.50`);
      expect(data).toMatchObject({ merchant: name });
    },
  );

  it.each(['PAN No: 301234567', 'TIN 123-456-789', 'PIN: P051234567X'])('takes %s for none', async (line) => {
    const { data } = await read(`${line}\nNjoro Shop\nTea   1.50\nTotal   1.50`);
    expect(data).toMatchObject({ merchant: 'Njoro Shop' });
  });

  it('reads dumplings as what was bought', async () => {
    const { data } = await read('Everest Kitchen\nMomo Chicken   9.50\nTea   2.00\nTotal   11.50');
    expect(data).toMatchObject({ items: [{ amount: 9.5 }, { amount: 2 }], paymentMethod: null });
  });

  it('proves no day by words that have letters of Vietnamese, and reads none from a number', async () => {
    const { verified } = await read("Wong Chi Hang\n03/04/2025\nDon't hang up, dia 5\nTea   2.00\nTotal   2.00");
    expect(verified).not.toContain('date');
    const { data } = await read('Corner Cafe\n1402/05/12\nTea   2.00\nTotal   2.00');
    expect(data).toMatchObject({ date: null });
  });

  it('proves a receipt of the town of Huy', async () => {
    const text = (line: string) =>
      `Boulangerie Petit\nRue Neuve 3\n${line}\nPain   2,00\nTarte   3,00\nTOTAL   5,00\nCB   5,00`;
    expect((await read(text('HUY'))).verified).toContain('total');
    expect((await read(text('ĐÃ HỦY'))).verified).toEqual([]);
  });
});
