import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerInvoice } from './answer.ts';
import { withoutMarkup } from './markup.ts';

const TABLE = [
  '# Sauer GmbH',
  '',
  '**Invoice to:** Rapp KG',
  '',
  '| Invoice number | Date | Due date |',
  '|---|---|---|',
  '| RE-17 | 2024-03-05 | 2024-03-19 |',
  '',
  '| Item | Qty | Price | Amount |',
  '| :--- | ---: | ---: | ---: |',
  '| Bracket | 4 | 2.50 | 10.00 |',
  '| **Total** | | | **10.00** |',
].join('\n');

describe('Markdown', () => {
  it('is read like a page with columns, and keeps its offsets', () => {
    const { invoiceData, evidence, verification } = answerInvoice(readDocument(TABLE));
    expect(invoiceData).toMatchObject({
      vendor: 'Sauer GmbH',
      customer: 'Rapp KG',
      invoiceNumber: 'RE-17',
      date: '2024-03-05',
      dueDate: '2024-03-19',
      total: 10,
      lineItems: [{ description: 'Bracket', quantity: 4, unitPrice: 2.5, amount: 10 }],
    });
    const place = evidence.dueDate;
    expect(TABLE.slice(place?.start, place?.end)).toBe('2024-03-19');
    expect(verification.fields.total?.status).toBe('verified');
  });

  it('leaves other texts alone', () => {
    const document = readDocument('Acme Ltd\n# 123\nA | B\nTotal 5.00');
    expect(withoutMarkup(document)).toBe(document);
  });
});
