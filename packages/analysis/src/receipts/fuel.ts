import { type Decimal, near, product, SCALE } from '../values/decimal.ts';
import type { Item, ItemReading } from './items.ts';
import type { Row } from './rows.ts';

/** Fuel and electricity: an amount of them times a price is the total, wherever the three are printed. */

const FUEL =
  /\b(?:gallons|price ?\/ ?gal|ppg|liters|litres|ltrs|pump|unleaded|diesel|super e\d{1,2}|zapfpunkt|s[äa]ule|surtidor|pompa|kwh)\b/i;
const PRODUCT =
  /\b(?:unleaded|regular|premium|midgrade|diesel|super|e5|e10|e85|gasoil|gazole|sans plomb|sp9[58]|benzina|gasolina|autogas|lpg|adblue|strom)\b[ \d#.]{0,6}/i;
const CENT = SCALE / 100;
const MOST_NUMBERS = 60;

/** The one item of a pump's receipt; null where nothing says that it is one. */
export function fuelReading(rows: readonly Row[], total: Decimal): ItemReading | null {
  if (!rows.some((row) => FUEL.test(row.text))) return null;
  const numbers = rows
    .flatMap((row) => row.amounts.map((amount) => ({ amount, row })))
    .filter(({ amount }) => amount.exact > 0 && !amount.percent && amount.decimals >= 1)
    .slice(0, MOST_NUMBERS);
  const sold = numbers.find(({ amount }) => near(amount.exact, total, 0));
  if (!sold) return null;
  for (const quantity of numbers) {
    if (quantity.amount.currency !== null || quantity.amount.decimals < 2 || quantity === sold) continue;
    for (const price of numbers) {
      if (
        price === quantity ||
        price.amount.exact === SCALE ||
        price.amount.exact >= total ||
        quantity.amount.decimals < price.amount.decimals - 1
      )
        continue;
      if (!near(product(quantity.amount.exact, price.amount.exact) ?? -1, total, CENT)) continue;
      const named = rows.find((row) => PRODUCT.test(row.text));
      const item: Item = {
        description: named ? (PRODUCT.exec(named.text)?.[0].trim() ?? null) : null,
        descriptionRow: named ?? null,
        quantity: { exact: quantity.amount.exact, span: quantity.row.place(quantity.amount) },
        unitPrice: { exact: price.amount.exact, span: price.row.place(price.amount) },
        amount: total,
        amountSpan: sold.row.place(sold.amount),
      };
      return { items: [item], total };
    }
  }
  return null;
}
