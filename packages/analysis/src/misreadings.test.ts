import { describe, expect, it } from 'vitest';
import { createAnalyst } from './index.ts';

/** Kinds of texts in which a reading that looks sure is wrong; each example stands for many documents. */

const analyst = createAnalyst();
const receipt = async (text: string) => (await analyst.run({ kind: 'receipt-scanner', text })).answer;
const statement = async (text: string) => (await analyst.run({ kind: 'bank-statement', text })).answer;
const amountsOf = async (text: string) => (await statement(text)).transactions.map(({ amount }) => amount);

describe('the sign of a transaction', () => {
  it.each([
    [
      'a plus with a blank behind it',
      '17.05.2024 17.05.2024 Überweisung + 1.115,22 €\n18.05.2024 18.05.2024 Miete  - 500,00 €',
      [1115.22, -500],
    ],
    [
      'a word at the end of the row, whatever the column is called',
      'Datum      Omschrijving              Bedrag in euro\n01-02-2024 IDEAL BETALING                 10,00   Bij\n21-02-2024 APPLE.COM/BILL                  0,99   Af',
      [10, -0.99],
    ],
    [
      'dashes are empty cells, and no minus',
      'Withdrawals - - - -\nOpening balance - - 66.27 - -\n04-09-2025 Contribution 100200 - - 10,000.00 - -\nClosing balance - - 10,066.27 - -',
      [10_000],
    ],
    [
      'columns that stand away from their names, with other margins on each page',
      [
        '         DATE      LIBELLE                     DEBIT            CREDIT',
        '         SOLDE CREDITEUR AU 04/06/2019                           401,99',
        '         06/06/2019   VIREMENT                                         55,00',
        '         07/06/2019   PRELEVEMENT                      120,50',
        '         11/06/2019   VIREMENT                                      3 500,00',
        ' DATE      LIBELLE                     DEBIT            CREDIT',
        ' 20/06/2019   PRELEVEMENT                       43,70',
        ' 25/06/2019   VIREMENT                                      1 004,12',
        ' 26/06/2019   PRELEVEMENT                       62,23',
        '         SOLDE CREDITEUR AU 02/07/2019                         4 734,68',
      ].join('\n'),
      [55, -120.5, 3500, -43.7, 1004.12, -62.23],
    ],
  ])('is read by %s', async (_, text, wanted) => {
    expect(await amountsOf(text)).toEqual(wanted);
  });

  it('is read by a word, and the balances with theirs from the columns of a summary above', async () => {
    const { accountInfo, transactions } = await statement(
      [
        'Vorig openstaand saldo      Totaal ontvangen betalingen     Totaal nieuwe uitgaven       Nieuw openstaand saldo',
        '€ 10,00              Af     € 10,00               Bij       € 102,32              Af     € 102,32              Af',
        'Datum           Datum       Omschrijving                                            Bedrag in           Bedrag',
        "transactie      boeking                                                             vreemde valuta      in euro's",
        '01 feb          01 feb      IDEAL BETALING, DANK U                                                         10,00   Bij',
        '21 feb          22 feb      APPLE.COM/BILL         ITUNES.COM        IE                                     0,99   Af',
        '23 feb          24 feb      HOTEL MIDI             PARIS             FR                                   101,33   Af',
      ].join('\n'),
    );
    expect([accountInfo.openingBalance, accountInfo.closingBalance]).toEqual([-10, -102.32]);
    expect(transactions.map(({ amount }) => amount)).toEqual([10, -0.99, -101.33]);
    expect(transactions.map(({ description }) => description).join()).not.toMatch(/\b(?:Af|Bij)\b/);
  });

  it.each([
    [
      'Romanian',
      ['Data', 'Detalii tranzacție', 'Debit', 'Credit', 'Sold'],
      'Sold initial',
      'Sold final',
      'Rulaj total',
    ],
    [
      'Greek',
      ['ΗΜ/ΝΙΑ', 'ΑΙΤΙΟΛΟΓΙΑ', 'ΧΡΕΩΣΗ', 'ΠΙΣΤΩΣΗ', 'ΥΠΟΛΟΙΠΟ'],
      'ΥΠΟΛΟΙΠΟ ΕΚ ΜΕΤΑΦΟΡΑΣ',
      'ΝΕΟ ΥΠΟΛΟΙΠΟ',
      'ΣΥΝΟΛΟ',
    ],
    ['Chinese', ['交易日期', '摘要', '支出', '收入', '余额'], '期初余额', '期末余额', '合计'],
    ['Arabic', ['التاريخ', 'الوصف', 'مدين', 'دائن', 'الرصيد'], 'الرصيد الافتتاحي', 'الرصيد الختامي', 'المجموع'],
  ])('is proven by the columns and balances of %s', async (_, heads, opening, closing, total) => {
    const row = (...cells: string[]) => cells.map((cell) => cell.padEnd(24)).join('');
    const { transactions, verification } = await statement(
      [
        row(...heads),
        row(opening, '', '', '', '2.110,00'),
        row('04.05.2031', 'MEGA IMAGE', '112,40', '', '1.997,60'),
        row('10.05.2031', 'ORION SOFT', '', '6.400,00', '8.397,60'),
        row('12.05.2031', 'ATM 4418', '500,00', '', '7.897,60'),
        row(total, '', '612,40', '6.400,00', ''),
        row(closing, '', '', '', '7.897,60'),
      ].join('\n'),
    );
    expect(transactions.map(({ amount }) => amount)).toEqual([-112.4, 6400, -500]);
    expect(verification.fields.transactions?.status).toBe('verified');
  });

  it('that nothing tells is told to be a guess', async () => {
    const { verification } = await statement(
      'Date        Source          Amount\n2025-03-13  Vault share     €12.56\n2025-03-14  Vault rent      €1.42',
    );
    expect(verification.fields.transactions?.status).toBe('unverified');
    expect(verification.fields['transactions.0.amount']).toEqual({ status: 'unverified', checks: [] });
  });
});

