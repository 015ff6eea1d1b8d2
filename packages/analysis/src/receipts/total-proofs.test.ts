import { describe, expect, it } from 'vitest';
import { createAnalyst } from '../analyst.ts';

async function totalOf(text: string) {
  const { answer } = await createAnalyst().run({ kind: 'receipt-scanner', text });
  const { status, checks } = answer.verification.fields.total ?? { status: null, checks: [] };
  return [answer.receiptData.total, status, checks.filter(({ ok }) => ok).map(({ name }) => name)] as const;
}

/** Numbers in the heading and below the total that are no goods. */
const HEAD = 'Hofladen Ottenkamp\nGeöffnet 8.00-18.30\n02.10.2030\n';
const FOOT = '\nGewinnen Sie 500,00 mit Code 8841';

it('is proven by one item, a payment and a tax at its printed rate, which all give it', async () => {
  const parking = 'Parkhaus Lindentor AG\n19.09.2030\nParkgebühr   CHF 11.50\ninkl. 8.1% MWST   0.86\nTWINT   11.50';
  expect((await totalOf(parking))[1]).toBe('verified');
  expect((await totalOf(parking.replace('0.86', '0.96')))[1]).toBe('unverified');
  expect((await totalOf(`${parking}\nNachzahlung 4.00\nTotal bezahlt 15.50`))[1]).toBe('unverified');
});

it('has goods above it that are called as change is', async () => {
  const shop = 'Corner Larder\n21/05/2030\nOats 2.50\nChange mat travel 6.75\nTOTAL £9.25\nVisa debit £9.25';
  expect(await totalOf(shop)).toEqual([9.25, 'verified', expect.arrayContaining(['items_total', 'card_payment'])]);
});

