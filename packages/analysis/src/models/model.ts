import { attempt, type Outcome, type Question } from './attempt.ts';
import type { Fetch } from './bounded-fetch.ts';
import { CircuitBreaker } from './breaker.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { type FailureReason, ModelFailure } from './failure.ts';
import { createProvider, type Provider, type ProviderSettings } from './provider.ts';
import { addTokens, NO_TOKENS, type TokenCount } from './tokens.ts';

/**
 * A model with its fallback: attempts with time limits, retries with jitter, a circuit breaker for each provider. The
 * retries of the library are off. Nothing is stored, cached or logged.
 */

export interface ModelLimits {
  /** Most milliseconds of one request. Default 30,000. */
  readonly attemptMs: number;
  /** Most milliseconds of a whole call with all its requests. Default 120,000. */
  readonly callMs: number;
  /** Most requests for one question to the last provider; the one before it gets one fewer. Default 3. */
  readonly attempts: number;
  /** First pause before another request, doubled each time, with jitter. Default 500. */
  readonly backoffMs: number;
  /** A longer wait that a provider names leads to the fallback at once. Default 10,000. */
  readonly longestWaitMs: number;
  /** Failures in a row after which a provider is left alone. Default 5. */
  readonly breakerFailures: number;
  /** For how many milliseconds. Default 30,000. */
  readonly breakerPauseMs: number;
  /** For how many milliseconds a provider is asked without JSON mode that takes a request only so. Default 300,000. */
  readonly jsonPauseMs: number;
  /** Questions of one call that may be under way at once. Default 4. */
  readonly parallel: number;
  /** Most characters of the document in one question. Default 60,000. */
  readonly promptCharacters: number;
  /** Most tokens of one answer. Default 4,096. */
  readonly maxOutputTokens: number;
}

export interface ModelOptions {
  readonly primary: ProviderSettings;
  readonly fallback?: ProviderSettings | null;
  /** Makes the requests; the caller guards where they may go. */
  readonly fetch: Fetch;
  readonly clock?: Clock;
  readonly limits?: Partial<ModelLimits>;
}

export interface Model {
  readonly limits: ModelLimits;
  /** Begins a call: its deadline runs from here, its tokens are summed. */
  readonly begin: (signal?: AbortSignal) => ModelCall;
}

/** The questions of one call. */
export interface ModelCall {
  readonly limits: ModelLimits;
  readonly tokens: TokenCount;
  /** The text of the answer, complete. Throws `ModelFailure`, or the reason of the caller's aborted signal. */
  readonly ask: (question: Omit<Question, 'maxOutputTokens'>) => Promise<string>;
  /** Ends what is still under way. */
  readonly end: () => void;
}

const LIMITS: ModelLimits = {
  attemptMs: 30_000,
  callMs: 120_000,
  attempts: 3,
  backoffMs: 500,
  longestWaitMs: 10_000,
  breakerFailures: 5,
  breakerPauseMs: 30_000,
  jsonPauseMs: 300_000,
  parallel: 4,
  promptCharacters: 60_000,
  maxOutputTokens: 4_096,
};
const LONGEST_PAUSE_MS = 60_000;

/** A model that can be asked by an analyst. */
export function createModel(options: ModelOptions): Model {
  const limits = { ...LIMITS, ...options.limits };
  const clock = options.clock ?? SYSTEM_CLOCK;
  const settings = [options.primary, ...(options.fallback ? [options.fallback] : [])];
  const lines = settings.map((one): Line => {
    const breaker = new CircuitBreaker(clock, {
      failures: limits.breakerFailures,
      pauseMs: limits.breakerPauseMs,
      longWaitMs: limits.longestWaitMs,
      longestPauseMs: LONGEST_PAUSE_MS,
    });
    const provider = createProvider(one, options.fetch);
    return { provider, breaker, jsonFrom: provider.kind === 'anthropic' ? Number.POSITIVE_INFINITY : 0 };
  });
  return { limits, begin: (signal) => new Call({ lines, limits, clock, signal }) };
}

interface Line {
  readonly provider: Provider;
  readonly breaker: CircuitBreaker;
  /** From when on JSON mode is asked for: later where a server turned out not to know it, never where there is none. */
  jsonFrom: number;
}

interface CallOptions {
  readonly lines: readonly Line[];
  readonly limits: ModelLimits;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
}

/** Failures that say that the provider does not work, as opposed to what the model answered. */
const OUTAGE: ReadonlySet<FailureReason> = new Set(['busy', 'server', 'network', 'timeout', 'malformed', 'denied']);
const WORTH_ANOTHER_TRY: ReadonlySet<FailureReason> = new Set([
  'busy',
  'server',
  'network',
  'timeout',
  'malformed',
  'empty',
]);

