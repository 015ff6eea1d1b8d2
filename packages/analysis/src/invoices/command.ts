import type { KindCommand } from '../kind/kind.ts';

export const invoice: KindCommand = {
  kind: 'invoice-extractor',
  name: 'invoice',
  gives: 'vendor, number, dates, items and sums of an invoice',
  options: { export: { member: 'export', placeholder: 'FORMAT', help: 'csv or ubl, as `exported.text`' } },
  examples: ['platen analyze invoice invoice.pdf'],
};
