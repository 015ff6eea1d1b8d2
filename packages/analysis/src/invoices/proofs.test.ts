import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerInvoice } from './answer.ts';

const read = (...lines: string[]) => answerInvoice(readDocument(lines.join('\n')));
const SUMS = ['Work   100.00', 'Net   100.00', 'VAT 20%   20.00', 'Total EUR   120.00'];

function vendorOf(...lines: string[]) {
  const { invoiceData, verification } = read(...lines, ...SUMS);
  return [invoiceData.vendor, verification.fields.vendor?.status];
}

describe('a vendor at the head of its invoice', () => {
  it.each([
    ['the title beside it', ['Garage Peyrolles      FACTURE 2030-0612', '28/06/2030']],
    [
      'its register below it',
      ['Segnaletica Dorica', 'P.IVA 00022233344', 'FATTURA n. 118', 'Cliente: Comune di Monteferro'],
    ],
    ['its legal form, ahead of its address', ['Fenland Seeds Ltd, The Maltings, Wisbech PE13 1AR', 'INVOICE 7']],
    ['its legal form', ['Wombat Fencing Pty Ltd', 'Ballarat VIC', '3 April 2030', 'Invoice TI-0307']],
    [
      'the label of the customer in the next column',
      [
        'Invoice',
        'Date of issue   5 March 2030',
        'Pagerwise                 Bill to',
        '1209 Orange St            R. Delacroix',
      ],
    ],
    [
      'its register, where the customer has one as well',
      [
        'TAX INVOICE',
        '(DUPLICATE FOR SUPPLIER)',
        'Kaveri Softtech',
        'GSTIN 24AA',
        'Bill to: Orbit Retail Ltd',
        'GSTIN 27AA',
      ],
    ],
  ])('is proven by %s', (_, lines) => {
    const [vendor, status] = vendorOf(...lines);
    expect(status).toBe('verified');
    expect(vendor).not.toContain(',');
  });

  it.each([
    ['another company stands in the heading', ['Acme Ltd', '1 High Street', 'Dock Four GmbH', 'INVOICE 7']],
    [
      'another one has the register',
      ['Community Av. Mar', 'Zarautz', 'Invoice 7', 'Olaizola Office', 'VAT No. ES00112233'],
    ],
    [
      'goods are sent to it',
      ['Invoice', 'Ship to', 'Pagerwise             Bill to', '1209 Orange St        R. Delacroix'],
    ],
  ])('is not where %s', (_, lines) => {
    expect(vendorOf(...lines)[1]).not.toBe('verified');
  });
});

describe('a customer without a label', () => {
  const statusOf = (...lines: string[]) =>
    read('Garage Peyrolles GmbH     RECHNUNG 7', '', ...lines, ...SUMS).verification.fields.customer;
  const ADDRESS = ['Elektro Fassbender e.K.', 'Am Bahnhof 4', '36037 Fulda'];

  it('is proven as the only name with an address beside the vendor', () => {
    expect(statusOf(...ADDRESS)).toMatchObject({ status: 'verified', checks: [{ name: 'customer_by_address' }] });
  });

  it('is not where another name has one too, or goods are sent there', () => {
    expect(statusOf(...ADDRESS, '', 'Bauhof Nord', 'Ring 2', '36039 Fulda')?.status).not.toBe('verified');
    expect(statusOf('Lieferadresse:', ...ADDRESS)?.status).not.toBe('verified');
  });

  it.each([
    ['a label right above it', ['Hausbank:']],
    ['a label with an empty line between', ['Bitte zahlen an:', '']],
    ['a line that may be a name', ['Sales office']],
  ])('is not where %s may say whose address it is', (_, above) => {
    expect(statusOf(...above, ...ADDRESS)?.status).not.toBe('verified');
  });
});

