import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../../packages/engine/src/testing/engine.ts';
import { pdfText } from '../../packages/engine/src/testing/judge.ts';
import { answerOf } from '../analysis-generator/answer.ts';
import { readTemplate, toRequest } from './template-folder.ts';

/**
 * Documents that Platen prints are read by Platen: the text of the page, as `source` of an analysis takes it, and the
 * text that `pdftotext -layout` finds in the PDF, as a customer sends it.
 */

/** As the service has it, and all for one organization: its templates share a process, what has no script may share a page. */
const { convert } = useSharedEngine();

interface Sums {
  readonly net: number;
  readonly gross: number;
  readonly taxes: readonly { readonly amount: number }[];
}

async function textsOf(name: string) {
  const template = readTemplate(name);
  const { source, data, css } = { css: undefined, ...toRequest(template) };
  const page = await convert({ source, data, content: 'full', ...(css === undefined ? {} : { css }) }, 'text');
  const pdf = await convert(toRequest(template));
  return { data: template.data, texts: [new TextDecoder().decode(page.bytes), pdfText(pdf.bytes, '-layout')] };
}

describe.each([
  ['invoice-ledger', 84, 'verified'],
  ['invoice-modern', 4, 'verified'],
  ['invoice-plain', 6, 'verified'],
  // Read as well, but no invoice.
  ['quote', 10, 'unverified'],
] as const)('the template %s', (name, lines, status) => {
  it('is read with its sums, dates, parties and lines, from the page and from the PDF', async () => {
    const { data, texts } = await textsOf(name);
    const { net, gross, taxes } = data.totals as Sums;
    const tax = Math.round(100 * taxes.reduce((sum, { amount }) => sum + amount, 0)) / 100;
    for (const text of texts) {
      const { invoiceData, verification } = await answerOf('invoice-extractor', text);
      expect(invoiceData).toMatchObject({
        vendor: (data.seller as { name: string }).name,
        invoiceNumber: data.number,
        date: data.issued ?? data.date,
        dueDate: data.due ?? null,
        subtotal: net,
        tax,
        total: gross,
        currency: 'EUR',
      });
      expect(invoiceData.lineItems).toHaveLength(lines);
      expect(verification.fields.total?.status).toBe(status);
    }
  });
});

it('the receipt is read with its total and items, from the page and from the PDF', async () => {
  const { data, texts } = await textsOf('receipt');
  for (const text of texts) {
    const { receiptData, verification } = await answerOf('receipt-scanner', text);
    expect(receiptData).toMatchObject({
      merchant: (data.shop as { name: string }).name,
      date: String(data.time).slice(0, 10),
      total: data.total,
      currency: 'GBP',
    });
    expect(receiptData.items).toHaveLength(6);
    expect(verification.fields.total?.status).toBe('verified');
  }
});
