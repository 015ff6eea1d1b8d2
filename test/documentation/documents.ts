import { printed, smallPdf } from '../../packages/engine/src/testing/small-pdf.ts';

/** Documents that commands of the documentation read. */

export const INVOICE_LINES = [
  'Mill & Sons Ltd',
  'Invoice No. 2030-17',
  'Date: 2030-01-12',
  'Oak boards  4  25.00  100.00',
  'Subtotal  100.00',
  'VAT 20 %  20.00',
  'Total EUR  120.00',
];

export const invoicePdf = (): Buffer =>
  smallPdf([{ content: printed(...INVOICE_LINES.map((line, index) => [50, 800 - 14 * index, line] as const)) }]);

export const STATEMENT = [
  'Account number 1234567',
  'Opening balance  10.00',
  '2030-01-02  Rent  -4.00  6.00',
  '2030-01-03  Wages  20.00  26.00',
  'Closing balance  26.00',
].join('\n');

export const CONTRACT = '<h1>Service agreement</h1><p>Contract start: 2030-01-01</p><p>Contract end: 2030-12-31</p>';