class Call implements ModelCall {
  readonly limits: ModelLimits;
  tokens: TokenCount = NO_TOKENS;
  readonly #lines: readonly Line[];
  readonly #clock: Clock;
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  readonly #deadline: number;

  constructor({ lines, limits, clock, signal }: CallOptions) {
    this.#lines = lines;
    this.limits = limits;
    this.#clock = clock;
    this.#signal = signal ? AbortSignal.any([signal, this.#ended.signal]) : this.#ended.signal;
    this.#deadline = clock.now() + limits.callMs;
  }

  readonly ask = async (asked: Omit<Question, 'maxOutputTokens'>): Promise<string> => {
    const question = { ...asked, maxOutputTokens: this.limits.maxOutputTokens };
    const failures: ModelFailure[] = [];
    for (const [index, line] of this.#lines.entries()) {
      this.#signal.throwIfAborted();
      const outcome = await this.#askProvider(line, question, index === this.#lines.length - 1);
      if (typeof outcome === 'string') return outcome;
      if (outcome.reason === 'cut' || outcome.reason === 'too_long') throw outcome;
      failures.push(outcome);
    }
    throw worst(failures);
  };

  readonly end = (): void => this.#ended.abort();

  async #askProvider(line: Line, question: Question, last: boolean): Promise<string | ModelFailure> {
    const attempts = this.limits.attempts - (last ? 0 : 1);
    if (!line.breaker.admit()) return new ModelFailure('server', line.breaker.remainingMs / 1000);
    const jsonFirst = this.#clock.now() >= line.jsonFrom;
    let jsonMode = jsonFirst;
    for (let turn = 1; ; turn += 1) {
      const { text, failure, tokens } = await this.#attempt(line, question, jsonMode);
      this.tokens = addTokens(this.tokens, tokens);
      if (text !== null) {
        line.breaker.succeed();
        // The same request was refused with JSON mode; anything else in it cannot have been the cause.
        if (jsonFirst && !jsonMode) line.jsonFrom = this.#clock.now() + this.limits.jsonPauseMs;
        return text;
      }
      const reason = failure?.reason ?? 'empty';
      if (reason === 'rejected' && jsonMode) {
        jsonMode = false;
        continue;
      }
      const waitMs = failure?.retryAfter == null ? null : failure.retryAfter * 1000;
      if (OUTAGE.has(reason)) line.breaker.fail(waitMs);
      else line.breaker.succeed();
      // Another request that hangs like the one before would cost the caller a minute for nothing.
      const given = reason === 'timeout' ? Math.min(attempts, last ? 2 : 1) : attempts;
      if (turn >= given || !WORTH_ANOTHER_TRY.has(reason) || !(await this.#pause(turn, waitMs))) {
        return failure ?? new ModelFailure('empty');
      }
    }
  }

  async #attempt(line: Line, question: Question, jsonMode: boolean): Promise<Outcome> {
    const left = Math.min(this.limits.attemptMs, this.#deadline - this.#clock.now());
    if (left <= 0) return { text: null, failure: new ModelFailure('timeout'), tokens: NO_TOKENS };
    const timer = new AbortController();
    const done = new AbortController();
    const timing = this.#clock.sleep(left, done.signal).then(
      () => timer.abort(new ModelFailure('timeout')),
      () => undefined,
    );
    const signal = AbortSignal.any([timer.signal, this.#signal]);
    try {
      return await attempt(line.provider, question, { signal, jsonMode });
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof ModelFailure)
        return { text: null, failure: error, tokens: { ...NO_TOKENS, complete: false } };
      throw error;
    } finally {
      done.abort();
      await timing;
    }
  }

  /** Waits before another request; false when there is no time, or the provider wants more than we wait. */
  async #pause(turn: number, namedMs: number | null): Promise<boolean> {
    if (namedMs !== null && namedMs > this.limits.longestWaitMs) return false;
    const backoff = this.limits.backoffMs * 2 ** (turn - 1) * (0.5 + this.#clock.random());
    const wait = Math.max(backoff, namedMs === null ? 0 : namedMs * (1 + 0.1 * this.#clock.random()));
    if (this.#clock.now() + wait >= this.#deadline) return false;
    await this.#clock.sleep(wait, this.#signal);
    return true;
  }
}

/** An outage is told before a useless answer: another try may help then. The shortest named wait counts. */
function worst(failures: readonly ModelFailure[]): ModelFailure {
  const outages = failures.filter(({ reason }) => OUTAGE.has(reason) || reason === 'rejected');
  const [first] = outages;
  if (!first) return failures.at(-1) ?? new ModelFailure('server');
  const waits = outages.flatMap((failure) => (failure.retryAfter === null ? [] : [failure.retryAfter]));
  return new ModelFailure(first.reason, waits.length > 0 ? Math.min(...waits) : null);
}
