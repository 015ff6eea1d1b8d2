import type { Check, VerificationStatus } from './check.ts';

/** What is known of each value that an answer gives: what proves it, and what in the text speaks against it. */

export interface FieldVerification {
  /** `verified`: something proves this value; `failed`: something in the text contradicts it; else `unverified`. */
  readonly status: VerificationStatus;
  /** What proves it or contradicts it; empty where nothing tells. */
  readonly checks: readonly Check[];
}

/** By the name of the field. A field without a value is not in it. */
export type FieldVerifications = Readonly<Record<string, FieldVerification>>;

/** A field that nothing proves. */
export const UNPROVEN: FieldVerification = { status: 'unverified', checks: [] };

/** A field by its checks: one that does not hold contradicts it, and only a check that holds proves it. */
export function fieldOf(checks: readonly Check[]): FieldVerification {
  if (checks.length === 0) return UNPROVEN;
  return { status: checks.every((check) => check.ok) ? 'verified' : 'failed', checks };
}

/** A check that the value stands for itself, such as a date that can be read in one way only. */
export const proof = (name: string, value: string | number | null): Check => ({
  name,
  ok: true,
  expected: value,
  actual: value,
});

/** A check that does not hold since the text says something else. */
export const contradiction = (name: string, value: string | number | null, other: string | number | null): Check => ({
  name,
  ok: false,
  expected: value,
  actual: other,
});

/** The fields that have a value. */
export function givenFields(
  values: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, FieldVerification>>,
): FieldVerifications {
  const isGiven = (value: unknown) =>
    value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (isGiven(value) ? [[name, fields[name] ?? UNPROVEN]] : [])),
  );
}

/** The status of a whole answer: `verified` only where its sums are, and every field that it gives. */
export function wholeStatus(sums: VerificationStatus, fields: FieldVerifications): VerificationStatus {
  const statuses = Object.values(fields).map(({ status }) => status);
  if (sums === 'failed' || statuses.includes('failed')) return 'failed';
  return sums === 'verified' && statuses.length > 0 && statuses.every((status) => status === 'verified')
    ? 'verified'
    : 'unverified';
}
