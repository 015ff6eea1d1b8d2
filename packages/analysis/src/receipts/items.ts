import type { Span } from '../text/source.ts';
import type { Amount } from '../values/amounts.ts';
import { type Decimal, near, product, SCALE, sum } from '../values/decimal.ts';
import { clean, describing, descriptionIn, lettersOf, withoutPrice } from './item-words.ts';
import { itemZones } from './item-zones.ts';
import { isUnitPrice, type Money, type Row } from './rows.ts';

/** The things bought: rows between the heading of the list and the first total. */

/** A number of a row; without a span it is not printed but follows from amount and price. */
export interface Factor {
  readonly exact: Decimal;
  readonly span: Span | null;
}

export interface Item {
  readonly description: string | null;
  /** The row that the description stands in. */
  readonly descriptionRow: Row | null;
  readonly quantity: Factor | null;
  readonly unitPrice: Factor | null;
  readonly amount: Decimal;
  readonly amountSpan: Span;
}

/** One way to read the rows: which of several sums in a row is its amount. */
export interface ItemReading {
  readonly items: readonly Item[];
  readonly total: Decimal;
}

/** Whether a discount without a sign is subtracted, taken as it stands, or every deduction is left out. */
type Discounts = 'deducted' | 'as-printed' | 'ignored';
type Column = 'last' | 'before-last' | 'largest' | 'first';

const CENT = SCALE / 100;
const DISCOUNT = /^\W{0,4}(?:less|disc|discount|rabatt|remise|descuento|sconto|korting|voucher|coupon|rebate)\b/i;
/** What a thing cost before, or elsewhere. */
const FORMER =
  /^[^\p{L}\d]{0,80}(?:reg(?:ular)?\.? price|reg\.? \$?\d|was \W{0,2}\d|orig(?:inal)?\.? price|list price|msrp|rrp|uvp|statt|ancien prix|prix barr|precio anterior|you saved?)/iu;
const MOST_PENDING = 3;

/** The readings of the list of items, the most usual first; empty when no list was found. */
export function itemReadings(rows: readonly Row[]): ItemReading[] {
  const seen = new Set<string>();
  const readings: ItemReading[] = [];
  for (const zone of itemZones(rows)) {
    for (const column of ['last', 'before-last', 'largest', 'first'] as const) {
      for (const discounts of ['deducted', 'as-printed', 'ignored'] as const) {
        const items = readItems(zone, column, discounts);
        const total = sum(items.map((item) => item.amount));
        const key = `${items.length} ${total}`;
        if (items.length > 0 && !seen.has(key)) readings.push({ items, total });
        seen.add(key);
      }
    }
  }
  return readings;
}

function readItems(zone: readonly Row[], column: Column, discounts: Discounts): Item[] {
  const items: Item[] = [];
  // What the items come to so far.
  let reached: Decimal = 0;
  let pending: Row[] = [];
  for (const [index, row] of zone.entries()) {
    const money = FORMER.test(row.text) ? [] : row.money.filter(({ amount }) => amount.exact !== 0);
    const last = items.at(-1);
    const merged = last && money.length > 0 ? detailOf(last, row, money, pending.length > 0) : null;
    if (merged) {
      items[items.length - 1] = merged;
    } else if (money.length > 0 && money.every((one) => isPriceOfNext(row, one, zone[index + 1]))) {
      pending = [...pending, row].slice(-MOST_PENDING);
    } else if (money.length === 0 || money.every((one) => isUnitPrice(row.text, one.amount))) {
      if ((row.money.length === 0 || money.length > 0) && lettersOf(row.words) >= 2)
        pending = [...pending, row].slice(-MOST_PENDING);
    } else {
      const chosen = choose(money, column);
      if (!chosen || (discounts === 'ignored' && isDeduction(chosen))) continue;
      const again = reached === chosen.amount.exact;
      if (again && isRunningTotal(items, row)) break;
      if ((again && isCountedTotal(items, row, chosen)) || isReduced(items, row, chosen)) continue;
      const item = itemOf(row, chosen, pending, discounts);
      items.push(item);
      reached += item.amount;
      pending = [];
    }
  }
  return countsLines(items) ? items.map((item) => ({ ...item, quantity: null })) : items;
}

