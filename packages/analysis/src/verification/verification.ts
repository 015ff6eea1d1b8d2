import { originalSpan, type Source, type Span } from '../text/source.ts';
import { type Decimal, toNumber } from '../values/decimal.ts';
import type { Check, VerificationStatus } from './check.ts';
import type { FieldVerifications } from './fields.ts';

/** What was checked about an answer, and where in the text each value stands. */

export type { Check, VerificationStatus };
export type Engine = 'rules' | 'model' | 'model+rules';

export interface Verification {
  /** `verified`: every value that is given is proven; `failed`: a check that must hold does not; else `unverified`. */
  readonly status: VerificationStatus;
  /** Of the whole answer. */
  readonly checks: readonly Check[];
  /** The same for each value that is given, by its name. */
  readonly fields: FieldVerifications;
  /** Paths of values that are not printed in the text, such as a tax that was added up. */
  readonly ungrounded: readonly string[];
  readonly engine: Engine;
}

/** Offsets into the caller's text (UTF-16 code units) by the path of a value, such as `lineItems.0.amount`. */
export type Evidence = Readonly<Record<string, Span>>;

/** Collects where values were read, and which were read nowhere. */
export class EvidenceCollector {
  readonly #source: Source;
  readonly #places: Record<string, Span> = {};
  readonly #ungrounded: string[] = [];

  constructor(source: Source) {
    this.#source = source;
  }

  /** Notes the place of a value and returns the value; without a place the value counts as not printed. */
  value<Value>(path: string, value: Value, span: Span | null | undefined): Value {
    if (value === null || value === undefined) return value;
    if (span) this.#places[path] = originalSpan(this.#source, span);
    else this.#ungrounded.push(path);
    return value;
  }

  /** The same of a value whose place in the caller's text is known already. */
  placed<Value>(path: string, value: Value, place: Span | undefined): Value {
    if (value === null || value === undefined) return value;
    if (place) this.#places[path] = place;
    else this.#ungrounded.push(path);
    return value;
  }

  get evidence(): Evidence {
    return this.#places;
  }

  get ungrounded(): readonly string[] {
    return this.#ungrounded;
  }
}

/** A check that two sums agree within a tolerance; all are ten-thousandths. */
export function sumCheck(name: string, expected: Decimal, actual: Decimal, tolerance: Decimal): Check {
  return { name, ok: Math.abs(expected - actual) <= tolerance, expected: toNumber(expected), actual: toNumber(actual) };
}
