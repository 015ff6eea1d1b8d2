import { describe, expect, it } from 'vitest';
import { createAnalyst } from '../analyst.ts';

/** How programs for bookkeeping print invoices, and what their layouts mislead to. */

async function read(...lines: string[]) {
  const { answer } = await createAnalyst().run({ kind: 'invoice-extractor', text: lines.join('\n') });
  const of = (name: keyof typeof answer.invoiceData) => [
    answer.invoiceData[name],
    answer.verification.fields[name]?.status ?? null,
  ];
  return { of, data: answer.invoiceData };
}

const SUMS = ['Boards   4  25.00  100.00', 'Subtotal  100.00', 'VAT 20%  20.00', 'Total  120.00'];

describe('the number of an invoice', () => {
  it('is none of the postal codes of the next column', async () => {
    const { of } = await read(
      'CREDIT NOTE',
      '                         Credit Note Number BS1 6XN',
      '                         CN-0417            UNITED KINGDOM',
    );
    expect(of('invoiceNumber')[0]).toBe('CN-0417');
  });

  it.each([
    [
      'behind `#` and a colon',
      ['TAX INVOICE', 'Mill Ltd', '12 High Street', '', 'India', '', '# : INV-000417'],
      'INV-000417',
    ],
    ['in groups behind a letter', ['Tax Invoice', 'Bill number T 417 882 041-7'], 'T 417 882 041-7'],
  ])('is read %s', async (_, heading, number) => {
    expect((await read(...heading, ...SUMS)).of('invoiceNumber')).toEqual([number, 'verified']);
  });

  it.each([
    ['TAX INVOICE', 'Number: IN104178', 'IN104178'],
    ['FACTURA', 'Folio: B-417', 'B-417'],
    ['Factura', 'Número  #F250041', 'F250041'],
  ])('has the bare label of its paper: %s, %s', async (title, label, number) => {
    expect((await read(title, label, 'Mill Ltd', ...SUMS)).of('invoiceNumber')).toEqual([number, 'verified']);
  });

  it.each([
    ['a tax, whose name is the line above', ['Value added tax identification', 'Number: GB417882041', ...SUMS], null],
    ['an account at a bank', [...SUMS, 'Sort code: 20-00-00', 'Number: 41788204'], null],
    ['an account, behind `#` and a colon', [...SUMS, 'Account', '#: 41788204'], null],
    ['a house', ['Menuiserie Dubois SARL', 'Numéro 12 rue de la Paix', 'Facture F-417', ...SUMS], 'F-417'],
  ])('is not that of %s', async (_, lines, number) => {
    expect((await read('INVOICE', 'Mill Ltd', ...lines)).of('invoiceNumber')[0]).toBe(number);
  });

  it.each([
    ['Meter number  417882'],
    ['Account\nNumber  417882'],
    ['Item     Number    Price\nBoards   417882    25.00'],
    ['Vous devez avoir 417 ans'],
  ])('is not %j', async (label) => {
    expect((await read('TAX INVOICE', label, 'Mill Ltd', ...SUMS)).of('invoiceNumber')[1]).not.toBe('verified');
  });

  it('is not the one behind `#` below the label of somebody else', async () => {
    expect((await read('INVOICE', 'Mill Ltd', 'Customer', '# : 8820', ...SUMS)).of('invoiceNumber')[1]).not.toBe(
      'verified',
    );
  });
});

describe('a credit note', () => {
  it('that an invoice is paid with does not give it its number', async () => {
    const { of } = await read('INVOICE', 'Invoice no. 441', 'Mill Ltd', 'Credit note CN-12 applied  -10.00', ...SUMS);
    expect(of('invoiceNumber')[0]).toBe('441');
  });

  it.each([
    ['KREDITFAKTURA', 'Fakturanr  1041', 'Avser faktura  1017', '1041'],
    ['NOTA DI CREDITO n. NC 12', 'Totale  40,00', 'Rif. fattura n. 388 del 01/09/2025', 'NC 12'],
  ])('has a number of its own: %s', async (title, ...lines) => {
    const number = lines.pop();
    expect((await read(title, ...lines)).of('invoiceNumber')).toEqual([number, 'verified']);
  });
});

