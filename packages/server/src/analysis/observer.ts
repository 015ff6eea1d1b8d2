import type { AnalystAnswers, Engine } from '@platen/analysis';
import type { ApiErrorCode } from '../errors.ts';
import type { Tokens } from './messages.ts';
import type { AnalysisType } from './types.ts';

/** An analysis that has ended, well or not. */
export interface FinishedAnalysis {
  readonly operation: AnalysisType;
  readonly outcome: 'ok' | ApiErrorCode;
  /** What came of it; absent unless the outcome is `ok`. */
  readonly answer?: {
    readonly engine: Engine;
    readonly verification: AnalystAnswers[keyof AnalystAnswers]['verification']['status'];
    /** In the thread. */
    readonly milliseconds: number;
    readonly tokens: Tokens;
  };
}

/** The threads at this moment. */
export interface AnalysisPoolState {
  readonly running: number;
  readonly waiting: number;
  readonly threads: number;
}

/** Is told about each analysis. Must not throw. */
export interface AnalysisObserver {
  /** That a thread has begun with it. */
  waited(operation: AnalysisType, milliseconds: number): void;
  finished(analysis: FinishedAnalysis): void;
}
