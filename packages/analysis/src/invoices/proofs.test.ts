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
    ['its legal form', ['Wombat Fencing Pty Ltd', 'Ballarat VIC', '3 April 2030', 'Invoice TI-0307']],
  ])('is proven by %s', (_, lines) => {
    expect(vendorOf(...lines)[1]).toBe('verified');
  });

  it.each([
    ['another company stands in the heading', ['Acme Ltd', '1 High Street', 'Dock Four GmbH', 'INVOICE 7']],
    [
      'another one has the register',
      ['Community Av. Mar', 'Zarautz', 'Invoice 7', 'Olaizola Office', 'VAT No. ES00112233'],
    ],
  ])('is not where %s', (_, lines) => {
    expect(vendorOf(...lines)[1]).not.toBe('verified');
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

  it('are not where nothing printed leads from them', () => {
    const total = status('Plywood   12   62.40   748.80', 'Net   950.00', 'VAT @ 20%   190.00', 'Total   1,140.00');
    expect(total?.status).not.toBe('verified');
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
