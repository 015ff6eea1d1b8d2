import { originalSpan, type Source, type Span } from '../text/source.ts';
import { type Decimal, near, SCALE, sum, toNumber } from '../values/decimal.ts';
import { wholeStatus } from '../verification/fields.ts';
import { type Check, type Evidence, sumCheck, type Verification } from '../verification/verification.ts';
import type { DocumentReading, RowReading } from './document-reading.ts';
import { engineOf, type Merged, mergeFields, statusOf } from './merge.ts';
import { mergedFields } from './merge-status.ts';
import { decimalOfNumber } from './quotes.ts';

/** What rules and a model read of a document with fields, rows and sums, compared and merged. */

const CENT = SCALE / 100;
const ROUNDING = 5 * CENT;

export interface MergeOptions {
  readonly reading: DocumentReading;
  readonly values: Readonly<Record<string, unknown>>;
  readonly rules: { readonly verification: Verification; readonly evidence: Evidence };
  readonly list: { readonly name: string; readonly count: number; readonly checks: readonly string[] };
  readonly leading: readonly string[];
}

export interface MergedDocument {
  readonly values: Readonly<Record<string, string | number | null>>;
  /** The model's rows, where they take the place of the rules'. */
  readonly rows: readonly RowReading[] | null;
  readonly evidence: Evidence;
  readonly verification: Verification;
}

export function mergeDocument(source: Source, options: MergeOptions): MergedDocument {
  const { reading, rules, list } = options;
  const fields = mergeFields(source, { values: options.values, evidence: rules.evidence }, reading.fields);
  const proven = rules.verification.fields.total?.status ?? rules.verification.status;
  const open = proven !== 'verified';
  const settled = open ? settle(source, fields, options) : null;
  const preferred = open && !settled ? preferredTotal(source, fields, options) : null;
  const values = { ...fields.values, ...settled?.values, ...preferred?.values };
  const rows = chooseRows(options, values);
  const changed = settled !== null || preferred !== null || rows !== null;
  const sums = changed ? sumChecks(values, rows?.rows ?? null) : null;
  const addsUp = sums === null || sums.length === 0 ? null : sums.every((check) => check.ok);
  const merged: Merged = settled
    ? { ...fields, disputed: fields.disputed.filter((name) => !(name in settled.values)) }
    : fields;
  const status = statusOf({
    rules: preferred ? 'unverified' : proven,
    merged,
    leading: options.leading,
    addsUp,
  });
  const stale = new Set([...(changed ? SUMS : []), ...(preferred ? SUMS_OF_TOTAL : []), ...(rows ? list.checks : [])]);
  const own = rules.verification.checks.filter((check) => !stale.has(check.name));
  const still = rules.verification.ungrounded.filter((path) => (rows ? !path.startsWith(`${list.name}.`) : true));
  const checks = [...own, ...(sums ?? []), ...fields.checks];
  const given = mergedFields(rules.verification.fields, {
    merged: fields,
    values: { ...values, [list.name]: rows ? rows.rows : options.values[list.name] },
    sums: sums ?? [],
    changed: [...Object.keys(settled?.values ?? {}), ...(preferred ? ['total'] : []), ...(rows ? [list.name] : [])],
    whole: status,
  });
  const engine = engineOf({ ...fields, onlyModel: [...fields.onlyModel, ...(rows ? [list.name] : [])] });
  return {
    values,
    rows: rows?.rows ?? null,
    evidence: evidenceOf(
      source,
      { ...fields.evidence, ...settled?.evidence, ...preferred?.evidence },
      { name: list.name, rows: rows?.rows ?? null },
    ),
    verification: {
      status: wholeStatus(status, given),
      checks,
      fields: given,
      ungrounded: [...still, ...fields.ungrounded],
      engine,
    },
  };
}

/** Checks of the rules that are made anew when sums change, and those that a different total makes void. */
const SUMS = ['subtotal_plus_tax', 'taxes'];
const SUMS_OF_TOTAL = ['items_total', 'items_subtotal', 'line_items', 'card_payment', 'cash_less_change', 'payments'];
const MONEY = ['subtotal', 'tax', 'total'] as const;

interface Settled {
  readonly values: Readonly<Record<string, number>>;
  readonly evidence: Readonly<Record<string, Span>>;
}

