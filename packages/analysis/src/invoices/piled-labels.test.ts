import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerInvoice } from './answer.ts';

const read = (...lines: string[]) => {
  const { invoiceData, verification } = answerInvoice(
    readDocument(['Harbor Diving Ltd', 'TAX INVOICE 77', 'Course', '1', '500.00', '500.00', ...lines].join('\n')),
  );
  return { total: invoiceData.total, tax: invoiceData.tax, status: verification.fields.total?.status };
};

describe('labels in a column of their own', () => {
  it('have the sums below them in the same order', () => {
    expect(read('Subtotal', 'GST 10%', 'TOTAL AUD', '500.00', '50.00', '550.00')).toEqual({
      total: 550,
      tax: 50,
      status: 'verified',
    });
  });

  it('prove no total where there are more of them than sums, or fewer', () => {
    expect(read('Subtotal', 'Discount', 'GST 10%', 'TOTAL AUD', '500.00', '550.00').status).not.toBe('verified');
    expect(read('Subtotal', 'TOTAL AUD', '500.00', '50.00', '550.00').status).not.toBe('verified');
  });
});
