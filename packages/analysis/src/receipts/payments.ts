import { type Decimal, sum } from '../values/decimal.ts';
import type { Money } from './rows.ts';

/** What the payments of a receipt come to. */

/** Cash less change, and card payments. */
export function paymentsOf(cash: readonly Labeled[], change: readonly Labeled[], card: readonly Labeled[]): Decimal[] {
  const paid = card.map(({ money }) => money.amount.exact);
  for (const { money } of cash) {
    const given = Math.abs(money.amount.exact);
    if (change.length === 0) paid.push(given);
    for (const back of change) paid.push(given - Math.abs(back.money.amount.exact));
  }
  return paid.filter((value) => value > 0);
}

/** What several payments come to: all cards, and all cards with the cash less the change. */
export function partsOf(cash: readonly Labeled[], change: readonly Labeled[], card: readonly Labeled[]): Decimal[] {
  const size = (all: readonly Labeled[]) => sum(all.map(({ money }) => Math.abs(money.amount.exact)));
  if (card.length === 0 || card.length + cash.length < 2) return [];
  const cards = size(card);
  return [cards, cards + size(cash) - size(change)].filter((value) => value > 0);
}

export type Labeled = { readonly money: Money; readonly row: number };
