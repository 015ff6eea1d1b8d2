import { APICallError, generateText, type JSONValue, type ModelMessage, wrapLanguageModel } from 'ai';
import { type FailureReason, ModelFailure } from './failure.ts';
import type { Provider } from './provider.ts';
import { NO_TOKENS, type TokenCount, tokenCount } from './tokens.ts';

/** One request to one provider, and what its outcome means. */

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface Question {
  /** What the model is to do. Never contains anything of the document. */
  readonly instructions: string;
  readonly turns: readonly Turn[];
  /** Most tokens of the answer. */
  readonly maxOutputTokens: number;
}

export interface Outcome {
  readonly text: string | null;
  readonly failure: ModelFailure | null;
  readonly tokens: TokenCount;
}

// Warnings of the library name settings and models only, but nothing here writes to the process's output.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Asks once. Fails only by the reason of an aborted `signal`; every other failure is part of the outcome. */
export async function attempt(
  provider: Provider,
  question: Question,
  options: { readonly signal: AbortSignal; readonly jsonMode: boolean },
): Promise<Outcome> {
  const model = options.jsonMode ? inJsonMode(provider.model) : provider.model;
  try {
    const result = await abortable(
      options.signal,
      generateText({
        model,
        instructions: question.instructions,
        messages: question.turns.map(({ role, content }): ModelMessage => ({ role, content })),
        maxOutputTokens: question.maxOutputTokens,
        temperature: provider.temperature,
        providerOptions: provider.options as Record<string, Record<string, JSONValue>> | undefined,
        maxRetries: 0,
        abortSignal: options.signal,
      }),
    );
    const tokens = tokenCount(result.usage.inputTokens, result.usage.outputTokens);
    const reason = reasonOf(result.finishReason, result.text);
    return { text: reason ? null : result.text, failure: reason ? new ModelFailure(reason) : null, tokens };
  } catch (error) {
    options.signal.throwIfAborted();
    return { text: null, failure: failureOf(error), tokens: NO_TOKENS };
  }
}

function inJsonMode(model: Provider['model']): Provider['model'] {
  return wrapLanguageModel({
    model,
    middleware: { transformParams: async ({ params }) => ({ ...params, responseFormat: { type: 'json' } }) },
  });
}

/** Also ends when a fetch does not care for its signal. */
async function abortable<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function reasonOf(finishReason: string, text: string): FailureReason | null {
  if (finishReason === 'length') return 'cut';
  if (finishReason === 'content-filter') return 'refused';
  if (finishReason === 'tool-calls') return 'bad_output';
  if (finishReason === 'error') return 'server';
  return text.trim() === '' ? 'empty' : null;
}

const TOO_LONG =
  /context.{0,20}(?:length|window|size)|context_length|maximum.{0,20}tokens|too many (?:input )?tokens|(?:prompt|input|request) (?:is )?too (?:long|large)|exceeds?.{0,40}(?:context|tokens)/i;

/** What a failed request means. The provider's text is looked at here and goes nowhere else. */
function failureOf(error: unknown): ModelFailure {
  if (!APICallError.isInstance(error)) return new ModelFailure('malformed');
  const status = error.statusCode;
  if (status === undefined) return new ModelFailure('network');
  const wait = retryAfterOf(error.responseHeaders ?? {});
  if (status === 429) return new ModelFailure('busy', wait);
  if (status === 408 || status === 409 || status === 425 || status >= 500) return new ModelFailure('server', wait);
  if (status === 413) return new ModelFailure('too_long');
  if (status < 300) return new ModelFailure('malformed');
  if (status !== 400 && status !== 422) return new ModelFailure('denied', wait);
  return new ModelFailure(TOO_LONG.test((error.responseBody ?? '').slice(0, 4000)) ? 'too_long' : 'rejected', wait);
}

/** Seconds from `Retry-After`, which is a number of seconds or a date (RFC 9110, 10.2.3); null when there is none. */
function retryAfterOf(headers: Readonly<Record<string, string | undefined>>): number | null {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds / 1000;
  const header = headers['retry-after']?.trim();
  if (!header) return null;
  const seconds = /^\d{1,9}(?:\.\d{1,3})?$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
