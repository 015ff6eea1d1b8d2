import type { Refusal } from '../credits/refusals.ts';
import { ApiError } from '../errors.ts';
import { AnalysisFailed } from './failed.ts';
import { MOST_CHARACTERS } from './limits.ts';

const number = new Intl.NumberFormat('en-US');

/** What an analysis that failed is answered with. */
export function refusedAnalysis(error: unknown): unknown {
  if (!(error instanceof AnalysisFailed)) return error;
  const { code, retryAfter, limit } = error;
  if (code === 'text_too_long') return textTooLong(limit ?? MOST_CHARACTERS);
  return new ApiError(code, retryAfter === undefined ? {} : { retryAfter });
}

export function textTooLong(most: number): ApiError {
  return new ApiError('text_too_long', { detail: `Send at most ${number.format(most)} characters here.` });
}

/** The refusal of an analysis that there is too little left for, in the words of the specification. */
export function limitExceeded(
  { refused, limit, remaining, resetsAt }: Refusal,
  { now, pages: asked }: { readonly now: number; readonly pages?: number | undefined },
): ApiError {
  const resetAt = new Date(resetsAt).toISOString();
  const pages = refused === 'bank_pages';
  const what = pages ? 'bank statement pages' : 'AI operations';
  const needed = pages && asked !== undefined ? ` This statement has ${number.format(asked)}.` : '';
  const left =
    remaining > 0
      ? `Of the ${number.format(limit)} ${what} of this month ${number.format(remaining)} are left, too few.`
      : `All ${number.format(limit)} ${what} of this month are used.`;
  return new ApiError(pages ? 'bank_pages_exceeded' : 'ai_limit_exceeded', {
    detail: `${left}${needed} The limit resets at ${resetAt}.`,
    members: { remaining, limit, resetAt },
    // To the second: nobody waits half as long again for a month to end.
    headers: { 'retry-after': String(Math.max(1, Math.ceil((resetsAt - now) / 1_000))) },
  });
}
