import { NO_TOKENS, type TokenCount } from './tokens.ts';

/** What can go wrong between a caller and a model. Texts of providers never appear here: they quote the document. */

export type AnalysisErrorCode = 'ai_not_configured' | 'ai_unavailable' | 'ai_bad_output' | 'text_too_long';

const MESSAGES: Readonly<Record<AnalysisErrorCode, string>> = {
  ai_not_configured: 'This operation needs a language model, and none is configured.',
  ai_unavailable: 'The language model cannot be reached at the moment.',
  ai_bad_output: 'The language model gave no usable answer.',
  text_too_long: 'The text is longer than this operation takes.',
};

/** The failure of an analysis as its caller sees it. Nothing of the document or of the provider's answer is in it. */
export class AnalysisError extends Error {
  override readonly name = 'AnalysisError';
  readonly code: AnalysisErrorCode;
  /** Whole seconds after which another try makes sense; null when none does. */
  readonly retryAfter: number | null;
  /** What the failed attempts used. */
  readonly tokens: TokenCount;
  /** Most characters, with `text_too_long`. */
  readonly limit: number | null;

  constructor(
    code: AnalysisErrorCode,
    details: { retryAfter?: number | null; tokens?: TokenCount; limit?: number } = {},
  ) {
    super(MESSAGES[code]);
    this.code = code;
    this.retryAfter = details.retryAfter ?? null;
    this.tokens = details.tokens ?? NO_TOKENS;
    this.limit = details.limit ?? null;
  }
}

/**
 * Why a question to a model has no answer.
 * - `busy`, `server`, `network`, `timeout`, `malformed`: the provider does not work at the moment.
 * - `denied`: it does not accept the key, the account or the model; `rejected`: it does not accept this request.
 * - `too_long`: the question does not fit; `cut`: the answer did not fit. Both call for smaller pieces.
 * - `refused`, `empty`, `bad_output`: the model answered, but with nothing that can be used.
 */
export type FailureReason =
  | 'busy'
  | 'server'
  | 'network'
  | 'timeout'
  | 'malformed'
  | 'denied'
  | 'rejected'
  | 'too_long'
  | 'cut'
  | 'refused'
  | 'empty'
  | 'bad_output';

/** A failed question, within this package. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly reason: FailureReason;
  /** Seconds that the provider asked to wait; null when it did not. */
  readonly retryAfter: number | null;

  constructor(reason: FailureReason, retryAfter: number | null = null) {
    super(`The model did not answer: ${reason}.`);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

const BAD_OUTPUT: ReadonlySet<FailureReason> = new Set(['refused', 'empty', 'bad_output', 'cut']);
const DEFAULT_RETRY_AFTER = 5;
/** Somebody has to correct a key or pay a bill first. */
const DENIED_RETRY_AFTER = 60;
/** A provider that asks for hours may be well again, or another be configured, long before. */
const LONGEST_RETRY_AFTER = 120;

/** Whether the model answered, but with nothing that can be used. */
export function isBadOutput(failure: ModelFailure): boolean {
  return BAD_OUTPUT.has(failure.reason);
}

/** The public error for a failed question. */
export function analysisError(failure: ModelFailure, tokens: TokenCount): AnalysisError {
  if (isBadOutput(failure)) return new AnalysisError('ai_bad_output', { tokens });
  const usual = failure.reason === 'denied' ? DENIED_RETRY_AFTER : DEFAULT_RETRY_AFTER;
  const seconds = Math.ceil(failure.retryAfter ?? usual);
  return new AnalysisError('ai_unavailable', {
    tokens,
    retryAfter: Math.min(LONGEST_RETRY_AFTER, Math.max(1, seconds)),
  });
}

/** Whether smaller pieces may help. */
export function isSizeFailure(error: unknown): error is ModelFailure {
  return error instanceof ModelFailure && (error.reason === 'cut' || error.reason === 'too_long');
}
