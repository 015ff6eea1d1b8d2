import type { Span } from '../text/source.ts';
import { wordsOf } from '../text/words.ts';
import type { Amount } from '../values/amounts.ts';
import { type Decimal, near, product, SCALE, sum } from '../values/decimal.ts';
import type { AmountKind } from './labels.ts';
import type { Money, Row } from './rows.ts';

/** The things bought: rows between the heading of the list and the first total. */

/** A number of a row; without a span it is not printed but follows from amount and price. */
export interface Factor {
  readonly exact: Decimal;
  readonly span: Span | null;
}

export interface Item {
  readonly description: string | null;
  readonly descriptionSpan: Span | null;
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
const HEADING = new Set(
  (
    'qty quantity item items description desc descr particulars amount amt price uprice total rm uom disc unit product ' +
    'menge artikel bezeichnung preis betrag einzelpreis summe designation quantite prix montant articulo descripcion ' +
    'cantidad precio importe descrizione quantita prezzo importo omschrijving aantal prijs bedrag code rsp qnty'
  ).split(' '),
);
const ENDS: ReadonlySet<AmountKind> = new Set(['subtotal', 'total']);
const ENDS_AT_START: ReadonlySet<AmountKind> = new Set(['tax', 'rounding', 'cash', 'card', 'change', 'service']);
const NOT_DESCRIBING = new Set(
  'rm x sr zr zrl s z t pcs pc unit units ea each qty nos no usd eur gbp myr disc pkt btl kg g l stk st pz ud stuks'.split(
    ' ',
  ),
);
const FRAME = /^[\s|*#.:;-]{1,20}/;
const DISCOUNT = /^\W{0,4}(?:less|disc|discount|rabatt|remise|descuento|sconto|korting|voucher|coupon|rebate)\b/i;
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

/** The rows up to the first total; and, for lists with totals of groups, those up to the last one without the totals. */
function itemZones(rows: readonly Row[]): (readonly Row[])[] {
  const heading = rows.find((row) => row.money.length === 0 && headingWords(row) >= 2)?.index ?? -1;
  const start = heading >= 0 && rows.slice(0, heading).every((row) => !endsList(row)) ? heading + 1 : 0;
  const ends = rows.filter((row) => row.index >= start && endsList(row)).map((row) => row.index);
  const zones = [rows.slice(start, ends[0] ?? rows.length)];
  const paid = rows.findIndex(
    (row) => row.index >= start && row.money.some(({ label }) => label?.kind === 'cash' || label?.final),
  );
  if (ends.length > 1 && paid > (ends[0] ?? 0)) {
    zones.push(
      rows
        .slice(start, paid)
        .filter((row) => row.money.every(({ label }) => label === null || label.kind === 'discount')),
    );
  }
  return zones;
}

function headingWords(row: Row): number {
  return row.words.length > 12 ? 0 : new Set(row.words.map((word) => word.key).filter((key) => HEADING.has(key))).size;
}

function endsList(row: Row): boolean {
  return row.money.some(({ label, words }) => {
    if (!label) return false;
    if (ENDS.has(label.kind)) return words.length <= 9;
    if (label.kind === 'count') return label.ofTotal;
    return ENDS_AT_START.has(label.kind) && words.length <= 4 && row.money.length <= 2;
  });
}

function readItems(zone: readonly Row[], column: Column, discounts: Discounts): Item[] {
  const items: Item[] = [];
  let pending: Row[] = [];
  for (const [index, row] of zone.entries()) {
    const money = row.money.filter(({ amount }) => amount.exact !== 0);
    const last = items.at(-1);
    const merged = last && money.length > 0 ? detailOf(last, row, money, pending.length > 0) : null;
    if (merged) {
      items[items.length - 1] = merged;
    } else if (
      money.length === 0 ||
      money.every((one) => isUnitPrice(row, one) || isPriceOfNext(row, one, zone[index + 1]))
    ) {
      if ((row.money.length === 0 || money.length > 0) && describing(row.text) >= 2)
        pending = [...pending, row].slice(-MOST_PENDING);
    } else {
      const chosen = choose(money, column);
      if (!chosen || (discounts === 'ignored' && isDeduction(chosen))) continue;
      if (isRunningTotal(items, row, chosen)) break;
      items.push(itemOf(row, chosen, pending, discounts));
      pending = [];
    }
  }
  return items;
}

function isDeduction(money: Money): boolean {
  return money.amount.exact < 0 || money.label?.kind === 'discount';
}

const PER_UNIT = /^ ?\/ ?(?:kg|g|100 ?g|l|ltr|lb|stk|st|pcs?|ea|m)\b/i;

/** `@9.90`, `2,00 EUR/kg`: the price of one, not the amount of the row. */
function isUnitPrice(row: Row, money: Money): boolean {
  return (
    row.text.slice(0, money.amount.start).trimEnd().endsWith('@') || PER_UNIT.test(row.text.slice(money.amount.end))
  );
}

/** `Roll 1.80` above `4 x 1.80 7.20`: the row below, which has no words, repeats the price and gives the amount. */
function isPriceOfNext(row: Row, money: Money, next: Row | undefined): boolean {
  if (
    !next ||
    row.money.length !== 1 ||
    next.money.length !== 2 ||
    describing(next.text) >= 2 ||
    describing(row.text) < 2
  )
    return false;
  const [price, amount] = next.money;
  return (
    price?.amount.exact === money.amount.exact && wholeRatio(amount?.amount.exact ?? 0, money.amount.exact) !== null
  );
}

/** A sum of what stands above, printed without a word for it. */
function isRunningTotal(items: readonly Item[], row: Row, chosen: Money): boolean {
  return (
    items.length >= 2 && describing(row.text) < 12 && sum(items.map((item) => item.amount)) === chosen.amount.exact
  );
}

function choose(money: readonly Money[], column: Column): Money | undefined {
  if (column === 'first') return money[0];
  if (column === 'before-last') return money.at(-2) ?? money.at(-1);
  if (column === 'last') return money.at(-1);
  return money.reduce((top, one) => (Math.abs(one.amount.exact) > Math.abs(top.amount.exact) ? one : top));
}

/** A row that only explains the item above it: its quantity and unit price, or its amount once more. */
function detailOf(item: Item, row: Row, money: readonly Money[], pending: boolean): Item | null {
  const described = describing(row.text) >= 3;
  const [only] = money;
  if (only && money.length === 1 && !pending && isFormerPrice(row, only, item)) return item;
  const unit = only && isUnitPrice(row, only) ? only.amount.exact : null;
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
      const description = described && item.description === null ? descriptionIn(row, money) : item.description;
      return { ...item, description, quantity: item.quantity ?? quantity, unitPrice: printed(row, one.amount) };
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
  return count >= 1 && near(count * price, amount, CENT) ? { exact: count * SCALE, span: null } : null;
}

function itemOf(row: Row, chosen: Money, pending: readonly Row[], discounts: Discounts): Item {
  const own = descriptionIn(row, row.money);
  const described = describing(own ?? '') >= 3;
  const last = pending.at(-1);
  const from = described ? row : last;
  const description = described ? own : last ? clean(last.text) : own;
  const discount = discounts === 'deducted' && DISCOUNT.test(own ?? '');
  const amount = discount ? -Math.abs(chosen.amount.exact) : chosen.amount.exact;
  const [quantity, unitPrice] = factors(row, chosen) ?? pendingPrice(last, amount) ?? [null, null];
  return {
    description: withoutPrice(description),
    descriptionSpan: from?.span ?? null,
    quantity,
    unitPrice,
    amount,
    amountSpan: chosen.span,
  };
}

/** Two numbers of the row whose product is its amount: quantity and unit price. */
function factors(row: Row, chosen: Money): readonly [Factor | null, Factor | null] | null {
  const others = row.amounts
    .filter((amount) => amount !== chosen.amount && !amount.percent && amount.exact > 0)
    .slice(0, 8);
  for (const quantity of others) {
    if (quantity.currency !== null) continue;
    for (const price of others) {
      if (price === quantity || price.decimals < quantity.decimals) continue;
      if (near(product(quantity.exact, price.exact) ?? -1, Math.abs(chosen.amount.exact), CENT))
        return [printed(row, quantity), printed(row, price)];
    }
  }
  const count = others.find(
    (one) => one.decimals === 0 && one.currency === null && one.exact > 0 && one.exact <= 999 * SCALE,
  );
  return count && row.text.slice(0, count.start).trim() === '' ? [printed(row, count), null] : null;
}

/** The price of one from the row with the description above. */
function pendingPrice(pending: Row | undefined, amount: Decimal): readonly [Factor | null, Factor | null] | null {
  const price = pending?.money.find((one) => isUnitPrice(pending, one))?.amount;
  const count = price ? wholeRatio(amount, price.exact) : null;
  return pending && price && count ? [count, printed(pending, price)] : null;
}

/** The longest stretch of a row between its sums of money. */
function descriptionIn(row: Row, money: readonly Money[]): string | null {
  let best = '';
  let from = 0;
  for (const one of [...money.map(({ amount }) => amount), null]) {
    const stretch = row.text.slice(from, one?.start ?? row.text.length);
    if (describing(stretch) > describing(best)) best = stretch;
    from = one?.end ?? from;
  }
  return clean(best);
}

/** How many letters of a text tell what a thing is: units, currencies and tax codes do not. */
function describing(text: string): number {
  const words = wordsOf(text).filter((word) => !/\d/.test(word.key) && !NOT_DESCRIBING.has(word.key));
  return words.reduce((letters, word) => letters + word.key.length, 0);
}

const PRICE_AT_END = / ?@ ?(?:RM|\$|€|£)? ?\d{1,6}(?:[.,]\d{1,4})?$/;
const withoutPrice = (text: string | null) => text?.replace(PRICE_AT_END, '') || text;

function clean(text: string): string | null {
  const bare = text
    .replace(FRAME, '')
    .replace(/\s{1,200}/g, ' ')
    .trim();
  const counted = bare.replace(/^\d{1,3} ?[xX@*]? (?=[\p{L}(])/u, '').replace(/ ?@$/, '');
  return counted === '' ? null : counted;
}
