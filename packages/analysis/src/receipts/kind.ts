import { z } from 'zod';
import { defineKind } from '../kind/kind.ts';
import { date, documentText, number, oneOf, words } from '../kind/members.ts';
import { CURRENCY_PROOFS, DATE_PROOFS, NUMBER_PROOF } from '../kind/proofs.ts';
import { receipt } from './command.ts';

const receiptData = z
  .object({
    merchant: words(''),
    date: date(''),
    total: number(''),
    items: z
      .array(
        z.object({
          description: words(''),
          quantity: number(''),
          unitPrice: number(''),
          amount: number('The printed total of the row; negative for a deduction.'),
          type: z.enum(['item', 'tax', 'discount', 'charge', 'rounding']),
        }),
      )
      .describe('Everything that makes up the total, in the order printed.'),
    subtotal: number(''),
    tax: number(''),
    tip: number(''),
    currency: words('ISO 4217.'),
    time: words('HH:MM.'),
    receiptNumber: words(''),
    paymentMethod: oneOf(['cash', 'card'], ''),
    address: words(''),
    phone: words(''),
  })
  .meta({ id: 'ReceiptData' });

export const receiptScanner = defineKind({
  name: 'receipt-scanner',
  title: 'Read a receipt',
  description: 'Items are checked against the total: see `verification`.',
  operation: 'scan_receipt',
  textMember: 'documentText',
  request: z.object({ documentText }),
  answer: { receiptData },
  addsUp: true,
  checks: [
    { name: 'items_total', holds: 'the items give the total' },
    { name: 'items_subtotal', holds: 'the items give the subtotal' },
    { name: 'card_payment', holds: 'what was paid by card is the total' },
    { name: 'cash_less_change', holds: 'what was paid in cash, less the change, is the total' },
    { name: 'payments', holds: 'what was paid in several ways is the total' },
    { name: 'subtotal_plus_tax', holds: 'subtotal, tax and what lies between give the total' },
    { name: 'rows_above_total', holds: 'the sums in the rows right above the total give it, and none is left out' },
    { name: 'rows_below_total', holds: 'the sums right below the total, down to the payment, give it' },
    { name: 'net_and_tax', holds: 'net sums and taxes in the rows that name a tax give the total' },
    { name: 'tax_within_total', holds: 'the printed tax is contained in the total at its rate' },
    { name: 'other_total', holds: 'no other printed sum has a better claim to be the total; there if one has' },
    { name: 'tax_at_rate', holds: 'the tax is that of its rate' },
    { name: 'merchant_in_heading', holds: 'the name stands first and has the form of one' },
    { name: 'time_beside_date', holds: 'the time stands beside the date, and no other one does' },
    { name: 'address_with_postcode', holds: 'a street and a town with its postal code stand below the name' },
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
      name: 'receipt',
      summary: 'A receipt',
      value: { documentText: 'CORNER CAFE\n12/01/2030\nTea  2.50\nCake  4.00\nTOTAL  6.50' },
    },
  ],
  command: receipt,
  load: () => import('./work.ts'),
});
