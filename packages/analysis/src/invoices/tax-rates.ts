import { near, SCALE, sum } from '../values/decimal.ts';
import type { InvoiceSums } from './sums.ts';

const CENT = SCALE / 100;

/** Whether every tax is its printed rate of a printed net sum, and those make up the subtotal. */
export function isAtRates({ taxes, subtotal, taxExact }: InvoiceSums): boolean {
  const net = subtotal?.amount.exact;
  if (net === undefined || !taxExact || taxes.length === 0) return false;
  const bases = taxes.map(({ base }) => (base === null && taxes.length === 1 ? net : base));
  const fit = taxes.every(({ rate, amount }, index) => {
    const base = bases[index];
    return rate !== null && rate > 0 && base != null && near((base * rate) / SCALE / 100, amount, CENT);
  });
  return fit && sum(bases.map((base) => base ?? 0)) === net;
}
