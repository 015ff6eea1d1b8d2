import type { Decimal } from '../values/decimal.ts';
import { near, SCALE } from '../values/decimal.ts';
import { adjustedBetween } from './adjustments.ts';
import type { SumKind } from './label-kinds.ts';
import type { InvoiceMoney } from './rows.ts';

/** Which printed sums can be net, tax and gross, and the three of them that fit best. */

export type Role = 'gross' | 'net' | 'tax';

/** A sum that may have a role; without `money` it is printed nowhere as one sum. */
export interface Candidate {
  readonly money: InvoiceMoney | null;
  readonly exact: Decimal;
  readonly points: number;
}

export interface Triple {
  readonly gross: Candidate;
  readonly net: Candidate;
  readonly tax: Candidate;
  readonly adjusted: Decimal;
}

const CENT = SCALE / 100;
const MOST = 14;
/** What sums that agree to the cent have over those that miss it by one. */
const EXACT = 3;
/** What a net sum has over one from which a discount still leads to the total. */
const NOTHING_BETWEEN = 10;
/** A sum with this many points is labeled as net. */
export const SURE_NET = 20;
/** A sum with this many points is labeled as the total, or as what is due. */
const SURE_GROSS = 18;

const POINTS: Readonly<Record<Role, Partial<Record<SumKind, number>>>> = {
  net: { net: 30, lines: 22, total: 10, gross: 4, allowance: -10 },
  tax: { tax: 24 },
  gross: { gross: 30, due: 18, total: 20, lines: 3 },
};

/** The sums with a label that fits a role; the best first. */
export function candidates(money: readonly InvoiceMoney[], role: Role): Candidate[] {
  const found = new Map<Decimal, Candidate>();
  // Of equal sums the one with the best label counts, then the last.
  for (const one of [...money].reverse()) {
    const kind = one.label?.kind;
    const base = kind ? POINTS[role][kind] : undefined;
    if (base === undefined) continue;
    const points = base + Math.min(6, (one.label?.weight ?? 0) / 4);
    const known = found.get(one.amount.exact);
    if (!known || points > known.points) found.set(one.amount.exact, { money: one, exact: one.amount.exact, points });
  }
  return [...found.values()].sort((a, b) => b.points - a.points).slice(0, MOST);
}

/** The sums that add up, by their labels; the net sum may be the total itself where no net sum is printed. */
export function bestTriple(
  { gross, net, tax }: Readonly<Record<Role, readonly Candidate[]>>,
  adjusting: readonly InvoiceMoney[],
  itemsTotal: Decimal | null,
): Triple | null {
  const hasNet = net.some((one) => one.points >= SURE_NET);
  let best: Triple | null = null;
  let most = 0;
  for (const g of gross) {
    for (const n of net) {
      for (const t of tax) {
        if (Math.abs(t.exact) > Math.abs(g.exact) * 0.5) continue;
        const open = g.exact - n.exact - t.exact;
        const between = open === 0 ? 0 : adjustedBetween(adjusting, n.money, g.money);
        // Off by a cent may be a rounding that is printed, or one that is not.
        const adjusted = Math.abs(between - open) < Math.abs(open) ? between : 0;
        if (!near(adjusted, open, CENT)) continue;
        const isBought = itemsTotal !== null && near(itemsTotal, n.exact, CENT);
        if (g.money === n.money && (t.exact !== 0 || (hasNet && !(isBought && g.points >= SURE_GROSS)))) continue;
        const exact = adjusted === open;
        const points =
          g.points +
          n.points +
          t.points +
          (isBought ? 8 : 0) +
          (exact ? EXACT : 0) +
          (adjusted === 0 ? NOTHING_BETWEEN : 0);
        if (points > most) [best, most] = [{ gross: g, net: n, tax: t, adjusted }, points];
      }
    }
  }
  return best;
}

export function top(list: readonly Candidate[]): InvoiceMoney | null {
  return (
    list.reduce<Candidate | null>((best, one) => (best === null || one.points > best.points ? one : best), null)
      ?.money ?? null
  );
}
