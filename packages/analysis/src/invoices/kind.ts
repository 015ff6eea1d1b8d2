import { z } from 'zod';
import { exported } from '../exports/exported.ts';
import { INVOICE_FORMATS } from '../exports/invoice-formats.ts';
import { INVOICE_TEXT } from '../kind/examples.ts';
import { defineKind } from '../kind/kind.ts';
import { date, documentText, number, words } from '../kind/members.ts';
import { CURRENCY_PROOFS, DATE_PROOFS, NUMBER_PROOF } from '../kind/proofs.ts';
import { invoice } from './command.ts';

const invoiceData = z
  .object({
    vendor: words('Who sends the invoice.'),
    invoiceNumber: words(''),
    date: date(''),
    dueDate: date(''),
    subtotal: number('Without tax.'),
    tax: number(''),
    total: number('With tax.'),
    lineItems: z.array(
      z.object({
        description: words(''),
        quantity: number(''),
        unitPrice: number(''),
        amount: number('The printed total of the row.'),
        productCode: words(''),
        unit: words(''),
        taxRate: number('Percent.'),
        taxAmount: number(''),
      }),
    ),
    currency: words('ISO 4217.'),
    taxes: z.array(z.object({ rate: number('Percent.'), base: number(''), amount: number('') })),
    customer: words(''),
    purchaseOrder: words(''),
  })
  .meta({ id: 'InvoiceData' });

export const invoiceExtractor = defineKind({
  name: 'invoice-extractor',
  title: 'Read an invoice',
  description: 'Items, subtotal, tax and total are checked against each other: see `verification`.',
  operation: 'extract_invoice',
  textMember: 'documentText',
  request: z.object({
    documentText,
    export: z.enum(INVOICE_FORMATS).optional().describe('Adds `exported`, the invoice in this format.'),
  }),
  answer: { invoiceData, exported },
  addsUp: true,
  checks: [
    { name: 'subtotal_plus_tax', holds: 'subtotal, tax and what lies between give the total of an invoice' },
    { name: 'taxes', holds: 'the taxes by rate add up to the tax' },
    { name: 'tax_at_rate', holds: 'the tax is that of its rate' },
    { name: 'line_items', holds: 'the lines give the sum that they should' },
    { name: 'lines_to_subtotal', holds: 'the sum of the lines leads to the subtotal' },
    { name: 'rows_above_total', holds: 'all sums above the total, or above the subtotal, give it' },
    { name: 'one_invoice', holds: 'the text has one invoice; there if another number stands before the total' },
    { name: 'vendor_by_label', holds: 'a label names the vendor' },
    { name: 'vendor_by_sender', holds: 'the vendor stands in the line of the sender above an address' },
    { name: 'vendor_by_signs', holds: 'registers, addresses and its bank account show who sends it' },
    {
      name: 'vendor_in_heading',
      holds: 'the vendor stands first, in full or in short, and nobody else has a register or a legal form there',
    },
    {
      name: 'vendor_beside_customer',
      holds: 'the vendor stands in the column beside the label of the customer, or is the only other company',
    },
    { name: 'customer_by_label', holds: 'a label names the customer' },
    {
      name: 'customer_by_address',
      holds: 'it is addressed as a letter is, or no other name in the heading has an address but for the vendor',
    },
    { name: 'document_type', holds: 'it is a document of this kind; `fields.documentType` has what it is' },
    NUMBER_PROOF,
    ...DATE_PROOFS,
    ...CURRENCY_PROOFS,
    { name: 'rows', holds: 'the items that a model read give the total or the subtotal' },
    { name: 'model_X', holds: 'a model reads the same value X as the rules' },
    { name: 'model_X_in_text', holds: 'what a model quotes for X stands in the text; there if it does not' },
  ],
  examples: [
    {
      name: 'invoice',
      summary: 'An invoice, with the places of its values',
      value: { documentText: INVOICE_TEXT, includeEvidence: true },
    },
  ],
  command: invoice,
  load: () => import('./work.ts'),
});
