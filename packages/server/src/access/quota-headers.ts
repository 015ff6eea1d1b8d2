import { API_ERRORS } from '../errors.ts';
import { type Quota, RATE_WINDOW } from './rate-limit.ts';

/** The quotas of one key, as far as there are any. */
export interface KeyQuotas {
  /** Requests a minute. */
  readonly rate?: {
    readonly limit: number;
    readonly quota: Quota;
    /** Default: the one of all requests. */
    readonly name?: string;
  };
  /** Requests under way at once. */
  readonly concurrency?: { readonly limit: number; readonly free: number };
  /** The time, in milliseconds since the Unix epoch. */
  readonly now: number;
}

const { violatedPolicy: RATE } = API_ERRORS.rate_limited;
const { violatedPolicy: CONCURRENCY } = API_ERRORS.concurrency_limited;

/**
 * RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-11, sections 3 and 4), and the older
 * X-RateLimit-* whose Reset is Unix time in seconds, as PDFShift's clients read it.
 */
export function quotaHeaders({ rate, concurrency, now }: KeyQuotas): Record<string, string> {
  const policies: string[] = [];
  const limits: string[] = [];
  if (rate) {
    const { name = RATE } = rate;
    policies.push(`"${name}";q=${rate.limit};w=${RATE_WINDOW / 1_000}`);
    limits.push(`"${name}";r=${rate.quota.remaining};t=${Math.ceil(rate.quota.nextIn / 1_000)}`);
  }
  if (concurrency) {
    policies.push(`"${CONCURRENCY}";q=${concurrency.limit};qu="concurrent-requests"`);
    limits.push(`"${CONCURRENCY}";r=${concurrency.free}`);
  }
  if (policies.length === 0) return {};
  return {
    'ratelimit-policy': policies.join(', '),
    ratelimit: limits.join(', '),
    ...(rate && {
      'x-ratelimit-limit': String(rate.limit),
      'x-ratelimit-remaining': String(rate.quota.remaining),
      'x-ratelimit-reset': String(Math.ceil((now + rate.quota.wholeIn) / 1_000)),
    }),
  };
}
