import type { Answered, AnyKind, Work } from './kind/kind.ts';
import { type AnalystAnswers, type AnalystRequest, KINDS } from './kinds.ts';
import { AnalysisError, analysisError, isBadOutput, ModelFailure } from './models/failure.ts';
import type { Model } from './models/model.ts';
import { NO_TOKENS, type TokenCount } from './models/tokens.ts';
import type { Check, Engine } from './verification/verification.ts';

/** The one way to an analysis: rules first, then the model where there is one, then the comparison of both. */

export interface Analysis<Kind extends AnalystRequest['kind']> {
  readonly answer: AnalystAnswers[Kind];
  readonly tokens: TokenCount;
  readonly engine: Engine;
}

export interface Analyst {
  /** Whether a model is there; without one, translations fail with `ai_not_configured`. */
  readonly hasModel: boolean;
  /**
   * Analyzes a text.
   * @throws AnalysisError `ai_unavailable` (with `retryAfter`), `ai_bad_output`, `ai_not_configured`, `text_too_long`;
   *   and the reason of `signal` when the caller aborts it. Where the model does not answer, or with nothing of use, what
   *   rules read is the answer if its sums are `verified`, with the failed check `model_answered` or `model_answer_usable`.
   */
  readonly run: <Request extends AnalystRequest>(
    request: Request,
    options?: RunOptions,
  ) => Promise<Analysis<Request['kind']>>;
}

export interface AnalystOptions {
  /** Without one, rules answer everything but translations. */
  readonly model?: Model | null | undefined;
  /**
   * When the model is asked about receipts, invoices and statements: `always` (the default) to compare it with the
   * rules, or only for what the rules leave `unverified`, which saves its time and cost where printed sums decide.
   */
  readonly ask?: 'always' | 'unverified' | undefined;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * @example
 * const analyst = createAnalyst({ model: await openModel({ primary: { baseUrl, apiKey, model }, fetch }) });
 * const { answer, tokens, engine } = await analyst.run({ kind: 'invoice-extractor', text }, { signal });
 */
export function createAnalyst({ model, ask = 'always' }: AnalystOptions = {}): Analyst {
  const run = async (request: AnalystRequest, { signal }: RunOptions = {}) => {
    signal?.throwIfAborted();
    const kind = kindNamed(request.kind);
    const work = await kind.load();
    if (!model) return finished(request, byRules(work, request), NO_TOKENS);
    if (ask === 'unverified' && kind.addsUp) {
      const answer = byRules(work, request);
      if (answer.verification.status === 'verified') return finished(request, answer, NO_TOKENS);
    }
    const call = model.begin(signal);
    try {
      return finished(request, await work.model(call, taskOf(request)), call.tokens);
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      const answer = provenByRules(work, request, isBadOutput(error) ? 'model_answer_usable' : 'model_answered');
      if (!answer) throw analysisError(error, call.tokens);
      return finished(request, answer, call.tokens);
    } finally {
      call.end();
    }
  };
  return { hasModel: Boolean(model), run: run as Analyst['run'] };
}

type AnyWork = Work<object, Answered>;

const BY_NAME: ReadonlyMap<string, AnyKind> = new Map(KINDS.map((kind) => [kind.name, kind]));

function kindNamed(name: string): AnyKind {
  const kind = BY_NAME.get(name);
  if (!kind) throw new TypeError(`There is no kind of analysis "${name}".`);
  return kind;
}

const taskOf = ({ text, options = {}, includeEvidence = false }: AnalystRequest) => ({
  text,
  options,
  includeEvidence,
});

function finished(request: AnalystRequest, { evidence, ...rest }: Answered, tokens: TokenCount) {
  const answer = request.includeEvidence && evidence !== undefined ? { ...rest, evidence } : rest;
  return { answer, tokens, engine: rest.verification.engine };
}

function byRules({ rules }: AnyWork, request: AnalystRequest): Answered {
  if (!rules) throw new AnalysisError('ai_not_configured');
  return rules(taskOf(request));
}

/** Fields whose proof is what a kind that adds up is for. */
const LEADING = ['total', 'transactions'] as const;

/** What rules read, where that needs no model to be trusted; for a model that did not answer, or with nothing of use. */
function provenByRules(work: AnyWork, request: AnalystRequest, failed: string): Answered | null {
  if (!work.rules) return null;
  const answer = byRules(work, request);
  const { verification } = answer;
  const leading = LEADING.some((name) => verification.fields[name]?.status === 'verified');
  if (verification.status !== 'verified' && !(leading && verification.status !== 'failed')) return null;
  const check: Check = { name: failed, ok: false, expected: null, actual: null };
  return { ...answer, verification: { ...verification, checks: [...verification.checks, check] } };
}