describe('the parties of an invoice', () => {
  it('are not swapped by a slip for the payment', async () => {
    const { of } = await read(
      'TAX INVOICE                 Invoice Number     Brook Catering Ltd',
      'Lake Events CC              INV-00417          88 Main Rd',
      '17 Lagoon Drive                                Howick',
      'Umhlanga 4319',
      ...SUMS,
      'PAYMENT ADVICE',
      'To: Brook Catering Ltd                 Customer Lake Events CC',
      '88 Main Rd                             Invoice Number INV-00417',
    );
    expect(of('vendor')).toEqual(['Brook Catering Ltd', 'verified']);
    expect(of('customer')[0]).not.toBe('Brook Catering Ltd');
  });

  it('are not a bank that a slip for the payment goes to', async () => {
    const { of } = await read('Invoice No. 17', ...SUMS, 'REMITTANCE ADVICE', 'To: First National Bank');
    expect(of('vendor')[1]).not.toBe('verified');
  });

  it('are beside a sum that another label of the line has', async () => {
    const { of } = await read(
      'Birch Studio Ltd',
      'Billed To               Invoice Number     Amount Due (CAD)',
      'Orchard Foods Inc.      0000417            $120.00',
      ...SUMS,
    );
    expect(of('customer')).toEqual(['Orchard Foods Inc.', 'verified']);
  });

  it('are not proven where a person and a house without a legal form stand below the label', async () => {
    const { of } = await read(
      'Birch Ltd',
      'Bill to',
      'Dr. Anika Roy',
      'Pelham Veterinary Clinic',
      '20 Town Sq',
      ...SUMS,
    );
    expect(of('customer')).toEqual(['Pelham Veterinary Clinic', 'unverified']);
  });

  it('are told from each other where the register of each ends its address', async () => {
    const { of } = await read(
      'TAX INVOICE',
      'Deccan Filters Pvt Ltd',
      'Plot 41, Bollaram',
      'Hyderabad 502325',
      'India',
      'GSTIN 36AACCD4178L1ZP',
      '',
      'Bill To',
      'Kaveri Pumps',
      '204 Avinashi Road',
      'GSTIN 33AAFCK0417M1Z8',
      ...SUMS,
    );
    expect(of('vendor')).toEqual(['Deccan Filters Pvt Ltd', 'verified']);
  });
});

describe('the date of an invoice', () => {
  it.each([
    ['one day has two names', ['Invoice date / Delivery date 09 April 2025'], '2025-04-09'],
    [
      'each item has a day too',
      [
        'Durham, NC 27707',
        'DATE  05/06/2025',
        '',
        'DATE         ACTIVITY   QTY   RATE   AMOUNT',
        '05/02/2025   Mulch   4   25.00   100.00',
      ],
      '2025-05-06',
    ],
  ])('is proven where %s', async (_, lines, date) => {
    const { of } = await read('Cedar LLC', 'INVOICE 1178', ...lines, ...SUMS.slice(1));
    expect(of('date')).toEqual([date, 'verified']);
  });
});

