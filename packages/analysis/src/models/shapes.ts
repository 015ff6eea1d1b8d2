import type { FieldType } from './proposals.ts';

/** What a model is asked to find in receipts and invoices. Names are those of the answer. */

export interface Shape {
  /** What the document is called in the instructions. */
  readonly document: string;
  readonly fields: Readonly<Record<string, { readonly type: FieldType; readonly meaning: string }>>;
  /** The list of rows, by its name in the answer; what the rows are. */
  readonly rows: { readonly name: string; readonly meaning: string } | null;
}

export const RECEIPT_SHAPE: Shape = {
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

export const INVOICE_SHAPE: Shape = {
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

export function taskOf(shape: Shape): string {
  const fields = Object.entries(shape.fields).map(([name, { meaning }]) => `- ${name}: ${meaning}`);
  const members = Object.keys(shape.fields).map((name) => `"${name}": {"value": ..., "quote": "..."} or null`);
  const rows = shape.rows
    ? `\n"${shape.rows.name}" lists the ${shape.rows.meaning}, in the order printed. Each row has "description", "quantity", "unitPrice" and "amount" (the printed total of the row), each a quote or null.`
    : '';
  const list = shape.rows ? [...members, `"${shape.rows.name}": [...]`] : members;
  return `The document is ${shape.document}. Find:
${fields.join('\n')}
A quote is copied from the document character for character, as short as possible: only the number, the date or the name itself. Never compute, complete, convert or correct anything. What the document does not print is null.${rows}
Answer in this form: {${list.join(', ')}}`;
}
