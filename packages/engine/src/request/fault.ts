import { EngineError, type EngineErrorCode } from '../errors.ts';

/** The error of one field. */
export function fault(code: EngineErrorCode, pointer: string, detail: string): EngineError {
  return new EngineError(code, detail, { pointer, issues: [{ pointer, code, detail }] });
}
