import type { AnalystRequest } from '@platen/analysis';
import type { z } from 'zod';
import {
  chatRequest,
  extractRequest,
  invoiceRequest,
  receiptRequest,
  statementRequest,
  summarizeRequest,
  translateRequest,
} from './schema.ts';
import { ANALYSES, type AnalysisType } from './types.ts';

/** One analysis: how it is asked for, and what its request means. */
export interface AnalysisKind {
  readonly type: AnalysisType;
  /** Name of the member that has the text. */
  readonly textName: 'text' | 'documentText';
  readonly schema: z.ZodObject;
  /** Whether rules alone cannot do it. */
  readonly needsModel?: boolean;
  /** Whether it takes pages of bank statements. */
  readonly takesPages?: boolean;
  /** @param fields the request, as the schema has it */
  toRequest(text: string, fields: never): AnalystRequest;
}

/** A kind whose `toRequest` knows what its schema gives. */
function kind<Schema extends z.ZodObject>(
  of: Omit<AnalysisKind, 'schema' | 'toRequest'> & {
    readonly schema: Schema;
    toRequest(text: string, fields: z.output<Schema>): AnalystRequest;
  },
): AnalysisKind {
  return of as unknown as AnalysisKind;
}

const KINDS: Readonly<Record<AnalysisType, AnalysisKind>> = {
  summarize: kind({
    type: 'summarize',
    textName: 'text',
    schema: summarizeRequest,
    toRequest: (text, { includeEvidence, summaryType }) => ({
      kind: 'summarize',
      text,
      includeEvidence,
      options: { summaryType },
    }),
  }),
  chat: kind({
    type: 'chat',
    textName: 'documentText',
    schema: chatRequest,
    toRequest: (text, { includeEvidence, question, conversationHistory }) => ({
      kind: 'chat',
      text,
      includeEvidence,
      options: { question, conversationHistory },
    }),
  }),
  translate: kind({
    type: 'translate',
    textName: 'text',
    schema: translateRequest,
    needsModel: true,
    toRequest: (text, { includeEvidence, targetLanguage, sourceLanguage, preserveFormatting }) => ({
      kind: 'translate',
      text,
      includeEvidence,
      options: {
        targetLanguage,
        ...(sourceLanguage?.trim() ? { sourceLanguage: sourceLanguage.trim() } : {}),
        preserveFormatting,
      },
    }),
  }),
  'extract-data': kind({
    type: 'extract-data',
    textName: 'documentText',
    schema: extractRequest,
    toRequest: (text, { includeEvidence, extractionType, customFields }) => ({
      kind: 'extract',
      text,
      includeEvidence,
      options: { extractionType, ...(customFields?.length ? { customFields } : {}) },
    }),
  }),
  'invoice-extractor': kind({
    type: 'invoice-extractor',
    textName: 'documentText',
    schema: invoiceRequest,
    toRequest: (text, { includeEvidence }) => ({ kind: 'invoice', text, includeEvidence }),
  }),
  'receipt-scanner': kind({
    type: 'receipt-scanner',
    textName: 'documentText',
    schema: receiptRequest,
    toRequest: (text, { includeEvidence }) => ({ kind: 'receipt', text, includeEvidence }),
  }),
  'bank-statement': kind({
    type: 'bank-statement',
    textName: 'documentText',
    schema: statementRequest,
    takesPages: true,
    toRequest: (text, { includeEvidence, bankName, accountType }) => ({
      kind: 'statement',
      text,
      includeEvidence,
      options: { ...(bankName ? { bankName } : {}), ...(accountType ? { accountType } : {}) },
    }),
  }),
};

export const ANALYSIS_KINDS: readonly AnalysisKind[] = ANALYSES.map((type) => KINDS[type]);