/** Where rules and model read different sums, those that add up together; the fewest of the model's. */
function settle(source: Source, fields: Merged, { reading }: MergeOptions): Settled | null {
  if (!MONEY.some((name) => fields.disputed.includes(name))) return null;
  const choices = MONEY.map((name) => {
    const own = fields.values[name];
    const rules = typeof own === 'number' ? decimalOfNumber(own) : null;
    return [rules, reading.fields[name]?.exact ?? null] as const;
  });
  const adds = (mask: number) => {
    const [subtotal, tax, total] = choices.map((choice, bit) => choice[(mask >> bit) & 1] ?? null);
    return subtotal != null && tax != null && total != null && near(subtotal + tax, total, CENT);
  };
  const masks = [0, 1, 2, 4, 3, 5, 6, 7].filter(adds);
  const [mask] = masks;
  if (mask === undefined || mask === 0) return null;
  const values: Record<string, number> = {};
  const evidence: Record<string, Span> = {};
  for (const [bit, name] of MONEY.entries()) {
    const field = reading.fields[name];
    if (((mask >> bit) & 1) === 0 || field?.exact == null) continue;
    values[name] = toNumber(field.exact);
    if (field.span) evidence[name] = originalSpan(source, field.span);
  }
  return { values, evidence };
}

/**
 * A total that no sum proves is more often read wrongly by the rules than by a model, so that a disputed one is the
 * model's, unless it quotes a bare number, such as a count, where the rules found money. The answer stays unverified.
 */
function preferredTotal(source: Source, fields: Merged, { reading, rules }: MergeOptions): Settled | null {
  const { total } = reading.fields;
  if (!fields.disputed.includes('total') || total?.exact == null || !total.span) return null;
  const place = rules.evidence.total;
  const printed = place ? source.original.slice(place.start, place.end) : '';
  if (total.decimals === 0 && /[.,]\d/.test(printed)) return null;
  return { values: { total: toNumber(total.exact) }, evidence: { total: originalSpan(source, total.span) } };
}

/** The model's rows count when the rules' do not add up and these do, or when the rules found none. */
function chooseRows(
  { reading, rules, list }: MergeOptions,
  values: Readonly<Record<string, unknown>>,
): { rows: readonly RowReading[] } | null {
  const { rows } = reading;
  if (rows.length === 0) return null;
  if (list.count === 0) return { rows };
  if (rules.verification.checks.some((check) => list.checks.includes(check.name) && check.ok)) return null;
  const complete = rows.every((row) => row.amount !== null);
  return complete && rowChecks(values, rows).some((check) => check.ok) ? { rows } : null;
}

function sumChecks(values: Readonly<Record<string, unknown>>, rows: readonly RowReading[] | null): Check[] {
  const [subtotal, tax, total] = MONEY.map((name) => exactOf(values[name]));
  const whole =
    subtotal != null && tax != null && total != null
      ? [sumCheck('subtotal_plus_tax', total, subtotal + tax, CENT)]
      : [];
  return [...whole, ...(rows ? rowChecks(values, rows) : [])];
}

function rowChecks(values: Readonly<Record<string, unknown>>, rows: readonly RowReading[]): Check[] {
  const bought = sum(rows.flatMap((row) => (row.amount ? [row.amount.value] : [])));
  const targets = [exactOf(values.total), exactOf(values.subtotal)].filter((target) => target !== null);
  const target = targets.find((one) => near(one, bought, ROUNDING)) ?? targets[0];
  return target === undefined ? [] : [sumCheck('rows', target, bought, ROUNDING)];
}

function exactOf(value: unknown): Decimal | null {
  return typeof value === 'number' ? decimalOfNumber(value) : null;
}

export function rowMembers(row: RowReading) {
  return { description: row.description?.value ?? null, quantity: row.quantity, unitPrice: row.unitPrice };
}

function evidenceOf(
  source: Source,
  places: Evidence,
  list: { name: string; rows: readonly RowReading[] | null },
): Evidence {
  if (!list.rows) return places;
  const evidence = Object.fromEntries(Object.entries(places).filter(([path]) => !path.startsWith(`${list.name}.`)));
  for (const [index, row] of list.rows.entries()) {
    if (row.description) evidence[`${list.name}.${index}.description`] = originalSpan(source, row.description.span);
    if (row.amount) evidence[`${list.name}.${index}.amount`] = originalSpan(source, row.amount.span);
  }
  return evidence;
}