describe('the total of a receipt with numbers around it that are no goods', () => {
  it.each([
    ['the rows right above it', '4 Hemd a 2,80  11,20\n1 Mantel  16,60\nGesamt EUR  27,80', 27.8, 'rows_above_total'],
    ['net sums and taxes', 'Formule\nTotal TTC  49,00\nTVA 10%  34,55  3,45\nTVA 20%  9,17  1,83', 49, 'net_and_tax'],
    ['the tax in it at its rate', 'Kaffee klein 26,00\nGesamt  126,00\nenth. 20% MwSt  21,00', 126, 'tax_within_total'],
    [
      'what was paid, where the items were not all read',
      '2 Mantel\nHemd  1l,20\nHose  16,60\nGesamt EUR  39,00\nEC-Karte  39,00',
      39,
      'card_payment',
    ],
    ['what was paid in two ways', 'Pesto\nGesamt  49,00\nGutschein Essen  19,00\nVisa  30,00', 49, 'payments'],
  ])('is proven by %s', async (_, rows, total, check) => {
    const [value, status, checks] = await totalOf(`${HEAD}${rows}${FOOT}`);
    expect([value, status]).toEqual([total, 'verified']);
    expect(checks).toContain(check);
  });

  it.each([
    ['a row is missing', '4 Hemd a 2,80  11,20\nGesamt EUR  27,80'],
    ['the goods can be read and give another sum', '2 Mantel  11,20\nHose  16,60\nGesamt EUR  39,00\nEC-Karte  39,00'],
    ['the tax is of another sum', 'Kaffee klein 26,00\nGesamt  126,00\nenth. 20% MwSt  22,50'],
    ['the parts of the payment give another sum', 'Pesto\nGesamt  49,00\nGutschein Essen  18,00\nVisa  30,00'],
  ])('is not where %s', async (_, rows) => {
    const [, status] = await totalOf(`${HEAD}${rows}${FOOT}`);
    expect(status).not.toBe('verified');
  });

  it('is what was bought, and not what a gift card left to pay', async () => {
    const text = `${HEAD}Atlas  18,00\nKarte  34,00\nSumme  52,00\nGeschenkkarte  -45,00\nzu zahlen  7,00\nVisa  7,00`;
    expect((await totalOf(text)).slice(0, 2)).toEqual([52, 'verified']);
  });

  it('is not proven where the copies of guest and house have other tips', async () => {
    const bill = 'Diner\nPancakes 11.20\nCoffee 20.00\nSubtotal 31.20\nTotal 31.20';
    const copy = (tip: string, total: string) => `\nAmount 31.20\nTip ${tip}\nTotal ${total}`;
    expect((await totalOf(`${bill}${copy('6.00', '37.20')}${copy('6.00', '37.20')}`)).slice(0, 2)).toEqual([
      37.2,
      'verified',
    ]);
    expect((await totalOf(`${bill}${copy('6.00', '37.20')}${copy('5.00', '36.20')}`))[1]).not.toBe('verified');
  });

  it('is not proven where another receipt with its own payment follows', async () => {
    const one = 'Shop\nTea 2.00\nCake 3.00\nTOTAL 5.00\nCARD 5.00\n';
    expect((await totalOf(`${one}${one}`)).slice(0, 2)).toEqual([5, 'verified']);
    const other = 'Shop\nMilk 1.00\nBread 3.00\nTOTAL 4.00\n';
    expect((await totalOf(`${one}${other}CARD 4.00`))[1]).not.toBe('verified');
    const first = one.replace('CARD 5.00', 'CASH 20.00\nCHANGE 15.00');
    expect((await totalOf(`${first}${other}CASH 20.00\nCHANGE 16.00`))[1]).not.toBe('verified');
  });

  it('is not proven where a refund follows on the same paper', async () => {
    const sale = 'Copse Hardware\nHammer 18.00\nNails 6.50\nTOTAL 24.50\nCARD 24.50';
    expect((await totalOf(sale))[1]).toBe('verified');
    expect((await totalOf(`${sale}\nREFUND\nHammer -18.00\nTOTAL -18.00\nCARD -18.00`))[1]).not.toBe('verified');
  });

  it.each([
    ['a second receipt that nobody says was paid', 'Total 3.50', 'Corner Shop\nTea 4.00\nJam 2.10\nTotal 6.10'],
    ['one with the tax on top of it', 'Total 3.50', 'Tax 8.25% 0.29\nTip ____\nTotal ____'],
    ['none, since the sale was taken back', 'Total 3.50', '*** TRANSACTION VOIDED ***'],
    ['none, since the sale was taken back, in German', 'Summe 3.50', 'BELEG STORNIERT'],
    ['one that is said to be right', 'Total 3.50', 'Bread was yesterday’s\nCorrect total 3.10'],
    ['one of which a deposit was paid before', 'Total 3.50', 'Deposit -1.00\nBalance due 2.50\nVisa 2.50'],
    ['a share of it', 'Total 3.50', 'Your share 1.75\nCard 1.75'],
    ['one that cannot be read', 'Total 3.50', 'TOTAL 1O.5O'],
    ['one that is new, in Dutch', 'Totaal 3.50', 'Nieuwe som 3.10'],
    ['one that is new, in Danish', 'I alt 3.50', 'Nyt beløb 3.10'],
    ['one that is right, in Polish', 'Razem 3.50', 'Poprawna kwota 3.10'],
  ])('is not proven beside another total: %s', async (_, total, below) => {
    const text = `Corner Shop\nMilk 1.20\nBread 2.30\n${total}`;
    expect((await totalOf(text))[1]).toBe('verified');
    expect((await totalOf(`${text}\n${below}`))[1]).not.toBe('verified');
  });

  it.each(['Tax 8.25% 0.27', 'Points total 124.00', 'Milk was VOID on request of a customer'])(
    'is proven above what is no other total: %s',
    async (below) => {
      expect((await totalOf(`Corner Shop\nMilk 1.20\nBread 2.30\nTotal 3.50\n${below}`))[1]).toBe('verified');
    },
  );

  it('leaves net sum and tax unproven too where another total stands below', async () => {
    const text = 'Tent hire\nMarquee 100.00\nFloor 20.00\nSubtotal 120.00\nVAT 20% 24.00\nTotal 144.00';
    const statusOf = async (more: string) => {
      const { answer } = await createAnalyst().run({ kind: 'receipt-scanner', text: `${text}${more}` });
      return ['subtotal', 'tax'].map((field) => answer.verification.fields[field]?.status);
    };
    expect(await statusOf('')).toEqual(['verified', 'verified']);
    expect(await statusOf('\nTotal this receipt 43.20')).toEqual(['unverified', 'unverified']);
  });

  it('is proven where a printed tip and a tax lead from one total to the other', async () => {
    const text = 'Diner\nSoup 8.00\nPie 12.00\nTotal 20.00\nTax 1.60\nTip 4.00\nTotal 25.60\nVisa 25.60';
    expect((await totalOf(text)).slice(0, 2)).toEqual([25.6, 'verified']);
  });

  it.each([
    [
      'Greek',
      'ΤΑΒΕΡΝΑ\nΧΤΑΠΟΔΙ 14,50\nΧΩΡΙΑΤΙΚΗ 38,00\nΣΥΝΟΛΟ 52,50\nΦΠΑ 13% 6,04\nΜΕΤΡΗΤΑ 60,00\nΡΕΣΤΑ 7,50',
      52.5,
      6.04,
    ],
    [
      'Arabic',
      'مطعم\nمندي 105.00\nمشروب 10.00\nالمجموع شامل الضريبة 115.00\nضريبة القيمة المضافة 15% 15.00\nمدى 115.00',
      115,
      15,
    ],
    [
      'Hebrew',
      'סופר השקמה בע"מ\nלחם 12.00\nחלב 7.10\nסה"כ ללא מע"מ 16.19\nמע"מ 18% 2.91\nסה"כ לתשלום 19.10\nמזומן 20.00\nעודף 0.90',
      19.1,
      2.91,
    ],
    [
      'Romanian',
      'SC PRIMA SRL\nLAPTE 6.99 B\nPAINE 40.86 B\nTOTAL LEI 47.85\nTOTAL TVA B 9% 3.95\nCARD 47.85',
      47.85,
      3.95,
    ],
  ])('is proven in %s', async (_, text, total, tax) => {
    const { answer } = await createAnalyst().run({ kind: 'receipt-scanner', text });
    expect([answer.receiptData.total, answer.receiptData.tax]).toEqual([total, tax]);
    expect(answer.verification.fields.total?.status).toBe('verified');
  });

  it('is proven where digits that were misread as letters make the goods add up, and else is not', async () => {
    const text = 'Laden\nHemd l3,9O\nHose 26,00\nSUMME EUR 39,9O\nKARTE 39,90';
    expect((await totalOf(text)).slice(0, 2)).toEqual([39.9, 'verified']);
    expect((await totalOf(text.replace('l3,9O', 'l3,5O').replace('KARTE 39,90', '')))[1]).not.toBe('verified');
  });

  it('of a currency with a thousand parts is never a thousand times as much', async () => {
    const [total] = await totalOf('Gulf Cafe\nTea 1.250\nCake 2.500\nTotal BHD 3.750\nCash 5.000\nChange 1.250');
    expect(total).not.toBe(3750);
  });

  it('is negative where it is called a refund', async () => {
    expect((await totalOf('Outfitters\nReturned Fleece  34.00-\nREFUND TOTAL  34.00'))[0]).toBe(-34);
  });

  it('is in the currency of the shop, not in the one that was paid with', async () => {
    const text = 'Dorfladen\nKäse 18.20\nTorte 29.40\nTotal CHF 47.60\nTotal EUR (0.9520) 50.00\nBezahlt EUR 50.00';
    expect((await totalOf(text))[0]).toBe(47.6);
  });
});

