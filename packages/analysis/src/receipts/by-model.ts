import { readByModel } from '../models/document-reading.ts';
import { mergeDocument, rowMembers } from '../models/merge-document.ts';
import type { ModelCall } from '../models/model.ts';
import type { Shape } from '../models/shapes.ts';
import { toNumber } from '../values/decimal.ts';
import type { Document } from '../values/document.ts';
import { answerReceipt, type ReceiptAnswer, type ReceiptData, type ReceiptItem } from './answer.ts';

/** Receipts read by rules and by a model. */

const SHAPE: Shape = {
  document: 'a receipt',
  fields: {
    merchant: { type: 'text', meaning: 'name of the business that issued it' },
    date: { type: 'date', meaning: 'date of the purchase' },
    total: { type: 'amount', meaning: 'final amount to pay, after taxes, discounts and rounding; not the cash given' },
    subtotal: { type: 'amount', meaning: 'sum before tax' },
    tax: { type: 'amount', meaning: 'total tax' },
    address: { type: 'text', meaning: 'address of the business' },
    receiptNumber: { type: 'text', meaning: 'number of the receipt' },
  },
  rows: { name: 'items', meaning: 'goods and services bought' },
};

export async function receiptWithModel(call: ModelCall, document: Document): Promise<ReceiptAnswer> {
  const rules = answerReceipt(document);
  const reading = await readByModel(call, document, SHAPE);
  const merged = mergeDocument(document.source, {
    reading,
    values: { ...rules.receiptData },
    rules,
    list: { name: 'items', count: rules.receiptData.items.length, checks: ['items_total', 'items_subtotal'] },
    leading: ['total', 'date'],
  });
  const items = merged.rows?.map((row): ReceiptItem => {
    const amount = row.amount ? toNumber(row.amount.value) : null;
    return { ...rowMembers(row), amount, type: amount !== null && amount < 0 ? 'discount' : 'item' };
  });
  const receiptData = {
    ...rules.receiptData,
    ...merged.values,
    items: items ?? rules.receiptData.items,
  } as ReceiptData;
  return { receiptData, verification: merged.verification, evidence: merged.evidence };
}
