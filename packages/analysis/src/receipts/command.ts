import type { KindCommand } from '../kind/kind.ts';

export const receipt: KindCommand = {
  kind: 'receipt-scanner',
  name: 'receipt',
  gives: 'merchant, date, items and total of a receipt',
};