/** Whether the numbers in front are those of the lines: 1, 2, 3 and so on, of three lines at least or ahead of a code. */
function countsLines(items: readonly Item[]): boolean {
  const inOrder = items.every(
    ({ quantity, unitPrice }, index) =>
      unitPrice === null && quantity?.span != null && quantity.exact === (index + 1) * SCALE,
  );
  const coded = items.every(({ descriptionRow }) =>
    /^\s{0,9}\d{1,3}[.)]?\s{1,9}\d{3,14}\s/.test(descriptionRow?.text ?? ''),
  );
  return items.length >= 2 && inOrder && (items.length >= 3 || coded);
}

function isDeduction(money: Money): boolean {
  return money.amount.exact < 0 || money.label?.kind === 'discount';
}

/** Whether a row gives the price of one, and the row below what all come to. */
function isPriceOfNext(row: Row, money: Money, next: Row | undefined): boolean {
  if (!next || row.money.length !== 1) return false;
  const [described, nextDescribed] = [lettersOf(row.words) >= 2, lettersOf(next.words) >= 2];
  const price = money.amount.exact;
  // `Roll 1.80` above `4 x 1.80 7.20`: the row below, which has no words, repeats the price.
  if (next.money.length === 2 && described && !nextDescribed) {
    return next.money[0]?.amount.exact === price && wholeRatio(next.money[1]?.amount.exact ?? 0, price) !== null;
  }
  const last = next.money.at(-1);
  const amount = last?.amount.exact;
  if (!last || amount === undefined || isUnitPrice(next.text, last.amount)) return false;
  // `2 x 1.19` above `Milk 2.38`.
  if (!described && nextDescribed) return countIn(row, money, amount) !== null;
  // `2 x Espresso à 2.10` above `4.20`.
  const each = /(?:[@àx*]|\bje|\bea)\s{0,3}$/i.test(row.text.slice(0, money.amount.start));
  return described && !nextDescribed && each && next.money.length === 1 && wholeRatio(amount, price) !== null;
}

/** The number in front of a price that gives this amount. */
function countIn(row: Row, money: Money, amount: Decimal): Amount | null {
  const price = money.amount.exact;
  const counts = row.amounts.filter((one) => one !== money.amount && one.exact > 0 && one.currency === null);
  return counts.find((one) => near(product(one.exact, price) ?? -1, amount, CENT)) ?? null;
}

/** A sum of what stands above, printed without a word for it. */
function isRunningTotal(items: readonly Item[], row: Row): boolean {
  return items.length >= 2 && lettersOf(row.words) < 12;
}

/** What an item costs after the deduction above, printed once more without words. */
function isReduced(items: readonly Item[], row: Row, chosen: Money): boolean {
  const [item, deduction] = items.slice(-2);
  if (!item || !deduction || deduction.amount >= 0 || lettersOf(row.words) >= 2) return false;
  return item.amount + deduction.amount === chosen.amount.exact;
}

/** `Items: 3   12.40`: how much was bought, and what it came to. */
function isCountedTotal(items: readonly Item[], row: Row, chosen: Money): boolean {
  return items.length > 0 && chosen.label?.kind === 'count' && !factors(row, chosen);
}

function choose(money: readonly Money[], column: Column): Money | undefined {
  if (column === 'first') return money[0];
  if (column === 'before-last') return money.at(-2) ?? money.at(-1);
  if (column === 'last') return money.at(-1);
  return money.reduce((top, one) => (Math.abs(one.amount.exact) > Math.abs(top.amount.exact) ? one : top));
}

/** A row that only explains the item above it: its quantity and unit price, or its amount once more. */
function detailOf(item: Item, row: Row, money: readonly Money[], pending: boolean): Item | null {
  const described = lettersOf(row.words) >= 3;
  const [only] = money;
  if (only && money.length === 1 && !pending && isFormerPrice(row, only, item)) return item;
  const unit = only && isUnitPrice(row.text, only.amount) ? only.amount.exact : null;
  if ((described && (unit === null || item.description !== null)) || pending || money.length > 2) return null;
  const repeated = money.length === 1 && row.amounts.length === 1 && only?.amount.exact === item.amount;
  if (repeated && unit === null) return item;
  const counts = row.amounts.filter((amount) => amount.exact > 0 && amount.currency === null);
  for (const one of money) {
    const price = one.amount.exact;
    const count = counts.find((number) => near(product(number.exact, price) ?? -1, item.amount, CENT));
    const quantity = count ? printed(row, count) : wholeRatio(item.amount, price);
    const again = price === item.amount && money.length === 1;
    const explains = unit !== null || counts.length > 0 || again;
    if (quantity !== null && (quantity.exact !== SCALE || again) && item.unitPrice === null && explains) {
      const own = described && item.description === null;
      const [description, descriptionRow] = own ? [descriptionIn(row), row] : [item.description, item.descriptionRow];
      return {
        ...item,
        description,
        descriptionRow,
        quantity: item.quantity ?? quantity,
        unitPrice: printed(row, one.amount),
      };
    }
  }
  return null;
}

