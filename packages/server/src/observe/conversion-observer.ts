import {
  type ConversionResult,
  EngineError,
  type EngineErrorCode,
  type OutputFormat,
  type SeveralResults,
} from '@platen/engine';

/** Format of a conversion as metrics and traces name it; `several` for more than one output of one page. */
export type ObservedFormat = OutputFormat | 'several';

export type ConversionOutcome = 'ok' | EngineErrorCode | 'internal_error';

/** A conversion that has ended, well or not. */
export interface FinishedConversion {
  /** The HTTP request that it belongs to: an identity to tell requests apart, not something to read. */
  readonly request: object;
  readonly format: ObservedFormat;
  /** When the engine was called and when it answered, in milliseconds as `performance.now()` counts them. */
  readonly started: number;
  readonly ended: number;
  readonly outcome: ConversionOutcome;
  /** What came out of it; absent unless the outcome is `ok`. */
  readonly results?: SeveralResults;
}

/** Is notified of each conversion when it has ended, before its answer is sent. Must not throw. */
export interface ConversionObserver {
  finished(conversion: FinishedConversion): void;
}

/** Runs `convert` and tells the observers how it went. */
export async function observed<Result extends ConversionResult | SeveralResults>(
  observers: readonly ConversionObserver[],
  { request, formats }: { readonly request: object; readonly formats: readonly OutputFormat[] },
  convert: () => Promise<Result>,
): Promise<Result> {
  const [only, ...more] = formats;
  const format: ObservedFormat = only === undefined || more.length > 0 ? 'several' : only;
  const started = performance.now();
  const tell = (outcome: ConversionOutcome, results?: SeveralResults) => {
    const finished = { request, format, started, ended: performance.now(), outcome, results };
    for (const observer of observers) observer.finished(finished);
  };
  let result: Result;
  try {
    result = await convert();
  } catch (error) {
    tell(error instanceof EngineError ? error.code : 'internal_error');
    throw error;
  }
  tell('ok', 'outputs' in result ? result : { ...result, outputs: [result] });
  return result;
}