describe('a number', () => {
  it.each([
    ['parted in front of its point', 'Total          23 .36\nMasterCard     23 .36', 23.36],
    ['parted behind its point', 'Total          23. 36\nMasterCard     23. 36', 23.36],
  ])('%s is one number', async (_, sums, total) => {
    const { receiptData, verification } = await receipt(
      `FACTORY STORE\nMODERN POLO    13.85\nPOCKET TEE      8.40\nTax  1.11\n${sums}`,
    );
    expect([receiptData.total, verification.fields.total?.status]).toEqual([total, 'verified']);
  });

  it('keeps a sign with blanks around it', async () => {
    const sums = 'SUBTOTAL   $ - 89.93\n5% GST     $ -4.50\nTOTAL      $ - 94.43\nVISA REFUND $ 94.43';
    const { receiptData, verification } = await receipt(`HARDWARE BARN #304\n${sums}`);
    expect([receiptData.total, verification.fields.total?.status]).toEqual([-94.43, 'verified']);
  });

  it('in pieces is no sum', async () => {
    const { receiptData } = await receipt('FACTORY STORE\nTOTAL   $3 2 . 1 2');
    expect(receiptData.total).toBeNull();
  });
});

describe('a date', () => {
  it.each([
    ['with the year first', '2015/03/05 10:26', '2015-03-05'],
    ['with the month in letters', '5 March 2015', '2015-03-05'],
    ['of which another one has a day above 12', 'Return by 03/25/2015', '2015-03-05'],
  ])('that is printed once more %s has the order of that', async (_, other, date) => {
    const { receiptData, verification } = await receipt(
      `CORNER SHOP\nDATE 03/05/2015\nMILK  4.29\nBREAD  2.50\nTOTAL  6.79\n${other}`,
    );
    expect([receiptData.date, verification.fields.date?.status]).toEqual([date, 'verified']);
  });

  it.each([
    [
      'words of a language that has the day first',
      'KASSE 2\nMilch  4,29\nBrot  2,50\nSUMME  6,79\nRückgeld  0,00',
      'verified',
    ],
    ['the day of the week beside it', 'DATE 03/05/2015 (Sun)\nMILK  4.29\nBREAD  2.50\nTOTAL  6.79', 'verified'],
    [
      'the day of the week of another date',
      'DATE 03/05/2015 (Fri)\nMILK  4.29\nBREAD  2.50\nTOTAL  6.79',
      'unverified',
    ],
    [
      'a language, where it is spoken in a country that has both orders',
      'Tienda La Sierra, Ciudad de Panamá\nLeche  4.29\nEfectivo  10.00\nCambio  5.71\nFecha\nGracias\nTOTAL  4.29',
      'unverified',
    ],
  ])('is decided by %s', async (_, rest, status) => {
    const { receiptData, verification } = await receipt(`CORNER SHOP\n${rest}\n03/05/2015`);
    expect(verification.fields.date?.status).toBe(status);
    if (status === 'verified') expect(receiptData.date).toBe('2015-05-03');
  });

  it.each([
    ['l3/10/2029', '2029-10-13'],
    ['5 april 2O29', '2029-04-05'],
    ['2029-O9-1l', '2029-09-11'],
  ])('of which letters took the place of digits, as in %s, is read, and is not sure', async (printed, date) => {
    const { receiptData, verification } = await receipt(
      `CORNER SHOP\nDATE ${printed}\nMILK  4.29\nBREAD  2.50\nTOTAL  6.79\nNext service: 5 October 2029`,
    );
    expect([receiptData.date, verification.fields.date?.status]).toEqual([date, 'unverified']);
  });

  it('that nothing decides is not verified', async () => {
    const { verification } = await receipt('CORNER SHOP\nDATE 03/05/2015\nMILK  4.29\nBREAD  2.50\nTOTAL  6.79');
    expect(verification.fields.date?.status).toBe('unverified');
  });
});

