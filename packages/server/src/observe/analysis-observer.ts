import type { AnalystAnswers, Engine, KindName } from '@platen/analysis';
import type { ApiErrorCode } from '../errors.ts';

/** An analysis that has ended, well or not. */
export interface FinishedAnalysis {
  /** The kind of analysis. */
  readonly operation: KindName;
  readonly outcome: 'ok' | ApiErrorCode;
  /** What came of it; absent unless the outcome is `ok`. */
  readonly answer?: {
    readonly engine: Engine;
    readonly verification: AnalystAnswers[keyof AnalystAnswers]['verification']['status'];
    /** In the thread. */
    readonly milliseconds: number;
    /** That the model took. */
    readonly tokens: { readonly input: number; readonly output: number };
  };
}

/** The threads at this moment. */
export interface AnalysisPoolState {
  readonly running: number;
  readonly waiting: number;
  readonly threads: number;
}

/** Is notified of each analysis. Must not throw. */
export interface AnalysisObserver {
  /** That a thread has begun with it. */
  waited(operation: KindName, milliseconds: number): void;
  finished(analysis: FinishedAnalysis): void;
}
