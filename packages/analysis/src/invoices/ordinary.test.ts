import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerInvoice } from './answer.ts';

/** Ordinary invoices, as programs print them and as text of a PDF is read. */

const ROWS = ['Description   Qty   Price   Amount', 'Work   1   100.00   100.00'];
const SUMS = ['Net   100.00', 'VAT 20%   20.00', 'Total EUR   120.00'];

function read(...lines: string[]) {
  const { invoiceData, verification } = answerInvoice(readDocument(lines.join('\n')));
  return (name: 'vendor' | 'customer' | 'invoiceNumber' | 'date' | 'dueDate' | 'total' | 'subtotal') =>
    [invoiceData[name], verification.fields[name]?.status ?? null] as const;
}

describe('values below their labels', () => {
  const PILE = ['Invoice No.', 'Issue date', 'Due date'];
  const VALUES = ['PK-0117', 'August 31, 2030', 'September 30, 2030'];

  it('belong to them in the order of the labels', () => {
    const of = read('Kite Studio', 'INVOICE', ...PILE, ...VALUES, ...ROWS, ...SUMS);
    expect([of('invoiceNumber'), of('date'), of('dueDate')]).toEqual([
      ['PK-0117', 'verified'],
      ['2030-08-31', 'verified'],
      ['2030-09-30', 'verified'],
    ]);
    const row = read(
      'Kite SRL',
      'Facture FAC/2030/88',
      "Date de facturation Date d'échéance Origine",
      '20/05/2030 19/06/2030 S17',
    );
    expect([row('date')[0], row('dueDate')[0]]).toEqual(['2030-05-20', '2030-06-19']);
  });

  it('have names among them that are not known', () => {
    const of = read(
      'Kite LLC',
      'INVOICE',
      '# 417',
      'Invoice Date :',
      'Terms :',
      'Due Date :',
      '10 Feb 2030',
      'Net 15',
      '25 Feb 2030',
      ...ROWS,
      ...SUMS,
    );
    expect([of('date')[0], of('dueDate')]).toEqual(['2030-02-10', ['2030-02-25', 'verified']]);
  });

  it('stand behind a slash as they do', () => {
    const pairs = [
      'Rechnung',
      'Belegnummer / Datum',
      '900417 / 08.10.2030',
      'Lieferschein / Datum',
      '8004 / 06.10.2030',
    ];
    const of = read('Nordwerk AG', ...pairs, ...ROWS, ...SUMS);
    expect([of('invoiceNumber')[0], of('date')]).toEqual(['900417', ['2030-10-08', 'verified']]);
  });

  it('come below labels of which the first or the last is not known', () => {
    const of = (...lines: string[]) => read('Kite Studio', 'INVOICE', ...lines, ...ROWS, ...SUMS);
    const first = of('Kiln day', 'Issue date', 'Due date', 'May 1, 2030', 'May 2, 2030', 'May 30, 2030');
    expect([first('date')[0], first('dueDate')[0]]).toEqual(['2030-05-02', '2030-05-30']);
    const last = of('Invoice No.', 'Issue date', 'Terms', '20417', 'May 2, 2030', 'Net 30');
    expect([last('invoiceNumber')[0], last('date')[0]]).toEqual(['20417', '2030-05-02']);
  });

  it.each([
    ['one of them has no value', [...PILE, 'PK-0117', 'August 31, 2030', 'Billed to']],
    ['one more day stands below', ['Issue date', 'Due date', 'May 1, 2030', 'May 2, 2030', 'May 30, 2030']],
  ])('are of nobody where %s', (_, lines) => {
    expect(read('Kite Studio', 'INVOICE', ...lines, ...ROWS, ...SUMS)('dueDate')).toEqual([null, null]);
  });
});

