import { z } from 'zod';
import { destinationFields, type RequestedDestination, requestedDestinations } from '../destinations/request-field.ts';
import { ApiError } from '../errors.ts';
import { type RequestWebhook, requestWebhook, webhookField } from '../webhooks/request-field.ts';

const DAY = 86_400;
/** Seconds that results are kept: unless said otherwise, and at most. */
export const KEPT = 2 * DAY;
const KEPT_AT_MOST = 30 * DAY;

/** Fields by which a conversion is answered later, or its result is kept. */
export const laterFields = {
  async: z
    .boolean()
    .optional()
    .describe(
      'The answer is 202 at once, with the address of a job that makes the result (`GET /v1/jobs/{id}`). `Prefer: respond-async` says the same.',
    ),
  webhook: webhookField,
  ...destinationFields,
  filename: z
    .string()
    .min(1)
    .max(10_000)
    .optional()
    .describe(
      'Keeps the result under this name, and answers JSON with a `url` that opens without a key until it expires, in place of the bytes.',
    ),
  expires_in: z
    .int()
    .min(60)
    .max(KEPT_AT_MOST)
    .optional()
    .describe('Seconds that a kept result stays, 30 days at most. Default: 172,800, two days.'),
  on_timeout: z
    .enum(['error', 'async'])
    .optional()
    .describe(
      'What happens to a synchronous call that takes longer than 100 seconds: it fails with `render_timeout`, or goes on as a job that is answered with 202. Default: `error`. `Prefer: wait=N` says `async`, after N seconds.',
    ),
};

/** Those fields of a request, as they were sent. */
export type LaterFields = z.output<z.ZodObject<typeof laterFields>>;

/** How a request is to be answered later. */
export type Later = Pick<LaterFields, 'async' | 'filename' | 'expires_in' | 'on_timeout'> & {
  readonly webhook?: RequestWebhook;
  /** Where results are sent. */
  readonly destinations: readonly RequestedDestination[];
};

/** What a request of another service's API says beside its body, and no field of ours does. */
export type LaterBeside = Required<Pick<Later, 'webhook' | 'destinations'>>;

/** @throws ApiError `invalid_request` when two fields contradict each other */
export function laterOf({ async, webhook, filename, expires_in, on_timeout, ...sent }: LaterFields): Later {
  if (webhook !== undefined && async === false) {
    const detail = 'With "webhook" the answer is 202 at once. Leave out "async", or "webhook".';
    throw new ApiError('invalid_request', { detail, issues: [{ pointer: '/async', code: 'invalid_request', detail }] });
  }
  const destinations = requestedDestinations(sent);
  return { async, webhook: requestWebhook(webhook), filename, expires_in, on_timeout, destinations };
}

/** Whether the answer to a request is a job or a link, and its results are kept or sent. */
export const isKept = ({ async, webhook, filename, destinations }: Later): boolean =>
  async === true || webhook !== undefined || filename !== undefined || destinations.length > 0;

/**
 * Names of the fields that say how long results stay, where none is kept.
 * @param direct whether the answer is the result itself unless a field says otherwise
 */
export const unkept = (later: Later, direct = false): string[] =>
  direct && later.expires_in !== undefined && later.on_timeout !== 'async' && !isKept(later) ? ['expires_in'] : [];
