import {
  type EngineIssue,
  ignoredOption,
  type OutputFormat,
  type SeveralResults,
  type Timings,
  type Warning,
} from '@platen/engine';
import { ApiError, type ApiErrorCode, toApiError } from '../errors.ts';

/** What is reported of the end of a job beside its columns. It may quote the document, so it is sealed. */
export interface JobOutcome {
  readonly error?: { readonly code: ApiErrorCode; readonly detail: string; readonly issues: readonly EngineIssue[] };
  readonly warnings?: readonly Warning[];
  /** Fields of the answer that mean nothing to whoever fetches the result. */
  readonly unused?: readonly string[];
  readonly timings?: Timings;
  /** Status that the source answered. */
  readonly sourceStatus?: number;
  /** Of each result, in their order. */
  readonly outputs?: readonly OutcomeOutput[];
  /** Name that the request gave the result. */
  readonly name?: string;
  /** What the request said is to come back with the job. */
  readonly note?: string;
}

export interface OutcomeOutput {
  readonly format: OutputFormat;
  readonly pages?: number;
  readonly contentMode?: string;
  /** What stands beside text and Markdown: chunks, links, HTML. Absent where only the bytes are fetched: it may be larger than they are. */
  readonly details?: object;
}

/** @param facts.isAnswer whether somebody may wait for the results themselves, with what stands beside them */
export function outcomeOfResults(
  { outputs, warnings, timings, sourceStatus }: SeveralResults,
  { name, note, unused, isAnswer }: Pick<JobOutcome, 'name' | 'note' | 'unused'> & { readonly isAnswer: boolean },
): JobOutcome {
  return {
    warnings,
    unused,
    timings,
    sourceStatus,
    name,
    note,
    outputs: outputs.map(({ format, pages, contentMode, details }) => ({
      ...{ format, pages, contentMode },
      ...(isAnswer ? { details } : {}),
    })),
  };
}

export function outcomeOfError(error: unknown, note?: string): JobOutcome & Required<Pick<JobOutcome, 'error'>> {
  const { code, message, issues } = toApiError(error);
  return { error: { code, detail: message, issues }, note };
}

/** What is wrong with a result as it is kept. */
export const warningsOf = ({ warnings = [], unused = [] }: JobOutcome): Warning[] => [
  ...warnings,
  ...unused.map(ignoredOption),
];

/** The error that a failed job is answered with. */
export function errorOfOutcome({ error }: JobOutcome, code: string | null): ApiError {
  if (error) return new ApiError(error.code, { detail: error.detail, issues: error.issues });
  return new ApiError((code ?? 'internal_error') as ApiErrorCode);
}