describe('a receipt with other sums than those of the goods', () => {
  it('costs what was bought, without the cash that was handed out', async () => {
    const text = 'Toolshed\nDrill 49.98\nScrews 18.95\n2 items  TOTAL  68.93\nEFTPOS 118.93\nincl. CASH OUT 50.00';
    expect((await totalOf(text)).slice(0, 2)).toEqual([68.93, 'verified']);
    const charged = text.replace('EFTPOS', 'TOTAL CHARGED TO CARD');
    expect((await totalOf(charged)).slice(0, 2)).toEqual([68.93, 'verified']);
    expect((await totalOf(text.replace('118.93', '118.43')))[1]).not.toBe('verified');
  });

  it('is money that was given back where its sum is a credit', async () => {
    const text = 'Techbarn\nREFUND\nHeadphones 42.00 CR\nTOTAL 42.00 CR\nCard refund 42.00';
    expect((await totalOf(text))[0]).toBe(-42);
  });

  it('costs nothing certain where a credit pays for all of it and the total is nothing', async () => {
    const text = 'Stylebox\nJeans -59.00\nJacket 89.00\nSubtotal 30.00\nStore credit 30.00\nTotal 0.00';
    expect((await totalOf(text))[1]).toBe('failed');
    expect((await totalOf(text.replace('Total 0.00', 'Total 30.00'))).slice(0, 2)).toEqual([30, 'verified']);
  });

  it.each([
    ['its mail', 'From: Rydr <a@rydr.example>\nDate: Fri, 29 Aug 2025\nSubject: Trip\n\n28 August 2025\nTotal 14.90'],
    ['the arrival', 'Parkhaus\nEinfahrt 26.08.2025 16:42\nBezahlt 28.08.2025 09:17\nTarif 28,80\nGesamt 28,80'],
  ])('has the day of the purchase, not that of %s', async (_, text) => {
    const { answer } = await createAnalyst().run({ kind: 'receipt-scanner', text });
    expect(answer.receiptData.date).toBe('2025-08-28');
  });
});
