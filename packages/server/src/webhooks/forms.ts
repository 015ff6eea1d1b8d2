import { ApiError, type ApiErrorCode } from '../errors.ts';
import { gotenbergStatusOf } from '../http/problem.ts';
import type { JOB_EVENTS } from './event-types.ts';

/** What receivers of another service expect in place of our body and schedule. */
export interface WebhookForm {
  /** `gotenberg_error`: what failed. `gotenberg_event`: that too, and what arrived. */
  readonly name: 'gotenberg_error' | 'gotenberg_event';
  /** The identifier that the request had. */
  readonly trace: string;
}

type JobEvents = (typeof JOB_EVENTS)[number][];

const FAILURES: JobEvents = ['conversion.failed', 'conversion.canceled', 'delivery.failed'];

/** What each of them is told. */
export const EVENTS_OF_FORM: Readonly<Record<WebhookForm['name'], JobEvents>> = {
  gotenberg_error: FAILURES,
  gotenberg_event: [...FAILURES, 'delivery.succeeded'],
};

/**
 * Seconds before each try, from the one before it, of what is sent as Gotenberg does: four tries after the first, with
 * waits that double (its settings `WEBHOOK_MAX_RETRY` and `WEBHOOK_RETRY_MIN_WAIT`).
 */
export const GOTENBERG_DELAYS: readonly number[] = [0, 1, 2, 4, 8];

/** Whether Gotenberg sends again after this status: what would be answered the same is sent once. */
export const gotenbergSendsAgain = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && status !== 501);

/** What of the body of an event is read here. */
interface EventBody {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly error?: { readonly code: ApiErrorCode } | null;
    readonly destinations?: readonly { readonly error?: { readonly code: string; readonly remedy: string } | null }[];
  };
}

/** @param body of the event, as it is kept @returns the body that is sent */
export function bodyInForm({ name, trace }: WebhookForm, body: Buffer): Buffer {
  const event = JSON.parse(body.toString('utf8')) as EventBody;
  const succeeded = event.type === 'delivery.succeeded';
  if (name === 'gotenberg_error') return bytesOf(failureOf(event));
  return bytesOf({
    event: succeeded ? 'webhook.success' : 'webhook.error',
    correlationId: trace,
    timestamp: event.timestamp,
    ...(succeeded ? {} : { error: failureOf(event) }),
  });
}

/** With the status that a synchronous request would have been answered with, and without what quotes the document. */
function failureOf({ type, data }: EventBody): { readonly status: number; readonly message: string } {
  if (type === 'delivery.failed') {
    const fault = data.destinations?.find(({ error }) => error)?.error;
    const why = fault ? `: ${fault.code}. ${fault.remedy}` : '.';
    const message = `The result was made, and could not be sent to "Gotenberg-Webhook-Url"${why}`;
    return { status: gotenbergStatusOf(new ApiError('delivery_failed')), message };
  }
  const code = type === 'conversion.canceled' ? 'canceled' : (data.error?.code ?? 'internal_error');
  const error = new ApiError(code);
  return { status: gotenbergStatusOf(error), message: `${error.entry.title} (${code}).` };
}

const bytesOf = (value: object): Buffer => Buffer.from(JSON.stringify(value));
