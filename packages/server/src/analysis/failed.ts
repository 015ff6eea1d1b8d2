import type { AnalysisErrorCode } from '@platen/analysis';

/** An analysis that came to nothing, without a word of the text or of a provider. */
export class AnalysisFailed extends Error {
  readonly code: AnalysisErrorCode;
  /** Whole seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;
  /** Most characters, with `text_too_long`. */
  readonly limit: number | undefined;

  constructor(code: AnalysisErrorCode, details: { readonly retryAfter?: number; readonly limit?: number } = {}) {
    super(`The analysis failed: ${code}.`);
    this.name = 'AnalysisFailed';
    this.code = code;
    this.retryAfter = details.retryAfter;
    this.limit = details.limit;
  }
}