describe('a currency', () => {
  it.each([
    [
      'is that of the country of a dollar sign',
      'Cafe\n8103 104 Street NW, Edmonton, AB T6E 4E1\nTea  $5.00\nTOTAL  $5.00',
      'CAD',
    ],
    ['is unknown where nothing tells the country', 'Cafe\nTea  $5.00\nTOTAL  $5.00', null],
    ['is no code among noise', 'Cafe\nTea  5.00\nTOTAL  5.00\n***** CARDHOLDER ]JPY *****', null],
    ['is the code in a heading', 'Cafe\nItem   Amount (CHF)\nTea  5.00\nTOTAL  5.00', 'CHF'],
  ])('%s', async (_, text, currency) => {
    expect((await receipt(text)).receiptData.currency).toBe(currency);
  });
});

describe('the items of a receipt', () => {
  it('may have one decimal, where no sum has two', async () => {
    const { receiptData } = await receipt(
      'Family Restaurant\nItem Name    Qty   Rate    Amount\nPizza Large   1    430.0   430.0\nPasta         2    220.0   440.0\nTotal:  870.0',
    );
    expect(receiptData.total).toBe(870);
    expect(receiptData.items.map(({ quantity, amount }) => [quantity, amount])).toEqual([
      [1, 430],
      [2, 440],
    ]);
  });

  it('have no quantity where their numbers count the lines', async () => {
    const { receiptData } = await receipt(
      'LOREM SHOP\n1  9275  Salami       2.99\n2  0230  Bread        4.99\n3  0231  Butter       1.00\nTOTAL       $8.98',
    );
    expect(receiptData.items.map(({ quantity }) => quantity)).toEqual([null, null, null]);
  });

  it('add up with every tax, whatever it is called', async () => {
    const { receiptData, verification } = await receipt(
      'Grill House\nItem Total     1,036.00\ncess @ 3%         52.90\nSGST @ 2.5        51.80\nTotal          1,140.70',
    );
    expect([receiptData.total, receiptData.tax]).toEqual([1140.7, 104.7]);
    expect(verification.fields.total?.status).toBe('verified');
  });
});

