/** What the labels of an invoice can name: its sums, and its other fields. */

export type SumKind =
  | 'lines'
  | 'net'
  | 'tax'
  | 'gross'
  | 'due'
  | 'total'
  | 'prepaid'
  | 'allowance'
  | 'charge'
  | 'withheld'
  | 'price';

export type FieldKind = 'number' | 'offer' | 'date' | 'due' | 'order' | 'seller' | 'buyer' | 'other';
