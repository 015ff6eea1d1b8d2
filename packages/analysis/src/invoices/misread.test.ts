import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerInvoice } from './answer.ts';

const read = (...lines: string[]) => answerInvoice(readDocument(lines.join('\n')));

describe('sums that text recognition misread', () => {
  const totalOf = (...lines: string[]) => {
    const { invoiceData, verification } = read('Acme Ltd', 'INVOICE 7', ...lines);
    return [invoiceData.tax, invoiceData.total, verification.fields.total?.status];
  };

  it('are read with digits for their letters where they then add up', () => {
    expect(totalOf('Work   550.00', 'Net   550.00', 'VAT 23%   l26.5O', 'Total EUR   676.50')).toEqual([
      126.5,
      676.5,
      'verified',
    ]);
  });

  it('are not verified where they still do not', () => {
    expect(totalOf('Work   550.00', 'Net   550.00', 'VAT 23%   l26.8O', 'Total EUR   676.50')[2]).not.toBe('verified');
  });

  it('have blanks among their digits where the tax is then that of its rate', () => {
    // Without them, 180.00 and 340.90 give 520.90 too.
    const lines = ['Työ 9 180,00', 'Veroton yhteensä 9 180,00', 'ALV 25,5 % 2 340,90', 'Maksettava EUR 11 520,90'];
    expect(totalOf(...lines)).toEqual([2340.9, 11520.9, 'verified']);
  });

  it('have their evidence in the text as it was given', () => {
    const text = 'Acme Ltd\nINVOICE 7\nWork   550.00\nNet   550.00\nVAT 23%   l26.5O\nTotal EUR   676.50';
    const { tax } = answerInvoice(readDocument(text)).evidence;
    expect(text.slice(tax?.start, tax?.end)).toBe('l26.5O');
  });
});

describe('names in a text with misread letters', () => {
  const vendorOf = (name: string, ...lines: string[]) => {
    const { vendor } = read(
      name,
      'Unit 3, Mi1l Lane, Hereford HR4 9XX',
      'VAT Reg  GB 312 4455 66',
      'INVOICE',
      'Invoice No: 12',
      'Growbags   86.OO',
      'Total   86.OO',
      ...lines,
    ).verification.fields;
    return vendor?.status;
  };

  it('are not proven by one print, since theirs may be misread too', () => {
    expect(vendorOf('Brarnley Garden Supplies Ltd')).toBe('unverified');
    expect(vendorOf('Bramley Garden Supplies Ltd', 'Bramley Garden Supplies Ltd, Hereford')).toBe('verified');
  });
});