describe('the total of a receipt', () => {
  it.each([
    ['net sum', 'Net total  10.00\nVAT 20%     2.00\nTotal      12.00'],
    ['total before tax', 'Total      10.00\nVAT 20%     2.00\nTotal to pay 12.00'],
  ])('is not the %s where tax is added to it', async (_, sums) => {
    const { receiptData, verification } = await receipt(`Corner Cafe\nSoup        6.00\nBread       4.00\n${sums}`);
    expect([receiptData.total, verification.fields.total?.status]).toEqual([12, 'verified']);
  });

  it('may have a mark in place of decimals, and is not the sum above it then', async () => {
    const sums = 'Sub Total 1,000.00\nCGST @ 2.5% 25.00\nSGST @ 2.5% 25.00\nGrand Total Rs 1,050/-';
    const { receiptData, verification } = await receipt(
      `Corner Cafe\nSoup 1 600.00 600.00\nBread 1 400.00 400.00\n${sums}`,
    );
    expect([receiptData.total, verification.fields.total?.status]).toEqual([1050, 'verified']);
  });

  it('is proven by a tax at its rate, where labels and sums were read apart', async () => {
    const { receiptData, verification } = await receipt(
      'Shop\nTOTAL INCL. GST@6%\nCASH\nGST @6% INCLUDED IN TOTAL\nRM 13.30\nRM 13.30\nRM 0.75',
    );
    expect([receiptData.total, receiptData.merchant]).toEqual([13.3, 'Shop']);
    expect(verification.fields.total).toMatchObject({ status: 'verified', checks: [{ name: 'tax_within_total' }] });
    expect(verification.status).toBe('unverified');
  });
});

const LEASE = `This Lease Agreement ("Lease") is entered into on March 3, 2025 by and between Maple Court Properties LLC ("Landlord") and Dana Whitfield and Omar Reyes ("Tenant").
2. Term. The term of this Lease is twelve (12) months, beginning on April 1, 2025 and ending on March 31, 2026.
4. Security Deposit. Tenant shall deposit $2,925.00 with Landlord.
6. Pets. No pets are allowed on the Premises, except one cat, subject to a monthly pet fee of $35.00.
7. Early Termination. Tenant may terminate this Lease early by giving sixty (60) days' written notice and paying a fee equal to two months' rent.
8. Smoking. Smoking is not permitted anywhere on the Premises.`;

describe('a chat without a model', () => {
  const ask = async (question: string, text = LEASE) =>
    (await analyst.run({ kind: 'chat', text, options: { question } })).answer;

  it.each([
    ['When does the lease start?', 'April 1, 2025'],
    ['Who are the tenants?', 'Dana Whitfield and Omar Reyes'],
    ['Is smoking allowed?', 'not permitted'],
    ['What is the early termination fee?', "two months' rent"],
    ['Can I keep a dog?', 'No pets'],
    ['How much is the security deposit?', '$2,925.00'],
  ])('answers what the passage holds: %s', async (question, held) => {
    const { answer, verification } = await ask(question);
    expect(answer).toContain(held);
    expect(verification.status).toBe('verified');
  });

  it.each([
    'What is the late fee?',
    'Who pays for water and heating?',
    'Can I sublet the apartment?',
    'When was the building renovated?',
    'How many parking spaces are there?',
  ])('is never sure of a passage without the words of the question: %s', async (question) => {
    expect((await ask(question)).verification.status).toBe('unverified');
  });

  it('says that it found nothing, not that nothing is stated, and what may help', async () => {
    const { answer, hint, verification } = await ask('Who insures the furniture?', 'The market opens in May.');
    expect(answer).toBe('I found no passage that answers this.');
    expect(hint).toContain('language model');
    expect(verification.fields.answer).toEqual({ status: 'unverified', checks: [] });
  });
});

