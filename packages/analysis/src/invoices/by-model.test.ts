import { describe, expect, it } from 'vitest';
import { scriptedAnalyst } from '../testing/scripted-analyst.ts';

const INVOICE = [
  'Musterfirma GmbH, Hauptstr. 1, 10115 Berlin',
  'Rechnung Nr. RE-2024-17',
  'Rechnungsdatum: 03.04.2024',
  'Beratung            2    500,00    1.000,00',
  'Nettobetrag                        1.000,00',
  'zzgl. 19 % MwSt                      190,00',
  'Gesamtbetrag                       1.190,00 EUR',
].join('\n');

describe('invoices', () => {
  it('agree: both engines, verified, evidence in the text', async () => {
    const content = {
      vendor: 'Musterfirma GmbH',
      invoiceNumber: 'RE-2024-17',
      date: '03.04.2024',
      subtotal: '1.000,00',
      tax: '190,00',
      total: '1.190,00',
      lineItems: [],
    };
    const { analyst } = await scriptedAnalyst({ content });
    const { answer, engine } = await analyst.run({ kind: 'invoice-extractor', text: INVOICE, includeEvidence: true });
    expect(answer.invoiceData).toMatchObject({
      invoiceNumber: 'RE-2024-17',
      date: '2024-04-03',
      subtotal: 1000,
      tax: 190,
      total: 1190,
    });
    expect([answer.verification.status, engine]).toEqual(['verified', 'model+rules']);
    const { start, end } = answer.evidence?.total ?? { start: 0, end: 0 };
    expect(INVOICE.slice(start, end)).toContain('1.190,00');
  });

  it('take from the model what the rules do not find, in the document\u2019s own words', async () => {
    const text = `${INVOICE}\nUnser Ansprechpartner beim Kunden ist die Werft Nord eG in Kiel.`;
    const { analyst } = await scriptedAnalyst({
      content: { total: '1.190,00', customer: { value: 'WERFT NORD EG', quote: 'werft nord eg' } },
    });
    const { answer } = await analyst.run({ kind: 'invoice-extractor', text, includeEvidence: true });
    expect(answer.invoiceData.customer).toBe('Werft Nord eG');
    expect(answer.verification.ungrounded).not.toContain('customer');
    const { start, end } = answer.evidence?.customer ?? { start: 0, end: 0 };
    expect(text.slice(start, end)).toBe('Werft Nord eG');
  });

  it('take a disputed total from the model where no sum proves the rules\u2019, and stay unverified', async () => {
    const text = 'Shop\n2024-01-05\nGuests 1\nTotal 5.00\nPlease transfer 7.50';
    const { analyst } = await scriptedAnalyst({ content: { date: '2024-01-05', total: '7.50' } });
    const { answer } = await analyst.run({ kind: 'receipt-scanner', text });
    expect([answer.receiptData.total, answer.verification.status]).toEqual([7.5, 'unverified']);
    const bare = await scriptedAnalyst({ content: { date: '2024-01-05', total: 1 } });
    expect((await bare.analyst.run({ kind: 'receipt-scanner', text })).answer.receiptData.total).toBe(5);
  });

  it('leave null and name what only the model claims', async () => {
    const { analyst } = await scriptedAnalyst({ content: { total: '1.190,00', purchaseOrder: 'PO-99999' } });
    const { answer } = await analyst.run({ kind: 'invoice-extractor', text: INVOICE });
    expect(answer.invoiceData.purchaseOrder).toBeNull();
    expect(answer.verification.ungrounded).toContain('purchaseOrder');
  });
});