/** `10 % off 24.00` below an item of 21.60: what it cost before. */
function isFormerPrice(row: Row, { amount }: Money, item: Item): boolean {
  return row.amounts.some(({ percent, exact }) => {
    const reduced = percent ? product(amount.exact, SCALE - Math.round(Math.abs(exact) / 100)) : null;
    return reduced !== null && reduced !== amount.exact && near(reduced, item.amount, CENT);
  });
}

function printed(row: Row, amount: Amount): Factor {
  return { exact: amount.exact, span: row.place(amount) };
}

function wholeRatio(amount: Decimal, price: Decimal): Factor | null {
  if (price <= 0) return null;
  const count = Math.round(amount / price);
  return count >= 1 && count * price === amount ? { exact: count * SCALE, span: null } : null;
}

function itemOf(row: Row, chosen: Money, pending: readonly Row[], discounts: Discounts): Item {
  const pair = factors(row, chosen);
  const own = descriptionIn(row, pair ? [...row.money.map(({ amount }) => amount), ...pair] : undefined);
  const described = describing(own ?? '') >= 3;
  const named = pending.findLast((one) => describing(one.text) >= 2);
  const from = described ? row : (named ?? row);
  const description = described ? own : named ? clean(named.text) : own;
  const discount = discounts === 'deducted' && DISCOUNT.test(own ?? '');
  const amount = discount ? -Math.abs(chosen.amount.exact) : chosen.amount.exact;
  const count = pair ? null : countAtStart(row, chosen);
  const [quantity, unitPrice] = pair?.map((one) => printed(row, one)) ??
    (count && [printed(row, count), null]) ??
    pendingPrice(pending.at(-1), amount) ?? [null, null];
  return {
    description: withoutPrice(description),
    descriptionRow: description === null ? null : from,
    quantity: quantity ?? null,
    unitPrice: unitPrice ?? null,
    amount,
    amountSpan: chosen.span,
  };
}

/** Two numbers of the row whose product is its amount: quantity and unit price. */
function factors(row: Row, chosen: Money): readonly [Amount, Amount] | null {
  const others = otherNumbers(row, chosen);
  const pairs = others.flatMap((quantity) =>
    quantity.currency === null
      ? others
          .filter((price) => price !== quantity)
          .filter((price) => near(product(quantity.exact, price.exact) ?? -1, Math.abs(chosen.amount.exact), CENT))
          .map((price) => [quantity, price] as const)
      : [],
  );
  const likely = ([quantity, price]: readonly [Amount, Amount]) =>
    (quantity.decimals === 0 ? 4 : 0) + (price.decimals === 2 ? 2 : 0) + (quantity.start < price.start ? 1 : 0);
  return pairs.toSorted((a, b) => likely(b) - likely(a))[0] ?? null;
}

function otherNumbers(row: Row, chosen: Money): Amount[] {
  return row.amounts.filter((amount) => amount !== chosen.amount && !amount.percent && amount.exact > 0).slice(0, 8);
}

/** `3 Cinnamon bun 8.25`. */
function countAtStart(row: Row, chosen: Money): Amount | null {
  const count = otherNumbers(row, chosen).find(
    (one) => one.decimals === 0 && one.currency === null && one.exact <= 999 * SCALE,
  );
  return count && row.text.slice(0, count.start).trim() === '' ? count : null;
}

/** The price of one from the row with the description above. */
function pendingPrice(pending: Row | undefined, amount: Decimal): readonly [Factor | null, Factor | null] | null {
  const [money] = pending?.money ?? [];
  if (!pending || !money) return null;
  const counted = countIn(pending, money, amount);
  const count = counted ? printed(pending, counted) : wholeRatio(amount, money.amount.exact);
  return count ? [count, printed(pending, money.amount)] : null;
}
