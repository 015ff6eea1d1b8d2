import { ApiError } from '../errors.ts';
import type { Shortage } from './ledger.ts';
import type { Limits } from './limits.ts';

/** Why work is not done: too little is left in a pool or of the cap of the key. */
export interface Refusal extends Shortage {
  /** Units that the period or the cap allows, without what goes beyond a plan. */
  readonly limit: number;
  readonly remaining: number;
  /** When the next period begins; milliseconds since the Unix epoch. */
  readonly resetsAt: number;
  readonly limits: Limits;
}

const number = new Intl.NumberFormat('en-US');

/** The answer to work that there are too few credits for. It says what would help. */
export function refusalOf({ refused, limit, resetsAt, limits, above }: Refusal): ApiError {
  const until = `The limit resets at ${new Date(resetsAt).toISOString()}.`;
  if (refused === 'key') {
    const whose = above
      ? `this key was made by ${above}, and all keys of that one together may use ${number.format(limit)} a month`
      : `this key may use ${number.format(limit)} a month, with the keys that it made`;
    const detail = `Not enough credits are left: ${whose}. ${until} Raise the "monthly_credit_cap" at /v1/keys, or use another key.`;
    return new ApiError('credits_exhausted', { detail });
  }
  const remedy =
    limits.status === 'trialing'
      ? 'A trial has no more credits; start the plan, or choose a larger one: GET /v1/plans lists them.'
      : 'Raise the ceiling for credits beyond the plan, or choose a larger plan: GET /v1/plans lists them.';
  const detail = `Not enough of the ${number.format(limit)} credits of this period are left. ${until} ${remedy}`;
  return new ApiError('credits_exhausted', { detail });
}
