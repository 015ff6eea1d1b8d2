import type { KindCommand } from '../kind/kind.ts';

export const invoice: KindCommand = {
  kind: 'invoice-extractor',
  name: 'invoice',
  gives: 'vendor, number, dates, items and sums of an invoice',
  examples: ['pdftotext -layout invoice.pdf - | platen analyze invoice -'],
};