describe('a document of another kind', () => {
  const SUMS =
    'Item      Qty   Price   Amount\nOak board   2   50.00   100.00\nSubtotal   100.00\nVAT 20 %   20.00\nTotal EUR   120.00';
  it.each([
    'Purchase Order',
    'ORDER CONFIRMATION',
    'Lieferschein',
    'Zahlungserinnerung',
    'Devis n° 2024-17',
    'Kostenvoranschlag',
    'PAY STUB',
    'Bulletin de paie',
    'Proforma Invoice',
    'Price list 2024',
    'Preventivo',
  ])('is no invoice and nothing of it is verified: %s', async (title) => {
    const text = `Mill & Sons Ltd\n${title}\nNo. 2030-17\nDate: 2030-01-12\n${SUMS}`;
    const { answer } = await analyst.run({ kind: 'invoice-extractor', text });
    const { fields, status } = answer.verification;
    expect(fields.documentType?.status).toBe('failed');
    expect(Object.values(fields).filter((field) => field.status === 'verified')).toEqual([]);
    expect(status).toBe('failed');
  });

  it.each(['Invoice', 'TAX INVOICE', 'Rechnung Nr. 17', 'Facture', 'Gutschrift'])('is not a %s', async (title) => {
    const text = `Mill & Sons Ltd\n${title}\nInvoice No. 2030-17\nOrder No. 4711\nDate: 2030-01-12\n${SUMS}`;
    const { answer } = await analyst.run({ kind: 'invoice-extractor', text });
    expect(answer.verification.fields.documentType?.status).toBe('verified');
    expect(answer.verification.fields.total?.status).toBe('verified');
  });

  it.each(['invoice-extractor', 'receipt-scanner'] as const)('has no names: a greeting as %s', async (kind) => {
    const { answer } = await analyst.run({ kind, text: 'hello world' });
    expect(JSON.stringify(answer)).not.toContain('hello');
  });
});

describe('the merchant', () => {
  it.each([
    [
      'is not the address',
      '99 SUPERMARKET\n10768 - 99 Street, Edmonton AB T5H 1N7\nPh (780) 555-0100',
      '99 SUPERMARKET',
    ],
    ['stands above its street', 'Beaumont Cafe\n8103 104 Street NW, Edmonton, AB T6E 4E1', 'Beaumont Cafe'],
  ])('%s', async (_, heading, merchant) => {
    const { receiptData, verification } = await receipt(`${heading}\nTea  $5.00\nCake  $2.00\nTOTAL  $7.00`);
    expect([receiptData.merchant, verification.fields.merchant?.status]).toEqual([merchant, 'verified']);
  });

  it.each([
    ['a slogan above', 'Good food, every day!\nHarbour Grill\n12 Quay Street, Dublin'],
    ['a mail', 'From: Anna Lee\nSubject: Fwd: your receipt\nHarbour Grill\n12 Quay Street, Dublin'],
    ['somebody else who sold it', 'Parcel Market\n12 Quay Street, Dublin\nSold by: Blue Lamp Ltd'],
    ['nothing else of a shop', 'Monday notes\nfor the kitchen table'],
  ])('is not verified with %s', async (_, heading) => {
    const { receiptData, verification } = await receipt(`${heading}\nTea  5.00\nCake  2.00\nTOTAL  7.00`);
    const right = receiptData.merchant === 'Harbour Grill';
    if (!right) expect(verification.fields.merchant?.status ?? 'none').not.toBe('verified');
  });
});

describe('the head of an invoice', () => {
  const SUMS =
    'Rechnungssumme ohne USt.  100,00 EUR\nSteuerbetrag               19,00 EUR\nBruttosumme               119,00 EUR';
  it.each([
    ['Gutschrift (381) Nr. 471102\nvom 05.03.2018', 'Rechnung gemäß Bestellung vom 01.03.2018.', '471102'],
    ['Rechnung (389)\nNr. 2019-0042 vom 05.03.2018', 'Bestellung 77 vom 01.02.2019', '2019-0042'],
  ])('has no code of a type as its number, and no day of an order: %s', async (title, order, number) => {
    const text = `${title}\nVerkäufer: Lieferant GmbH\n${order}\n${SUMS}`;
    const { invoiceData } = (await analyst.run({ kind: 'invoice-extractor', text })).answer;
    expect(invoiceData.invoiceNumber).toBe(number);
    expect([null, '2018-03-05']).toContain(invoiceData.date);
  });
});
