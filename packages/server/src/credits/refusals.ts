import { ApiError } from '../errors.ts';
import type { Refusal } from './metering.ts';

const number = new Intl.NumberFormat('en-US');

/** The answer to work that there are too few credits for. It says what would help. */
export function refusalOf({ refused, limit, resetsAt, limits }: Refusal): ApiError {
  const until = `More come at ${new Date(resetsAt).toISOString()}.`;
  if (refused === 'key') {
    const detail = `This key may use ${number.format(limit)} credits a month, and too few are left. ${until} Raise its "monthly_credit_cap" at /v1/keys, or use another key.`;
    return new ApiError('credits_exhausted', { detail });
  }
  const remedy =
    limits.status === 'trialing'
      ? 'A trial has no more; begin the plan, or choose a larger one: GET /v1/plans lists them.'
      : 'Raise the ceiling for credits beyond the plan, or choose a larger plan: GET /v1/plans lists them.';
  const detail = `Too few of the ${number.format(limit)} credits of this period are left. ${until} ${remedy}`;
  return new ApiError('credits_exhausted', { detail });
}
