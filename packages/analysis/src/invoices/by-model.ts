import { readByModel } from '../models/document-reading.ts';
import { mergeDocument, rowMembers } from '../models/merge-document.ts';
import type { ModelCall } from '../models/model.ts';
import type { Shape } from '../models/shapes.ts';
import { toNumber } from '../values/decimal.ts';
import type { Document } from '../values/document.ts';
import { answerInvoice, type InvoiceAnswer, type InvoiceData, type InvoiceLineItem } from './answer.ts';

/** Invoices read by rules and by a model. */

const SHAPE: Shape = {
  document: 'an invoice',
  fields: {
    vendor: { type: 'text', meaning: 'name of the business that issued it' },
    customer: { type: 'text', meaning: 'name of the party that has to pay' },
    invoiceNumber: { type: 'text', meaning: 'number of the invoice' },
    date: { type: 'date', meaning: 'date of issue' },
    dueDate: { type: 'date', meaning: 'date by which to pay' },
    purchaseOrder: { type: 'text', meaning: 'order number of the customer' },
    subtotal: { type: 'amount', meaning: 'net sum before tax' },
    tax: { type: 'amount', meaning: 'total tax' },
    total: { type: 'amount', meaning: 'gross total' },
  },
  rows: { name: 'lineItems', meaning: 'goods and services charged, without subtotals and taxes' },
};

export async function invoiceWithModel(call: ModelCall, document: Document): Promise<InvoiceAnswer> {
  const rules = answerInvoice(document);
  const reading = await readByModel(call, document, SHAPE);
  const merged = mergeDocument(document.source, {
    reading,
    values: { ...rules.invoiceData },
    rules,
    list: { name: 'lineItems', count: rules.invoiceData.lineItems.length, checks: ['line_items'] },
    leading: ['total', 'date', 'invoiceNumber'],
  });
  const lineItems = merged.rows?.map((row): InvoiceLineItem => {
    const amount = row.amount ? toNumber(row.amount.value) : null;
    return { ...rowMembers(row), amount, productCode: null, unit: null, taxRate: null, taxAmount: null };
  });
  const invoiceData = {
    ...rules.invoiceData,
    ...merged.values,
    lineItems: lineItems ?? rules.invoiceData.lineItems,
  } as InvoiceData;
  return { invoiceData, verification: merged.verification, evidence: merged.evidence };
}