describe('the customer', () => {
  it.each([
    [
      'a form of address above the name',
      ['Firma', 'Pumpen Rademacher GmbH', 'Industriestr. 44', '49084 Osnabrück'],
      'Pumpen Rademacher GmbH',
    ],
    ['a title ahead of the name', ['Ms R Achebe', '8 Hop Street', 'Maidstone ME14 2LL'], 'R Achebe'],
    ['a lady', ['Frau', 'Heide Lüttmann', 'Kirchweg 8', '26725 Emden'], 'Heide Lüttmann'],
    [
      'an office that letters go to',
      ['Gemeente Oudewater', 'T.a.v. crediteurenadministratie', 'Waardsedijk 219', '3421 NE Oudewater'],
      'Gemeente Oudewater',
    ],
    ['a number above the address', ['108', 'Brf Sjöutsikten', 'Box 2207', '903 20 Umeå'], 'Brf Sjöutsikten'],
    ['a hotel, which is no telephone', ['Hôtel du Vieux Pont', 'Quai de Meuse 8', '5530 Yvoir'], 'Hôtel du Vieux Pont'],
    [
      'its number behind the label',
      ['SOLD TO: 20417      SHIP TO:', 'BELL STREET DELI    REAR DOOR', '733 BELL ST'],
      'BELL STREET DELI',
    ],
  ])('is known by %s', (_, address, name) => {
    const of = read(
      'Nordwerk Dichtung AG',
      'Bremen, HRB 4417',
      '',
      ...address,
      '',
      'Rechnung Nr. 17',
      ...ROWS,
      ...SUMS,
    );
    expect(of('customer')).toEqual([name, 'verified']);
  });

  it('is who pays, and not where the goods go to', () => {
    const of = read(
      'Mehlwerk Nord GmbH, Hafenstr. 8, 26789 Leer',
      '',
      'Lieferanschrift        Rechnungsanschrift',
      'Firma                  Firma',
      'Café Funke             Bäckerei Funke GmbH',
      'Markt 2                Ringstr. 20',
      '26721 Emden            26721 Emden',
      'Rechnung Nr. 4417',
      ...ROWS,
      ...SUMS,
    );
    expect(of('customer')).toEqual(['Bäckerei Funke GmbH', 'verified']);
    const only = read(
      'Mehlwerk Nord GmbH',
      '',
      'Lieferanschrift',
      'Firma',
      'Funke GmbH',
      'Markt 2',
      '26721 Emden',
      'Rechnung Nr. 4',
      ...ROWS,
      ...SUMS,
    );
    expect(only('customer')[1]).not.toBe('verified');
    const owners = read(
      'Loges GmbH · Am Wall 3 · 28195 Bremen',
      'Rechnung Nr. 88',
      'Leistungsempfänger: WEG Lindenhof 4',
      ...ROWS,
      ...SUMS,
    );
    expect(owners('customer')).toEqual(['WEG Lindenhof 4', 'verified']);
  });

  it('is no part of a house in place of its name', () => {
    const of = (name: string) =>
      read('Kite Ltd', 'Invoice No. 17', 'BILL TO', name, '733 BELL ST', ...ROWS, ...SUMS)('customer')[1];
    expect(of('PURCHASING DEPARTMENT')).not.toBe('verified');
    expect(of('ACCOUNTS PAYABLE')).not.toBe('verified');
  });

  it('is not sure where a person stands over a house without a legal form', () => {
    const to = (...lines: string[]) =>
      read('Kite Ltd', 'Invoice No. 17', 'Bill to', ...lines, ...ROWS, ...SUMS)('customer')[1];
    expect(to('Dana Whitfield', 'Orchard Foods', '410 Mill Street')).toBe('unverified');
    expect(to('Dana Whitfield', '410 Mill Street')).toBe('verified');
    expect(to('Dana Whitfield', 'Orchard Foods Ltd', '410 Mill Street')).toBe('verified');
  });
});

describe('the vendor', () => {
  const FOOT = ['Fibranova Telecom Ltd, 4 Wharf Way, Reading RG1 3EU'];

  it('is the company in the foot whose name heads the paper', () => {
    const of = (head: string) =>
      read(head, 'Bill number 417', 'Bill date 6 August 2030', ...ROWS, ...SUMS, ...FOOT)('vendor');
    expect(of('Fibranova')).toEqual(['Fibranova Telecom Ltd', 'verified']);
    expect(of('Tidewell')[1]).not.toBe('verified');
  });

  it('is the other one of two companies, where a label names the customer', () => {
    const of = (...more: string[]) =>
      read(
        'Invoice No. 17',
        ...more,
        'Copperline Creative Ltd',
        '4 Ropewalk Yard',
        'Bill to',
        'Aire Foods Ltd',
        '8 Park',
        ...ROWS,
        ...SUMS,
      )('vendor');
    expect(of()).toEqual(['Copperline Creative Ltd', 'verified']);
    expect(of('On behalf of')[1]).not.toBe('verified');
    expect(of('Jane Poole Design', 'Payable to')[1]).not.toBe('verified');
    expect(of('Jane Poole Design')[1]).not.toBe('verified');
    expect(of('Prism Agency Ltd', '1 Quay')[1]).not.toBe('verified');
  });
});

describe('the total', () => {
  const BILL = ['Tele Ltd', 'Bill #417', 'Bill date: 6 August 2030'];
  const LIST = ['Line rental, August  £30.00', 'Calls  £2.00', 'VAT at 20%  £6.40', 'Total to pay  £38.40'];

  it('is given by all sums above it', () => {
    expect(read(...BILL, ...LIST)('total')).toEqual([38.4, 'verified']);
    const settled = ['Previous bill  £36.00', 'Payment received  -£36.00'];
    expect(read(...BILL, ...settled, ...LIST)('total')).toEqual([38.4, 'verified']);
  });

  it.each([
    ['a sum is left out', ['Modem  £9.00', ...LIST]],
    ['a debt from before is in it', ['Previous bill  £10.00', ...LIST.slice(0, 3), 'Total to pay  £48.40']],
    ['another one stands below', [...LIST, 'Late fee  £5.00', 'Total due now  £43.40']],
  ])('is not proven where %s', (_, lines) => {
    expect(read(...BILL, ...lines)('total')[1]).not.toBe('verified');
  });

  it('is no sum of which a sentence says that it is in it', () => {
    const part = 'Im Gesamtbetrag sind Lohnkosten von 62,00 € enthalten (§ 35a EStG).';
    expect(read('Kite GmbH', 'Rechnung Nr. 17', ...ROWS, ...SUMS, part)('total')).toEqual([120, 'verified']);
    expect(read('Kite GmbH', 'Rechnung Nr. 17', ...ROWS, ...SUMS, 'Gesamtbetrag 62,00 €')('total')[1]).not.toBe(
      'verified',
    );
  });

  it('has a net sum that is called untaxed', () => {
    const of = read(
      'Kite SRL',
      'Facture n° 17',
      ...ROWS,
      'Montant hors taxes 100,00 €',
      'TVA 20% 20,00 €',
      'Total 120,00 €',
    );
    expect([of('subtotal'), of('total')]).toEqual([
      [100, 'verified'],
      [120, 'verified'],
    ]);
  });
});