describe('the sums of an invoice whose lines give another one', () => {
  const HEAD = ['Acme Ltd', 'Invoice No. 4711', 'Date 5 March 2030', 'Item   Qty   Price   Amount'];
  const status = (...lines: string[]) => read(...HEAD, ...lines).verification.fields.total;

  it('are proven by the rate of the tax, where a printed discount leads from the lines', () => {
    const total = status(
      'Plywood   12   62.40   748.80',
      'Timber   60   4.12   247.20',
      'Goods   996.00',
      'Trade discount   -46.00',
      'Net   950.00',
      'VAT @ 20%   190.00',
      'Total   1,140.00',
    );
    expect(total?.status).toBe('verified');
  });

  const SHORT = ['Plywood   12   62.40   748.80', 'Net   950.00', 'VAT @ 20%   190.00', 'Total   1,140.00'];
  const MISREAD = 'Timber   60   4.12   2O1,2O.O';

  it('are not where nothing printed leads from them', () => {
    expect(status(...SHORT)?.status).not.toBe('verified');
  });

  it('are proven by it where a line cannot be read, and the lines are not', () => {
    const { fields } = read(...HEAD, MISREAD, ...SHORT).verification;
    expect([fields.total?.status, fields.lineItems?.status]).toEqual(['verified', 'failed']);
  });

  it('are not where another total is printed that the lines may belong to', () => {
    expect(status(MISREAD, ...SHORT, 'Last invoice   Net   748.80')?.status).not.toBe('verified');
  });

  it('are not where a day ends a line, which is no sum that cannot be read', () => {
    expect(status('Delivered   April 15, 2031', ...SHORT)?.status).not.toBe('verified');
  });

  it('are proven where the lines are a calculation that ends with them', () => {
    const claim = [
      'Work to date   1,760.00',
      'Billed before   -880.00',
      'This claim   880.00',
      'Less 10% held back   -88.00',
    ];
    expect(status(...claim, 'Subtotal   792.00', 'HST 13%   102.96', 'Amount due   894.96')?.status).toBe('verified');
  });

  it('are not where a corrected total has its own net sum and tax', () => {
    const lines = [
      'Painting   1,800.00',
      'Extra   216.00',
      'Net   2,016.00',
      'VAT @ 20%   403.20',
      'Invoice total   2,419.20',
    ];
    expect(status(...lines)?.status).toBe('verified');
    expect(status(...lines, 'Corrected invoice total 2,160.00 (net 1,800.00 + VAT 360.00)')?.status).toBe('unverified');
    expect(status(...lines, 'Revised total 2,160.00')?.status).toBe('unverified');
    expect(status(...lines, 'Total after correction 2,160.00')?.status).toBe('unverified');
    expect(status(...lines, 'Gross total B 2,160.00 (net 1,800.00)')?.status).toBe('unverified');
  });

  it('are not contradicted by what was bought in the whole year', () => {
    const lines = ['Plan   7   50.00   350.00', 'Net   350.00', 'VAT @ 20%   70.00', 'Total   420.00'];
    expect(status(...lines, 'Order total to date this year: 14,220.10')?.status).toBe('verified');
  });
});

describe('the date of an invoice', () => {
  const dateOf = (...lines: string[]) => {
    const { invoiceData, verification } = read('Acme Ltd', ...lines, ...SUMS);
    return [invoiceData.date, verification.fields.date?.status];
  };

  it('without a label is proven where it is the only one that stands alone in the heading', () => {
    expect(dateOf('INVOICE 7', 'Leeds, 5 March 2030', 'Order 3 of 2 January 2030')).toEqual(['2030-03-05', 'verified']);
    expect(dateOf('INVOICE 7', '5 March 2030', '9 March 2030')[1]).toBe('unverified');
  });

  it('is that of its own label, whatever days other papers have', () => {
    const next = 'Date of next invoice: 5 April 2030';
    expect(dateOf('INVOICE 7', 'Date of issue   5 March 2030', next)).toEqual(['2030-03-05', 'verified']);
    const order = 'Order No.      Dated\nPO/88          2-Jun-31';
    expect(dateOf('Invoice No.    Dated', 'SS/418         19-Jun-31', order)).toEqual(['2031-06-19', 'verified']);
    expect(dateOf('INVOICE 7', 'Date 5 March 2030', 'Delivery note 4', 'Date 1 March 2030')[1]).toBe('unverified');
    // The day of the delivery, and that of another invoice.
    expect(dateOf('INVOICE 7', 'Date: 15 May 2030', 'Tax point: 30 April 2030')[1]).toBe('unverified');
    const replaced = ['CORRECTED INVOICE 7', 'Date: 15 May 2030', 'Original invoice date: 2 April 2030'];
    expect(dateOf(...replaced)[1]).toBe('unverified');
  });

  it('is not the day of something else that is named right before it', () => {
    const heading = ['                 Sanok, 2030-05-16', 'Faktura VAT nr FV 118      Data sprzedaży: 2030-05-14'];
    expect(dateOf(...heading)[0]).toBe('2030-05-16');
  });

  it('to pay until is not that of an offer below the terms', () => {
    const { invoiceData } = read(
      'Acme Ltd',
      'INVOICE 7 of 3 May 2030',
      ...SUMS,
      'Due on receipt.',
      'Offer of 2 April 2030',
    );
    expect(invoiceData.dueDate).not.toBe('2030-04-02');
  });
});

