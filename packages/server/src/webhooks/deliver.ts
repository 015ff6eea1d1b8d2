import { EgressRefusal, FetchFailed, type GuardedSend, type SentAnswer } from '@platen/engine';
import type { Clock } from '../clock.ts';
import { isAway, whenBack } from '../data/when-back.ts';
import type { Log } from '../log/log.ts';
import { isResolverDown } from '../network/resolver-down.ts';
import type { Vault } from '../vault/vault.ts';
import { bodyOf, type ReportOf } from './body.ts';
import type { DeliveryRow, DeliveryStore, EventRow, Settled } from './delivery-store.ts';
import { bodyInForm, GOTENBERG_DELAYS, gotenbergSendsAgain } from './forms.ts';
import { nextTry } from './schedule.ts';
import { type Exchange, eventBody, exchangeOf } from './sealed.ts';
import { DEFAULT_SECRET, type WebhookSecrets } from './secrets.ts';
import { signatureHeaders } from './signature.ts';
import { shownHeaders, targetHeaders, type WebhookTarget } from './target.ts';
import type { Targets } from './targets.ts';

/** Milliseconds from the beginning of a try to the status of its answer. */
const TIMEOUT = 15_000;
/** Bytes of an answer that are kept. */
const ANSWER = 4_096;
const GONE = 410;

/** Why a try has failed, as the record of the delivery says it. */
export const DELIVERY_ERRORS = {
  address_refused: 'The address is not public, does not resolve, or is not https.',
  dns_failed: 'The name of the host could not be looked up: name servers did not answer.',
  connection_failed: 'The connection was refused, or ended without an answer.',
  tls_error: 'The certificate is not valid, or TLS is not spoken there.',
  timeout: 'No status came within 15 seconds.',
  redirect: 'The answer was a redirect, which is not followed.',
  status: 'The status was not 2xx.',
  gone: 'The answer was 410: nothing more is sent there.',
  internal_error: 'The delivery could not be made up or sent, by a fault of the service.',
} as const;
export type DeliveryError = keyof typeof DELIVERY_ERRORS;

export interface DelivererOptions {
  readonly store: DeliveryStore;
  readonly targets: Targets;
  readonly secrets: WebhookSecrets;
  readonly guard: GuardedSend;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  readonly reportOf: ReportOf;
  /** From 0 to 1, for the schedule. Default: `Math.random`. */
  readonly random?: () => number;
}

interface Try {
  readonly target: WebhookTarget;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

type Answer = SentAnswer | { readonly error: DeliveryError };

/** Makes one try of a delivery, and writes what became of it. */
export class Deliverer {
  readonly #options: DelivererOptions;

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  /**
   * @throws ApiError `database_unavailable`: nothing was sent or written, and the lease ends by itself; the reason of
   *   the signal. What was sent is written as soon as the database is back
   */
  async deliver(row: DeliveryRow, signal: AbortSignal): Promise<void> {
    const { clock, store, vault, log } = this.#options;
    const at = clock.now();
    const begun = performance.now();
    let made: Try | undefined;
    let answer: Answer;
    let type = '';
    try {
      const event = await store.event(row.event_id);
      if (!event) return;
      type = event.type;
      made = await this.#prepare(row, event, at);
      answer = await this.#send(made, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (isAway(error)) throw error;
      // It counts as a try, so that what cannot be made up does not stand in the way of what comes after it.
      log.event('webhook_unmade', { delivery: row.id });
      answer = { error: 'internal_error' };
    }
    const settled = { ...this.#outcome(row, type, answer, made?.target), at, duration: performance.now() - begun };
    const exchange: Exchange = {
      request: made && {
        url: made.target.url,
        method: made.target.method,
        headers: shownHeaders(made.headers, made.target),
      },
      answer: 'body' in answer ? answer.body.toString('utf8') : undefined,
    };
    const sealed = await vault.seal(exchangeOf(row, row.attempts + 1), Buffer.from(JSON.stringify(exchange)));
    await whenBack(() => store.settle(row, settled, sealed, clock.now()), signal);
  }

  async #prepare(row: DeliveryRow, event: EventRow, at: number): Promise<Try> {
    const { targets, secrets } = this.#options;
    const target = await targets.of(row);
    const kept = await this.#body(event);
    const body = target.form ? bodyInForm(target.form, kept) : kept;
    const signing = await secrets.signing(row.organisation_id, row.endpoint_id ?? DEFAULT_SECRET);
    const headers = {
      ...targetHeaders(target),
      ...signatureHeaders({ id: event.id, at, body, secrets: signing }),
    };
    return { target, headers, body };
  }

  /** Made up at the first try, and the same ever after: whoever has seen the id has seen the body. */
  async #body(event: EventRow): Promise<Buffer> {
    const { store, vault, reportOf } = this.#options;
    const object = eventBody(event);
    if (event.body) return await vault.open(object, event.body);
    const { organisation_id: organisationId, job_id: jobId } = event;
    const report = jobId === null ? undefined : await reportOf(organisationId, jobId);
    const sealed = await store.keepBody(event.id, await vault.seal(object, bodyOf(event, report)));
    return await vault.open(object, sealed);
  }

  async #send({ target, headers, body }: Try, signal: AbortSignal): Promise<Answer> {
    const { url, method } = target;
    try {
      return await this.#options.guard.send({
        url,
        method,
        headers,
        body,
        timeout: TIMEOUT,
        answerBytes: ANSWER,
        signal,
      });
    } catch (error) {
      if (error instanceof EgressRefusal) return { error: isResolverDown(error) ? 'dns_failed' : 'address_refused' };
      if (!(error instanceof FetchFailed)) throw error;
      if (error.failure === 'timeout') return { error: 'timeout' };
      return { error: error.failure === 'tls' ? 'tls_error' : 'connection_failed' };
    }
  }

  #outcome(
    row: DeliveryRow,
    type: string,
    answer: Answer,
    target?: WebhookTarget,
  ): Pick<Settled, 'state' | 'status' | 'error' | 'nextAt' | 'gone'> {
    const { clock, random } = this.#options;
    const status = 'status' in answer ? answer.status : undefined;
    if (status !== undefined && status >= 200 && status < 300) return { state: 'delivered', status };
    const error = 'error' in answer ? answer.error : errorOf(answer.status);
    const retryAfter = 'status' in answer ? answer.retryAfter : undefined;
    const delays = target?.form && GOTENBERG_DELAYS;
    // A test is one try: whoever asked for it looks at what became of it.
    const last = type === 'webhook.test';
    const inVain = target?.form !== undefined && status !== undefined && !gotenbergSendsAgain(status);
    const nextAt = last || inVain ? undefined : nextTry(row.tries + 1, clock.now(), { retryAfter, random, delays });
    const gone = status === GONE;
    // What an endpoint does not want any more is held, for the case that it is enabled again.
    if (gone && row.endpoint_id !== null && !last) return { state: 'waiting', status, error, nextAt, gone };
    if (gone || nextAt === undefined) return { state: 'failed', status, error, gone };
    return { state: 'waiting', status, error, nextAt };
  }
}

function errorOf(status: number): DeliveryError {
  if (status === GONE) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}
