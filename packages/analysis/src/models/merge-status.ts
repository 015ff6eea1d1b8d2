import { type FieldVerification, type FieldVerifications, givenFields, UNPROVEN } from '../verification/fields.ts';
import type { Check, VerificationStatus } from '../verification/verification.ts';
import type { Merged } from './merge.ts';

/** What is known of each value that rules and a model read: two readers who agree prove it, one model alone does not. */

export interface MergedValues {
  readonly merged: Merged;
  readonly values: Readonly<Record<string, unknown>>;
  /** Checks of the sums that the model changed. */
  readonly sums: readonly Check[];
  /** Fields whose value is the model's although the rules read another one. */
  readonly changed: readonly string[];
  /** Of the merged sums. */
  readonly whole: VerificationStatus;
}

const MONEY: ReadonlySet<string> = new Set(['subtotal', 'tax', 'total', 'items', 'lineItems']);

export function mergedFields(own: FieldVerifications, options: MergedValues): FieldVerifications {
  const names = Object.keys(options.values);
  return givenFields(options.values, Object.fromEntries(names.map((name) => [name, fieldOfBoth(name, own, options)])));
}

function fieldOfBoth(name: string, own: FieldVerifications, options: MergedValues): FieldVerification {
  const { merged, sums, changed, whole } = options;
  if (changed.includes(name)) {
    const status = sums.some((check) => !check.ok)
      ? 'failed'
      : sums.length > 0 && whole === 'verified'
        ? 'verified'
        : 'unverified';
    return { status, checks: MONEY.has(name) ? sums : [] };
  }
  const before = own[name] ?? UNPROVEN;
  const read = merged.checks.filter((check) => check.name === `model_${name}`);
  const checks = [...before.checks, ...read];
  if (before.status === 'failed') return { status: 'failed', checks };
  // Sums that prove a value prove it also where a model reads another one.
  if (merged.disputed.includes(name)) return { status: 'unverified', checks };
  if (merged.agreed.includes(name)) return { status: 'verified', checks };
  return { status: before.status, checks };
}
