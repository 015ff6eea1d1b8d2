import type { Span } from '../text/source.ts';
import { parseAmount } from '../values/amounts.ts';
import { type Decimal, toNumber } from '../values/decimal.ts';
import { isObject, type JsonValue } from './json.ts';
import { decimalOfNumber, type Quotes } from './quotes.ts';

/** What a model proposes for a field, and what the document says about it. */

export type FieldType = 'text' | 'amount' | 'date';

export interface Resolved<Value = string | number> {
  /** Read from the document; null when the model proposed nothing or nothing that is printed. */
  readonly value: Value | null;
  /** Place in `Source.text`. */
  readonly span: Span | null;
  /** Whether the model proposed something. */
  readonly proposed: boolean;
  /** Exact value of money. */
  readonly exact: Decimal | null;
  /** Decimals printed with it. */
  readonly decimals: number;
  /** A date whose day and month the model and the document's habits read differently. */
  readonly otherDate: string | null;
}

/** A field of which the model said nothing. */
export const NOTHING: Resolved<never> = {
  value: null,
  span: null,
  proposed: false,
  exact: null,
  decimals: 0,
  otherDate: null,
};
const UNGROUNDED: Resolved<never> = { ...NOTHING, proposed: true };

/** A proposal is `{value, quote}`; a bare value counts as its own quote. */
export function resolve(quotes: Quotes, type: FieldType, node: JsonValue | undefined): Resolved {
  const { quote, value } = partsOf(node);
  if (quote === null && value === null)
    return node === null || node === undefined || isEmpty(node) ? NOTHING : UNGROUNDED;
  if (type === 'amount') return resolveAmount(quotes, quote, value);
  const text = quote ?? String(value);
  return type === 'date' ? resolveDate(quotes, text, value) : resolveText(quotes, text);
}

/** The exact amount that a proposal names, wherever it may stand; null when it names none. */
export function proposedAmount(quotes: Quotes, node: JsonValue | undefined): Decimal | null {
  const { quote, value } = partsOf(node);
  if (quote !== null) return parseAmount(quote, quotes.document.style)?.exact ?? null;
  return typeof value === 'number' ? decimalOfNumber(value) : null;
}

export function partsOf(node: JsonValue | undefined): { quote: string | null; value: string | number | null } {
  const plain = (one: JsonValue | undefined) =>
    typeof one === 'number' || (typeof one === 'string' && one.trim() !== '') ? one : null;
  const [quote, value] = isObject(node) ? [plain(node.quote), plain(node.value)] : [plain(node), plain(node)];
  const text =
    typeof quote === 'string' ? quote : isObject(node) && quote === null && typeof value === 'string' ? value : null;
  return { quote: text, value: value ?? quote };
}

function isEmpty(node: JsonValue): boolean {
  if (typeof node === 'string') return node.trim() === '';
  return isObject(node) && (node.value ?? null) === null && (node.quote ?? null) === null;
}

function resolveAmount(quotes: Quotes, quote: string | null, value: string | number | null): Resolved {
  const exact = quote === null && typeof value === 'number' ? decimalOfNumber(value) : null;
  const found = quote === null ? (exact === null ? null : quotes.amountOf(exact)) : quotes.amount(quote);
  if (!found) return UNGROUNDED;
  const amount = found.value;
  return {
    ...UNGROUNDED,
    value: toNumber(amount.exact),
    span: found.span,
    exact: amount.exact,
    decimals: amount.decimals,
  };
}

function resolveDate(quotes: Quotes, text: string, value: string | number | null): Resolved {
  const found = quotes.date(text);
  if (!found?.value.iso) return UNGROUNDED;
  const { iso, ambiguous } = found.value;
  const other =
    ambiguous && typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && value !== iso ? value : null;
  return { ...UNGROUNDED, value: iso, span: found.span, otherDate: other };
}

function resolveText(quotes: Quotes, text: string): Resolved {
  const found = quotes.text(text);
  return found ? { ...UNGROUNDED, value: found.value, span: found.span } : UNGROUNDED;
}
