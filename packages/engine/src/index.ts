/**
 * Platen's engine: HTML in; PDF and images out of a real browser. It knows Chromium, and nothing of HTTP APIs,
 * accounts or databases.
 */
export type { EngineConfig, EngineEvent } from './config.ts';
export { type Conversion, type ConvertOptions, createEngine, type Engine, type EngineHealth } from './engine.ts';
export { ENGINE_ERRORS, EngineError, type EngineErrorCode, type EngineIssue } from './errors.ts';
export {
  conversionRequest,
  IMAGE_OPTIONS,
  LIMITS,
  OUTPUT_FORMATS,
  type OutputFormat,
  PDF_OPTIONS,
} from './request.ts';
export type { ConversionResult, Timings } from './result.ts';
export { type ValidRequest, validateRequest } from './validate.ts';
export { WARNING_CODES, type Warning, type WarningCode } from './warnings.ts';
