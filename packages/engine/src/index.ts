/**
 * Platen's engine: HTML in; PDF, images, text and Markdown out of a real browser. It knows Chromium, and nothing of HTTP APIs,
 * accounts or databases.
 */
export { IsolationRefused } from './chromium/choose-isolation.ts';
export { findBrowser } from './chromium/find.ts';
export { isolationRemedy } from './chromium/isolation.ts';
export type { EngineConfig, EngineEvent } from './config.ts';
export { ignoredOption } from './convert/warnings.ts';
export { FetchFailed, failureOf } from './egress/fetch-file.ts';
export { createGuardedClient, type GuardedClient } from './egress/guarded-client.ts';
export { createGuardedFetch, type GuardedFetchOptions } from './egress/guarded-fetch.ts';
export {
  createGuardedSend,
  type GuardedSend,
  type GuardedSendOptions,
  type OutgoingRequest,
  type SentAnswer,
} from './egress/guarded-send.ts';
export { EgressRefusal } from './egress/resolve.ts';
export { type Conversion, type ConvertOptions, createEngine, type Engine, type EngineHealth } from './engine.ts';
export {
  ENGINE_ERRORS,
  EngineError,
  type EngineErrorCode,
  type EngineIssue,
  type TemplatePart,
  type TemplateProblem,
} from './errors.ts';
export {
  type CheckRequest,
  checkSchema,
  checkTemplate,
  type OptionTexts,
  type RenderedTemplate,
  renderTemplate,
  type TemplateOptions,
  type TemplateRequest,
  type TemplateRun,
} from './input/template.ts';
export { templateIsolationHere } from './input/template-process.ts';
export type { SchemaProblem, TemplateCheck } from './input/template-protocol.ts';
export { nearestName } from './nearest.ts';
export type { MergedPdf } from './pdf/finish/merge.ts';
export { threadEnvironment } from './pdf/finish/thread-environment.ts';
export { mergePdfs, PdfJoin } from './pdf/merge.ts';
export type { DrawnPage, DrawnPages, DrawOptions } from './pdf-pages/draw.ts';
export type { PdfText } from './pdf-text/protocol.ts';
export { type ReadPdfOptions, readPdf } from './pdf-text/read.ts';
export type { ReadableDetails } from './readable/metadata.ts';
export { decidedOptions } from './request/contradictions.ts';
export { areOnce, NOT_ONCE } from './request/headers-once.ts';
export type { SourceFile } from './request/input.ts';
export { isFileName } from './request/input-fields.ts';
export { toEngineError } from './request/issues.ts';
export { parseLength } from './request/length.ts';
export { LIMITS } from './request/limits.ts';
export {
  conversionRequest,
  kindOf,
  OUTPUT_FORMATS,
  OUTPUT_KINDS,
  type OutputFormat,
  type OutputKind,
  outputFields,
  sharedFields,
} from './request/request.ts';
export { type SeveralRequest, severalFields, validateSeveral } from './request/several.ts';
export { type Additions, type ValidRequest, validateRequest } from './request/validate.ts';
export type { ConversionResult, OutputResult, PageResult, SeveralResults, Timings } from './result.ts';
export { WARNINGS, type Warning, type WarningCode } from './warnings.ts';
