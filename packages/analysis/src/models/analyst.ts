import { type ChatAnswer, chat } from '../chat/chat.ts';
import { answerExtraction, type ExtractionAnswer, type ExtractionOptions } from '../extraction/answer.ts';
import { answerInvoice, type InvoiceAnswer } from '../invoices/answer.ts';
import { answerReceipt, type ReceiptAnswer } from '../receipts/answer.ts';
import { analyseStatement } from '../statements/statement.ts';
import type { StatementOptions } from '../statements/types.ts';
import { type SummaryAnswer, type SummaryType, summarise } from '../summary/summary.ts';
import { readDocument } from '../values/document.ts';
import type { Check, Engine, Verification } from '../verification/verification.ts';
import { chatWithModel, type Inquiry } from './conversation.ts';
import { invoiceWithModel, receiptWithModel } from './documents.ts';
import { extractionWithModel } from './extraction.ts';
import { AnalysisError, analysisError, isBadOutput, ModelFailure } from './failure.ts';
import type { Model, ModelCall } from './model.ts';
import { type StatementAnswer, statementWithModel } from './statement.ts';
import { summaryWithModel } from './summaries.ts';
import { NO_TOKENS, type TokenCount } from './tokens.ts';
import { type TranslationAnswer, type TranslationOptions, translateWithModel } from './translation.ts';

/** The one way to an analysis: rules first, then the model where there is one, then the comparison of both. */

interface Common {
  readonly text: string;
  /** Adds `evidence`: for each value the offsets into `text`. Default false. */
  readonly includeEvidence?: boolean | undefined;
}

export type AnalystRequest =
  | (Common & { readonly kind: 'invoice' })
  | (Common & { readonly kind: 'receipt' })
  | (Common & { readonly kind: 'statement'; readonly options?: Omit<StatementOptions, 'includeEvidence'> | undefined })
  | (Common & { readonly kind: 'extract'; readonly options?: ExtractionOptions | undefined })
  | (Common & {
      readonly kind: 'summarize';
      readonly options?: { readonly summaryType?: SummaryType | undefined } | undefined;
    })
  | (Common & { readonly kind: 'chat'; readonly options: Inquiry })
  | (Common & { readonly kind: 'translate'; readonly options: TranslationOptions });

/** Answers by the kind of request; `evidence` only where it was asked for. */
export interface AnalystAnswers {
  readonly invoice: Optional<InvoiceAnswer>;
  readonly receipt: Optional<ReceiptAnswer>;
  readonly statement: StatementAnswer;
  readonly extract: Optional<ExtractionAnswer>;
  readonly summarize: Optional<SummaryAnswer>;
  readonly chat: Optional<ChatAnswer>;
  readonly translate: TranslationAnswer;
}

type Optional<Full extends { readonly evidence: unknown }> = Omit<Full, 'evidence'> & Partial<Pick<Full, 'evidence'>>;

export interface Analysis<Kind extends AnalystRequest['kind']> {
  readonly answer: AnalystAnswers[Kind];
  readonly tokens: TokenCount;
  readonly engine: Engine;
}

export interface Analyst {
  /** Whether a model is there; without one, translations fail with `ai_not_configured`. */
  readonly hasModel: boolean;
  /**
   * Analyses a text.
   * @throws AnalysisError `ai_unavailable` (503, with `retryAfter`), `ai_bad_output` (502), `ai_not_configured` (503),
   *   `text_too_long` (413); and the reason of `signal` when the caller aborts it. Where the model's answer cannot be
   *   used, what rules read is the answer if it is `verified`, with the failed check `model_answer_usable`.
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

type AnyAnswer = AnalystAnswers[AnalystRequest['kind']] & { readonly verification: Verification };

/** Kinds whose printed sums can verify what rules read. */
const SUMMED: ReadonlySet<AnalystRequest['kind']> = new Set(['receipt', 'invoice', 'statement']);

/**
 * @example
 * const analyst = createAnalyst({ model: createModel({ primary: { baseUrl, apiKey, model }, fetch }) });
 * const { answer, tokens, engine } = await analyst.run({ kind: 'invoice', text }, { signal });
 */
export function createAnalyst({ model, ask = 'always' }: AnalystOptions = {}): Analyst {
  const run = async (request: AnalystRequest, { signal }: RunOptions = {}) => {
    signal?.throwIfAborted();
    if (!model) return finished(request, byRules(request), NO_TOKENS);
    if (ask === 'unverified' && SUMMED.has(request.kind)) {
      const answer = byRules(request);
      if (answer.verification.status === 'verified') return finished(request, answer, NO_TOKENS);
    }
    const call = model.begin(signal);
    try {
      return finished(request, await byModel(call, request), call.tokens);
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      const answer = isBadOutput(error) ? provenByRules(request) : null;
      if (!answer) throw analysisError(error, call.tokens);
      return finished(request, answer, call.tokens);
    } finally {
      call.end();
    }
  };
  return { hasModel: Boolean(model), run: run as Analyst['run'] };
}

function finished(request: AnalystRequest, answer: AnyAnswer, tokens: TokenCount) {
  const { evidence, ...rest } = answer as AnyAnswer & { readonly evidence?: unknown };
  const shown = request.includeEvidence && evidence !== undefined ? { ...rest, evidence } : rest;
  return { answer: shown, tokens, engine: answer.verification.engine };
}

/** What rules read, where that needs no model to be trusted; for a model that answered with nothing of use. */
function provenByRules(request: AnalystRequest): AnyAnswer | null {
  if (request.kind === 'translate') return null;
  const answer = byRules(request);
  const { verification } = answer;
  if (verification.status !== 'verified') return null;
  const check: Check = { name: 'model_answer_usable', ok: false, expected: null, actual: null };
  return { ...answer, verification: { ...verification, checks: [...verification.checks, check] } };
}

function byRules(request: AnalystRequest): AnyAnswer {
  switch (request.kind) {
    case 'statement':
      return analyseStatement(request.text, { ...request.options, includeEvidence: request.includeEvidence ?? false });
    case 'translate':
      throw new AnalysisError('ai_not_configured');
    case 'invoice':
      return answerInvoice(readDocument(request.text));
    case 'receipt':
      return answerReceipt(readDocument(request.text));
    case 'extract':
      return answerExtraction(readDocument(request.text), request.options);
    case 'summarize':
      return summarise(readDocument(request.text), request.options?.summaryType);
    case 'chat':
      return chat(readDocument(request.text), request.options.question, request.options.conversationHistory);
  }
}

function byModel(call: ModelCall, request: AnalystRequest): Promise<AnyAnswer> {
  switch (request.kind) {
    case 'statement':
      return statementWithModel(call, request.text, request.options ?? {});
    case 'translate':
      return translateWithModel(call, request.text, request.options);
    case 'invoice':
      return invoiceWithModel(call, readDocument(request.text));
    case 'receipt':
      return receiptWithModel(call, readDocument(request.text));
    case 'extract':
      return extractionWithModel(call, readDocument(request.text), request.options);
    case 'summarize':
      return summaryWithModel(call, readDocument(request.text), request.options?.summaryType);
    case 'chat':
      return chatWithModel(call, readDocument(request.text), request.options);
  }
}
