import { originalSpan, type Source, type Span } from '../text/source.ts';
import { condensed } from '../text/words.ts';
import type { Check, Engine, Evidence, VerificationStatus } from '../verification/verification.ts';
import type { Resolved } from './proposals.ts';

/** How the answers of rules and model become one. The rules' values stand unless the caller of this replaces them. */

export interface Merged {
  readonly values: Readonly<Record<string, string | number | null>>;
  readonly evidence: Evidence;
  readonly checks: readonly Check[];
  /** Fields that only the model named, with words or numbers that are not printed. */
  readonly ungrounded: readonly string[];
  /** Fields that both read alike, differently, or only one of them read. */
  readonly agreed: readonly string[];
  readonly disputed: readonly string[];
  readonly onlyModel: readonly string[];
  readonly onlyRules: readonly string[];
}

export function mergeFields(
  source: Source,
  rules: { readonly values: Readonly<Record<string, unknown>>; readonly evidence: Evidence },
  model: Readonly<Record<string, Resolved>>,
): Merged {
  const values: Record<string, string | number | null> = {};
  const evidence: Record<string, Span> = { ...rules.evidence };
  const checks: Check[] = [];
  const lists = {
    ungrounded: [] as string[],
    agreed: [] as string[],
    disputed: [] as string[],
    onlyModel: [] as string[],
    onlyRules: [] as string[],
  };
  for (const [name, field] of Object.entries(model)) {
    const own = (rules.values[name] ?? null) as string | number | null;
    values[name] = own ?? field.value;
    if (own === null && field.value !== null) {
      lists.onlyModel.push(name);
      if (field.span) evidence[name] = originalSpan(source, field.span);
    } else if (own === null) {
      if (field.proposed) lists.ungrounded.push(name);
    } else if (!field.proposed || field.value === null) {
      lists.onlyRules.push(name);
      if (field.proposed) checks.push({ name: `model_${name}_in_text`, ok: false, expected: own, actual: null });
    } else {
      const agree = alike(own, field.value) && field.otherDate === null;
      lists[agree ? 'agreed' : 'disputed'].push(name);
      checks.push({ name: `model_${name}`, ok: agree, expected: own, actual: field.otherDate ?? field.value });
    }
  }
  return { values, evidence, checks, ...lists };
}

/** Whether two readings are the same: numbers and dates exactly, texts by their letters, also when one is a part. */
export function alike(a: string | number, b: string | number): boolean {
  if (typeof a === 'number' || typeof b === 'number') return a === b;
  const [one, other] = [condensed(a), condensed(b)];
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.includes(short) && short.length >= long.length * 0.6;
}

/** Who made an answer. */
export function engineOf(merged: Pick<Merged, 'agreed' | 'disputed' | 'onlyModel' | 'onlyRules'>): Engine {
  const byModel = merged.agreed.length + merged.onlyModel.length > 0;
  const byRules = merged.agreed.length + merged.onlyRules.length + merged.disputed.length > 0;
  return byModel && byRules ? 'model+rules' : byModel ? 'model' : 'rules';
}

/**
 * The status of a merged answer. A sum that proves the rules' answer keeps proving it unless the model reads one of
 * the leading fields differently in the text; two readers who agree on the leading fields verify what no sum proves.
 */
export function statusOf(options: {
  readonly rules: VerificationStatus;
  readonly merged: Merged;
  /** What must not be disputed; the first of them must be agreed on. */
  readonly leading: readonly string[];
  /** Whether the sums of the merged answer add up, where the model changed any. */
  readonly addsUp: boolean | null;
}): VerificationStatus {
  const { rules, merged, leading, addsUp } = options;
  if (addsUp === false || (rules === 'failed' && addsUp === null)) return 'failed';
  if (leading.some((name) => merged.disputed.includes(name))) return 'unverified';
  if (rules === 'verified' || addsUp === true) return 'verified';
  const oneReader = leading.some((name) => merged.onlyModel.includes(name) || merged.onlyRules.includes(name));
  return !oneReader && merged.agreed.includes(leading[0] ?? '') ? 'verified' : 'unverified';
}
