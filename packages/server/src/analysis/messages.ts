import type { AnalysisErrorCode, AnalystAnswers, AnalystRequest, Engine, ProviderSettings } from '@platen/analysis';

/** What is said between the server and a thread that analyzes. */

export interface ThreadSettings {
  /** Default: rules only. */
  readonly model?: ModelSettings;
  /** Destinations that are never reached, not even if `model` names them. Default none. */
  readonly egressDeny?: readonly string[];
}

/** Where models are reached. */
export interface ModelSettings {
  readonly primary: ProviderSettings;
  readonly fallback?: ProviderSettings;
}

export interface Order {
  readonly id: number;
  readonly request: AnalystRequest;
  /** Whether the model may be asked, if there is one. */
  readonly withModel: boolean;
}

export type ToThread = Order | { readonly abort: number };

export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly total: number;
}

/** What an analysis gives. */
export interface Analyzed<Kind extends AnalystRequest['kind'] = AnalystRequest['kind']> {
  readonly answer: AnalystAnswers[Kind];
  readonly tokens: Tokens;
  readonly engine: Engine;
}

export type FromThread =
  | { readonly id: number; readonly result: Analyzed }
  | {
      readonly id: number;
      readonly failure: { readonly code: AnalysisErrorCode; readonly retryAfter?: number; readonly limit?: number };
    }
  /** A fault of ours, or an analysis that was given up. */
  | { readonly id: number; readonly fault: string };
