import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerInvoice } from './answer.ts';

const SCAN = `Green Fields Ltd
Invoice No.
GF-77
Invoice Date
4 March 2025
Item
Qty
Price
Total
Consulting, phase 2
on site
3
100.00
300.00
Delivery
1
45.50
45.50
Subtotal
345.50
VAT 20%
69.10
Total
414.60
`;

describe('a scan with each box on a line of its own', () => {
  const { invoiceData, verification, evidence } = answerInvoice(readDocument(SCAN));

  it('has its items', () => {
    expect(invoiceData.lineItems.map((line) => [line.description, line.quantity, line.unitPrice, line.amount])).toEqual(
      [
        ['Consulting, phase 2 on site', 3, 100, 300],
        ['Delivery', 1, 45.5, 45.5],
      ],
    );
    expect(invoiceData).toMatchObject({ invoiceNumber: 'GF-77', date: '2025-03-04', subtotal: 345.5, total: 414.6 });
    expect(verification.fields.total?.status).toBe('verified');
  });

  it('has each value in its place', () => {
    const at = (path: string) => SCAN.slice(evidence[path]?.start, evidence[path]?.end);
    expect(at('lineItems.0.description')).toBe('Consulting, phase 2\non site');
    expect(at('lineItems.1.quantity')).toBe('1');
    expect(SCAN.slice(0, evidence['lineItems.1.quantity']?.start)).toMatch(/Delivery\n$/);
    expect(at('lineItems.1.amount')).toBe('45.50');
  });

  it('has no items when the amounts are no products', () => {
    const changed = SCAN.replace('\n300.00', '\n310.00').replace('45.50\n45.50', '45.50\n47.50');
    expect(answerInvoice(readDocument(changed)).invoiceData.lineItems).toEqual([]);
  });
});