describe('the sums of an invoice', () => {
  it.each([
    [
      'a tax whose label goes on in the line below',
      [
        'Seats  4  25.00  100.00',
        'Subtotal  100.00',
        'Sales tax - Texas (20%',
        'on $100.00)      20.00',
        'Total  120.00',
      ],
    ],
    [
      'a tax with its rate in its name',
      ['Seats  4  25.00  100.00', 'Sub Total  100.00', 'IGST20 (20%)  20.00', 'Total  120.00'],
    ],
    [
      'a total below its name',
      [
        'Imponibile  100,00',
        'IVA 20%  20,00',
        'Importo bollo    Valuta      Totale documento',
        '                 EUR              120,00',
      ],
    ],
  ])('are proven with %s', async (_, lines) => {
    const { of } = await read('Mill Ltd', 'Invoice No. 17', ...lines);
    expect(of('total')).toEqual([120, 'verified']);
    expect(of('tax')).toEqual([20, 'verified']);
  });

  it('are proven by lines and all taxes where nothing is printed without tax', async () => {
    const rows = ['LED Batten   10 nos    10.00   nos    100.00', 'CGST   10.00', 'SGST   10.00'];
    const { of } = await read('Mill Ltd', 'Invoice No. 17', ...rows, 'Total    10 nos   120.00');
    expect([of('total'), of('tax')]).toEqual([
      [120, 'verified'],
      [20, 'verified'],
    ]);
    const more = await read(
      'Mill Ltd',
      'Invoice No. 17',
      ...rows,
      'Total  120.00',
      'Shipping  12.00',
      'You pay  132.00',
    );
    expect(more.of('total')[1]).not.toBe('verified');
    const less = await read(
      'Mill Ltd',
      'Invoice No. 17',
      ...rows,
      'Total  120.00',
      'TDS  -10.00',
      'Total payable  110.00',
    );
    expect(less.of('total')[1]).not.toBe('verified');
  });

  it('are proven with a rebate, a rate and a tax beside each line', async () => {
    const { of } = await read(
      'Pennine Fasteners Ltd',
      'Invoice No  20417',
      'Quantity  Description          Unit Price   Disc %   Net Amt   VAT %    VAT',
      '  400     Hex bolt                   1.80    10.00    648.00   20.00   129.60',
      '  360     Nut                        0.82     0.00    295.20   20.00    59.04',
      'Total Net Amount  943.20',
      'Total Tax Amount  188.64',
      'Invoice Total  1,131.84',
    );
    expect(of('total')).toEqual([1131.84, 'verified']);
  });

  it('have the equivalence surcharge of Spain among the taxes', async () => {
    const rows = ['Hilo   100   1,80   180,00', 'Tela   10   12,00   120,00', 'Base  %IVA  Cuota  %R.E.  Cuota R.E.'];
    const { of } = await read(
      'Hilos S.L.',
      'Factura 17',
      ...rows,
      '300,00  21,00  63,00  5,20  15,60',
      'TOTAL FACTURA  378,60',
    );
    expect([of('total')[1], of('tax')[0]]).toEqual(['verified', 78.6]);
  });

  it('are not contradicted by a payment slip with a blank behind the thousands', async () => {
    const rows = [
      "Boards  4  400.00  1'600.00",
      "Zwischentotal  1'600.00",
      'MWST 8.1%  129.60',
      "Total CHF inkl. MWST  1'729.60",
    ];
    const { of } = await read('Mill GmbH', 'Rechnung 17', ...rows, 'Zahlteil', 'Währung CHF Betrag 1 729.60');
    expect(of('total')).toEqual([1729.6, 'verified']);
  });
});

describe('the parties of an invoice', () => {
  it('are not changed by a slip for the payment that is written to the customer, or says who pays', async () => {
    const paper = ['INVOICE', 'Mill Ltd', 'Invoice number: 417', 'Bill to: Rowley Fabrications Ltd', ...SUMS];
    for (const slip of [
      ['PAYMENT ADVICE', 'To: Rowley Fabrications Ltd'],
      ['REMITTANCE ADVICE', 'To: Mill Ltd', 'From: Rowley Fabrications Ltd'],
    ]) {
      const { data } = await read(...paper, ...slip);
      expect([data.vendor, data.customer]).toEqual(['Mill Ltd', 'Rowley Fabrications Ltd']);
    }
  });

  it('are people, not the street below their names that is called after a house', async () => {
    const { data } = await read('INVOICE', 'Mill Ltd', 'Bill to:', 'Ann Brook', 'Club Road', 'Leeds LS1 4AB', ...SUMS);
    expect(data.customer).toBe('Ann Brook');
  });
});
