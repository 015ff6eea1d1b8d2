import { type ChatAnswer, chat, type Turn } from './chat/chat.ts';
import { answerExtraction, type ExtractionAnswer, type ExtractionOptions } from './extraction/answer.ts';
import { answerInvoice, type InvoiceAnswer } from './invoices/answer.ts';
import type { Model, ModelOptions } from './models/model.ts';
import { answerReceipt, type ReceiptAnswer } from './receipts/answer.ts';
import { type SummaryAnswer, type SummaryType, summarise } from './summary/summary.ts';
import { readDocument } from './values/document.ts';
import type { Evidence } from './verification/verification.ts';

/**
 * Reads document text by rules: no key, no network, no model. Every value is null or stands in the text, and
 * `verification` tells what was checked. Deterministic, and linear in the length of the text.
 */

/** A model for `createAnalyst`. What speaks to providers is loaded here, by whoever has one. */
export async function openModel(options: ModelOptions): Promise<Model> {
  const { createModel } = await import('./models/model.ts');
  return createModel(options);
}

interface Common {
  /** Document text. Form feeds separate pages; columns are kept apart by spaces or tabs. */
  readonly text: string;
  /** Adds `evidence`: for each value the offsets into `text`. Default false. */
  readonly includeEvidence?: boolean | undefined;
}

export interface InvoiceRequest extends Common {
  readonly kind: 'invoice';
}

export interface ReceiptRequest extends Common {
  readonly kind: 'receipt';
}

export interface ExtractRequest extends Common {
  readonly kind: 'extract';
  readonly options?: ExtractionOptions | undefined;
}

export interface SummarizeRequest extends Common {
  readonly kind: 'summarize';
  readonly options?: { readonly summaryType?: SummaryType | undefined } | undefined;
}

export interface ChatRequest extends Common {
  readonly kind: 'chat';
  readonly options: { readonly question: string; readonly conversationHistory?: readonly Turn[] | undefined };
}

export type AnalysisRequest = InvoiceRequest | ReceiptRequest | ExtractRequest | SummarizeRequest | ChatRequest;

/** Answers by the kind of request; `evidence` only where it was asked for. */
export interface AnalysisAnswers {
  readonly invoice: Answer<InvoiceAnswer>;
  readonly receipt: Answer<ReceiptAnswer>;
  readonly extract: Answer<ExtractionAnswer>;
  readonly summarize: Answer<SummaryAnswer>;
  readonly chat: Answer<ChatAnswer>;
}

type Answer<Full extends { readonly evidence: Evidence }> = Omit<Full, 'evidence'> & { readonly evidence?: Evidence };

/**
 * Analyses a text.
 * @param request what to read, and the text
 * @returns the answer for its kind, with `verification`
 */
export function analyse<Request extends AnalysisRequest>(request: Request): AnalysisAnswers[Request['kind']] {
  const { evidence, ...answer } = answerTo(request);
  return (request.includeEvidence ? { ...answer, evidence } : answer) as AnalysisAnswers[Request['kind']];
}

function answerTo(
  request: AnalysisRequest,
): InvoiceAnswer | ReceiptAnswer | ExtractionAnswer | SummaryAnswer | ChatAnswer {
  const document = readDocument(request.text);
  switch (request.kind) {
    case 'invoice':
      return answerInvoice(document);
    case 'receipt':
      return answerReceipt(document);
    case 'extract':
      return answerExtraction(document, request.options);
    case 'summarize':
      return summarise(document, request.options?.summaryType);
    case 'chat':
      return chat(document, request.options.question, request.options.conversationHistory);
  }
}

export type { ChatAnswer, Turn } from './chat/chat.ts';
export { NOT_STATED } from './chat/chat.ts';
export type {
  AmountData,
  ContactData,
  DateData,
  ExtractedData,
  ExtractionAnswer,
  ExtractionOptions,
  ExtractionType,
  TableData,
} from './extraction/answer.ts';
export type { DocumentType } from './extraction/document-type.ts';
export type { InvoiceAnswer, InvoiceData, InvoiceLineItem, InvoiceTax } from './invoices/answer.ts';
export {
  type Analyst,
  type AnalystAnswers,
  type AnalystOptions,
  type AnalystRequest,
  createAnalyst,
} from './models/analyst.ts';
export { AnalysisError, type AnalysisErrorCode } from './models/failure.ts';
export type { Model, ModelOptions } from './models/model.ts';
export type { ProviderKind, ProviderSettings } from './models/provider.ts';
export type { ReceiptAnswer, ReceiptData, ReceiptItem } from './receipts/answer.ts';
export { analyseStatement } from './statements/statement.ts';
export type {
  StatementAccount,
  StatementAnalysis,
  StatementOptions,
  StatementTransaction,
  TransactionCategory,
} from './statements/types.ts';
export type { SummaryAnswer, SummaryType } from './summary/summary.ts';
export type { Check, Engine, Evidence, Verification, VerificationStatus } from './verification/verification.ts';