describe('the number of an invoice', () => {
  it.each([
    ['Factura nº: FV 250644', 'FV 250644'],
    ['Rechnungs-Nr.: R 44-19', 'R 44-19'],
    ['Fatura FT A/1187', 'FT A/1187'],
    ['INVOICE\n                     No.        8841', '8841'],
    ['Invoice EUR 1200', null],
    ['Invoice no. F 2030 1102', null],
    ['INVOICE\nNo.   Item          Amount\n1     Desk          80.00', null],
  ])('may have letters in front: %s', (line, number) => {
    expect(read('Acme Ltd', line, ...SUMS).invoiceData.invoiceNumber).toBe(number);
  });

  it('is proven by the number of a document only where that is called an invoice', () => {
    const statusOf = (title: string) =>
      read('Marlow Timber Ltd', `${title}          Document no. 55120`, 'Date 4 May 2025', ...SUMS).verification.fields
        .invoiceNumber?.status;
    expect([statusOf('INVOICE'), statusOf('Delivery docket'), statusOf('Docket')]).toEqual([
      'verified',
      'unverified',
      'unverified',
    ]);
  });

  it('is not that of a document of somebody else, and its own label goes ahead of that of any document', () => {
    const numberOf = (...lines: string[]) => {
      const { invoiceData, verification } = read('Marlow Timber Ltd', 'INVOICE', ...lines, 'Date 4 May 2025', ...SUMS);
      return [invoiceData.invoiceNumber, verification.fields.invoiceNumber?.status];
    };
    expect(numberOf('Your document no. 4500012345')[0]).toBeNull();
    expect(numberOf('Reference document no: 4500012345', 'Invoice no: 77')).toEqual(['77', 'verified']);
    expect(numberOf('Pro no: 4500012345', 'Invoice no: 77')).toEqual(['77', 'verified']);
    expect(numberOf('Document no. 55120', 'Invoice no: 77')).toEqual(['77', 'verified']);
  });

  it('is not what stands in the next column', () => {
    const { invoiceData } = read(
      'TAX INVOICE',
      'Wirrabara Station     Invoice Date       Outback Drilling Pty Ltd',
      'PMB 12 Port Augusta   7 Jun 2030         ABN 44 118 220 771',
      '                      Invoice Number     12 Depot Rd',
      '                      INV-0318           Quorn SA 5433',
      ...SUMS,
    );
    expect(invoiceData.invoiceNumber).toBe('INV-0318');
  });

  it.each([
    ['Portuguese', 'NOTA DE CRÉDITO NC 17', 'Ref. Fatura FT 402 de 06/05/2030'],
    ['Dutch', 'CREDITFACTUUR C-09', 'Oorspronkelijke factuur 2029-0871'],
  ])('that a credit note in %s corrects is not its own', (_, title, reference) => {
    const { invoiceData, verification } = read(title, 'Acme Ltda', reference, ...SUMS);
    if (['FT 402', '2029-0871'].includes(String(invoiceData.invoiceNumber)))
      expect(verification.fields.invoiceNumber?.status).toBe('unverified');
    else expect(invoiceData.invoiceNumber).toMatch(/NC 17|C-09/);
  });
});

describe('the customer of an invoice', () => {
  it.each([
    ['beside its label', 'Customer      Spar Ennis'],
    ['ahead of its street', 'Customer: Anna Nowak, Lipowa 8, 80-299 Gdansk'],
  ])('stands %s, and is no line of the goods', (_, line) => {
    const { invoiceData } = read('Acme Ltd', 'INVOICE 7', line, 'Returned goods   100.00', ...SUMS);
    expect(['Spar Ennis', 'Anna Nowak']).toContain(invoiceData.customer);
  });
});

describe('what an invoice refers to', () => {
  it('does not change what it is', () => {
    const lines = ['Weinhof KG', 'Rechnung              2030-417', 'Lieferschein          L-30-0981', ...SUMS];
    expect(read(...lines).verification.fields.documentType?.status).toBe('verified');
  });

  it('is due when all of it is to be paid, not when the discount ends', () => {
    const lines = ['Weinhof KG', 'Rechnung 2030-417', ...SUMS];
    const terms = ['Zahlbar bis 08.10.2030 mit 2 % Skonto = 117,60 EUR', 'oder bis 31.10.2030 ohne Abzug.'];
    expect(read(...lines, ...terms).invoiceData.dueDate).toBe('2030-10-31');
  });
});

describe('the day behind the number of an invoice', () => {
  it.each([
    ['Gutschrift (381) Nr. 471102\nvom 05.03.2018\nRechnung gemäß Bestellung vom 01.03.2018.', '2018-03-05'],
    ['Rechnung (389)\nNr. 2019-0042 vom 11.02.2019\nBestellung 77 vom 01.02.2019', '2019-02-11'],
    ['Gutschrift (Rechnungskorrektur) Nr. 471102\nvom 05.03.2018\nBestellung vom 01.03.2018\nTyp 389', '2018-03-05'],
    ['Handelsrechnung Nr. 471102 vom 05.03.2018\nRechnung gemäß Betriebskostenrechnung vom 21.11.2011.', '2018-03-05'],
  ])('is the date of it, and that of an order is not', (head, date) => {
    expect(read(head, 'Verkäufer: Lieferant GmbH', ...SUMS).invoiceData.date).toBe(date);
  });
});
